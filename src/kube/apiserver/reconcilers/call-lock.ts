/** The lock of an endpoint reconciler: who asks waits in line. Upstream: reconcilingLock. */
export class CallLock {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  /** Runs `then` when the lock is free, and holds it from then on. */
  lock(then: () => void): void {
    if (this.#held) this.#waiting.push(then);
    else {
      this.#held = true;
      then();
    }
  }

  unlock(): void {
    this.#held = false;
    const next = this.#waiting.shift();
    if (next) this.lock(next);
  }
}
