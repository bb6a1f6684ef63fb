/**
 * Reads a configuration by the table of its fields: what it says, or all that is wrong with it.
 */
import { bad, good, type Result } from '#base';
import { type Profile, profileWithin } from '../profile';
import {
  type ConfigFault,
  type ConfigField,
  type ConfigForm,
  configFields,
  type FieldValue,
  isList,
  type ReadConfig,
} from './config-fields';
import { type FlagType, type FlagValue, setFlag } from './flag-values';

const LISTED_MAX = 8;
const found = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'a mapping' : JSON.stringify(value);
};

type Mapping = Readonly<Record<string, unknown>>;
const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field of a type takes: words, and whether a value is of its kind. */
const TAKES: Readonly<Partial<Record<FlagType, readonly [string, (value: unknown) => boolean]>>> = {
  bool: ['true or false', (value) => typeof value === 'boolean'],
  int: ['a whole number', Number.isInteger],
  int32: ['a whole number', Number.isInteger],
  float: ['a number', (value) => typeof value === 'number'],
  float32: ['a number', (value) => typeof value === 'number'],
  duration: ['a Go duration such as "15s"', (value) => typeof value === 'string'],
  strings: [
    'a list of texts',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  ],
};
const TEXT = ['a text', (value: unknown) => typeof value === 'string'] as const;

function readScalar(type: FlagType, given: unknown): Result<FieldValue> {
  const [words, holds] = TAKES[type] ?? TEXT;
  if (!holds(given)) {
    return bad([{ path: '', reason: `expected ${words}, found ${found(given)}` }]);
  }
  if (type === 'strings') return good(given as FieldValue);
  const read = setFlag(type, String(given), undefined);
  return read.ok ? good(read.value) : bad([{ path: '', reason: read.error }]);
}

const listed = (names: readonly string[]): string => {
  const more = names.length > LISTED_MAX ? ' ...' : '';
  return `${names.slice(0, LISTED_MAX).join(', ')}${more}`;
};

/** Where a value is, and which struct has it. */
interface Place {
  readonly path: string;
  readonly struct?: string;
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

  #refuse(path: string, reason: string, more: Partial<ConfigFault> = {}): undefined {
    this.faults.push({ path, reason, unknown: false, value: undefined, ...more });
  }

  top(given: Mapping): void {
    const { kind: own, apiVersion: version, hasVersion } = this.#form;
    const { apiVersion = version, kind = own, ...rest } = given;
    if (!hasVersion(String(apiVersion), this.#profile)) {
      this.#refuse('apiVersion', `expected "${version}", found ${found(apiVersion)}`);
    }
    if (kind !== own) this.#refuse('kind', `expected "${own}", found ${found(kind)}`);
    this.#section(rest, '', '');
  }

  /** @param at where it is, by the table's names in `within`, as it is written in `written`. */
  #section(given: Mapping, within: string, written: string): void {
    for (const [name, value] of Object.entries(given)) {
      const key = `${within}${this.#key(name)}`;
      const path = `${written}${name}`;
      if (this.#seen.has(key)) this.#refuse(path, 'is given twice');
      this.#seen.add(key);
      // A name with a dot is a name, and no path.
      const field = name.includes('.') ? undefined : this.#known.get(key);
      if (field) this.#field(field, value, path);
      else if (!this.#isSection(name, key)) {
        this.#refuse(path, this.#unknown(name, key, within), { unknown: true });
      } else if (isMapping(value)) this.#section(value, `${key}.`, `${path}.`);
      else if (value !== null) {
        this.#refuse(path, `expected a mapping, found ${found(value)}`, { value });
      }
    }
  }

  #isSection(name: string, key: string): boolean {
    return (
      !name.includes('.') && [...this.#known.keys()].some((each) => each.startsWith(`${key}.`))
    );
  }

  #field({ type, flag, path: name }: ConfigField, given: unknown, path: string): void {
    if (given === null) return;
    const value = this.#value(type, given, { path });
    if (value === undefined) return;
    if ((value === 0 || value === '') && this.#form.zeroIsAbsent.includes(name)) return;
    if (flag === undefined) this.fields.set(name, value as FieldValue);
    else this.flags.set(flag, value as FlagValue);
  }

  /** @returns undefined where it is refused. */
  #value(type: string, value: unknown, { path, struct }: Place): unknown {
    const more = { value, type, ...(struct !== undefined && { struct }) };
    if (type === 'any') return value;
    if (isList(type)) {
      if (!Array.isArray(value)) {
        return this.#refuse(path, `expected a list of mappings, found ${found(value)}`, more);
      }
      return value.map((item, index) => {
        const at = { path: `${path}[${index}]`, ...(struct !== undefined && { struct }) };
        return this.#value(type.slice(2), item ?? {}, at);
      });
    }
    if (type in this.#form.structs) {
      if (isMapping(value)) return this.#struct(type, value, path);
      return this.#refuse(path, `expected a mapping, found ${found(value)}`, more);
    }
    const read = readScalar(type as FlagType, value);
    return read.ok ? read.value : this.#refuse(path, read.faults[0].reason, more);
  }

  /** By the names of the table. */
  #struct(struct: string, given: Mapping, path: string): Mapping {
    const known = Object.entries(this.#form.structs[struct]).filter(([, text]) =>
      profileWithin(this.#profile, text.split(/ |\.\./)[1] as Profile | undefined),
    );
    const values = new Map<string, unknown>();
    for (const [name, value] of Object.entries(given)) {
      const place = { path: `${path}.${name}`, struct };
      const field = known.find(([each]) => this.#key(each) === this.#key(name));
      if (!field) {
        const there = listed(known.map(([each]) => each));
        const reason = `unknown field ${JSON.stringify(name)}; there are ${there}`;
        this.#refuse(place.path, reason, { unknown: true });
        continue;
      }
      if (values.has(field[0])) this.#refuse(place.path, 'is given twice');
      if (value === null) continue;
      values.set(field[0], this.#value(field[1].split(' ')[0], value, place));
    }
    return Object.fromEntries(values);
  }

  #unknown(name: string, key: string, within: string): string {
    const other = name.includes('.')
      ? undefined
      : this.#form.rows.find(({ path }) => `${this.#key(path)}.`.startsWith(`${key}.`));
    if (other?.since && !profileWithin(this.#profile, other.since)) {
      return `a field since ${other.since}; this process is of ${this.#profile}`;
    }
    if (other) return `a field until ${other.until}; this process is of ${this.#profile}`;
    const siblings = [...this.#known].flatMap(([each, { path }]) =>
      each.startsWith(within) ? [path.slice(within.length).split('.')[0]] : [],
    );
    return `unknown field ${JSON.stringify(name)}; there are ${listed([...new Set(siblings)])}`;
  }
}

/** All that a configuration says, or all that is wrong with it, by path within it. */
export function readConfig(form: ConfigForm, given: Mapping, profile: Profile): ReadConfig {
  const reading = new Reading(form, profile);
  reading.top(given);
  const { faults, flags, fields } = reading;
  const [first, ...others] = faults;
  if (first) return { ok: false, faults: [first, ...others] };
  return { ok: true, value: { flags, fields } };
}
