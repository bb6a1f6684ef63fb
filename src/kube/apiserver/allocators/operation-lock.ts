/** A lock inside one process: who asks waits in line. It dies with the process's life. */
import { NO_DURATION } from '#base';
import { type Procedure, type Process, perform } from '#kernel';

export class OperationLock {
  readonly #process: Process;
  #held = false;
  readonly #waiting: (() => void)[] = [];

  constructor(process: Process) {
    this.#process = process;
  }

  /** Runs `work` when everything asked for before has been done. */
  *holding<T>(work: Procedure<T>): Procedure<T> {
    if (this.#held) yield* perform<void>((resume) => this.#waiting.push(resume));
    this.#held = true;
    const value = yield* work;
    this.#handOver();
    return value;
  }

  /** The next in line goes on at this instant, after what is in progress; the lock stays held. */
  #handOver(): void {
    const next = this.#waiting.shift();
    if (next) this.#process.later(NO_DURATION, next);
    else this.#held = false;
  }
}
