/**
 * Counts requests that a shutdown waits for, and watches, which it may end slowly.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/waitgroup (SafeWaitGroup,
 *             RateLimitedSafeWaitGroup), pkg/server/filters/{waitgroup,watch_termination}.go
 */
import { micros, type SimDuration } from '#base';
import type { IncomingCall, Process } from '#kernel';

/** Watches ended a second, at least, however long the period. Source: genericapiserver.go. */
const MIN_WATCHES_A_SECOND = 200;
const SECOND_US = 1_000_000;

export class InFlightRequests {
  readonly #process: Process;
  #short = 0;
  readonly #watches = new Set<IncomingCall>();
  #waiting = false;
  #watchesEnding = false;
  #onDrained: (() => void) | undefined;
  readonly #onShortOver = () => this.#shortEnded();
  #onWatchesGone: (() => void) | undefined;

  constructor(process: Process) {
    this.#process = process;
  }

  get watches(): number {
    return this.#watches.size;
  }

  /**
   * Takes a request in.
   * @param exempt whether it is served even when the server has begun to wait.
   * @returns false when it must be refused.
   */
  admit(call: IncomingCall, longRunning: boolean, exempt: () => boolean): boolean {
    if (longRunning) {
      if (this.#watchesEnding) return false;
      this.#watches.add(call);
      const ended = () => this.#watchEnded(call);
      call.onOver = ended;
      return true;
    }
    if (this.#waiting) return exempt();
    this.#short += 1;
    call.onOver = this.#onShortOver;
    return true;
  }

  /** Waits until no short request is in flight; from now on further ones are refused. */
  wait(drained: () => void): void {
    this.#waiting = true;
    if (this.#short === 0) drained();
    else this.#onDrained = drained;
  }

  /**
   * Ends every watch and waits until they have gone, for at most `grace`. None says anything from
   * now on; their ends are sent one by one, spread over `grace`, but no slower than the floor.
   * @param done gets the number of watches before and after.
   */
  drainWatches(grace: SimDuration, done: (before: number, after: number) => void): void {
    this.#watchesEnding = true;
    const before = this.#watches.size;
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      this.#onWatchesGone = undefined;
      done(before, this.#watches.size);
    };
    if (before === 0) {
      end();
      return;
    }
    this.#onWatchesGone = end;
    this.#process.later(grace, end);
    const perSecond = Math.max((before * SECOND_US) / grace, MIN_WATCHES_A_SECOND);
    [...this.#watches].forEach((watch, index) => {
      handlerReturns(watch);
      const wait = micros(Math.floor((index * SECOND_US) / perSecond));
      this.#process.later(wait, () => {
        if (this.#watches.has(watch)) watch.end('server is shutting down');
      });
    });
  }

  #shortEnded(): void {
    this.#short -= 1;
    if (this.#short === 0) this.#onDrained?.();
  }

  #watchEnded(call: IncomingCall): void {
    this.#watches.delete(call);
    if (this.#watches.size === 0) this.#onWatchesGone?.();
  }
}

/** As if the client had gone. The filter around it holds the end of the stream back. */
function handlerReturns(watch: IncomingCall): void {
  const { onCancel } = watch;
  watch.onCancel = undefined;
  onCancel?.();
}
