/** Reads the inputs of a case. What is not of the expected kind makes the case unsupported. */
import { Unsupported } from './adapter';
import { isObject, type Json, type JsonObject } from './case';

/** Most of what a case may count: more than any range of addresses that an allocator keeps. */
export const LARGEST_COUNT = 1 << 24;
/** Most steps of one case, so that each one ends. */
export const MOST_STEPS = 1_000_000;

/** The fields of `when`; a sentence has none. */
export const fieldsOfWhen = (when: Json): Fields =>
  new Fields(typeof when === 'string' ? {} : when, 'when');

/** Those of the texts that are there. */
export const textsOf = <K extends string>(
  fields: Fields,
  ...keys: readonly K[]
): Partial<Record<K, string>> => {
  const there = keys.filter((key) => fields.has(key));
  return Object.fromEntries(there.map((key) => [key, fields.text(key)])) as Partial<
    Record<K, string>
  >;
};

/** Refuses what a step of `when` says beside its op. */
export function opAlone(when: Json): void {
  fieldsOfWhen(when).only('op');
}

export const isCount = (value: Json): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

export const isHttpCode = (value: Json): value is number =>
  isCount(value) && value >= 100 && value <= 599;

export class Fields {
  readonly #fields: JsonObject;
  readonly #path: string;

  /** @param path of the object, for messages. */
  constructor(value: Json | undefined, path: string) {
    if (!isObject(value)) throw new Unsupported(`${path}: expected an object`);
    this.#fields = value;
    this.#path = path;
  }

  get names(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** All of them, as they are. */
  get all(): JsonObject {
    return this.#fields;
  }

  has(key: string): boolean {
    return this.#fields[key] !== undefined && this.#fields[key] !== null;
  }

  text(key: string, absent?: string): string {
    const value = this.#fields[key] ?? absent;
    return typeof value === 'string' ? value : this.#unlike(key, 'a text');
  }

  number(key: string, absent?: number): number {
    const value = this.#fields[key] ?? absent;
    return typeof value === 'number' ? value : this.#unlike(key, 'a number');
  }

  /** A whole number, which may be out of every range. */
  whole(key: string): number {
    const value = this.number(key);
    return Number.isSafeInteger(value) ? value : this.#unlike(key, 'a whole number');
  }

  /** A whole number of things. */
  count(key: string, absent?: number, most = LARGEST_COUNT): number {
    const value = this.number(key, absent);
    return isCount(value) && value <= most
      ? value
      : this.#unlike(key, `a whole number from 0 to ${most}`);
  }

  /** A number that is not below the least. */
  atLeast(key: string, least: number, absent?: number): number {
    const value = this.number(key, absent);
    return value >= least ? value : this.#unlike(key, `a number from ${least}`);
  }

  /** The code of an answer. */
  httpCode(key: string): number {
    const value = this.number(key);
    return isHttpCode(value) ? value : this.#unlike(key, 'the code of an answer');
  }

  /** Refuses other words than these; a field that is missing says nothing. */
  said(key: string, ...words: readonly string[]): this {
    if (this.has(key) && !words.includes(this.text(key))) this.#unlike(key, words.join(' or '));
    return this;
  }

  flag(key: string, absent?: boolean): boolean {
    const value = this.#fields[key] ?? absent;
    return typeof value === 'boolean' ? value : this.#unlike(key, 'true or false');
  }

  list(key: string, absent?: readonly Json[]): readonly Json[] {
    const value = this.#fields[key] ?? absent;
    return Array.isArray(value) ? value : this.#unlike(key, 'a list');
  }

  texts(key: string, absent?: readonly string[]): readonly string[] {
    return this.list(key, absent).map((value) =>
      typeof value === 'string' ? value : this.#unlike(key, 'a list of texts'),
    );
  }

  /** The value of a field as it is; null where it is missing. */
  value(key: string): Json {
    return this.#fields[key] ?? null;
  }

  /** The fields of an object inside. */
  inside(key: string): Fields {
    return new Fields(this.#fields[key], `${this.#path}.${key}`);
  }

  /** Refuses every field but these and a note, so that none is left out in silence. */
  only(...known: readonly string[]): this {
    const other = this.names.find((name) => name !== 'note' && !known.includes(name));
    if (other !== undefined) throw new Unsupported(`${this.#path}.${other}: no such input`);
    return this;
  }

  #unlike(key: string, kind: string): never {
    throw new Unsupported(`${this.#path}.${key}: expected ${kind}`);
  }
}
