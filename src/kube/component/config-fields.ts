/**
 * A component's configuration type as a form of flags: each field belongs to a flag, and to a field
 * without one a type and a default.
 *
 * Simplified  a field that is given as zero or "" stays so; upstream takes it for one that is not
 *             given, and fills in the default
 */
import { bad, formatGoDuration, good, type InputFault, type Result, type SimDuration } from '#base';
import { type Profile, profileWithin } from '../profile';
import { type FlagSpec, presetOf } from './flag-spec';
import { type FlagType, type FlagValue, setFlag } from './flag-values';

export type FieldType = FlagType | 'mappings';
export type FieldValue = FlagValue | readonly Readonly<Record<string, unknown>>[];

/** A row of a table of fields, in all versions. */
export interface ConfigRow {
  readonly path: string;
  /** Without its dashes. */
  readonly flag?: string;
  readonly type?: FieldType;
  readonly default?: string;
  readonly since?: Profile;
  readonly until?: Profile;
}

export interface ConfigForm {
  readonly kind: string;
  readonly rows: readonly ConfigRow[];
  /** Whether it is an `apiVersion` of the profile. */
  readonly hasVersion: (apiVersion: string, profile: Profile) => boolean;
  /** The version that a message names. */
  readonly apiVersion: string;
  /** Names are told apart by their case. */
  readonly exact: boolean;
  readonly flags: readonly FlagSpec[];
}

/** What a configuration says: by flag, and by path where there is no flag. */
export interface Configured {
  readonly flags: ReadonlyMap<string, FlagValue>;
  readonly fields: ReadonlyMap<string, FieldValue>;
}

/** What is wrong with a field, by its path in the configuration. */
export interface ConfigFault extends InputFault {
  /** There is no such field. */
  readonly unknown: boolean;
  readonly value: unknown;
  /** Of the field that it is a value of. */
  readonly type?: FieldType;
}

export type ReadConfig =
  | { readonly ok: true; readonly value: Configured }
  | { readonly ok: false; readonly faults: readonly [ConfigFault, ...ConfigFault[]] };

/** A field in one version. */
export interface ConfigField {
  readonly path: string;
  readonly flag: string | undefined;
  readonly type: FieldType;
  readonly default: FieldValue;
}

const ROW = /^(\S+)(?: --(\S+))?(?: ([A-Za-z0-9]+)=(\S*))?(?: (\d\.\d+)?\.\.(\d\.\d+)?)?$/;

/** Reads a table: a path, `--flag` or `type=default` or both, and `first..last` versions. */
export function configRows(table: string): readonly ConfigRow[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const parts = ROW.exec(line.trim()) as RegExpExecArray;
      const [, path, flag, type, byDefault, since, until] = parts;
      const versions = { since: since as Profile, until: until as Profile };
      return { path, flag, type: type as FieldType, default: byDefault, ...versions };
    });
}

const defaultOf = (type: FieldType, text: string): FieldValue =>
  type === 'mappings' ? [] : (presetOf(type, text) ?? text);

export function configFields(form: ConfigForm, profile: Profile): readonly ConfigField[] {
  const rows = form.rows.filter(({ since, until }) => profileWithin(profile, since, until));
  return rows.map((row) => {
    const spec = form.flags.find(
      ({ name, since, until }) => name === row.flag && profileWithin(profile, since, until),
    );
    const type = spec?.type ?? row.type ?? 'string';
    const text = spec?.default ?? row.default ?? '';
    return { path: row.path, flag: spec?.name, type, default: defaultOf(type, text) };
  });
}

const LISTED_MAX = 8;
const found = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'a mapping' : JSON.stringify(value);
};
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field of a type takes: words, and whether a value is of its kind. */
const TAKES: Readonly<Partial<Record<FieldType, readonly [string, (value: unknown) => boolean]>>> =
  {
    bool: ['true or false', (value) => typeof value === 'boolean'],
    int: ['a whole number', Number.isInteger],
    int32: ['a whole number', Number.isInteger],
    float: ['a number', (value) => typeof value === 'number'],
    float32: ['a number', (value) => typeof value === 'number'],
    duration: ['a Go duration such as "15s"', (value) => typeof value === 'string'],
    strings: ['a list of texts', (value) => isListOf(value, (item) => typeof item === 'string')],
    mappings: ['a list of mappings', (value) => isListOf(value, isMapping)],
  };
const TEXT = ['a text', (value: unknown) => typeof value === 'string'] as const;

const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds);

function readValue(type: FieldType, given: unknown): Result<FieldValue> {
  const [words, holds] = TAKES[type] ?? TEXT;
  if (!holds(given)) {
    return bad([{ path: '', reason: `expected ${words}, found ${found(given)}` }]);
  }
  if (type === 'mappings' || type === 'strings') return good(given as FieldValue);
  const read = setFlag(type, String(given), undefined);
  return read.ok ? good(read.value) : bad([{ path: '', reason: read.error }]);
}

/** One reading of a configuration. */
class Reading {
  readonly faults: ConfigFault[] = [];
  readonly flags = new Map<string, FlagValue>();
  readonly fields = new Map<string, FieldValue>();
  readonly #form: ConfigForm;
  readonly #profile: Profile;
  readonly #known: ReadonlyMap<string, ConfigField>;
  readonly #seen = new Set<string>();

