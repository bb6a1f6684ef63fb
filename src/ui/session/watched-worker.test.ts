import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromWorker } from '#protocol';
import { WatchedWorker, type WorkerPort } from './watched-worker';

let inner: WorkerPort;
let watched: WatchedWorker;
let lost: string[];
let heard: string[];

beforeEach(() => {
  vi.useFakeTimers();
  inner = { postMessage: () => {}, onmessage: null, onerror: null, terminate: () => {} };
  watched = new WatchedWorker(inner, () => Date.now());
  lost = [];
  heard = [];
  watched.onerror = ({ message }) => lost.push(message);
  watched.onmessage = ({ data }) => heard.push(data.kind);
});
afterEach(() => {
  watched.terminate();
  vi.useRealTimers();
});

const say = (message: object): void =>
  inner.onmessage?.({ data: message as FromWorker } as MessageEvent<FromWorker>);
const run = (): void => watched.postMessage({ kind: 'run', runId: 1, scenario: {} as never });
const wait = (seconds: number): void => {
  vi.advanceTimersByTime(seconds * 1_000);
};

it('takes a running worker that is silent for half a minute to be gone, and says so once', () => {
  say({ kind: 'catalogue' });
  run();
  wait(29);
  expect(lost).toEqual([]);
  wait(60);
  expect(lost).toEqual(['the worker has said nothing for 30 s']);
});

it('waits longer for a worker that is still on its way', () => {
  run();
  wait(115);
  expect(lost).toEqual([]);
  wait(10);
  expect(lost).toHaveLength(1);
});

it('hears signs of life, and keeps them to itself', () => {
  run();
  for (let second = 0; second < 200; second += 20) {
    say({ kind: 'alive', runId: 1 });
    wait(20);
  }
  expect(lost).toEqual([]);
  expect(heard).toEqual([]);
});

it.each(['done', 'refused', 'crashed'])('asks nothing of a worker whose run is %s', (kind) => {
  run();
  say({ kind, runId: 1 });
  wait(600);
  expect(lost).toEqual([]);
  expect(heard).toEqual([kind]);
});

it('asks nothing of a worker after the page itself slept', () => {
  say({ kind: 'catalogue' });
  run();
  vi.setSystemTime(Date.now() + 3_600_000);
  wait(10);
  expect(lost).toEqual([]);
});
