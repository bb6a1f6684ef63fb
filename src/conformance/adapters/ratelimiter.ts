/** Area `ratelimiter`: how long a key that failed has to wait. */
import type { SimDuration } from '#base';
import {
  BucketRateLimiter,
  DelayingQueue,
  defaultControllerRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  type RateLimiter,
  TokenBucket,
  WithMaxWaitRateLimiter,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Fact, Facts } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { DurationFact, durationIn } from '../time-facts';

export const rateLimiterAdapter: AreaAdapter = { area: 'ratelimiter', calls: { list } };

/** Most calls of one step. */
const MOST = 10_000;
const DISTINCT = /^When for (?:the next )?(\d+) distinct items$/;

function list({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('limiter', 'clock').said('clock', 'fake');
  const rig = new Rig({ switches });
  const stand = new Stand(rig, limiterOf(inputs.inside('limiter'), rig));
  const steps = stepsOf(when).map((step): Facts => stand.run(step));
  return { facts: {}, steps };
}

class Stand {
  readonly #limiter: RateLimiter;
  readonly #queue: DelayingQueue;
  /** The wait that the queue was told last. */
  #delay: SimDuration | undefined;
  #items = 0;

  constructor(rig: Rig, limiter: RateLimiter) {
    this.#limiter = limiter;
    const heard: RateLimiter = {
      when: (item) => {
        this.#delay = limiter.when(item);
        return this.#delay;
      },
      forget: (item) => limiter.forget(item),
      numRequeues: (item) => limiter.numRequeues(item),
    };
    const { process } = rig;
    const actor = rig.actor('queue');
    this.#queue = new DelayingQueue({
      process,
      actor,
      limiter: heard,
      timerName: (item) => item,
    });
  }

  run(step: Fields): Facts {
    step.only('op', 'item', 'times');
    const op = step.text('op');
    const distinct = DISTINCT.exec(op)?.[1];
    if (distinct !== undefined) return { expect: this.#whenOfNew(Number(distinct)) };
    const item = step.text('item');
    if (op === 'When') return { expect: this.#whenOf(item, step.count('times', 1, MOST)) };
    if (op === 'NumRequeues') return { expect: this.#queue.numRequeues(item) };
    if (op === 'Forget') this.#queue.forget(item);
    else if (op === 'AddRateLimited') {
      this.#queue.addRateLimited(item);
      return { expectDelay: new DurationFact(this.#delay as SimDuration) };
    } else throw new Unsupported(`op ${op}`);
    return {};
  }

  /** The last of several. */
  #whenOf(item: string, times: number): Fact {
    let wait = this.#limiter.when(item);
    for (let count = 1; count < times; count += 1) wait = this.#limiter.when(item);
    return new DurationFact(wait);
  }

  /** One wait for all of them, or each. */
  #whenOfNew(count: number): Fact {
    if (count > MOST) throw new Unsupported(`op: more than ${MOST} items`);
    const waits = new Set<SimDuration>();
    for (let left = count; left > 0; left -= 1) {
      this.#items += 1;
      waits.add(this.#limiter.when(`item ${this.#items}`));
    }
    const facts = [...waits].map((wait) => new DurationFact(wait));
    return facts.length === 1 ? facts[0] : facts;
  }
}

function limiterOf(fields: Fields, rig: Rig): RateLimiter {
  const kind = fields.text('kind');
  const now = () => rig.sim.now;
  if (kind === 'item exponential failure') {
    const { base, max } = durations(fields.only('kind', 'base', 'max'), 'base', 'max');
    return new ItemExponentialFailureRateLimiter(base, max);
  }
  if (kind === 'item fast/slow') {
    fields.only('kind', 'fast', 'slow', 'maxFastAttempts');
    const { fast, slow } = durations(fields, 'fast', 'slow');
    const maxFastAttempts = fields.count('maxFastAttempts');
    return new ItemFastSlowRateLimiter({ fast, slow, maxFastAttempts });
  }
  if (kind === 'max of') {
    const of = fields.only('kind', 'of').list('of');
    return new MaxOfRateLimiter(of.map((each) => limiterOf(new Fields(each, 'of'), rig)));
  }
  if (kind === 'with max wait') {
    const inner = limiterOf(fields.only('kind', 'inner', 'max').inside('inner'), rig);
    return new WithMaxWaitRateLimiter(inner, durationIn(fields, 'max'));
  }
  if (kind === 'bucket') {
    fields.only('kind', 'qps', 'burst');
    const [qps, burst] = [fields.atLeast('qps', 0), fields.count('burst')];
    return new BucketRateLimiter(new TokenBucket({ qps, burst, now }));
  }
  if (kind === 'default controller') {
    fields.only('kind');
    return defaultControllerRateLimiter(now);
  }
  if (kind === 'step (test helper)')
    return stepLimiter(fields.only('kind', 'base', 'after', 'then'));
  throw new Unsupported(`limiter.kind: ${kind}`);
}

function durations<K extends string>(fields: Fields, ...keys: readonly K[]) {
  const read = keys.map((key) => [key, durationIn(fields, key)] as const);
  return Object.fromEntries(read) as Readonly<Record<K, SimDuration>>;
}

/** The inner limiter that the case gives: one wait at first, then another. */
function stepLimiter(fields: Fields): RateLimiter {
  const { base, then: later } = durations(fields, 'base', 'then');
  let left = fields.count('after');
  return {
    when: () => {
      left -= 1;
      return left >= 0 ? base : later;
    },
    forget: () => {},
    numRequeues: () => 0,
  };
}
