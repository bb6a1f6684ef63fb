import { useEffect, useState } from 'react';
import type { ChartState } from '#protocol';
import { ownScript } from '../../session/own-script';
import type { ChartLayouts } from './layout-worker';
import workerAddress from './layout-worker.ts?worker&url';

/** Layouts depend on nothing but the machine, so each is made once. */
const made = new WeakMap<ChartState, ChartLayouts>();

/** @returns undefined while the worker is at it; `failed` when it could not. */
export function useLayouts(root: ChartState): ChartLayouts | 'failed' | undefined {
  const [answer, setAnswer] = useState<{ root: ChartState; layouts: ChartLayouts | 'failed' }>();
  useEffect(() => {
    if (made.has(root)) return;
    const worker = new Worker(ownScript(workerAddress), { type: 'module' });
    worker.onmessage = ({ data: layouts }: MessageEvent<ChartLayouts>) => {
      made.set(root, layouts);
      setAnswer({ root, layouts });
      worker.terminate();
    };
    worker.onerror = () => setAnswer({ root, layouts: 'failed' });
    worker.postMessage(root);
    return () => worker.terminate();
  }, [root]);
  return made.get(root) ?? (answer?.root === root ? answer.layouts : undefined);
}
