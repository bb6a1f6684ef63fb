import { asTime, micros, millis, type SimDuration } from '#base';
import { Network, type Process, RpcClient, Simulation } from '#kernel';
import type { Bench } from './bench';

const DIAL = {
  dialTimeout: millis(20_000),
  keepaliveIdle: millis(30_000),
  keepaliveTimeout: millis(10_000),
};
const TASKS = 1_000_000;
const TIMERS = 5_000;

/** Periodic tasks without records: what the loop alone can do. */
function bareTasksPerSecond(): number {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 1_000_000 });
  const stream = sim.random('bench');
  for (let index = 0; index < TIMERS; index += 1) {
    const period = stream.int(1_000, 10_000_000);
    const tick = () => sim.schedule(asTime(sim.now + period), tick);
    sim.schedule(asTime(period), tick);
  }
  const started = performance.now();
  sim.advance(asTime(Number.MAX_SAFE_INTEGER), TASKS);
  return Math.round(TASKS / ((performance.now() - started) / 1_000));
}

/** Calls over the modelled network, with all their records. */
function callsPerSecond(): { readonly calls: number; readonly records: number } {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10_000_000 });
  const latency = { min: micros(200), max: micros(800) };
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const now = { min: millis(0), max: millis(0) };
  const answer = { code: 200, reason: '', resourceVersion: 1, body: undefined };
  const server = network.addProcess({
    name: 'server',
    startDelay: now,
    boot: (process) => {
      process.listener = (call) => call.reply('server/api', answer);
      return {};
    },
  });
  let calls = 0;
  const boot = (process: Process) => {
    const rpc = new RpcClient(process, 'client/rpc', 'server', DIAL);
    const none = { group: '', subresource: '', namespace: '', query: '', user: '', userAgent: '' };
    const fields = { ...none, verb: 'get', version: 'v1', resource: 'things', name: 'x' };
    const again = () => {
      calls += 1;
      rpc.call({ fields, body: undefined }, again);
    };
    process.later(millis(1) as SimDuration, again);
    return {};
  };
  server.start();
  network.addProcess({ name: 'client', startDelay: now, boot }).start();
  const started = performance.now();
  sim.advance(asTime(60_000_000));
  const seconds = (performance.now() - started) / 1_000;
  return {
    calls: Math.round(calls / seconds),
    records: Math.round(sim.recorder.length / seconds),
  };
}

/** The kernel alone: its loop, and calls with their records. */
export const kernelBench: Bench = {
  name: 'kernel',
  run: async () => {
    bareTasksPerSecond();
    const { calls, records } = callsPerSecond();
    return {
      tasksPerSecond: bareTasksPerSecond(),
      callsPerSecond: calls,
      recordsPerSecond: records,
    };
  },
};
