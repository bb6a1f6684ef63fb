/** For tests: etcd, API servers as whole processes, and a client, in one simulation. */
import { asTime, NO_DURATION, seconds } from '#base';
import { type CallFields, Network, type Process, type Reply, RpcClient, Simulation } from '#kernel';
import type { RecordKind, RecordOf, TraceRecord } from '#trace';
import { HTTP2_DIAL } from '../../client/transport';
import { Etcd } from '../../etcd';
import type { Profile } from '../../profile';
import { HookFaults } from '../hooks';
import { HOOK_BODIES } from '../hooks/hook-bodies';
import { KIND_RULES } from '../kinds/rules';
import { parseApiServerFlags, withImpliedFlags } from '../options';
import { responseTransforms } from '../printers';
import { apiServerProcess } from '../server';

/** 2023-04-11T00:00:00Z, ms. */
const EPOCH_MS = 1_681_171_200_000;
const NONE = { min: NO_DURATION, max: NO_DURATION };
const LATENCY = { min: seconds(0.0002), max: seconds(0.0008) };
const ETCD_LATENCY = { min: seconds(0.001), max: seconds(0.004) };
const FIELDS: CallFields = {
  verb: 'get',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  query: '',
  user: 'test',
  userAgent: 'test',
};

/** What a request says, and what goes with it. */
export interface SentFields extends Partial<CallFields> {
  readonly accept?: string;
  readonly body?: unknown;
  readonly onPiece?: (piece: unknown) => void;
  readonly onEnd?: () => void;
}

export interface ServerWorldOptions {
  readonly seed?: number;
  readonly profile?: Profile;
  /** Flags of each server, besides those that none starts without. */
  readonly flags?: readonly (readonly string[])[];
  /** etcd is started too. */
  readonly etcd?: boolean;
  /** No flag is added. */
  readonly bare?: boolean;
}

export class ServerWorld {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: Etcd;
  readonly hookFaults = new HookFaults();
  readonly servers: readonly Process[];
  readonly client: Process;

  constructor(options: ServerWorldOptions = {}) {
    const { seed = 1, profile = '1.27', flags = [[]], etcd = true, bare = false } = options;
    this.sim = new Simulation({ seed, epochMs: EPOCH_MS, maxRecords: 2_000_000 });
    this.network = new Network(this.sim, { latency: LATENCY, lossPerMillion: 0 });
    const initial: [] = [];
    this.etcd = new Etcd(this.network, { name: 'etcd', requestLatency: ETCD_LATENCY, initial });
    this.servers = flags.map((own, index) => {
      const args = bare ? own : withImpliedFlags(own);
      const parsed = parseApiServerFlags(args, profile);
      if (!parsed.ok) throw new Error(parsed.message);
      return this.network.addProcess(
        apiServerProcess({
          name: `server-${'abc'[index]}`,
          options: parsed.options,
          etcd: 'etcd',
          startDelay: NONE,
          hostAddress: `10.0.0.${11 + index}`,
          hookFaults: this.hookFaults,
          hookBodies: { ...HOOK_BODIES, kindRules: KIND_RULES, transforms: responseTransforms },
        }),
      );
    });
    this.client = this.network.addProcess({ name: 'client', startDelay: NONE, boot: () => ({}) });
    this.sim.schedule(this.sim.now, () => {
      if (etcd) this.etcd.process.start();
      this.client.start();
    });
    this.forSeconds(0);
  }

  /** Starts the servers, in order. */
  start(): this {
    for (const server of this.servers) this.do(() => server.start());
    return this;
  }

  /** Does something at the end of this instant, as a step of the timeline does. */
  do(act: () => void): void {
    this.sim.planStep(this.sim.now, act);
    this.forSeconds(0);
  }

  forSeconds(length: number): void {
    this.sim.advance(asTime(this.sim.now + seconds(length)));
  }

  /** Advances until `holds` does, for at most `limit` seconds. */
  until(holds: () => boolean, limit = 120): void {
    for (let tenth = 0; tenth < limit * 10 && !holds(); tenth += 1) this.forSeconds(0.1);
    if (!holds()) throw new Error(`it holds within ${limit} s, at ${this.sim.now} µs`);
  }

  get now(): number {
    return this.sim.now / 1_000_000;
  }

  /** Sends a GET from the client process over a connection of its own; `path` may have a query. */
  get(path: string, fields: SentFields = {}, server = 'server-a'): PendingGet {
    const pending: PendingGet = { reply: undefined };
    this.do(() => {
      const rpc = new RpcClient(this.client, 'client', server, HTTP2_DIAL);
      const name = path.split('?')[0];
      const query = path.split('?')[1] ?? '';
      const { accept, body, onPiece: heard, onEnd, ...own } = fields;
      const onPiece = heard ?? (fields.verb === 'watch' ? () => {} : undefined);
      const spec = { fields: { ...FIELDS, name, query, ...own }, body, accept, onPiece, onEnd };
      rpc.call(spec, (reply) => {
        pending.reply = reply;
      });
    });
    return pending;
  }

  /** The answer of a GET: code and body, or the reason why there is none. */
  answerOf(path: string, fields: SentFields = {}): readonly [number, unknown] {
    const pending = this.get(path, fields);
    this.until(() => pending.reply !== undefined);
    const { reply } = pending;
    if (reply?.ok) return [reply.code, reply.body];
    return [0, reply?.reason];
  }

  records(): readonly TraceRecord[] {
    const { table } = this.sim.recorder;
    return Array.from({ length: table.length }, (_, seq) => table.record(seq));
  }

  /** Records of a kind, in order; of one actor when it is given. */
  of<K extends RecordKind>(kind: K, actor?: string): readonly RecordOf<K>[] {
    return this.records().filter(
      (record) => record.kind === kind && (actor === undefined || record.actor === actor),
    ) as unknown as readonly RecordOf<K>[];
  }

  /** Messages of the log of an actor, in order. */
  log(actor = 'server-a/lifecycle'): readonly string[] {
    return this.of('log', actor).map(({ message }) => message);
  }

  /** The states that the lifecycle of a server went through, in order. */
  states(actor = 'server-a/lifecycle'): readonly string[] {
    return this.of('state', actor).map(({ to }) => to);
  }

  /** How a process ended. */
  exitOf(name = 'server-a'): { readonly t: number; readonly exitCode: number | null } | undefined {
    const last = this.of('process', name).at(-1);
    return last?.phase === 'exited'
      ? { t: last.t / 1_000_000, exitCode: last.exitCode }
      : undefined;
  }
}

export interface PendingGet {
  reply: Reply | undefined;
}
