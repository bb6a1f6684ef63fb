/**
 * Asks etcd how far it is while somebody waits for a version, so that a quiet resource does not
 * let them wait.
 *
 * Upstream    kubernetes v1.31 staging/src/k8s.io/apiserver/pkg/storage/cacher/lister_watcher.go,
 *             watch_progress.go (conditionalProgressRequester)
 */
import { millis, type SimDuration } from '#base';
import type { Process, Task } from '#kernel';

/** How often it asks. Source: progressRequestPeriod. */
const PERIOD: SimDuration = millis(100);

export class ProgressRequester {
  readonly #process: Process;
  readonly #request: () => void;
  #task: Task | undefined;

  constructor(process: Process, request: () => void) {
    this.#process = process;
    this.#request = request;
  }

  setWaiting(waiting: boolean): void {
    if (waiting) this.#arm();
    else if (this.#task) {
      this.#process.sim.cancel(this.#task);
      this.#task = undefined;
    }
  }

  #arm(): void {
    this.#task ??= this.#process.later(PERIOD, () => {
      this.#task = undefined;
      this.#request();
      this.#arm();
    });
  }
}
