/**
 * Reads flags as kubectl does: long and short, joined or apart, anywhere among the arguments.
 *
 * Upstream    github.com/spf13/pflag v1.0.5 flag.go (parseLongArg, parseSingleShortArg, failf)
 */
import { parseGoDuration } from '#base';

export type FlagType = 'bool' | 'string' | 'int' | 'list' | 'duration';

export interface FlagSpec {
  readonly name: string;
  readonly short?: string;
  readonly type: FlagType;
  /** Its value when it is given without one. */
  readonly bare?: string;
  /** False: a real flag whose effect is not modelled; giving it is refused. */
  readonly modelled: boolean;
}

export type FlagValues = ReadonlyMap<string, readonly string[]>;

export type ReadFlags =
  | {
      readonly ok: true;
      readonly values: FlagValues;
      readonly args: readonly string[];
      readonly help: boolean;
    }
  /** `message` is pflag's. */
  | { readonly ok: false; readonly message: string }
  | {
      readonly ok: false;
      readonly message: undefined;
      readonly notModelled: string;
    };

/** A real flag; one that begins with `!` is not modelled. `name` or `s/name`. */
export function flags(type: FlagType, names: string): readonly FlagSpec[] {
  return names.split(' ').map((text) => {
    const modelled = !text.startsWith('!');
    const [first, second] = (modelled ? text : text.slice(1)).split('/');
    const named = second === undefined ? { name: first } : { name: second, short: first };
    return {
      ...named,
      type,
      modelled,
      ...(type === 'bool' ? { bare: 'true' } : {}),
    };
  });
}

class FlagFault extends Error {}
class NotModelled extends Error {}

class Reader {
  readonly values = new Map<string, string[]>();
  readonly args: string[] = [];
  help = false;
  readonly #specs: readonly FlagSpec[];
  #rest: readonly string[];

  constructor(specs: readonly FlagSpec[], words: readonly string[]) {
    this.#specs = specs;
    this.#rest = words;
  }

  read(): void {
    for (;;) {
      const [word, ...rest] = this.#rest;
      if (word === undefined) return;
      this.#rest = rest;
      if (word === '--') {
        this.args.push(...rest);
        return;
      }
      if (!word.startsWith('-') || word === '-') this.args.push(word);
      else if (word.startsWith('--')) this.#long(word);
      else this.#short(word.slice(1), word);
      if (this.help) return;
    }
  }

  #long(word: string): void {
    const equals = word.indexOf('=');
    const name = word.slice(2, equals === -1 ? undefined : equals);
    if (name === '' || name.startsWith('-')) throw new FlagFault(`bad flag syntax: ${word}`);
    const spec = this.#specs.find((each) => each.name === name);
    if (!spec) {
      if (name === 'help') this.help = true;
      else throw new FlagFault(`unknown flag: --${name}`);
      return;
    }
    if (equals !== -1) this.#set(spec, word.slice(equals + 1));
    else if (spec.bare !== undefined) this.#set(spec, spec.bare);
    else this.#set(spec, this.#next(`flag needs an argument: ${word}`));
  }

  #short(letters: string, word: string): void {
    const letter = letters[0];
    const spec = this.#specs.find(({ short }) => short === letter);
    if (!spec) {
      if (letter === 'h') this.help = true;
      else throw new FlagFault(`unknown shorthand flag: '${letter}' in -${letters}`);
      return;
    }
    const after = letters.slice(1);
    if (after.length > 1 && after.startsWith('=')) this.#set(spec, after.slice(1));
    else if (spec.bare !== undefined) {
      this.#set(spec, spec.bare);
      if (after !== '') this.#short(after, word);
    } else if (after !== '') this.#set(spec, after);
    else this.#set(spec, this.#next(`flag needs an argument: '${letter}' in ${word}`));
  }

  #next(message: string): string {
    const [value, ...rest] = this.#rest;
    if (value === undefined) throw new FlagFault(message);
    this.#rest = rest;
    return value;
  }

  #set(spec: FlagSpec, text: string): void {
    if (!spec.modelled) throw new NotModelled(`--${spec.name}`);
    const [value, fault] = textOfType(spec.type, text);
    if (fault !== undefined) {
      const name = spec.short ? `-${spec.short}, --${spec.name}` : `--${spec.name}`;
      throw new FlagFault(`invalid argument ${JSON.stringify(text)} for "${name}" flag: ${fault}`);
    }
    const before = this.values.get(spec.name);
    if (before && spec.type === 'list') before.push(value);
    else this.values.set(spec.name, [value]);
  }
}

/** The value, and what Go's strconv says of it when it is none. */
function textOfType(type: FlagType, text: string): readonly [string, string?] {
  const quoted = JSON.stringify(text);
  switch (type) {
    case 'bool':
      if (/^(1|t|T|true|TRUE|True)$/.test(text)) return ['true'];
      if (/^(0|f|F|false|FALSE|False)$/.test(text)) return ['false'];
      return ['', `strconv.ParseBool: parsing ${quoted}: invalid syntax`];
    case 'int':
      if (/^[-+]?\d{1,15}$/.test(text)) return [String(Number(text))];
      return ['', `strconv.ParseInt: parsing ${quoted}: invalid syntax`];
    case 'duration':
      if (parseGoDuration(text) !== undefined) return [text];
      return ['', `time: invalid duration ${quoted}`];
    default:
      return [text];
  }
}

/** Parts flags from arguments. The first fault ends it. */
export function readFlags(specs: readonly FlagSpec[], words: readonly string[]): ReadFlags {
  const reader = new Reader(specs, words);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof FlagFault) return { ok: false, message: error.message };
    if (error instanceof NotModelled) {
      return { ok: false, message: undefined, notModelled: error.message };
    }
    throw error;
  }
  const { values, args, help } = reader;
  return { ok: true, values, args, help };
}
