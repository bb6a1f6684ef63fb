/**
 * What an adapter found, and how much of it a case sees. An adapter gives all it knows; the names
 * of the fields in `then` choose which of it is shown. Values of `then` choose nothing.
 */
import { compareText } from '#base';
import { isObject, type Json } from './case';
import { same } from './comparators';

/** A plain value, or one that is shown in the form that the case asks for. */
export type Fact = Json | undefined | Shown | readonly Fact[] | { readonly [key: string]: Fact };
export type Facts = Readonly<Record<string, Fact>>;

/** How much of an object counts: `spec only` or all of it. Source: `then.compared`. */
export type Compared = string;
const SPEC_ONLY = 'spec only';

export abstract class Shown {
  /** In the form of `want`: its field names and kinds of value. */
  abstract show(want: Json | undefined, compared: Compared): Json;

  holds(want: Json, compared: Compared): boolean {
    return same(this.show(want, compared), want);
  }
}

export function show(fact: Fact, want: Json | undefined, compared: Compared): Json {
  if (fact instanceof Shown) return fact.show(want, compared);
  if (fact === undefined || fact === null || typeof fact !== 'object') return fact ?? null;
  if (Array.isArray(fact)) {
    const wanted: readonly Json[] = Array.isArray(want) ? want : [];
    return fact.map((item: Fact, index) => show(item, wanted[index], compared));
  }
  const wanted = isObject(want) ? want : {};
  const shown = Object.entries(fact).filter(([, value]) => value !== undefined);
  return Object.fromEntries(shown.map(([key, value]) => [key, show(value, wanted[key], compared)]));
}

export function holds(fact: Fact, want: Json, compared: Compared): boolean {
  if (fact instanceof Shown) return fact.holds(want, compared);
  if (fact === undefined || fact === null || typeof fact !== 'object') {
    return same(fact ?? null, want);
  }
  if (Array.isArray(fact)) {
    if (!Array.isArray(want) || fact.length !== want.length) return false;
    return fact.every((item: Fact, index) => holds(item, want[index], compared));
  }
  if (!isObject(want)) return false;
  const shown = Object.entries(fact).filter(([, value]) => value !== undefined);
  if (shown.length !== Object.keys(want).length) return false;
  return shown.every(([key, value]) => key in want && holds(value, want[key], compared));
}

/** An error: a text, or its parts where the case names parts. No error is null. */
export class ErrorFact extends Shown {
  readonly #text: string | undefined;
  readonly #parts: Readonly<Record<string, Json | undefined>>;

  constructor(text: string | undefined, parts: Readonly<Record<string, Json | undefined>> = {}) {
    super();
    this.#text = text;
    this.#parts = { ...parts, text };
  }

  show(want: Json | undefined): Json {
    if (this.#text === undefined) return null;
    if (!isObject(want)) return this.#text;
    return Object.fromEntries(Object.keys(want).map((key) => [key, this.#parts[key] ?? null]));
  }
}

/** Fields that a server or a client fills in by itself: shown only where the case names them. */
const QUIET: ReadonlySet<string> = new Set([
  ...['apiVersion', 'metadata.uid', 'metadata.resourceVersion', 'metadata.generation'],
  ...['metadata.creationTimestamp', 'metadata.managedFields'],
]);

/** A Kubernetes object. */
export class ObjectFact extends Shown {
  readonly #object: unknown;

  /** @param object undefined where there is none. */
  constructor(object: unknown) {
    super();
    this.#object = object;
  }

  show(want: Json | undefined, compared: Compared): Json {
    if (this.#object === undefined) return null;
    const quiet = (path: string) =>
      compared === SPEC_ONLY ? !path.startsWith('spec') : QUIET.has(path);
    return without(this.#object, want, quiet, '');
  }
}

/** The value without the quiet fields that `want` does not name. */
function without(
  value: unknown,
  want: Json | undefined,
  quiet: (path: string) => boolean,
  path: string,
): Json {
  if (Array.isArray(value)) {
    const wanted: readonly Json[] = Array.isArray(want) ? want : [];
    return value.map((item, index) => without(item, wanted[index], quiet, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  const wanted = isObject(want) ? want : {};
  const shown = Object.entries(value).flatMap(([key, inner]) => {
    const place = path === '' ? key : `${path}.${key}`;
    // A text or list with nothing in it is what a missing one is.
    const unsaid = isEmpty(inner) || quiet(place);
    const hidden = unsaid && (inner === undefined || !(key in wanted));
    return hidden ? [] : [[key, without(inner, wanted[key], quiet, place)] as const];
  });
  // What a case writes as null or as empty is not there.
  const absent = Object.entries(wanted).filter(([key, inner]) => isEmpty(inner) && !(key in value));
  return Object.fromEntries([...shown, ...absent]);
}

/** Missing, null, or a text or list with nothing in it. */
const isEmpty = (value: unknown): boolean =>
  (value ?? '') === '' || (Array.isArray(value) && value.length === 0);

/** Parts of an object by dotted paths, such as `subsets[0].addresses[0].ip`. */
export class PathsFact extends Shown {
  readonly #object: unknown;

  constructor(object: unknown) {
    super();
    this.#object = object;
  }

  show(want: Json | undefined): Json {
    if (this.#object === undefined) return null;
    if (!isObject(want)) return this.#object as Json;
    const parts = Object.keys(want).map((path) => [path, at(this.#object, path) ?? null]);
    return Object.fromEntries(parts);
  }
}

function at(value: unknown, path: string): Json | undefined {
  if (path === '') return value as Json | undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(fields, path)) return fields[path] as Json | undefined;
  const step = /^(?:\[(\d+)\]|([^.[]+))\.?(.*)$/.exec(path);
  if (!step) return undefined;
  const [, index, name, rest] = step;
  return at(fields[index ?? name], rest);
}

/** A text of which only the beginning is asked for. */
export class PrefixFact extends Shown {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  show(want: Json | undefined): Json {
    return typeof want === 'string' ? this.#text.slice(0, want.length) : this.#text;
  }
}

/** Values in no order. */
export class SetFact extends Shown {
  readonly #values: readonly Json[];

  constructor(values: readonly Json[]) {
    super();
    this.#values = values;
  }

  show(): Json {
    return this.#values;
  }

  override holds(want: Json): boolean {
    return Array.isArray(want) && same(inOrder(this.#values), inOrder(want));
  }
}

function inOrder(values: readonly Json[]): readonly Json[] {
  const keyed = values.map((value) => [textOf(value), value] as const);
  return keyed.sort(([a], [b]) => compareText(a, b)).map(([, value]) => value);
}

/** The same for equal values, whatever the order of their fields. */
function textOf(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) => {
    if (!isObject(inner)) return inner;
    const fields = Object.entries(inner);
    return Object.fromEntries(fields.sort(([a], [b]) => compareText(a, b)));
  });
}
