/** The worker as the page holds it. */
import workerAddress from '../../worker/main.ts?worker&url';
import { ownScript } from './own-script';
import { WatchedWorker, type WorkerPort } from './watched-worker';

export type { WorkerPort } from './watched-worker';

export function startWorker(): WorkerPort {
  const worker = new Worker(ownScript(workerAddress), { type: 'module' });
  return new WatchedWorker(worker as unknown as WorkerPort);
}
