/**
 * Runs seeds side by side. The built program is one file; a worker loads the same file, which then
 * serves seeds and reads no command.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Scenario, SeedResult } from '#protocol';
import { MEASURES, seedExplorer } from '#session';

/** Marks a worker as ours: another program may load this file in a worker of its own. */
const PURPOSE = 'kube-orrery/explore';

/**
 * Room for new objects in a worker: about four runs, so that most runs are dead as a whole when it
 * is full, and cost the garbage collector nothing. V8 makes two halves and a part for large objects
 * of it, and takes it only as it is used.
 */
const YOUNG_MB = 192;

interface Errand {
  readonly purpose: typeof PURPOSE;
  readonly scenario: Scenario;
  readonly measures: readonly string[];
}

export interface Exploration {
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
  /** Names of measures. */
  readonly measures: readonly string[];
  /** How many seeds run at once; with 1 they run in this thread. */
  readonly workers: number;
  readonly onResult: (result: SeedResult) => void;
}

/** Results come as they are ready; that of a seed does not depend on `workers`. */
export async function runSeeds(exploration: Exploration): Promise<void> {
  const { scenario, seeds, measures, workers, onResult } = exploration;
  if (workers === 1) {
    const explore = explorer(scenario, measures);
    for (const seed of seeds) onResult(explore(seed));
    return;
  }
  const left = [...seeds].reverse();
  const count = Math.min(workers, seeds.length);
  const errand: Errand = { purpose: PURPOSE, scenario, measures };
  const pool = Array.from({ length: count }, () => {
    return new Worker(fileURLToPath(import.meta.url), {
      workerData: errand,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  });
  try {
    await Promise.all(pool.map((worker) => serve(worker, left, onResult)));
  } finally {
    await Promise.all(pool.map((worker) => worker.terminate()));
  }
}

/** Gives a worker one seed after another, until none is left. */
function serve(
  worker: Worker,
  left: number[],
  onResult: (result: SeedResult) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const seed = left.pop();
      if (seed === undefined) resolve();
      else worker.postMessage(seed);
    };
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a worker ended with status ${code}`)));
    worker.on('message', (result: SeedResult) => {
      onResult(result);
      next();
    });
    next();
  });
}

function explorer(scenario: Scenario, measures: readonly string[]) {
  const wanted = MEASURES.filter(({ name }) => measures.includes(name));
  return seedExplorer(scenario, wanted);
}

function serveSeeds(): void {
  const errand = workerData as Partial<Errand> | undefined;
  if (isMainThread || errand?.purpose !== PURPOSE || !errand.scenario) return;
  const explore = explorer(errand.scenario, errand.measures ?? []);
  parentPort?.on('message', (seed: number) => parentPort?.postMessage(explore(seed)));
}

serveSeeds();
