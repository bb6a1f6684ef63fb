/**
 * What one step of an allocator case gave. Cases say the same thing in many forms: a flag, a
 * number, an object with some of the parts, or words for several calls at once. Each form is worked
 * out from the calls; a form that does not fit shows what was found instead.
 */
import type { AllocationError } from '#kube';
import { Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { ErrorFact, type Fact, type Facts, Shown, show } from './facts';

/** One call of an allocator. */
export interface CallEnd {
  readonly ok: boolean;
  readonly error?: string;
  /** Upstream's error value or type. */
  readonly errorType?: string;
  /** What was handed out. */
  readonly value?: Json;
}

/** A call that ended with an error, or with none. */
export const callEnd = (error: AllocationError | undefined): CallEnd =>
  error ? { ok: false, error: error.message, errorType: error.kind } : { ok: true };

interface OutcomeParts {
  readonly calls?: readonly CallEnd[];
  /** What the step is in one value; null for a call that gives nothing. */
  readonly plain?: Json;
  /** Further facts, by the names by which cases ask for them. */
  readonly parts?: Facts;
  /** Of a name that cases make up, such as `hasOffset2`. */
  readonly partOf?: (name: string) => Fact;
}

export class StepOutcome extends Shown {
  readonly calls: readonly CallEnd[];
  readonly #outcome: OutcomeParts;
  /** What is true of what was handed out. */
  claims: Shown | undefined;
  /** What has been counted up to here. */
  metrics: Shown | undefined;

  constructor(outcome: OutcomeParts) {
    super();
    this.#outcome = outcome;
    this.calls = outcome.calls ?? [];
  }

  /** All that was handed out. */
  get values(): readonly Json[] {
    return this.calls.flatMap(({ value }) => (value === undefined ? [] : [value]));
  }

  /** The first that was handed out. */
  get value(): Json | undefined {
    return this.calls.find(({ value }) => value !== undefined)?.value;
  }

  get error(): ErrorFact {
    const seen = new Set<string | undefined>();
    for (const { error } of this.calls) seen.add(error);
    const texts = [...seen];
    return new ErrorFact(texts.length === 1 ? texts[0] : joined(texts));
  }

  get errorType(): Json {
    const seen = new Set<string>();
    for (const { errorType } of this.calls) seen.add(errorType ?? 'none');
    const types = [...seen].join(', ');
    return types === 'none' || types === '' ? null : types;
  }

  get ok(): Shown {
    return new EveryFact(this.calls.map(({ ok }) => ok));
  }

  show(want: Json | undefined): Json {
    if (isObject(want)) {
      return Object.fromEntries(
        Object.entries(want).map(([name, inner]) => [name, show(this.#part(name), inner, '')]),
      );
    }
    if (typeof want === 'string') return this.#words(want);
    const { plain } = this.#outcome;
    if (plain !== undefined) return plain;
    return typeof want === 'boolean' ? this.ok.show(want, '') : this.#words('');
  }

  #part(name: string): Fact {
    const { parts = {}, partOf } = this.#outcome;
    if (Object.hasOwn(parts, name)) return parts[name];
    if (name === 'ok') return this.ok;
    if (name === 'error') return this.error;
    if (name === 'errorType') return this.errorType;
    if (['offset', 'ip', 'port'].includes(name)) return new HandedOut(this.value ?? null);
    const made = partOf?.(name);
    if (made === undefined) throw new Unsupported(`${name}: nothing that this step gives`);
    return made;
  }

  /** The wanted words where they are true, else others that are. */
  #words(want: string): Json {
    if (want === 'all true' || want === 'all false') return this.ok.show(want, '');
    const { calls } = this;
    const error = this.error.show(undefined);
    if (error !== null) return `error: ${String(error)}`;
    if (!calls.every(({ ok }) => ok)) return 'not ok';
    return want === 'all ok' ? want : 'ok';
  }
}

const joined = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.length === 0 ? undefined : texts.map((text) => text ?? 'none').join('; ');

/** One flag for several. */
export class EveryFact extends Shown {
  readonly #flags: readonly boolean[];

  constructor(flags: readonly boolean[]) {
    super();
    this.#flags = flags;
  }

  show(want: Json | undefined): Json {
    const yes = this.#flags.filter((flag) => flag).length;
    const some = yes > 0 && yes < this.#flags.length;
    if (some || this.#flags.length === 0) return `${yes} of ${this.#flags.length} true`;
    if (typeof want !== 'string') return yes > 0;
    return yes > 0 ? 'all true' : 'all false';
  }
}

/** An item that was handed out; cases that cannot know it say what it is not. */
class HandedOut extends Shown {
  readonly #value: Json;

  constructor(value: Json) {
    super();
    this.#value = value;
  }

  show(want: Json | undefined): Json {
    const value = this.#value;
    if (typeof want !== 'string' || typeof value !== 'number') return value;
    const holds = want.split(' and ').every((claim) => {
      if (claim === 'non zero') return value !== 0;
      const other = /^not (\d+)$/.exec(claim);
      return other !== null && value !== Number(other[1]);
    });
    return holds ? want : value;
  }
}

/** Words of which each is true or not: `all distinct and inside the CIDR`. */
export class ClaimsFact extends Shown {
  readonly #claims: Readonly<Record<string, () => boolean>>;

  constructor(claims: Readonly<Record<string, () => boolean>>) {
    super();
    this.#claims = claims;
  }

  show(want: Json | undefined): Json {
    const claims = this.#claims;
    if (typeof want === 'string') {
      const said = want.replace(/^all /, '').split(' and ');
      if (said.every((claim) => Object.hasOwn(claims, claim) && claims[claim]())) return want;
    }
    const held = Object.keys(claims).filter((claim) => claims[claim]());
    return held.length === 0 ? 'neither' : held.join(' and ');
  }
}

/** A text of which a part is asked for. */
export class ContainingFact extends Shown {
  readonly #text: string | null;

  constructor(text: string | null) {
    super();
    this.#text = text;
  }

  show(want: Json | undefined): Json {
    const text = this.#text;
    return typeof want === 'string' && want !== '' && text?.includes(want) ? want : text;
  }
}

/** Parts that a case asks for by names that it makes up. */
export class NamedFact extends Shown {
  readonly #of: (name: string) => Fact;

  constructor(of: (name: string) => Fact) {
    super();
    this.#of = of;
  }

  show(want: Json | undefined): Json {
    if (!isObject(want)) return {};
    const entries = Object.entries(want);
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, show(this.#of(name), inner, '')]),
    );
  }
}
