/**
 * Reading one flag's text as Go does it, with Go's words for what cannot be read.
 *
 * Upstream    spf13/pflag v1.0.5 (bool, int, float, duration, ip, string slices and arrays); Go
 *             strconv and time; k8s.io/component-base cli/flag (maps); apimachinery util/net
 *             PortRange
 */
import { parseGoDuration, type SimDuration } from '#base';
import { parseIP } from '../api/ip-address';
import { type PortRange, parsePortRange } from './port-range';

export type FlagValue =
  | string
  | number
  | boolean
  | SimDuration
  | PortRange
  | readonly string[]
  | ReadonlyMap<string, string>;

/** What `Set` gives: the new value, or the text of Go's error. */
export type SetResult =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly error: string };

/** A flag that was given before on the same command line. */
export type Previous = FlagValue | undefined;

const ok = (value: FlagValue): SetResult => ({ ok: true, value });
const bad = (error: string): SetResult => ({ ok: false, error });

/** Go's %q of a text, for the characters that flags hold. */
export const quoted = (text: string): string => JSON.stringify(text);

const TRUE_WORDS = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE_WORDS = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

function setBool(text: string): SetResult {
  if (TRUE_WORDS.includes(text)) return ok(true);
  if (FALSE_WORDS.includes(text)) return ok(false);
  return bad(`strconv.ParseBool: parsing ${quoted(text)}: invalid syntax`);
}

interface IntBounds {
  readonly min: bigint;
  readonly max: bigint;
  readonly parser: 'ParseInt' | 'ParseUint';
}
const signed = (bits: bigint): IntBounds => ({
  min: -(1n << (bits - 1n)),
  max: (1n << (bits - 1n)) - 1n,
  parser: 'ParseInt',
});
const INT: IntBounds = signed(64n);
const INT32: IntBounds = signed(32n);
const UINT: IntBounds = { min: 0n, max: (1n << 64n) - 1n, parser: 'ParseUint' };

/** Base 0 of Go: 0x, 0o, 0b and a leading zero for octal are read. */
const GO_INT = /^[+-]?(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[1-9][0-9]*|0)$/;

function setInt(text: string, { min, max, parser }: IntBounds): SetResult {
  const readable = GO_INT.test(text) && (parser === 'ParseInt' || !/^[+-]/.test(text));
  if (!readable) return bad(`strconv.${parser}: parsing ${quoted(text)}: invalid syntax`);
  const digits = text.replace(/^[+-]/, '').replace(/^0(?=[0-7]+$)/, '0o');
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  if (value < min || value > max) {
    return bad(`strconv.${parser}: parsing ${quoted(text)}: value out of range`);
  }
  return ok(Number(value));
}

const GO_FLOAT = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** @param rounded to the nearest number of the type's size; infinite where there is none. */
function setFloat(text: string, rounded: (value: number) => number): SetResult {
  const refused = (why: string) => bad(`strconv.ParseFloat: parsing ${quoted(text)}: ${why}`);
  if (!GO_FLOAT.test(text)) return refused('invalid syntax');
  const value = Number(text);
  return Number.isFinite(rounded(value)) ? ok(value) : refused('value out of range');
}

const DURATION_UNITS = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h'];

function setDuration(text: string): SetResult {
  const value = parseGoDuration(text);
  return value === undefined ? bad(durationError(text)) : ok(value);
}

/** Go's words for a duration that `time.ParseDuration` refuses. */
function durationError(text: string): string {
  const name = quoted(text);
  let rest = text.replace(/^[+-]/, '');
  while (rest !== '') {
    const number = /^(\d+\.?\d*|\.\d+)/.exec(rest);
    if (!number) break;
    rest = rest.slice(number[0].length);
    const unit = /^[^\d.]+/.exec(rest);
    if (!unit) return `time: missing unit in duration ${name}`;
    if (!DURATION_UNITS.includes(unit[0])) {
      return `time: unknown unit ${quoted(unit[0])} in duration ${name}`;
    }
    rest = rest.slice(unit[0].length);
  }
  return `time: invalid duration ${name}`;
}

function setIP(text: string): SetResult {
  const trimmed = text.trim();
  return parseIP(trimmed) ? ok(trimmed) : bad(`failed to parse IP: ${quoted(text)}`);
}

function setPortRange(given: string): SetResult {
  const range = parsePortRange(given);
  return typeof range === 'string' ? bad(range) : ok(range);
}

