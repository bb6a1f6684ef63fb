import { describe, expect, it } from 'vitest';
import { asTime, millis, NO_DURATION, seconds } from '#base';
import {
  type DialOptions,
  type IncomingCall,
  Network,
  type Process,
  RpcClient,
  Simulation,
} from './index';

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
const PLAIN: DialOptions = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};
const GRPC = { ...PLAIN, keepaliveOnlyInCalls: true, userTimeout: seconds(10) };
const OK = { code: 200, reason: '', resourceVersion: 0, body: {} };
const SIDES = { between: ['client'], and: ['server'] };

/** A client and a server, both running from the start; latency is 1 ms each way. */
function world(take: (call: IncomingCall) => void) {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 100_000 });
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
  const heard: [number, string][] = [];
  const hear = (text: string) => heard.push([sim.now / 1e6, text]);
  const at = (second: number, run: () => void) => sim.planStep(asTime(seconds(second)), run);
  const cut = (from: number, to: number) =>
    at(from, () => {
      const fault = network.partition(SIDES);
      at(to, () => fault.heal());
    });
  const rpc = (options: DialOptions) => new RpcClient(client, 'client', 'server', options);
  const stream = (of: RpcClient) =>
    of.call(
      {
        fields: FIELDS,
        body: {},
        onPiece: (piece) => hear(`piece ${piece}`),
        onEnd: (reason) => hear(`end: ${reason}`),
      },
      (reply) => hear(reply.ok ? 'stream open' : reply.reason),
    );
  const ask = (of: RpcClient) =>
    of.call({ fields: FIELDS, body: {} }, (reply) => hear(reply.ok ? 'answer' : reply.reason));
  const run = (until: number) => {
    sim.advance(asTime(seconds(until)));
    return heard.map(([t, text]) => `${t.toFixed(3)} ${text}`);
  };
  return { sim, network, server, client, heard, hear, at, cut, rpc, stream, ask, run };
}

/** A server that keeps streams open and answers nothing more. */
function streams() {
  const open: IncomingCall[] = [];
  const gone: IncomingCall[] = [];
  const made = world((call) => {
    open.push(call);
    call.onCancel = () => gone.push(call);
    call.reply('server', OK);
  });
  return { ...made, open, gone };
}

describe('a path that is broken for a while', () => {
  it('still brings the end of a stream once it is whole again', () => {
    const { at, cut, rpc, stream, open, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    cut(2, 6);
    at(3, () => open[0].end('no more'));
    // Sent again after 0.2, 0.6, 1.4 and 3 s: the first that gets through.
    expect(run(60)).toEqual(['1.004 stream open', '9.201 end: no more']);
  });

  it('still tells the server that a stream is not wanted any more', () => {
    const { at, cut, rpc, stream, gone, run } = streams();
    at(1, () => {
      const call = stream(rpc(PLAIN));
      at(3, () => call.cancel());
    });
    cut(2, 6);
    run(9);
    expect(gone).toHaveLength(0);
    run(10);
    expect(gone).toHaveLength(1);
  });

  it('still tells the client that the server was killed', () => {
    const { server, at, cut, rpc, stream, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    cut(2, 6);
    at(3, () => server.kill());
    expect(run(60)).toEqual(['1.004 stream open', '9.201 end: read: connection reset by peer']);
  });

  it('leaves the server a stream of a client that gave up, until it sends', () => {
    const { sim, at, cut, rpc, stream, open, gone, run } = streams();
    at(1, () => stream(rpc(GRPC)));
    cut(2, 100);
    expect(run(100)).toEqual(['1.004 stream open', '41.004 end: keepalive timed out']);
    expect(gone).toHaveLength(0);
    at(101, () => open[0].push(sim.recorder.length - 1, 1));
    run(102);
    expect(gone).toHaveLength(1);
  });

  it('closes the stream of a client that was killed meanwhile when it is whole again', () => {
    const { client, at, cut, rpc, stream, gone, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    cut(2, 6);
    at(3, () => client.kill());
    run(9);
    expect(gone).toHaveLength(0);
    run(10);
    expect(gone).toHaveLength(1);
  });
});

describe('silence', () => {
  it('is found by a question after idle time, counted from the last word', () => {
    const { at, cut, rpc, stream, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    // Questions at 31.004 and 61.004 are answered; the one at 91.004 is not.
    cut(62, 200);
    expect(run(200)).toEqual(['1.004 stream open', '101.004 end: keepalive timed out']);
  });

  it('is none where the answer comes in time', () => {
    const { at, cut, rpc, stream, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    // The question of 31.004 s is sent again 6.2 s later.
    cut(30, 36);
    expect(run(300)).toEqual(['1.004 stream open']);
  });

  it('breaks a connection with a user timeout as soon as a packet is too old', () => {
    const { at, cut, rpc, stream, ask, run } = streams();
    at(1, () => {
      const client = rpc(GRPC);
      stream(client);
      at(10, () => ask(client));
    });
    cut(5, 60);
    expect(run(100)).toEqual([
      '1.004 stream open',
      '20.000 end: read: connection timed out',
      '20.000 read: connection timed out',
    ]);
  });

  it('is not looked for without a call, if only calls make it ask', () => {
    const { server, at, rpc, ask, run } = streams();
    at(1, () => {
      const client = rpc(GRPC);
      ask(client);
      at(2, () => server.pause());
      at(100, () => ask(client));
    });
    expect(run(200)).toEqual(['1.004 answer', '110.000 keepalive timed out']);
  });

  it('is what links are that are slower than the wait for an answer', () => {
    const { network, at, rpc, stream, run } = streams();
    at(1, () => stream(rpc(PLAIN)));
    at(2, () => network.delay(SIDES, seconds(6), NO_DURATION));
    expect(run(200)).toEqual(['1.004 stream open', '41.004 end: keepalive timed out']);
  });
});

describe('a process that is stopped', () => {
  it('lets TCP come up, but not TLS', () => {
    const { server, at, rpc, ask, run } = streams();
    at(1, () => server.pause());
    at(2, () => ask(rpc(PLAIN)));
    at(2, () => ask(rpc({ ...PLAIN, handshakeTimeout: seconds(10) })));
    expect(run(60)).toEqual(['12.002 tls handshake: timed out', '22.000 tls handshake: timed out']);
  });

  it('finds its attempt to connect too old when it runs again', () => {
    const { client, at, cut, rpc, ask, run } = streams();
    cut(1, 100);
    at(2, () => ask(rpc(PLAIN)));
    at(4, () => client.pause());
    at(40, () => client.resume());
    expect(run(60)).toEqual(['40.000 dial tcp server: i/o timeout']);
  });

  it('goes on with the handshake when it runs again', () => {
    const { server, at, rpc, ask, run } = streams();
    at(1, () => server.pause());
    at(2, () => ask(rpc(PLAIN)));
    at(7, () => server.resume());
    expect(run(60)).toEqual(['7.003 answer']);
  });

  it('resets the handshake when it is killed', () => {
    const { server, at, rpc, ask, run } = streams();
    at(1, () => server.pause());
    at(2, () => ask(rpc(PLAIN)));
    at(7, () => server.kill());
    expect(run(60)).toEqual(['7.001 tls handshake: connection reset by peer']);
  });
});
