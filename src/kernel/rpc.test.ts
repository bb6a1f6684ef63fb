import { describe, expect, it } from 'vitest';
import { asTime, millis, NO_DURATION, seconds } from '#base';
import { type IncomingCall, Network, type Process, RpcClient, Simulation } from './index';

const FIELDS = {
  verb: 'get',
  group: '',
  version: '',
  resource: 'kv',
  subresource: '',
  namespace: '',
  name: 'a',
  query: '',
  user: '',
  userAgent: '',
};
const DIAL = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};

/** A client and a server that run from the start; each call goes to `take`. */
function world(take: (call: IncomingCall) => void) {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10_000 });
  const latency = { min: millis(1), max: millis(1) };
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const boot = (process: Process) => {
    if (process.name === 'server') process.listener = take;
    return {};
  };
  const server = network.addProcess({ name: 'server', startDelay, boot });
  const client = network.addProcess({ name: 'client', startDelay, boot });
  sim.schedule(sim.now, () => server.start());
  sim.schedule(sim.now, () => client.start());
  const at = (second: number, run: () => void) => sim.planStep(asTime(seconds(second)), run);
  const rpc = () => new RpcClient(client, 'client', 'server', DIAL);
  const records = () =>
    Array.from({ length: sim.recorder.length }, (_, seq) => sim.recorder.table.record(seq));
  return { sim, server, client, at, rpc, records };
}

describe('a client of calls', () => {
  it('forgets the deadlines of its calls when it is closed', () => {
    const { sim, at, rpc, records } = world(() => {});
    const replies: unknown[] = [];
    at(1, () => {
      const client = rpc();
      client.call({ fields: FIELDS, body: {}, timeout: seconds(5) }, (reply) => {
        replies.push(reply);
      });
      sim.planStep(asTime(seconds(2)), () => client.close());
    });
    sim.advance(asTime(seconds(30)));
    expect(replies).toEqual([]);
    expect(records().filter(({ kind }) => kind === 'response')).toEqual([]);
  });

  it('closes a connection that comes up after it was closed', () => {
    const { sim, server, at, rpc, records } = world(() => {});
    at(1, () => {
      const client = rpc();
      client.connect(() => expect.unreachable('nobody is told'));
      client.close();
    });
    at(2, () => server.kill());
    sim.advance(asTime(seconds(30)));
    const phases = records().flatMap((record) =>
      record.kind === 'connection' ? [record.phase] : [],
    );
    expect(phases).toEqual(['opened']);
  });

  it('connects without a call, and says why it cannot', () => {
    const { sim, server, at, rpc } = world(() => {});
    const heard: (string | undefined)[] = [];
    at(1, () => {
      const client = rpc();
      client.connect((failure) => heard.push(failure?.reason));
      client.connect((failure) => heard.push(failure?.reason));
    });
    at(2, () => server.kill());
    at(3, () => rpc().connect((failure) => heard.push(failure?.reason)));
    sim.advance(asTime(seconds(30)));
    expect(heard).toEqual([undefined, undefined, 'dial tcp server: connect: connection refused']);
  });

  it('tells only calls in progress that the client has gone', () => {
    const gone: string[] = [];
    const { sim, client, at, rpc } = world((call) => {
      call.onCancel = () => gone.push(call.fields.name);
      const answer = { code: 200, reason: '', resourceVersion: 0, body: {} };
      if (call.fields.name !== 'slow') call.reply('server', answer);
    });
    at(1, () => {
      const caller = rpc();
      const stream = { fields: { ...FIELDS, name: 'stream' }, body: {}, onPiece: () => {} };
      caller.call({ fields: FIELDS, body: {} }, () => {});
      caller.call({ fields: { ...FIELDS, name: 'slow' }, body: {} }, () => {});
      caller.call(stream, () => {});
    });
    at(2, () => client.kill());
    sim.advance(asTime(seconds(30)));
    expect(gone).toEqual(['slow', 'stream']);
  });
});
