import { describe, expect, test } from 'vitest';
import { asTime, millis, NO_DURATION, seconds } from '#base';
import {
  type IncomingCall,
  Network,
  type Process,
  type Reply,
  RpcClient,
  Simulation,
} from './index';

const FIELDS = {
  verb: 'get',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '/',
  query: '',
  user: '',
  userAgent: '',
};
const DIAL = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};
const OK = { code: 200, reason: '', resourceVersion: 0, body: '' };

/** A server that keeps calls until they are answered by hand, and a client. Each way takes 1 ms. */
function world() {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10_000 });
  const latency = { min: millis(1), max: millis(1) };
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const calls: IncomingCall[] = [];
  const boot = (process: Process) => {
    if (process.name === 'server') process.listener = (call) => calls.push(call);
    return {};
  };
  const server = network.addProcess({ name: 'server', startDelay, boot });
  const client = network.addProcess({ name: 'client', startDelay, boot });
  sim.schedule(sim.now, () => server.start());
  sim.schedule(sim.now, () => client.start());
  const at = (second: number, run: () => void) => sim.planStep(asTime(seconds(second)), run);
  const closed = () => {
    const { table } = sim.recorder;
    return Array.from({ length: table.length }, (_, seq) => table.record(seq)).filter(
      (record) => record.kind === 'connection' && record.phase === 'closed',
    );
  };
  const rpc = () => new RpcClient(client, 'client', 'server', DIAL);
  return { sim, network, server, at, rpc, calls, closed };
}

describe('a server that drains', () => {
  test('closes idle connections at once and the others after their last call', () => {
    const { sim, network, server, at, rpc, calls, closed } = world();
    const busy: Reply[] = [];
    let drained = -1;
    at(1, () => {
      const idle = rpc();
      idle.call({ fields: FIELDS, body: undefined }, () => {});
      sim.planStep(asTime(seconds(2)), () => calls[0].reply('server', OK));
      rpc().call({ fields: FIELDS, body: undefined }, (reply) => busy.push(reply));
    });
    at(3, () => {
      server.listener = undefined;
      network.drainServer(server, () => {
        drained = sim.now;
      });
    });
    sim.advance(asTime(seconds(4)));
    expect(closed()).toHaveLength(1);
    expect(drained).toBe(-1);
    at(5, () => calls[1].reply('server', OK));
    sim.advance(asTime(seconds(6)));
    expect(busy).toMatchObject([{ ok: true, code: 200 }]);
    expect(drained).toBe(seconds(5));
    expect(closed()).toHaveLength(2);
  });

  test('sends a call that crosses its goodbye back, to be tried anew', () => {
    const { sim, network, server, at, rpc, calls } = world();
    const late: Reply[] = [];
    at(1, () => {
      const client = rpc();
      client.call({ fields: FIELDS, body: undefined }, () => {});
      sim.planStep(asTime(seconds(2)), () => {
        client.call({ fields: FIELDS, body: undefined }, (reply) => late.push(reply));
        server.listener = undefined;
        network.drainServer(server, () => {});
      });
    });
    sim.advance(asTime(seconds(3)));
    expect(calls).toHaveLength(1);
    expect(late).toMatchObject([
      { ok: false, reason: 'dial tcp server: connect: connection refused' },
    ]);
  });

  test('ends a stream with the connection, and is told of its end', () => {
    const { sim, network, server, at, rpc, calls } = world();
    const ends: string[] = [];
    let over = 0;
    let drained = false;
    at(1, () => {
      const onEnd = (reason: string) => ends.push(reason);
      rpc().call({ fields: FIELDS, body: undefined, onPiece: () => {}, onEnd }, () => {});
    });
    at(2, () => {
      calls[0].onOver = () => {
        over += 1;
      };
      calls[0].reply('server', OK);
    });
    at(3, () => {
      network.drainServer(server, () => {
        drained = true;
      });
    });
    sim.advance(asTime(seconds(4)));
    expect([over, drained]).toEqual([0, false]);
    at(5, () => calls[0].end('time is over'));
    sim.advance(asTime(seconds(6)));
    expect([over, drained, ends]).toEqual([1, true, ['time is over']]);
  });
});
