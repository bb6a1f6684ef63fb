/**
 * The pictures of scenarios. Those of the library come with the built page; any other is run in a
 * worker of its own, one after the other. The run on screen is not touched.
 */
import built from 'virtual:sketches';
import type { FromWorker, Scenario } from '#protocol';
import { endOf } from '../session/edit-scenario';
import { startWorker, type WorkerPort } from '../session/worker-port';
import { createTrace } from '../stores';
import { type Sketch, sketchOf } from './sketch';

/** Pictures of this visit, by name; `undefined` for a run that failed. */
const drawn = new Map<string, Sketch | undefined>(Object.entries(built));

export interface SketchOrder {
  readonly name: string;
  readonly scenario: Scenario;
}

export class Sketcher {
  readonly #create: () => WorkerPort;
  #worker: WorkerPort | undefined;
  #stopped = false;

  constructor(create: () => WorkerPort = startWorker) {
    this.#create = create;
  }

  /** What is known of a picture: it, `undefined` after a failure, `null` while it is not drawn. */
  known(name: string): Sketch | undefined | null {
    return drawn.has(name) ? drawn.get(name) : null;
  }

  /** Draws what is not drawn yet, in this order; `each` is called after every one. */
  async draw(orders: readonly SketchOrder[], each: () => void): Promise<void> {
    let runId = 0;
    this.#stopped = false;
    for (const { name, scenario } of orders) {
      if (drawn.has(name)) continue;
      runId += 1;
      const sketch = await this.#run(scenario, runId).catch(() => undefined);
      if (this.#stopped) return;
      drawn.set(name, sketch);
      each();
    }
    this.stop();
  }

  /** Draws no more; what is being drawn is not waited for. */
  stop(): void {
    this.#stopped = true;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** @returns undefined when the run failed; rejects where there can be no worker */
  async #run(scenario: Scenario, runId: number): Promise<Sketch | undefined> {
    const { trace, index } = createTrace();
    this.#worker ??= this.#create();
    const worker = this.#worker;
    return new Promise((resolve) => {
      worker.onerror = () => resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (!('runId' in data) || data.runId !== runId) return;
        if (data.kind === 'block') trace.append(data.block);
        else if (data.kind === 'done') {
          const servers = (scenario.spec.apiServers ?? []).map(({ name }) => name);
          resolve(sketchOf(index, servers, endOf(scenario)));
        } else resolve(undefined);
      };
      worker.postMessage({ kind: 'run', runId, scenario });
    });
  }
}
