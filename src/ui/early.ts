/**
 * What takes longest to come is asked for before the rest of the page is evaluated: the worker,
 * what reads links, and what shows a run. `main.tsx` imports this first.
 */
import { startWorker, type WorkerPort } from './session/worker-port';
import { loadRunParts } from './shell/use-run-view';

// Where the browser is too old, `supported.js` has said so, and nothing is started.
const supported = document.documentElement.dataset.unsupported === undefined;

let waiting = supported ? startWorker() : undefined;

/** The worker that was started with the page, then a new one each time. */
export function nextWorker(): WorkerPort {
  const worker = waiting ?? startWorker();
  waiting = undefined;
  return worker;
}

export const loadNavigation = () => import('./share/navigation');

if (supported) {
  // Each is asked for again by whoever needs it, and what went wrong is said there.
  loadNavigation().catch(() => {});
  // Its many files are asked for in a task of their own: this one evaluates the page.
  setTimeout(() => void loadRunParts().catch(() => {}));
}
