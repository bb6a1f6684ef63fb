/** Facts of repair runs that cases ask for item by item, or in words. */
import { isObject, type Json } from './case';
import { ErrorFact, Shown } from './facts';

/** A value for each item that the case names. */
export class ItemsFact extends Shown {
  readonly #valueOf: (item: string) => Json;

  constructor(find: (item: string) => Json) {
    super();
    this.#valueOf = find;
  }

  show(want: Json | undefined): Json {
    if (!isObject(want)) return null;
    return Object.fromEntries(Object.keys(want).map((item) => [item, this.#valueOf(item)]));
  }
}

/** What a case says of an item that nothing is remembered of. */
export const ENTRY_DELETED = 'entry deleted';

/** Counters of what looks leaked: of the one item that there is, or of each that the case names. */
export class CountersFact extends Shown {
  readonly #only: Json | undefined;
  readonly #countersOf: (item: string) => Json;

  constructor(only: Json | undefined, find: (item: string) => Json) {
    super();
    this.#only = only;
    this.#countersOf = find;
  }

  show(want: Json | undefined): Json {
    if (!isObject(want)) return this.#only ?? null;
    return Object.fromEntries(Object.keys(want).map((item) => [item, this.#countersOf(item)]));
  }
}

const THE_CONFLICT = 'the Conflict itself';

/** A conflict that went through unchanged; a case may say so in words. */
export class ConflictFact extends ErrorFact {
  override show(want: Json | undefined): Json {
    return want === THE_CONFLICT ? THE_CONFLICT : super.show(want);
  }
}

const WAITS = /^about ([\d., ]+) \(factor (\d+), jitter up to \+(\d+)%\)$/;

/** Waits that grow by a factor, each a little longer by chance. */
export class WaitsFact extends Shown {
  readonly #seconds: readonly number[];

  constructor(seconds: readonly number[]) {
    super();
    this.#seconds = seconds;
  }

  show(want: Json | undefined): Json {
    return typeof want === 'string' && this.holds(want) ? want : this.#seconds;
  }

  override holds(want: Json): boolean {
    const words = WAITS.exec(typeof want === 'string' ? want : '');
    if (!words) return false;
    const bases = words[1].split(',').map(Number);
    const [factor, percent] = [Number(words[2]), Number(words[3])];
    const grows = bases.every(
      (base, index) => index === 0 || near(base, bases[index - 1] * factor),
    );
    const fits = (got: number, base: number) => got >= base && got <= base * (1 + percent / 100);
    return (
      grows &&
      bases.length === this.#seconds.length &&
      bases.every((base, index) => fits(this.#seconds[index], base))
    );
  }
}

/** Equal but for what binary fractions leave. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
