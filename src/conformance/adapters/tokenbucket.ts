/** Area `tokenbucket`: requests that a client lets through, and how long the others wait. */
import { between, invariant, NO_DURATION, type SimDuration, type SimTime, seconds } from '#base';
import { AlwaysRateLimiter, NeverRateLimiter, TokenBucket } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Facts } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { StepOutcome } from '../step-outcome';
import { AtLeastFact, durationIn, durationOf } from '../time-facts';

export const tokenBucketAdapter: AreaAdapter = { area: 'tokenbucket', calls: { list } };

/** Most calls of one step. */
const MOST = 100_000;
const EMPTY = /^Accept (once|twice|\d+ times) to empty the bucket$/;
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2 };
const WORKERS = /^(\d+) workers? Accept until (\d+) tokens? (?:was|were) collected$/;
const EVERY = /^(\d+) times?: TryAccept then advance ([\w.]+)$/;
const RATE = /^(\S+) \/ (\S+)$/;

function list({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('qps', 'burst', 'limiter', 'clock');
  inputs.said('clock', 'fake');
  const stand = new Stand(new Rig({ switches }), inputs);
  const steps = stepsOf(when).map((step) => stand.run(step));
  return { facts: stand.facts, steps };
}

class Stand {
  readonly #rig: Rig;
  readonly #limiter: TokenBucket | AlwaysRateLimiter | NeverRateLimiter;
  /** When the part of the case began that is timed. */
  #since: SimTime;
  readonly #tries: boolean[] = [];
  #returned: boolean | undefined;
  #returnedEarly = false;

  constructor(rig: Rig, inputs: Fields) {
    this.#rig = rig;
    this.#since = rig.sim.now;
    const kind = inputs.text('limiter', '');
    if (kind === 'always') this.#limiter = new AlwaysRateLimiter();
    else if (kind === 'never') this.#limiter = new NeverRateLimiter();
    else if (kind !== '') throw new Unsupported(`given.limiter: ${kind}`);
    else {
      const now = () => rig.sim.now;
      const [qps, burst] = [rateOf(inputs), inputs.count('burst')];
      this.#limiter = new TokenBucket({ qps, burst, now });
    }
  }

  get facts(): Facts {
    return {
      elapsedAtLeast: new AtLeastFact(between(this.#since, this.#rig.sim.now)),
      everyTryAccept: this.#tries.length > 0 && this.#tries.every((accepted) => accepted),
      acceptUnblocksOnlyAfterStop: this.#returned === true && !this.#returnedEarly,
    };
  }

  run(step: Fields): Facts {
    step.only('op', 'times', 'by', 'timeout');
    const op = step.text('op');
    if (op === 'TryAccept') return { expect: this.#tryAccept(step.count('times', 1, MOST)) };
    if (op === 'Wait') return { expectError: !this.#wait(durationIn(step, 'timeout')) };
    const times = EMPTY.exec(op)?.[1];
    if (op === 'advance') this.#rig.advance(durationIn(step, 'by'));
    else if (op === 'Accept') this.#accept(step.count('times', 1, MOST));
    else if (times !== undefined) {
      this.#accept(TIMES[times] ?? Math.min(Number.parseInt(times, 10), MOST));
      this.#since = this.#rig.sim.now;
    } else if (op.startsWith('Accept ') || op === 'Stop') this.#acceptOf(op);
    else this.#words(op);
    return {};
  }

  /** @returns whether it was let through in time. */
  #wait(timeout: SimDuration): boolean {
    if (this.#limiter instanceof NeverRateLimiter) return false;
    if (this.#limiter instanceof AlwaysRateLimiter) return true;
    const reserved = this.#limiter.reserveWithin(timeout);
    if (reserved.ok) this.#rig.advance(reserved.wait);
    return reserved.ok;
  }

  /** One answer for all calls. */
  #tryAccept(times: number) {
    const calls = Array.from({ length: times }, () => ({ ok: this.#limiter.tryAccept() }));
    return new StepOutcome({ calls }).ok;
  }

  #accept(times: number): void {
    for (let left = times; left > 0; left -= 1) {
      invariant('reserve' in this.#limiter, 'a limiter lets somebody through');
      this.#rig.advance(this.#limiter.reserve());
    }
  }

  #acceptOf(op: string): void {
    const { sim } = this.#rig;
    if (op === 'Accept returns at once') {
      const from = sim.now;
      this.#accept(1);
      invariant(sim.now === from, 'Accept returns at once');
    } else if (op === 'Accept blocks' && this.#limiter instanceof NeverRateLimiter) {
      this.#returned = false;
      this.#limiter.accept(() => {
        this.#returned = true;
      });
      this.#rig.advance(seconds(1));
      this.#returnedEarly = this.#returned;
    } else if (op === 'Stop' && this.#limiter instanceof NeverRateLimiter) this.#limiter.stop();
    else throw new Unsupported(`op ${op}`);
  }

  #words(op: string): void {
    const [, workers, tokens] = WORKERS.exec(op) ?? [];
    if (workers !== undefined) {
      this.#collect(Number(workers), Math.min(Number(tokens), MOST));
      return;
    }
    const [, times, wait] = EVERY.exec(op) ?? [];
    if (times === undefined) throw new Unsupported(`op ${op}`);
    for (let left = Math.min(Number(times), MOST); left > 0; left -= 1) {
      this.#tries.push(this.#limiter.tryAccept());
      this.#rig.advance(durationOf(wait, op));
    }
  }

  /** Several that ask for the next token when they have one. */
  #collect(workers: number, tokens: number): void {
    const bucket = this.#bucket;
    let collected = 0;
    this.#rig.wait<void>((done) => {
      const ask = () => {
        this.#rig.process.later(bucket.reserve(), () => {
          collected += 1;
          if (collected === tokens) done();
          else if (collected < tokens) ask();
        });
      };
      for (let count = 0; count < workers; count += 1) this.#rig.process.later(NO_DURATION, ask);
    });
  }

  get #bucket(): TokenBucket {
    if (this.#limiter instanceof TokenBucket) return this.#limiter;
    throw new Unsupported('given.limiter: it has no tokens');
  }
}

/** Tokens a second: a number, or one length of time by another. */
function rateOf(inputs: Fields): number {
  if (typeof inputs.value('qps') === 'number') return inputs.atLeast('qps', 0);
  const [, part, whole] = RATE.exec(inputs.text('qps')) ?? [];
  if (part === undefined) throw new Unsupported(`given.qps: ${inputs.text('qps')}`);
  return durationOf(part, 'qps') / durationOf(whole, 'qps');
}