  constructor(form: ConfigForm, profile: Profile) {
    this.#form = form;
    this.#profile = profile;
    const fields = configFields(form, profile);
    this.#known = new Map(fields.map((field) => [this.#key(field.path), field]));
  }

  #key(path: string): string {
    return this.#form.exact ? path : path.toLowerCase();
  }

  #refuse(path: string, reason: string, more: Partial<ConfigFault> = {}): void {
    this.faults.push({ path, reason, unknown: false, value: undefined, ...more });
  }

  top(given: Readonly<Record<string, unknown>>): void {
    const { kind: own, apiVersion: version, hasVersion } = this.#form;
    const { apiVersion = version, kind = own, ...rest } = given;
    if (!hasVersion(String(apiVersion), this.#profile)) {
      this.#refuse('apiVersion', `expected "${version}", found ${found(apiVersion)}`);
    }
    if (kind !== own) this.#refuse('kind', `expected "${own}", found ${found(kind)}`);
    this.#section(rest, '', '');
  }

  /** @param at where it is, by the table's names in `within`, as it is written in `written`. */
  #section(given: Readonly<Record<string, unknown>>, within: string, written: string): void {
    for (const [name, value] of Object.entries(given)) {
      const key = `${within}${this.#key(name)}`;
      const path = `${written}${name}`;
      if (this.#seen.has(key)) this.#refuse(path, 'is given twice');
      this.#seen.add(key);
      const field = this.#known.get(key);
      if (field) this.#field(field, value, path);
      else if (![...this.#known.keys()].some((each) => each.startsWith(`${key}.`))) {
        this.#refuse(path, this.#unknown(name, key, within), { unknown: true });
      } else if (isMapping(value)) this.#section(value, `${key}.`, `${path}.`);
      else if (value !== null) {
        this.#refuse(path, `expected a mapping, found ${found(value)}`, { value });
      }
    }
  }

  #field({ type, flag, path: name }: ConfigField, value: unknown, path: string): void {
    if (value === null) return;
    const read = readValue(type, value);
    if (!read.ok) this.#refuse(path, read.faults[0].reason, { value, type });
    else if (flag === undefined) this.fields.set(name, read.value);
    else this.flags.set(flag, read.value as FlagValue);
  }

  #unknown(name: string, key: string, within: string): string {
    const other = this.#form.rows.find(({ path }) => `${this.#key(path)}.`.startsWith(`${key}.`));
    if (other?.since && !profileWithin(this.#profile, other.since)) {
      return `a field since ${other.since}; this process is of ${this.#profile}`;
    }
    if (other) return `a field until ${other.until}; this process is of ${this.#profile}`;
    const siblings = [...this.#known].flatMap(([each, { path }]) =>
      each.startsWith(within) ? [path.slice(within.length).split('.')[0]] : [],
    );
    const listed = [...new Set(siblings)];
    const more = listed.length > LISTED_MAX ? ' ...' : '';
    const there = listed.slice(0, LISTED_MAX).join(', ');
    return `unknown field ${JSON.stringify(name)}; there are ${there}${more}`;
  }
}

/** All that a configuration says, or all that is wrong with it, by path within it. */
export function readConfig(
  form: ConfigForm,
  given: Readonly<Record<string, unknown>>,
  profile: Profile,
): ReadConfig {
  const reading = new Reading(form, profile);
  reading.top(given);
  const { faults, flags, fields } = reading;
  const [first, ...others] = faults;
  if (first) return { ok: false, faults: [first, ...others] };
  return { ok: true, value: { flags, fields } };
}

/** What encoding/json calls a value. */
export const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

const GO_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  ...{
    bool: 'bool',
    int: 'int64',
    int32: 'int32',
    float: 'float64',
    float32: 'float32',
    strings: '[]string',
  },
};

/** Go's words for a value of a wrong type in a struct. */
export function goDecodeError({ path, reason, value, type }: ConfigFault, struct: string): string {
  // A text that is no duration, or a number that does not fit, has its words already.
  if (!reason.startsWith('expected')) return reason;
  const kind = goKind(value);
  if (type === 'duration') return `json: cannot unmarshal ${kind} into Go value of type string`;
  const go = (type && GO_TYPES[type]) ?? 'string';
  return `json: cannot unmarshal ${kind} into Go struct field ${struct}.${path} of type ${go}`;
}

/** A value as JSON shows it. */
export const shown = (type: FieldType, value: FieldValue): unknown =>
  type === 'duration' ? formatGoDuration(value as SimDuration) : value;

/** The fields as a nested object, in the order of the table. */
export function configObject(
  fields: readonly ConfigField[],
  value: (field: ConfigField) => unknown,
): Record<string, unknown> {
  const top: Record<string, unknown> = {};
  for (const field of fields) {
    const names = field.path.split('.');
    let section = top;
    for (const name of names.slice(0, -1)) {
      section[name] ??= {};
      section = section[name] as Record<string, unknown>;
    }
    section[names[names.length - 1]] = value(field);
  }
  return top;
}
