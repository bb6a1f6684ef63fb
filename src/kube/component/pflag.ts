/**
 * A command line as pflag reads it: `--a=b`, `--a b`, `--bool`, `-v 2`, `-v=2`, `-v2`, `--`. Flags
 * and arguments may be mixed.
 *
 * Upstream    spf13/pflag v1.0.5 flag.go (parseArgs, parseLongArg, parseShortArg, Set)
 */
import { type FlagType, type FlagValue, quoted, setFlag } from './flag-values';

export interface FlagDefinition {
  readonly name: string;
  readonly type: FlagType;
  /** One letter. */
  readonly shorthand?: string;
  /** What is printed when the flag is used; absent for flags that are not deprecated. */
  readonly deprecated?: string;
}

export type ParsedFlags =
  | {
      readonly ok: true;
      /** Flags that were given, in the order of their first use. */
      readonly values: ReadonlyMap<string, FlagValue>;
      readonly args: readonly string[];
      /** Lines that pflag prints about deprecated flags. */
      readonly warnings: readonly string[];
      /** `--help` or `-h` was met; nothing after it was read. */
      readonly help: boolean;
    }
  | { readonly ok: false; readonly message: string };

class Refused extends Error {}

/** What is wrong with a value that could be read; undefined for nothing. */
export type UseCheck = (name: string, value: FlagValue) => string | undefined;

class Reader {
  readonly values = new Map<string, FlagValue>();
  readonly args: string[] = [];
  readonly warnings: string[] = [];
  help = false;
  readonly #find: (name: string) => FlagDefinition | undefined;
  readonly #short: (letter: string) => FlagDefinition | undefined;
  readonly #check: UseCheck | undefined;
  #rest: string[];

  constructor(
    definitions: readonly FlagDefinition[],
    args: readonly string[],
    check: UseCheck | undefined,
  ) {
    this.#check = check;
    const byName = new Map(definitions.map((each) => [each.name, each]));
    const byLetter = new Map(definitions.map((each) => [each.shorthand, each]));
    // Kubernetes takes underscores for dashes (component-base cli/flag WordSepNormalizeFunc).
    const find = (name: string) => byName.get(name.replaceAll('_', '-'));
    const short = (letter: string) => byLetter.get(letter);
    this.#find = find;
    this.#short = short;
    this.#rest = [...args];
  }

  read(): void {
    while (this.#rest.length > 0 && !this.help) {
      const arg = this.#rest.shift() as string;
      if (arg === '--') this.args.push(...this.#rest.splice(0));
      else if (arg.startsWith('--')) this.#readLong(arg);
      else if (arg.startsWith('-') && arg.length > 1) this.#readShort(arg);
      else this.args.push(arg);
    }
  }

  #readLong(arg: string): void {
    const body = arg.slice(2);
    if (body.startsWith('-') || body.startsWith('=')) throw new Refused(`bad flag syntax: ${arg}`);
    const equals = body.indexOf('=');
    const given = equals === -1 ? body : body.slice(0, equals);
    const name = given.replaceAll('_', '-');
    const flag = this.#find(given);
    if (!flag) {
      if (name !== 'help') throw new Refused(`unknown flag: --${name}`);
      this.help = true;
      return;
    }
    if (equals !== -1) this.#set(flag, body.slice(equals + 1));
    else if (flag.type === 'bool') this.#set(flag, 'true');
    else if (this.#rest.length > 0) this.#set(flag, this.#rest.shift() as string);
    else throw new Refused(`flag needs an argument: ${arg}`);
  }

  #readShort(arg: string): void {
    let letters = arg.slice(1);
    while (letters !== '' && !this.help) letters = this.#readLetter(letters);
  }

  /** @returns the letters that are left. */
  #readLetter(letters: string): string {
    const letter = letters[0];
    const flag = this.#short(letter);
    if (!flag) {
      if (letter !== 'h') {
        throw new Refused(`unknown shorthand flag: '${letter}' in -${letters}`);
      }
      this.help = true;
      return '';
    }
    const rest = letters.slice(1);
    if (rest.length > 1 && rest.startsWith('=')) this.#set(flag, rest.slice(1));
    else if (flag.type === 'bool') {
      this.#set(flag, 'true');
      return rest;
    } else if (rest.length > 0) this.#set(flag, rest);
    else if (this.#rest.length > 0) this.#set(flag, this.#rest.shift() as string);
    else throw new Refused(`flag needs an argument: '${letter}' in -${letters}`);
    return '';
  }

  #set(flag: FlagDefinition, text: string): void {
    const result = setFlag(flag.type, text, this.values.get(flag.name));
    const fault = result.ok ? this.#check?.(flag.name, result.value) : result.error;
    if (!result.ok || fault !== undefined) {
      const name = flag.shorthand ? `-${flag.shorthand}, --${flag.name}` : `--${flag.name}`;
      throw new Refused(`invalid argument ${quoted(text)} for ${quoted(name)} flag: ${fault}`);
    }
    this.values.set(flag.name, result.value);
    if (flag.deprecated !== undefined) {
      this.warnings.push(`Flag --${flag.name} has been deprecated, ${flag.deprecated}`);
    }
  }
}

/** Reads a command line. The first fault ends it, as in pflag. */
export function parseFlags(
  definitions: readonly FlagDefinition[],
  args: readonly string[],
  check?: UseCheck,
): ParsedFlags {
  const reader = new Reader(definitions, args, check);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message };
    throw error;
  }
  const { values, warnings, help } = reader;
  return { ok: true, values, args: reader.args, warnings, help };
}
