/** A work queue of a case, who takes from it, and crowds of producers and consumers. */
import { asTime, NO_DURATION, seconds } from '#base';
import { type Got, Queue } from '#kube';
import { type Question, Unsupported } from './adapter';
import type { Json } from './case';
import { Fields } from './read-fields';
import { Rig } from './rig';
import { durationIn } from './time-facts';

/** Longest run of a crowd. */
const PATIENCE = seconds(600);
const AGAIN = 'a worker that gets an item for its first time re-adds it before Done';
const NUMBER = 'the producer number';
/** Most producers, consumers, and adds of each. */
const MOST = 1_000;

export class QueueStand {
  readonly queue = new Queue();
  readonly gets: Got[] = [];
  /** Undefined before it was asked for. */
  drainReturned: boolean | undefined;

  /** @returns what there is at once. */
  get(): Got {
    const got: Got[] = [];
    this.queue.get((each) => got.push(each));
    if (got.length === 0) throw new Unsupported('Get: it would wait for ever');
    this.gets.push(got[0]);
    return got[0];
  }

  drain(): void {
    this.drainReturned = false;
    this.queue.shutDownWithDrain(() => {
      this.drainReturned = true;
    });
  }
}

/** Producers that add, and consumers that take until they hear of the end. */
export class Crowd {
  readonly #rig: Rig;
  readonly #given: Fields;
  readonly #stand: QueueStand;
  readonly #seen = new Map<string, number>();
  readonly #consumers: number;
  #producing = 0;
  #stopped = 0;

  constructor({ given, switches }: Question, stand: QueueStand) {
    this.#given = new Fields(given, 'given').only(
      ...['producers', 'addsPerProducer', 'addEvery', 'item', 'consumers', 'workTime'],
      ...['each', 'stopWith'],
    );
    const each = this.#given.text('each', AGAIN);
    if (each !== AGAIN) throw new Unsupported(`given.each: ${each}`);
    const item = this.#given.text('item', NUMBER);
    if (item !== NUMBER) throw new Unsupported(`given.item: ${item}`);
    this.#consumers = this.#given.count('consumers', undefined, MOST);
    this.#stand = stand;
    this.#rig = new Rig({ switches });
  }

  /** Which way it is to be stopped. */
  get stopWith(): string {
    return this.#given.text('stopWith');
  }

  get allConsumersStop(): boolean {
    return this.#stopped === this.#consumers;
  }

  delivered(item: string): boolean {
    return this.#seen.has(item);
  }

  run(): void {
    const producers = this.#given.count('producers', undefined, MOST);
    this.#producing = producers;
    for (let index = 0; index < producers; index += 1) this.#produce(String(index));
    for (let index = 0; index < this.#consumers; index += 1) this.#consume();
  }

  waitForProducers(): void {
    this.#until(() => this.#producing === 0);
  }

  waitForConsumers(): void {
    this.#until(() => this.allConsumersStop);
  }

  #until(done: () => boolean): void {
    const { sim } = this.#rig;
    const end = asTime(sim.now + PATIENCE);
    while (!done() && !sim.advance(end, 1));
  }

  #produce(item: string): void {
    const every = durationIn(this.#given, 'addEvery', '0');
    let left = this.#given.count('addsPerProducer', 1, MOST);
    const add = () => {
      this.#stand.queue.add(item);
      left -= 1;
      if (left > 0) this.#rig.process.later(every, add);
      else this.#producing -= 1;
    };
    this.#rig.process.later(NO_DURATION, add);
  }

  #consume(): void {
    const { queue } = this.#stand;
    queue.get(({ shutdown, item }) => {
      if (shutdown) {
        this.#stopped += 1;
        return;
      }
      const before = this.#seen.get(item) ?? 0;
      this.#seen.set(item, before + 1);
      if (this.#given.has('each') && before === 0) queue.add(item);
      this.#rig.process.later(durationIn(this.#given, 'workTime', '0'), () => {
        queue.done(item);
        this.#consume();
      });
    });
  }
}

/** The steps of a list, each with its own fields. */
export const stepsOf = (when: Json): readonly Fields[] => {
  if (!Array.isArray(when)) throw new Unsupported('when: expected a list');
  return when.map((step: Json, index) => new Fields(step, `when[${index}]`));
};
