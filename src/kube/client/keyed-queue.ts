/**
 * What the queues between a reflector and its cache have in common: things by key, handed out in
 * the order in which their keys came, and the word that the first list has been worked off.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (fifo.go, delta_fifo.go)
 */

/** What a popped thing comes to. */
export interface Processed {
  /** It goes back into the queue, unless its key is there again. Upstream: ErrRequeue. */
  readonly requeue?: boolean;
  readonly error?: string;
}

export type PopProcess<T> = (thing: T) => Processed | undefined;

interface Popper<T> {
  readonly process: PopProcess<T>;
  readonly done: (error: string | undefined) => void;
}

/** What a pop says of a queue that was closed. Source: ErrFIFOClosed. */
export const FIFO_CLOSED = 'DeltaFIFO: manipulating with closed queue';

export class KeyedQueue<T> {
  protected readonly things = new Map<string, T>();
  readonly #queue: string[] = [];
  readonly #poppers: Popper<T>[] = [];
  /** Something was added, updated, deleted or listed. */
  protected populated = false;
  /** Things of the first list that have not been popped. */
  protected initialCount = 0;
  #closed = false;
  #serving = false;

  get size(): number {
    return this.things.size;
  }

  /** Keys in the order in which they will be popped. */
  get keys(): readonly string[] {
    return this.#queue.filter((key) => this.things.has(key));
  }

  get(key: string): T | undefined {
    return this.things.get(key);
  }

  get hasSynced(): boolean {
    return this.populated && this.initialCount === 0;
  }

  /** Takes the first thing when there is one, processes it, and calls `done`. */
  pop(process: PopProcess<T>, done: (error: string | undefined) => void): void {
    this.#poppers.push({ process, done });
    this.serve();
  }

  /** Whoever waits for a thing hears that none will come. */
  close(): void {
    this.#closed = true;
    this.serve();
  }

  /** Puts a thing under its key; one that is there already keeps its place. */
  protected put(key: string, thing: T): void {
    if (!this.things.has(key)) this.#queue.push(key);
    this.things.set(key, thing);
  }

  /** Forgets the order of keys. */
  protected clearQueue(): void {
    this.#queue.length = 0;
  }

  /** Hands out what is there to those who wait. Every change of the queue ends with it. */
  protected serve(): void {
    if (this.#serving) return;
    this.#serving = true;
    while (this.#poppers.length > 0 && (this.#queue.length > 0 || this.#closed)) this.#serveOne();
    this.#serving = false;
  }

  #serveOne(): void {
    const key = this.#queue.shift();
    if (key === undefined) {
      this.#poppers.shift()?.done(FIFO_CLOSED);
      return;
    }
    if (this.initialCount > 0) this.initialCount -= 1;
    const thing = this.things.get(key);
    if (thing === undefined) return;
    const popper = this.#poppers.shift() as Popper<T>;
    this.things.delete(key);
    const { requeue = false, error } = popper.process(thing) ?? {};
    if (requeue && !this.things.has(key)) this.put(key, thing);
    popper.done(error);
  }
}
