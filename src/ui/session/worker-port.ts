/** The worker as the page holds it. */
import type { FromWorker, ToWorker } from '#protocol';

/** What the client needs of a worker; the tests pass one of their own. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((message: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export function startWorker(): WorkerPort {
  return new Worker(new URL('../../worker/main.ts', import.meta.url), {
    type: 'module',
  }) as unknown as WorkerPort;
}
