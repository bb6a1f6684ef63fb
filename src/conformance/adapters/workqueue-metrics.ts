/** Area `workqueue-metrics`: what a named queue counts. */
import { micros, type SimDuration, seconds } from '#base';
import { Queue, QueueMetrics } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { Shown } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { durationIn } from '../time-facts';

export const workQueueMetricsAdapter: AreaAdapter = { area: 'workqueue-metrics', calls: { list } };

/** Source: defaultUnfinishedWorkUpdatePeriod. */
const UPDATE_PERIOD = '500ms';
/** Numbers of adds that a case writes out. */
const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times', 'six times'];
const ADDS = /^Add (\S+) (once|twice|\w+ times)$/;

function list({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('queueName', 'clock', 'unfinishedUpdatePeriod');
  inputs.said('clock', 'fake').text('queueName', '');
  const stand = new MetricsStand(
    new Rig({ switches }),
    durationIn(inputs, 'unfinishedUpdatePeriod', UPDATE_PERIOD),
  );
  for (const step of stepsOf(when)) stand.run(step.only('op', 'item', 'by'));
  return { facts: stand.facts };
}

class MetricsStand {
  readonly #rig: Rig;
  readonly #period: SimDuration;
  readonly #metrics: QueueMetrics;
  readonly #queue: Queue;
  readonly #adds: number[] = [];
  readonly #depths = new Map<string, number>();
  readonly #waits: number[] = [];
  readonly #works: number[] = [];
  /** Sums before the step, so that each length is told from the others. */
  #sums = { wait: 0, work: 0 };
  #sinceUpdate = 0;

  constructor(rig: Rig, period: SimDuration) {
    this.#rig = rig;
    this.#period = period;
    this.#metrics = new QueueMetrics(() => rig.sim.now);
    this.#queue = new Queue({ metrics: this.#metrics });
  }

  get facts() {
    return {
      addsTotal: this.#adds,
      depth: new MomentsFact(this.#depths),
      queueLatencySeconds: this.#waits,
      workDurationSeconds: this.#works,
      unfinishedWorkSeconds: this.#metrics.unfinishedWorkSeconds,
      longestRunningProcessorSeconds: this.#metrics.longestRunningProcessorSeconds,
    };
  }

  run(step: Fields): void {
    const op = step.text('op');
    const [, item, times] = ADDS.exec(op) ?? [];
    if (item !== undefined) this.#add(item, TIMES.indexOf(times));
    else if (op === 'Add') this.#add(step.text('item'), 1);
    else if (op === 'advance') this.#advance(durationIn(step, 'by'));
    else if (op === 'Get') this.#get();
    else if (op === 'Done') {
      this.#queue.done(step.text('item'));
      if (!this.#depths.has('done')) this.#depths.set('done', this.#metrics.depth);
    } else throw new Unsupported(`op ${op}`);
    this.#observe();
  }

  #add(item: string, times: number): void {
    if (times < 1) throw new Unsupported('op Add: expected a number of times');
    const first = this.#metrics.addsTotal === 0;
    for (let left = times; left > 0; left -= 1) this.#queue.add(item);
    this.#adds.push(this.#metrics.addsTotal);
    const moment = first ? 'first add' : 're-adds while processing';
    this.#depths.set(moment, this.#metrics.depth);
  }

  #get(): void {
    if (this.#queue.len === 0) throw new Unsupported('Get: it would wait');
    this.#queue.get(() => {});
  }

  /** Work in progress is added up at the end of each period, as a goroutine does in life. */
  #advance(length: SimDuration): void {
    this.#rig.advance(length);
    this.#sinceUpdate += length;
    if (this.#sinceUpdate < this.#period) return;
    this.#sinceUpdate %= this.#period;
    this.#metrics.updateUnfinishedWork();
  }

  #observe(): void {
    const { queueDuration, workDuration } = this.#metrics;
    if (queueDuration.count > this.#waits.length) {
      this.#waits.push(difference(queueDuration.sumSeconds, this.#sums.wait));
    }
    if (workDuration.count > this.#works.length) {
      this.#works.push(difference(workDuration.sumSeconds, this.#sums.work));
    }
    this.#sums = { wait: queueDuration.sumSeconds, work: workDuration.sumSeconds };
  }
}

/** Both in seconds, and whole microseconds. */
const difference = (later: number, earlier: number): number =>
  micros((later - earlier) * seconds(1)) / seconds(1);

/** A figure at moments that the case names. */
class MomentsFact extends Shown {
  readonly #values: ReadonlyMap<string, number>;

  constructor(values: ReadonlyMap<string, number>) {
    super();
    this.#values = values;
  }

  show(want: Json | undefined): Json {
    if (!Array.isArray(want)) return [...this.#values].map(([after, v]) => ({ after, v }));
    return want.map((each) => {
      const moment = isObject(each) && typeof each.after === 'string' ? each.after : '';
      return { after: moment, v: this.#values.get(moment) ?? null };
    });
  }
}
