/** How cases of the allocators write down items and ranges of them. */
import { Unsupported } from './adapter';
import type { Json } from './case';
import { type Fields, MOST_STEPS } from './read-fields';

/** `0..15`, `192.168.1.1 .. 192.168.1.16`. */
const SPAN = /^(\S+?)\s*\.\.\s*(\S+)$/;
/** Words for what `allocateNext` gave before. */
const RETURNED = /^(?:both|each|the two|all)\b/;
interface Words<T extends Json> {
  readonly one: string;
  readonly many: string;
  readonly read: (value: Json) => T;
  /** The item after. */
  readonly next: (item: T) => T;
  /** What was handed out before. */
  readonly returned: readonly T[];
}

/** The items that a step names. */
export function itemsOf<T extends Json>(step: Fields, words: Words<T>): readonly T[] {
  const { one, many, read, returned } = words;
  if (step.has(one)) {
    const value = step.value(one);
    return value === 'the one just returned' ? returned.slice(-1) : [read(value)];
  }
  const named = step.value(many);
  if (Array.isArray(named)) return named.map(read);
  if (typeof named !== 'string') throw new Unsupported(`a step names no ${one}`);
  const span = SPAN.exec(named);
  if (span) return spanOf(read(asItem(span[1])), read(asItem(span[2])), words);
  if (!RETURNED.test(named)) throw new Unsupported(`${many}: ${named} is not understood`);
  return returned;
}

const asItem = (text: string): Json => (/^\d+$/.test(text) ? Number(text) : text);

function spanOf<T extends Json>(first: T, last: T, { next }: Words<T>): readonly T[] {
  const items = [first];
  while (items[items.length - 1] !== last) {
    if (items.length > MOST_STEPS) throw new Unsupported('a span has no end');
    items.push(next(items[items.length - 1]));
  }
  return items;
}

export function numberFrom(value: Json): number {
  if (typeof value !== 'number') throw new Unsupported(`${String(value)}: expected a number`);
  if (!Number.isSafeInteger(value)) throw new Unsupported(`${value}: expected a whole number`);
  return value;
}

export function textFrom(value: Json): string {
  if (typeof value !== 'string') throw new Unsupported(`${String(value)}: expected a text`);
  return value;
}

/** How often a step is to be done. */
export const timesOf = (step: Fields): number => step.count('times', 1, MOST_STEPS);

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function bytesOfHex(text: string): Uint8Array {
  if (!/^[0-9a-fA-F]*$/.test(text)) throw new Unsupported(`${text}: expected hex digits`);
  const even = text.length % 2 === 0 ? text : `0${text}`;
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
