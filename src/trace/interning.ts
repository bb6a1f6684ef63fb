/**
 * The numbers by which rows of a table name texts, wide tuples and numbers beyond a slot's range.
 * Each is kept once.
 */
import { broken } from '#base';
import { type KindLayout, LAYOUT_OF, LAYOUTS } from './layout';
import type { FieldsOf, FieldType } from './record';
import { NULL_EXIT, NUMBER_BASE, type TraceTable } from './trace-table';
import { TupleIndex } from './tuple-index';

export type AnyFields = Readonly<Record<string, unknown>>;

const { watch: WATCH, delta: DELTA } = LAYOUT_OF;

/** The wide tuple of a record about an object, or of a bookmark, which names none. */
interface KnownWide {
  /** The resource or the informer. */
  readonly first: string;
  readonly namespace: string;
  readonly name: string;
  readonly number: number;
}

export class Interning {
  readonly #table: TraceTable;
  readonly #texts = new Map<string, number>();
  readonly #numbers = new Map<number, number>();
  readonly #wides: TupleIndex;
  /** The wide tuple in the making, by kind. */
  readonly #wideOf = LAYOUTS.map(({ wideCount }) => new Array<number>(wideCount).fill(0));
  /**
   * By name of the object: the wide tuple that such a record had last. A bookmark names none and
   * stands under its resource.
   */
  readonly #watched = new Map<string, KnownWide>();
  readonly #informed = new Map<string, KnownWide>();

  constructor(table: TraceTable) {
    this.#table = table;
    this.#wides = new TupleIndex(table.wides);
  }

  /** Number of a text in the table's list of strings. */
  text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const { strings } = this.#table;
    const id = strings.length;
    strings.push(text);
    this.#texts.set(text, id);
    return id;
  }

  wide({ number, wideFields }: KindLayout, fields: AnyFields): number {
    const wide = this.#wideOf[number];
    for (const { name, type, place } of wideFields) {
      wide[place] = this.encode(type, fields[name], 0);
    }
    return this.#wides.numberOf(number, wide);
  }

  /** As `wide`. The same few objects are watched for ever. */
  wideOfWatch(fields: FieldsOf<'watch'>): number {
    const { resource: first, namespace, name } = fields;
    const key = name === '' ? first : name;
    let known = this.#watched.get(key);
    if (known?.first !== first || known.namespace !== namespace || known.name !== name) {
      known = { first, namespace, name, number: this.wide(WATCH, fields) };
      this.#watched.set(key, known);
    }
    return known.number;
  }

  wideOfDelta(fields: FieldsOf<'delta'>): number {
    const { informer: first, namespace, name } = fields;
    let known = this.#informed.get(name);
    if (known?.first !== first || known.namespace !== namespace) {
      known = { first, namespace, name, number: this.wide(DELTA, fields) };
      this.#informed.set(name, known);
    }
    return known.number;
  }

  /** A value of a field as a slot holds it, in a record of time `now`. */
  encode(type: FieldType, value: unknown, now: number): number {
    switch (type) {
      case 'text':
        return this.text(value as string);
      case 'json':
        return this.text(JSON.stringify(value));
      case 'flag':
        return value ? 1 : 0;
      case 'exit':
        return value === null ? NULL_EXIT : (value as number);
      case 'time':
        return this.span((value as number) - now, value as number);
      case 'span':
        return this.span(value as number, value as number);
      default:
        return whole(value as number);
    }
  }

  /** `short` where a slot can hold it, else the number of `whole`. */
  span(short: number, whole: number): number {
    if (short > -NUMBER_BASE && short < NUMBER_BASE) return short;
    const known = this.#numbers.get(whole);
    if (known !== undefined) return NUMBER_BASE + known;
    const { numbers } = this.#table;
    const id = numbers.length;
    numbers.push(whole);
    this.#numbers.set(whole, id);
    return NUMBER_BASE + id;
  }
}

/** A number as a slot holds it. */
export function whole(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) >= 0x7fffffff) {
    broken(`a whole number of 32 bits, found ${String(value)}`);
  }
  return value;
}
