import { parseArgs } from 'node:util';
import { refuse } from './command';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface ParsedArguments {
  readonly values: Values;
  readonly rest: readonly string[];
}

/** Reads `--name value` options; an unknown one or a missing value is refused by name. */
export function readArguments(
  args: readonly string[],
  options: Readonly<Record<string, 'string' | 'boolean'>>,
): ParsedArguments {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, type]) => [name, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: joined(args, options),
      options: config,
      allowPositionals: true,
    });
    return { values: values as Values, rest: positionals };
  } catch (error) {
    return refuse('arguments', (error as Error).message.split(/\.\s/)[0]);
  }
}

/** `--seed -1` as `--seed=-1`: a value may begin with one dash, an option begins with two. */
function joined(
  args: readonly string[],
  options: Readonly<Record<string, 'string' | 'boolean'>>,
): string[] {
  const made: string[] = [];
  for (const arg of args) {
    const before = made[made.length - 1] ?? '';
    const wantsValue = before.startsWith('--') && options[before.slice(2)] === 'string';
    if (wantsValue && !arg.startsWith('--')) made[made.length - 1] = `${before}=${arg}`;
    else made.push(arg);
  }
  return made;
}

/** The one positional argument that is expected. */
export function onlyArgument(parsed: ParsedArguments, name: string): string {
  const [only] = parsed.rest;
  if (only === undefined) return refuse(name, 'missing');
  noMoreThan(parsed, 1);
  return only;
}

/** Refuses positional arguments after that many. */
export function noMoreThan({ rest }: ParsedArguments, count: number): void {
  if (rest.length > count) refuse('arguments', `unexpected ${JSON.stringify(rest[count])}`);
}

export function textOption({ values }: ParsedArguments, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
