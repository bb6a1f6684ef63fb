import { describe, expect, it } from 'vitest';
import { asTime, micros, millis, type SimTime, seconds } from '#base';
import { type TraceTable, traceHash } from '#trace';
import { Network } from './network';
import type { Process } from './process';
import { RpcClient } from './rpc';
import { Simulation } from './simulation';

const DIAL = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};
const FIELDS = {
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'things',
  subresource: '',
  namespace: '',
  name: 'x',
  query: '',
  user: 'u',
  userAgent: 'ua',
};
const at = (s: number) => asTime(s * 1_000_000);

/** A server that answers every call with its own count, and a client that calls each second. */
function world(seed = 1) {
  const sim = new Simulation({ seed, epochMs: 0, maxRecords: 100_000 });
  const latency = { min: micros(200), max: micros(800) };
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const fixed = { min: millis(500), max: millis(500) };
  const server = network.addProcess({
    name: 'server',
    startDelay: fixed,
    boot: (process) => {
      let count = 0;
      process.listener = (call) => {
        count += 1;
        call.reply('server/api', { code: 200, reason: '', resourceVersion: count, body: count });
      };
      return {};
    },
  });
  const replies: { at: SimTime; text: string }[] = [];
  const boot = (process: Process) => {
    const client = new RpcClient(process, 'client/rpc', 'server', DIAL);
    const tick = () => {
      process.timer('client', 'tick', seconds(1), tick);
      client.call({ fields: FIELDS, body: undefined, timeout: seconds(5) }, (reply) => {
        replies.push({ at: sim.now, text: reply.ok ? String(reply.code) : reply.reason });
      });
    };
    process.timer('client', 'tick', seconds(1), tick);
    return {};
  };
  const client = network.addProcess({ name: 'client', startDelay: fixed, boot });
  return { sim, network, server, client, replies };
}

function causesLeadHome(table: TraceTable): void {
  for (let seq = 0; seq < table.length; seq += 1) {
    const record = table.record(seq);
    if (record.cause === null) {
      expect(['process', 'fault']).toContain(record.kind);
      continue;
    }
    if (record.timer !== undefined) {
      const armed = table.recordOf(record.cause, 'timer');
      expect(armed?.firesAt).toBe(record.t);
    }
    if (record.kind === 'response')
      expect(table.kindOf(record.cause)).toBeOneOf(['request', 'process', 'connection']);
    if (record.kind === 'message') expect(record.cause).toBe(record.of);
  }
}

describe('Simulation', () => {
  it('delivers calls over one connection and names causes', () => {
    const { sim, server, client, replies } = world();
    server.start();
    client.start();
    sim.advance(at(5.9));
    expect(replies.map((reply) => reply.text)).toEqual(['200', '200', '200', '200', '200']);
    const { table } = sim.recorder;
    const kinds = Array.from({ length: table.length }, (_, seq) => table.kindOf(seq));
    expect(kinds.filter((kind) => kind === 'connection')).toHaveLength(1);
    causesLeadHome(sim.recorder.table);
  });

  it('gives a hash of the seed alone, in slices of any size', () => {
    const run = (seed: number, slice: number) => {
      const { sim, server, client } = world(seed);
      server.start();
      client.start();
      while (!sim.advance(at(20), slice));
      return traceHash(sim.recorder.table);
    };
    expect(run(1, 1)).toBe(run(1, 1_000));
    expect(run(2, 7)).not.toBe(run(1, 7));
  });

  it('resets calls in progress when the server is killed, then refuses', () => {
    const { sim, server, client, replies } = world();
    server.start();
    client.start();
    sim.planStep(at(3.2), () => server.kill());
    sim.advance(at(6));
    const texts = replies.map((reply) => reply.text);
    expect(texts.slice(0, 2)).toEqual(['200', '200']);
    expect(texts.at(-1)).toBe('dial tcp server: connect: connection refused');
    const closed = [...Array(sim.recorder.length).keys()]
      .map((seq) => sim.recorder.table.recordOf(seq, 'connection'))
      .filter((record) => record?.phase === 'closed');
    expect(closed[0]?.reason).toBe('read: connection reset by peer');
    causesLeadHome(sim.recorder.table);
  });

  it('times calls out across a partition, and delivers what waited when it heals in time', () => {
    const { sim, network, server, client, replies } = world();
    server.start();
    client.start();
    let heal = () => {};
    sim.planStep(at(3), () => {
      heal = network.partition({ between: ['client'], and: ['server'] }).heal;
    });
    sim.planStep(at(14), () => heal());
    sim.advance(at(40));
    const failed = replies.filter((reply) => reply.text !== '200');
    expect(new Set(failed.map((reply) => reply.text))).toEqual(
      new Set(['context deadline exceeded']),
    );
    expect(replies.at(-1)?.text).toBe('200');
    causesLeadHome(sim.recorder.table);
  });

  it('closes a connection to a silent peer when the keepalive fails', () => {
    const { sim, network, server, client } = world();
    server.start();
    client.start();
    sim.planStep(at(3), () => {
      network.partition({ between: ['client'], and: ['server'] });
    });
    sim.advance(at(60));
    const table = sim.recorder.table;
    const lost = [...Array(table.length).keys()]
      .map((seq) => table.recordOf(seq, 'connection'))
      .find((record) => record?.reason === 'keepalive timed out');
    expect(lost?.phase).toBe('timed-out');
    expect(lost?.t).toBeGreaterThan(at(42));
    expect(lost?.t).toBeLessThan(at(43.1));
  });

  it('holds the tasks of a paused process and runs them, late, when it goes on', () => {
    const { sim, server, client, replies } = world();
    server.start();
    client.start();
    sim.planStep(at(3.2), () => client.pause());
    sim.planStep(at(7.2), () => client.resume());
    sim.advance(at(9));
    const times = replies.map((reply) => Math.floor(reply.at / 1_000_000));
    expect(times).toEqual([1, 2, 7, 8]);
    const table = sim.recorder.table;
    const late = [...Array(table.length).keys()].find((seq) => table.also.has(seq));
    expect(late).toBeDefined();
    causesLeadHome(table);
  });

  it('runs steps at the end of their instant, in their order', () => {
    const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10 });
    const order: string[] = [];
    sim.planStep(at(1), () => order.push('step a'));
    sim.planStep(at(1), () => order.push('step b'));
    sim.schedule(at(1), () => {
      order.push('task');
      sim.schedule(at(1), () => order.push('task of task'));
    });
    sim.advance(at(2));
    expect(order).toEqual(['task', 'task of task', 'step a', 'step b']);
  });

  it('ends at the limit of records', () => {
    const { sim, server, client } = world();
    server.start();
    client.start();
    const short = new Simulation({ seed: 1, epochMs: 0, maxRecords: 5 });
    expect(short.truncated).toBe(false);
    sim.advance(at(2));
    expect(sim.truncated).toBe(false);
  });
});
