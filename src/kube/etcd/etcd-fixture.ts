/** An etcd and a caller of it, for tests. */
import { asTime, micros, millis, NO_DURATION, type SimDuration, seconds } from '#base';
import { type CallSpec, Network, type Process, RpcClient, Simulation } from '#kernel';
import type { RecordKind, RecordOf } from '#trace';
import type { EtcdVerb, WatchPiece, WatchRequest } from './api';
import { Etcd, type EtcdOptions } from './etcd-process';

const DIAL = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};

export const prefixOf = (key: string) => ({ key, rangeEnd: `${key.slice(0, -1)}0` });

export class EtcdFixture {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: Etcd;
  readonly caller: Process;
  #rpc: RpcClient;

  constructor(options: Partial<EtcdOptions> & { readonly seed?: number } = {}) {
    const { seed = 1, ...rest } = options;
    this.sim = new Simulation({ seed, epochMs: 0, maxRecords: 1_000_000 });
    const latency = { min: micros(200), max: micros(800) };
    this.network = new Network(this.sim, { latency, lossPerMillion: 0 });
    const requestLatency = { min: millis(1), max: millis(4) };
    this.etcd = new Etcd(this.network, { name: 'etcd', requestLatency, initial: [], ...rest });
    const startDelay = { min: NO_DURATION, max: NO_DURATION };
    this.caller = this.network.addProcess({ name: 'caller', startDelay, boot: () => ({}) });
    this.sim.schedule(this.sim.now, () => this.etcd.process.start());
    this.sim.schedule(this.sim.now, () => this.caller.start());
    this.advance(seconds(1));
    this.#rpc = new RpcClient(this.caller, 'caller', 'etcd', DIAL);
  }

  advance(duration: SimDuration): void {
    this.sim.advance(asTime(this.sim.now + duration));
  }

  /** Calls now; the array gets the body of the answer, or why there is none. */
  send(verb: EtcdVerb, body: unknown, timeout?: SimDuration): unknown[] {
    const answers: unknown[] = [];
    this.#rpc.call({ fields: this.#fields(verb), body, timeout }, (reply) => {
      answers.push(reply.ok ? reply.body : reply.reason);
    });
    return answers;
  }

  /** Calls and waits a second for the answer. */
  ask(verb: EtcdVerb, body: unknown): unknown {
    const answers = this.send(verb, body);
    this.advance(seconds(1));
    return answers[0];
  }

  put(key: string, value: unknown, lease = 0): unknown {
    return this.ask('txn', {
      compare: [],
      success: [{ kind: 'put', key, value, lease }],
      failure: [],
    });
  }

  /** Opens a watch; what comes is added to the arrays. */
  watch(request: WatchRequest) {
    const pieces: WatchPiece[] = [];
    const ends: string[] = [];
    const spec: CallSpec = {
      fields: this.#fields('watch'),
      body: request,
      onPiece: (piece) => pieces.push(piece as WatchPiece),
      onEnd: (reason) => ends.push(reason),
    };
    const answers: unknown[] = [];
    const call = this.#rpc.call(spec, (reply) =>
      answers.push(reply.ok ? reply.body : reply.reason),
    );
    this.advance(seconds(1));
    const events = () => pieces.flatMap((piece) => (piece.kind === 'events' ? piece.events : []));
    return { pieces, ends, answers, events, stop: () => call.cancel() };
  }

  /** All records of a kind so far. */
  records<K extends RecordKind>(kind: K): RecordOf<K>[] {
    const { table } = this.sim.recorder;
    const found: RecordOf<K>[] = [];
    for (let seq = 0; seq < table.length; seq += 1) {
      const record = table.recordOf(seq, kind);
      if (record) found.push(record);
    }
    return found;
  }

  #fields(verb: EtcdVerb) {
    const none = { subresource: '', namespace: '', name: '', query: '', user: '', userAgent: '' };
    return { verb, group: 'etcdserverpb', version: 'v3', resource: 'kv', ...none };
  }
}
