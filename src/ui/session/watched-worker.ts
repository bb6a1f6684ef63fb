/**
 * A worker that is watched while it runs something: a browser that ends a worker (for want of
 * memory, say) tells nobody. A worker at work says something every second; one that says nothing
 * for long is taken to be gone.
 */
import type { FromWorker, ToWorker } from '#protocol';

/** What the client needs of a worker; the tests pass one of their own. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((message: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Between two looks, ms. */
const LOOK_EVERY_MS = 5_000;
/** Silence after which a running worker is taken to be gone; other programs may be busy, ms. */
const SILENT_MS = 30_000;
/** The same before its first word: it has to come over the network first, ms. */
const STARTING_MS = 120_000;

export class WatchedWorker implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  onerror: WorkerPort['onerror'] = null;
  readonly #worker: WorkerPort;
  readonly #clock: () => number;
  readonly #timer: ReturnType<typeof setInterval>;
  #started = false;
  #running = false;
  /** When it last said something, or was last asked; and when that was last looked at. */
  #heardAt: number;
  #lookedAt: number;

  constructor(worker: WorkerPort, clock = () => performance.now()) {
    this.#worker = worker;
    this.#clock = clock;
    this.#heardAt = clock();
    this.#lookedAt = clock();
    worker.onmessage = (message) => this.#hear(message);
    worker.onerror = (event) => this.onerror?.(event);
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  postMessage(message: ToWorker): void {
    this.#running = message.kind === 'run' || (this.#running && message.kind === 'check');
    this.#heardAt = this.#clock();
    this.#worker.postMessage(message);
  }

  terminate(): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
  }

  #hear(message: MessageEvent<FromWorker>): void {
    const { kind } = message.data;
    this.#started = true;
    this.#heardAt = this.#clock();
    if (kind === 'done' || kind === 'refused' || kind === 'crashed') this.#running = false;
    if (kind !== 'alive') this.onmessage?.(message);
  }

  #look(): void {
    const now = this.#clock();
    // A page that slept has heard nothing either.
    if (now - this.#lookedAt > 2 * LOOK_EVERY_MS) this.#heardAt = now;
    this.#lookedAt = now;
    const silent = now - this.#heardAt;
    if (!this.#running || silent < (this.#started ? SILENT_MS : STARTING_MS)) return;
    this.#running = false;
    const seconds = Math.round(silent / 1_000);
    this.onerror?.({ message: `the worker has said nothing for ${seconds} s` } as ErrorEvent);
  }
}
