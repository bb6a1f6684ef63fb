/**
 * Tasks in order of (time, number). A binary heap over plain columns; equal times run first in,
 * first out. A cancelled task stays until it surfaces and is then skipped by its owner.
 */
import { broken, invariant } from '#base';

/** Most tasks that may wait at once. Beyond it something arms without end. */
const MAX_WAITING = 8_000_000;
const FIRST_CAPACITY = 256;

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
    let index = this.#size;
    this.#size += 1;
    const order = this.#next;
    this.#next += 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      // A new task has the highest number, so an equal time never moves it up.
      if (this.#at[parent] <= at) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#put(index, at, order, task);
  }

  /** Removes and returns the first task. @throws InvariantError when empty. */
  pop(): T {
    invariant(this.#size > 0, 'a task to pop');
    const first = this.#task[0] as T;
    this.#size -= 1;
    const last = this.#size;
    const at = this.#at[last];
    const order = this.#order[last];
    const task = this.#task[last] as T;
    this.#task[last] = undefined;
    if (last > 0) this.#sink(at, order, task);
    return first;
  }

  #sink(at: number, order: number, task: T): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#before(child + 1, child)) child += 1;
      const later = at < this.#at[child] || (at === this.#at[child] && order < this.#order[child]);
      if (later) break;
      this.#move(child, index);
      index = child;
    }
    this.#put(index, at, order, task);
  }

  #before(a: number, b: number): boolean {
    const earlier = this.#at[a] < this.#at[b];
    return earlier || (this.#at[a] === this.#at[b] && this.#order[a] < this.#order[b]);
  }

  #move(from: number, to: number): void {
    this.#at[to] = this.#at[from];
    this.#order[to] = this.#order[from];
    this.#task[to] = this.#task[from];
  }

  #put(index: number, at: number, order: number, task: T): void {
    this.#at[index] = at;
    this.#order[index] = order;
    this.#task[index] = task;
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
