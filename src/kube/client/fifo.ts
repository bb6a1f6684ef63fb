/**
 * The newest state of each object that has not been taken in yet.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/fifo.go
 */
import { KeyedQueue } from './keyed-queue';

export class Fifo<T> extends KeyedQueue<T> {
  readonly #keyOf: (object: T) => string;

  constructor(keyOf: (object: T) => string) {
    super();
    this.#keyOf = keyOf;
  }

  list(): readonly T[] {
    return [...this.things.values()];
  }

  add(object: T): void {
    this.populated = true;
    this.put(this.#keyOf(object), object);
    this.serve();
  }

  update(object: T): void {
    this.add(object);
  }

  /** Its place in the queue is skipped. */
  delete(object: T): void {
    this.populated = true;
    this.things.delete(this.#keyOf(object));
  }

  addIfNotPresent(object: T): void {
    this.populated = true;
    const key = this.#keyOf(object);
    if (!this.things.has(key)) this.put(key, object);
    this.serve();
  }

  replace(objects: readonly T[]): void {
    this.things.clear();
    this.clearQueue();
    for (const object of objects) this.put(this.#keyOf(object), object);
    if (!this.populated) {
      this.populated = true;
      this.initialCount = this.things.size;
    }
    this.serve();
  }
}
