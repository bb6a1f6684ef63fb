/** Lengths of time as cases write them: in words of Go, as bounds, and as the clock of a case. */
import { formatGoDuration, parseGoDuration, type SimDuration } from '#base';
import { Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { Shown } from './facts';
import type { Fields } from './read-fields';

export function durationOf(text: string, path: string): SimDuration {
  return parseGoDuration(text) ?? unlike(path, text);
}

function unlike(path: string, text: string): never {
  throw new Unsupported(`${path}: expected a length of time, found ${text}`);
}

/** A field that is a length of time. */
export const durationIn = (fields: Fields, key: string, absent?: string): SimDuration =>
  durationOf(fields.text(key, absent), key);

/** In nanoseconds, for cases whose lengths are shorter than the clock of a run can tell. */
export function nanosIn(fields: Fields, key: string): number {
  const text = fields.text(key);
  const nanos = /^(\d+)ns$/.exec(text)?.[1];
  return nanos === undefined ? durationOf(text, key) * 1_000 : Number(nanos);
}

const lengthIn = (want: Json | undefined): SimDuration | undefined =>
  typeof want === 'string' ? parseGoDuration(want) : undefined;

/** A length of time, in the words of the case where it is within what they say. */
abstract class BoundedFact extends Shown {
  readonly #length: SimDuration;

  constructor(length: SimDuration) {
    super();
    this.#length = length;
  }

  /** The least and the most; undefined where the case says none. */
  protected abstract boundsIn(
    want: Json | undefined,
  ): readonly [least: number | undefined, most: number | undefined];

  show(want: Json | undefined): Json {
    const [least = Number.NaN, most = Number.NaN] = this.boundsIn(want);
    const holds = want !== undefined && least <= this.#length && this.#length <= most;
    return holds ? want : formatGoDuration(this.#length);
  }
}

export class DurationFact extends BoundedFact {
  protected boundsIn(want: Json | undefined) {
    return [lengthIn(want), lengthIn(want)] as const;
  }
}

/** Of which a case says the least. */
export class AtLeastFact extends BoundedFact {
  protected boundsIn(want: Json | undefined) {
    return [lengthIn(want), Number.POSITIVE_INFINITY] as const;
  }
}

/** Of which a case says the most. */
export class AtMostFact extends BoundedFact {
  protected boundsIn(want: Json | undefined) {
    return [Number.NEGATIVE_INFINITY, lengthIn(want)] as const;
  }
}

/** Of which a case says the least and the most. */
export class BetweenFact extends BoundedFact {
  protected boundsIn(want: Json | undefined) {
    const { min, max } = isObject(want) ? want : {};
    return [lengthIn(min), lengthIn(max)] as const;
  }
}

/** A value that a case describes by words which it understands; else the value itself. */
export class DescribedFact extends Shown {
  readonly #value: Json;
  readonly #fits: (words: string) => boolean;

  constructor(value: Json, fits: (words: string) => boolean) {
    super();
    this.#value = value;
    this.#fits = fits;
  }

  show(want: Json | undefined): Json {
    return typeof want === 'string' && this.#fits(want) ? want : this.#value;
  }
}
