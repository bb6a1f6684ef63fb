/** Steps of a queue between a reflector and its cache, and what they gave. */
import type { KeyedQueue, Processed } from '#kube';
import { Unsupported } from './adapter';
import type { Json } from './case';
import type { Facts } from './facts';
import { Fields } from './read-fields';

export interface Thing {
  readonly key: string;
  readonly val: Json;
}

export const KEY_FUNCTION = 'object.key';
const POPS = /^Pop (\d+) times?$/;
const POPPERS = /^start (\d+) blocked Pops? on the empty queue$/;
const PRODUCERS = new RegExp(
  '^(one|two|three|four|\\d+) producers? concurrently Adds? (\\d+) distinct keys each, ' +
    'values 1\\.\\.(\\d+)$',
);
const NUMBERS = ['', 'one', 'two', 'three', 'four'];
const MOST = 10_000;

export const keyOf = ({ key }: Thing): string => key;

export function thingOf(fields: Fields): Thing {
  fields.only('key', 'val');
  return { key: fields.text('key'), val: fields.has('val') ? fields.whole('val') : null };
}

export const thingsOf = (step: Fields, field: string): readonly Thing[] =>
  step.list(field).map((each, index) => thingOf(new Fields(each, `${field}[${index}]`)));

export const shownThing = ({ key, val }: Thing): Json => ({ key, val });

/** What one pop gave; undefined where it waits. */
interface Popped<T> {
  readonly thing: T | undefined;
  readonly error: string | undefined;
}

/** Runs the steps that both kinds of queue have, and keeps what they gave. */
export abstract class QueueSteps<T> {
  abstract readonly queue: KeyedQueue<T>;
  readonly popped: Popped<T>[] = [];
  readonly present: boolean[] = [];
  readonly syncedBefore: boolean[] = [];
  /** Things in the queue before the last pops in a row. */
  before = 0;
  readonly #closed: (string | undefined)[] = [];
  #poppers = 0;
  #popping = false;

  protected abstract change(op: string, step: Fields): Facts | undefined;
  protected abstract add(thing: Thing): void;
  /** What a popped thing is, at its newest. */
  protected abstract newest(popped: T): Thing;

  run(steps: readonly Fields[]): readonly Facts[] {
    return steps.map((step) => {
      const op = step.text('op');
      const pops = POPS.exec(op)?.[1];
      const popping = op === 'Pop' || pops !== undefined;
      if (popping && !this.#popping) this.before = this.queue.size;
      this.#popping = popping;
      if (op === 'Pop') this.pop(step);
      else if (pops !== undefined) this.#many(Math.min(Number(pops), MOST));
      else if (!this.#crowd(op)) return this.change(op, step) ?? this.#unknown(op);
      return {};
    });
  }

  /** What both kinds of queue can say at the end. */
  get facts(): Facts {
    const { popped, queue } = this;
    const errors = [...new Set(this.#closed.map((error) => error ?? null))];
    return {
      listKeys: [...queue.keys],
      hasSynced: queue.hasSynced,
      popErrors: popped.map(({ error }) => error ?? null),
      presentAfterEachPop: this.present,
      itemsLeft: queue.size,
      hasSyncedBeforeEachPop: this.syncedBefore,
      hasSyncedAfterLastPop: queue.hasSynced,
      allPopsReturn: this.#poppers > 0 && this.#closed.length === this.#poppers,
      popErrorText: errors.length === 1 ? errors[0] : errors,
      orderPerProducer: this.#inOrder ? 'strictly increasing values' : 'not increasing',
    };
  }

  /** What many do with the queue. @returns whether the words say so. */
  #crowd(op: string): boolean {
    const poppers = POPPERS.exec(op)?.[1];
    if (poppers !== undefined) this.#block(Number(poppers));
    const [, producers, keys, last] = PRODUCERS.exec(op) ?? [];
    if (producers !== undefined && keys === last) this.#produce(producers, Number(keys));
    if (op === 'Close') this.queue.close();
    return poppers !== undefined || (producers !== undefined && keys === last) || op === 'Close';
  }

  #block(count: number): void {
    if (count > MOST || this.queue.size > 0) throw new Unsupported('Pops: too many, or not empty');
    this.#poppers += count;
    for (let left = count; left > 0; left -= 1) {
      this.queue.pop(
        () => undefined,
        (error) => this.#closed.push(error),
      );
    }
  }

  #produce(words: string, keys: number): void {
    const named = NUMBERS.indexOf(words);
    const producers = named > 0 ? named : Number(words);
    if (producers * keys > MOST) throw new Unsupported('Add: too many keys');
    for (let val = 1; val <= keys; val += 1) {
      for (let producer = 0; producer < producers; producer += 1) {
        this.add({ key: `${producer}/${val}`, val });
      }
    }
  }

  /** Whether the values that each producer added come out in their order. */
  get #inOrder(): boolean {
    const lasts = new Map<string, number>();
    return this.popped.every(({ thing }) => {
      if (thing === undefined) return true;
      const { key, val } = this.newest(thing);
      const producer = key.split('/')[0];
      const grows = Number(val) > (lasts.get(producer) ?? 0);
      lasts.set(producer, Number(val));
      return grows;
    });
  }

  #many(count: number): void {
    for (let left = count; left > 0; left -= 1) this.popOne(() => undefined);
  }

  protected pop(step: Fields): void {
    step.only('op', 'processReturns', 'saveAs');
    const answer = step.has('processReturns') ? step.inside('processReturns') : undefined;
    answer?.only('requeue', 'error');
    const requeue = answer?.flag('requeue', false);
    const error = answer?.has('error') ? answer.text('error') : undefined;
    this.popOne(() => (answer ? { requeue, error } : undefined));
  }

  popOne(answer: () => Processed | undefined): void {
    this.syncedBefore.push(this.queue.hasSynced);
    const keys = this.queue.keys;
    const popped: Popped<T>[] = [];
    let thing: T | undefined;
    const process = (each: T) => {
      thing = each;
      return answer();
    };
    this.queue.pop(process, (error) => popped.push({ thing, error }));
    if (popped.length === 0) throw new Unsupported('Pop: it would wait');
    this.popped.push(popped[0]);
    this.present.push(keys.length > 0 && this.queue.get(keys[0]) !== undefined);
  }

  /** Pops until the queue is empty. @returns what came out. */
  drain(): readonly T[] {
    const rest: T[] = [];
    while (this.queue.size > 0) {
      this.queue.pop(
        (thing) => {
          rest.push(thing);
          return undefined;
        },
        () => {},
      );
    }
    return rest;
  }

  #unknown(op: string): never {
    throw new Unsupported(`op ${op}`);
  }
}
