/**
 * Random numbers by named streams of one seed. A stream depends on the seed and its own name
 * only, so a new draw in one place never moves another place's numbers. Generator: xoroshiro128+
 * of pure-rand, pinned exactly, because its numbers are part of the behaviour version.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { broken, type SimDuration } from '#base';

/** FNV-1a offset basis and prime, 32 bits (source: the FNV specification). */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A length of time that is drawn evenly between two bounds, both included. */
export interface DurationRange {
  readonly min: SimDuration;
  readonly max: SimDuration;
}

export interface RandomStream {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** A length from the range; no draw is made when both bounds are equal. */
  duration(range: DurationRange): SimDuration;
  /** True in `perMillion` of a million draws. */
  chance(perMillion: number): boolean;
}

function streamSeed(seed: number, name: string): number {
  let hash = (FNV_OFFSET ^ seed) >>> 0;
  hash = Math.imul(hash, FNV_PRIME) >>> 0;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ seed) | 0;
}

class Stream implements RandomStream {
  readonly #seed: number;
  readonly #name: string;
  /** Made at the first draw: from most streams none is drawn. */
  #generator: ReturnType<typeof xoroshiro128plus> | undefined;

  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
  }

  int(min: number, max: number): number {
    if (!(max >= min)) broken(`a range from ${min} to ${max}`);
    if (min === max) return min;
    this.#generator ??= xoroshiro128plus(streamSeed(this.#seed, this.#name));
    return uniformInt(this.#generator, min, max);
  }

  duration(range: DurationRange): SimDuration {
    return this.int(range.min, range.max) as SimDuration;
  }

  chance(perMillion: number): boolean {
    return perMillion > 0 && this.int(0, 999_999) < perMillion;
  }
}

/** All streams of one run. */
export class RandomStreams {
  readonly #seed: number;
  readonly #streams = new Map<string, Stream>();

  /** @param seed 0 to 2^32 - 1. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The stream of that name; the same object each time. */
  stream(name: string): RandomStream {
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = new Stream(this.#seed, name);
      this.#streams.set(name, stream);
    }
    return stream;
  }
}
