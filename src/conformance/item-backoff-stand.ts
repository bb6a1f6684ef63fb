/** The back-off of one thing of a case, on a clock that the case moves. */
import { after, asTime, parseGoDuration, type SimDuration, type SimTime, seconds } from '#base';
import { ItemBackoff } from '#kube';
import { type Answer, Unsupported } from './adapter';
import type { Json, JsonObject } from './case';
import { type Fact, type Facts, Shown } from './facts';
import { stepsOf } from './queue-stand';
import { Fields } from './read-fields';
import { drawing } from './rig';
import { DescribedFact, DurationFact, durationIn, durationOf } from './time-facts';

const ROUNDS = /^(\d+) rounds?: advance ([\w.]+),( read backoff, then)? Next\(now\)(, Get)?$/;
const SINCE = /^(isInBackOffSince|isInBackOffSinceUpdate)\((now|T)\)$/;
const TICK_RULE = 'at each tick: compare; if not in backoff, call Next(now)';
const ID = 'thing';
/** A time that is long past for every clock of a case. */
const START = asTime(seconds(1_000_000));
const MOST_ROUNDS = 10_000;

export class ItemBackoffStand {
  readonly #clock = { now: START };
  readonly #backoff: ItemBackoff;
  readonly #factor: number;
  /** Read before each failure of a round. */
  readonly #before: SimDuration[] = [];
  /** Read after it. */
  readonly #after: SimDuration[] = [];
  readonly #ticks: Json[] = [];
  #remembered: SimTime = START;

  constructor(given: JsonObject) {
    const inputs = new Fields(given, 'given');
    inputs.only('initial', 'max', 'maxJitterFactor', 'clock', 'rule').said('clock', 'fake');
    const rule = inputs.text('rule', TICK_RULE);
    if (rule !== TICK_RULE) throw new Unsupported(`given.rule: ${rule}`);
    this.#factor = inputs.atLeast('maxJitterFactor', 0, 0);
    this.#backoff = new ItemBackoff({
      clock: this.#clock,
      initial: durationIn(inputs, 'initial'),
      max: durationIn(inputs, 'max'),
      jitter: { factor: this.#factor, stream: drawing() },
    });
  }

  answer(when: Json): Answer {
    const steps = stepsOf(when).map((step) => this.#run(step));
    const backoff = new DurationFact(this.#backoff.get(ID));
    const backoffSeconds = this.#before.map((length) => length / seconds(1));
    this.#backoff.reset(ID);
    const afterReset = this.#backoff.get(ID) / seconds(1);
    const facts = { backoff, backoffSeconds, afterReset, ticks: this.#ticks, ...this.#growth() };
    return { facts, steps };
  }

  #run(step: Fields): Facts {
    step.only('op', 'by', 'second');
    const op = step.text('op');
    const rounds = ROUNDS.exec(op);
    if (rounds) this.#rounds(rounds);
    else if (op === 'advance') this.#advance(durationIn(step, 'by'));
    else if (op === 'Next(now)') this.#backoff.next(ID, this.#clock.now);
    else if (op === 'remember now as T') this.#remembered = this.#clock.now;
    else if (op === 'Reset') this.#backoff.reset(ID);
    else if (op === 'tick') this.#tick(step.count('second'));
    else if (op === 'GC') {
      this.#backoff.gc();
      return { expectEntryKept: this.#backoff.has(ID) };
    } else return { expect: this.#read(op) };
    return {};
  }

  #read(op: string): Fact {
    if (op === 'Get') return new DurationFact(this.#backoff.get(ID));
    const [, name, moment] = SINCE.exec(op) ?? [];
    if (name === undefined) throw new Unsupported(`op ${op}`);
    const at = moment === 'now' ? this.#clock.now : this.#remembered;
    if (name === 'isInBackOffSince') return this.#backoff.isInBackOffSince(ID, at);
    return this.#backoff.isInBackOffSinceUpdate(ID, at);
  }

  #advance(length: SimDuration): void {
    this.#clock.now = after(this.#clock.now, length);
  }

  #rounds([op, count, step, before, later]: RegExpExecArray): void {
    for (let left = Math.min(Number(count), MOST_ROUNDS); left > 0; left -= 1) {
      this.#advance(durationOf(step, op));
      if (before) this.#before.push(this.#backoff.get(ID));
      this.#backoff.next(ID, this.#clock.now);
      if (later) this.#after.push(this.#backoff.get(ID));
    }
  }

  /** Entries that are too old are cleared away before, as somebody does in life now and then. */
  #tick(second: number): void {
    this.#clock.now = after(START, seconds(second));
    this.#backoff.gc();
    const inBackoff = this.#backoff.isInBackOffSinceUpdate(ID, this.#clock.now);
    const backoffSeconds = this.#backoff.get(ID) / seconds(1);
    this.#ticks.push({ second, inBackoff, backoffSeconds });
    if (!inBackoff) this.#backoff.next(ID, this.#clock.now);
  }

  /** How the lengths that were read after failures grow. */
  #growth(): Facts {
    const [first] = this.#after;
    if (first === undefined) return {};
    return {
      first: new DescribedFact(first, (words) => inInterval(words, first)),
      each: new GrowthFact(this.#after),
    };
  }
}

const INTERVAL = /^\(([\w.]+), ([\w.]+)\]$/;

function inInterval(words: string, length: SimDuration): boolean {
  const [, low, high] = INTERVAL.exec(words) ?? [];
  const bounds = [low, high].map((bound) => bound && parseGoDuration(bound));
  const [least, most] = bounds;
  if (typeof least !== 'number' || typeof most !== 'number') return false;
  return length > least && length <= most;
}

const GROWTH = /^\((\d+)\*prev, (\d+)\*prev \+ ([\d.]+)\*prev\] or exactly ([\w.]+)$/;

/** Each length by the one before. */
class GrowthFact extends Shown {
  readonly #lengths: readonly SimDuration[];

  constructor(lengths: readonly SimDuration[]) {
    super();
    this.#lengths = lengths;
  }

  show(want: Json | undefined): Json {
    const fits = typeof want === 'string' && this.#fits(want);
    return fits ? want : this.#lengths;
  }

  #fits(words: string): boolean {
    const [, low, high, more, most = ''] = GROWTH.exec(words) ?? [];
    const cap = parseGoDuration(most);
    if (cap === undefined || this.#lengths.length < 2) return false;
    return this.#lengths.slice(1).every((length, index) => {
      const before = this.#lengths[index];
      if (length === cap) return true;
      return length > Number(low) * before && length <= (Number(high) + Number(more)) * before;
    });
  }
}
