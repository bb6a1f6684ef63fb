/** The idle control planes in a worker of the browser, which is where people run them. */

function idle(): Promise<Record<string, number>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Record<string, number>>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
  });
}

Object.assign(globalThis, { orreryBench: idle });
