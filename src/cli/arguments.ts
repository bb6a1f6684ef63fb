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
      args: [...args],
      options: config,
      allowPositionals: true,
    });
    return { values: values as Values, rest: positionals };
  } catch (error) {
    return refuse('arguments', (error as Error).message.split(/\.\s/)[0]);
  }
}

/** The one positional argument that is expected. */
export function onlyArgument({ rest }: ParsedArguments, name: string): string {
  if (rest.length === 0) return refuse(name, 'missing');
  if (rest.length > 1) return refuse('arguments', `unexpected ${JSON.stringify(rest[1])}`);
  return rest[0];
}

export function textOption({ values }: ParsedArguments, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
