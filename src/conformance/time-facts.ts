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

/** A length of time, in the words of the case where they mean the same. */
export class DurationFact extends Shown {
  readonly #length: SimDuration;

  constructor(length: SimDuration) {
    super();
    this.#length = length;
  }

  show(want: Json | undefined): Json {
    const same = typeof want === 'string' && parseGoDuration(want) === this.#length;
    return same ? want : formatGoDuration(this.#length);
  }
}

/** A length of time of which a case says the least. */
export class AtLeastFact extends Shown {
  readonly #length: SimDuration;

  constructor(length: SimDuration) {
    super();
    this.#length = length;
  }

  show(want: Json | undefined): Json {
    const least = typeof want === 'string' ? parseGoDuration(want) : undefined;
    const holds = least !== undefined && this.#length >= least;
    return holds ? (want as string) : formatGoDuration(this.#length);
  }
}

/** A length of time of which a case says the most. */
export class AtMostFact extends Shown {
  readonly #length: SimDuration;

  constructor(length: SimDuration) {
    super();
    this.#length = length;
  }

  show(want: Json | undefined): Json {
    const most = typeof want === 'string' ? parseGoDuration(want) : undefined;
    const holds = most !== undefined && this.#length <= most;
    return holds ? (want as string) : formatGoDuration(this.#length);
  }
}

/** A length of time of which a case says the least and the most. */
export class BetweenFact extends Shown {
  readonly #length: SimDuration;

  constructor(length: SimDuration) {
    super();
    this.#length = length;
  }

  show(want: Json | undefined): Json {
    const bound = (key: string) => {
      const text = isObject(want) ? want[key] : undefined;
      return typeof text === 'string' ? parseGoDuration(text) : undefined;
    };
    const [min, max] = [bound('min'), bound('max')];
    if (min === undefined || max === undefined || want === undefined) {
      return formatGoDuration(this.#length);
    }
    return min <= this.#length && this.#length <= max ? want : formatGoDuration(this.#length);
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
