/**
 * From the worker to the page: a long idle run streams in. Measured are the handler of a block on
 * the page (append and index) and the longest time in which the page could do nothing else.
 */
import type { FromWorker, Scenario } from '#protocol';
import { TraceIndex, TraceStore } from '#trace';

const FLAGS = ['--service-cluster-ip-range=10.96.0.0/12'];
const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'transport' },
  spec: {
    until: '4h',
    apiServers: ['a', 'b', 'c'].map((letter, index) => ({
      name: `kube-apiserver-${letter}`,
      flags: [`--advertise-address=10.0.0.${11 + index}`, ...FLAGS],
    })),
  },
};

/** Longest gap between two turns of the event loop while `work` goes on, ms. */
function watchGaps(): () => number {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let on = true;
  port2.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (on) port1.postMessage(0);
  };
  port1.postMessage(0);
  return () => {
    on = false;
    return longest;
  };
}

function stream(): Promise<Record<string, number>> {
  const worker = new Worker(new URL('../../../worker/main.ts', import.meta.url), {
    type: 'module',
  });
  const store = new TraceStore();
  const index = new TraceIndex(store.table);
  let handlerMs = 0;
  let slowestMs = 0;
  const started = performance.now();
  const longestGap = watchGaps();
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'block') {
        const before = performance.now();
        store.append(data.block);
        index.update();
        const took = performance.now() - before;
        handlerMs += took;
        slowestMs = Math.max(slowestMs, took);
      } else if (data.kind === 'done') {
        worker.terminate();
        resolve({
          records: store.table.length,
          totalMs: Math.round(performance.now() - started),
          handlerMs: Math.round(handlerMs),
          handlerMicrosecondsARecord: Number(((handlerMs * 1_000) / store.table.length).toFixed(3)),
          slowestBlockMs: Number(slowestMs.toFixed(1)),
          longestGapMs: Number(longestGap().toFixed(1)),
        });
      } else if (data.kind !== 'catalogue') reject(new Error(data.kind));
    };
    worker.postMessage({ kind: 'run', runId: 1, scenario });
  });
}

Object.assign(globalThis, { orreryBench: stream });
