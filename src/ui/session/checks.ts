/** Documents that the worker reads without running them, and who waits for the answer. */
import type { InputFault } from '#base';
import type { WorkerPort } from './worker-port';

export class Checks {
  #last = 0;
  readonly #waiting = new Map<number, (faults: readonly InputFault[]) => void>();

  ask(port: WorkerPort, document: unknown): Promise<readonly InputFault[]> {
    const checkId = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(checkId, resolve);
      port.postMessage({ kind: 'check', checkId, document });
    });
  }

  answer(checkId: number, faults: readonly InputFault[]): void {
    this.#waiting.get(checkId)?.(faults);
    this.#waiting.delete(checkId);
  }

  /** Whoever still waits gets no fault. */
  forget(): void {
    for (const resolve of this.#waiting.values()) resolve([]);
    this.#waiting.clear();
  }
}
