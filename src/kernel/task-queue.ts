/**
 * Tasks in order of (time, number). A binary heap over plain columns; equal times run first in,
 * first out. A cancelled task stays until it surfaces and is then skipped by its owner.
 */
import { broken } from '#base';

/** Most tasks that may wait at once. Beyond it something arms without end. */
const MAX_WAITING = 8_000_000;
const FIRST_CAPACITY = 256;

interface Moved<T> {
  readonly task: T;
  readonly at: number;
}

export class TaskQueue<T> {
  #at = new Float64Array(FIRST_CAPACITY);
  #order = new Float64Array(FIRST_CAPACITY);
  #task: (T | undefined)[] = [];
  #size = 0;
  #next = 0;

  get size(): number {
    return this.#size;
  }

  /** Time of the first task; Infinity when none waits. */
  get firstAt(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#at[0];
  }

  push(at: number, task: T): void {
    if (this.#size >= MAX_WAITING) broken(`fewer than ${MAX_WAITING} waiting tasks`);
    if (this.#size === this.#at.length) this.#grow();
    const times = this.#at;
    const orders = this.#order;
    const tasks = this.#task;
    let index = this.#size;
    this.#size += 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const time = times[parent];
      // A new task has the highest number, so an equal time never moves it up.
      if (time <= at) break;
      times[index] = time;
      orders[index] = orders[parent];
      tasks[index] = tasks[parent];
      index = parent;
    }
    times[index] = at;
    orders[index] = this.#next;
    tasks[index] = task;
    this.#next += 1;
  }

  /** Removes and returns the first task. @throws InvariantError when empty. */
  pop(): T {
    if (this.#size === 0) broken('a task to pop');
    const first = this.#task[0] as T;
    this.#size -= 1;
    if (this.#size > 0) this.#sink(this.#size);
    this.#task[this.#size] = undefined;
    return first;
  }

  /**
   * Gives each task the time that `timeOf` says; those of one time keep their order.
   * @returns tasks whose time is another now, in order.
   */
  move(timeOf: (at: number, task: T) => number): readonly Moved<T>[] {
    const waiting = Array.from({ length: this.#size }, (_, index) => {
      const task = this.#task[index] as T;
      const before = this.#at[index];
      return { task, at: timeOf(before, task), before, order: this.#order[index] };
    });
    waiting.sort((a, b) => a.at - b.at || a.order - b.order);
    waiting.forEach(({ task, at, order }, index) => {
      this.#task[index] = task;
      this.#at[index] = at;
      this.#order[index] = order;
    });
    return waiting.filter(({ at, before }) => at !== before);
  }

  /** Moves the task of place `last`, which is free from now on, from the top to its place. */
  #sink(last: number): void {
    const times = this.#at;
    const orders = this.#order;
    const tasks = this.#task;
    const at = times[last];
    const order = orders[last];
    let index = 0;
    for (let child = 1; child < last; child = 2 * index + 1) {
      let time = times[child];
      if (child + 1 < last) {
        const other = times[child + 1];
        if (other < time || (other === time && orders[child + 1] < orders[child])) {
          child += 1;
          time = other;
        }
      }
      if (at < time || (at === time && order < orders[child])) break;
      times[index] = time;
      orders[index] = orders[child];
      tasks[index] = tasks[child];
      index = child;
    }
    times[index] = at;
    orders[index] = order;
    tasks[index] = tasks[last];
  }

  #grow(): void {
    const wider = (old: Float64Array<ArrayBuffer>) => {
      const fresh = new Float64Array(old.length * 2);
      fresh.set(old);
      return fresh;
    };
    this.#at = wider(this.#at);
    this.#order = wider(this.#order);
  }
}
