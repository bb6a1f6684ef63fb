/** The worker as the page holds it. */
import { WatchedWorker, type WorkerPort } from './watched-worker';

export type { WorkerPort } from './watched-worker';

export function startWorker(): WorkerPort {
  const worker = new Worker(new URL('../../worker/main.ts', import.meta.url), {
    type: 'module',
  });
  return new WatchedWorker(worker as unknown as WorkerPort);
}
