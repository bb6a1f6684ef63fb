/**
 * A queue that grows: it doubles when it is full, and never shrinks.
 *
 * Upstream    k8s.io/utils/buffer/ring_growing.go (RingGrowing)
 */

export class RingGrowing<T> {
  #data: (T | undefined)[];
  #begin = 0;
  #readable = 0;

  /** @param size how much it holds before it grows. */
  constructor(size: number) {
    this.#data = new Array(size);
  }

  /** Things that wait. */
  get length(): number {
    return this.#readable;
  }

  /** @returns the oldest; undefined where there is none. */
  readOne(): T | undefined {
    if (this.#readable === 0) return undefined;
    const thing = this.#data[this.#begin];
    this.#data[this.#begin] = undefined;
    this.#begin = (this.#begin + 1) % this.#data.length;
    this.#readable -= 1;
    return thing;
  }

  writeOne(thing: T): void {
    if (this.#readable === this.#data.length) this.#grow();
    this.#data[(this.#begin + this.#readable) % this.#data.length] = thing;
    this.#readable += 1;
  }

  #grow(): void {
    const { length } = this.#data;
    const inOrder = [...this.#data.slice(this.#begin), ...this.#data.slice(0, this.#begin)];
    inOrder.length = 2 * length;
    this.#data = inOrder;
    this.#begin = 0;
  }
}