/** One line of CSV, as pflag reads the value of a string slice. */
function readCsv(text: string): readonly string[] | string {
  if (text === '') return [];
  const fields: string[] = [];
  let position = 0;
  for (;;) {
    const field = text[position] === '"' ? quotedField(text, position) : plainField(text, position);
    if (typeof field === 'string') return field;
    fields.push(field.value);
    if (field.end >= text.length) return fields;
    position = field.end + 1;
  }
}

interface CsvField {
  readonly value: string;
  readonly end: number;
}

function plainField(text: string, start: number): CsvField | string {
  const comma = text.indexOf(',', start);
  const end = comma === -1 ? text.length : comma;
  const value = text.slice(start, end);
  const quote = value.indexOf('"');
  if (quote === -1) return { value, end };
  return `parse error on line 1, column ${start + quote + 1}: bare " in non-quoted-field`;
}

const badQuote = (index: number): string =>
  `parse error on line 1, column ${index + 1}: extraneous or missing " in quoted-field`;

function quotedField(text: string, start: number): CsvField | string {
  let value = '';
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote === -1) {
      return badQuote(text.length);
    }
    value += text.slice(position, quote);
    const next = text[quote + 1];
    if (next === undefined || next === ',') return { value, end: quote + 1 };
    if (next !== '"') {
      return badQuote(quote);
    }
    value += '"';
    position = quote + 2;
  }
}

/** The first use of a slice flag replaces the default, further ones are added. */
function setStringSlice(text: string, previous: Previous): SetResult {
  const fields = readCsv(text);
  if (typeof fields === 'string') return bad(fields);
  return ok([...((previous as readonly string[] | undefined) ?? []), ...fields]);
}

/** Each use adds the whole text as one element. */
function setStringArray(text: string, previous: Previous): SetResult {
  return ok([...((previous as readonly string[] | undefined) ?? []), text]);
}

function addPairs(text: string, previous: Previous): Map<string, string> | string {
  const map = new Map((previous as ReadonlyMap<string, string> | undefined) ?? []);
  for (const pair of text.split(',')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals === -1) return pair.trim();
    map.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  return map;
}

/** `a=b,c=d`. Source: component-base cli/flag/map_string_string.go. */
function setMapStringString(text: string, previous: Previous): SetResult {
  const pairs = addPairs(text, previous);
  if (typeof pairs !== 'string') return ok(pairs);
  return bad(`malformed pair, expect string=string`);
}

/** `a=true,b=false`. Source: component-base cli/flag/map_string_bool.go. */
function setMapStringBool(text: string, previous: Previous): SetResult {
  const pairs = addPairs(text, previous);
  if (typeof pairs === 'string') return bad(`missing bool value for ${pairs}`);
  for (const [key, value] of pairs) {
    const read = setBool(value);
    if (!read.ok) return bad(`invalid value of ${key}=${value}, err: ${read.error}`);
  }
  return ok(pairs);
}

/** Entries of `component:a=true` or `a=true`; they are read after all flags. */
function setComponentGates(text: string, previous: Previous): SetResult {
  const entries = text.split(',').filter((entry) => entry !== '');
  const trimmed = entries.map((entry) => entry.trim());
  return ok([...((previous as readonly string[] | undefined) ?? []), ...trimmed]);
}

/** `a=b` or a bare key, which means true. Source: component-base cli/flag/configuration_map.go. */
function setConfigurationMap(text: string, previous: Previous): SetResult {
  const map = new Map((previous as ReadonlyMap<string, string> | undefined) ?? []);
  for (const pair of text.split(',')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals === -1) map.set(pair.trim(), 'true');
    else map.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  return ok(map);
}

/**
 * How a flag's text is read. Names are those that the component's help prints, where it has one.
 */
export const FLAG_TYPES = {
  bool: setBool,
  string: (text: string) => ok(text),
  int: (text: string) => setInt(text, INT),
  int32: (text: string) => setInt(text, INT32),
  uint: (text: string) => setInt(text, UINT),
  float: (text: string) => setFloat(text, Number),
  float32: (text: string) => setFloat(text, Math.fround),
  duration: setDuration,
  ip: setIP,
  portRange: setPortRange,
  strings: setStringSlice,
  stringArray: setStringArray,
  mapStringString: setMapStringString,
  mapStringBool: setMapStringBool,
  componentGates: setComponentGates,
  configurationMap: setConfigurationMap,
} as const satisfies Record<string, (text: string, previous: Previous) => SetResult>;

export type FlagType = keyof typeof FLAG_TYPES;

/**
 * Reads a flag's text.
 * @param previous its value when it was given before on the same command line.
 */
export function setFlag(type: FlagType, text: string, previous: Previous): SetResult {
  return FLAG_TYPES[type](text, previous);
}
