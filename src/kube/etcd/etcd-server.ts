/**
 * One life of etcd: it takes calls, lets each take effect when its time has come, and answers.
 *
 * A write costs a round through Raft and a sync of the log, a read a confirmed read index: each
 * call draws its latency from one range. Commits never overtake each other; a read sees the store
 * at the end of its own latency.
 *
 * Upstream    etcd v3.5 server/etcdserver/v3_server.go, server/etcdserver/api/v3rpc
 * Simplified  one logical member that leads as soon as it runs; a watch is created without
 *             latency.
 */
import { after, type SimDuration, type SimTime, seconds, TIME_ZERO } from '#base';
import type { DurationRange, IncomingCall, Process, RandomStream, Task } from '#kernel';
import { ETCD_ERROR, type EtcdVerb, type ProgressRequest, type WatchRequest } from './api';
import type { EtcdDisk } from './etcd-disk';
import { EtcdOperations } from './etcd-operations';
import { PROMOTE_EXTEND } from './lessor';
import { WatchHub, watchFields } from './watch-hub';

/**
 * How long a call may wait for a leader. Source: config.go ReqTimeout, 5 s + 2 election timeouts.
 */
export const REQUEST_TIMEOUT = seconds(7);
/**
 * How long streams that need a leader outlive it. Source: v3rpc/interceptor.go, 3 election
 * timeouts.
 */
const NO_LEADER_GRACE = seconds(3);
/** Calls that go through the log. */
const COMMITTING: ReadonlySet<EtcdVerb> = new Set(['txn', 'grant', 'revoke', 'compact']);

/**
 * What is wrong with the store as a whole. `noLeader`: it has lost its quorum. Calls wait for a
 * leader and get `etcdserver: request timed out` after 7 s, streams end after 3 s, no lease runs
 * out, and a new leader gives every lease its full TTL again. `silent`: the same, but nobody is
 * told anything; what waits longest is answered when it is over.
 */
export type OutageMode = 'noLeader' | 'silent';

/** A call that waits for a leader. */
interface Held {
  readonly call: IncomingCall;
  gone: boolean;
  readonly timeout: Task | undefined;
}

export interface ServerOptions {
  readonly process: Process;
  readonly disk: EtcdDisk;
  readonly requestLatency: DurationRange;
  readonly progressPeriod: SimDuration;
  /** Latency on top, by faults that are in force now. */
  readonly addedLatency: () => SimDuration;
  /** Added to the TTL of all leases as it begins to lead. */
  readonly extend: SimDuration;
}

export class EtcdServer {
  readonly operations: EtcdOperations;
  readonly #hub: WatchHub;
  readonly #options: ServerOptions;
  readonly #latency: RandomStream;
  readonly #held = new Set<Held>();
  #outage: OutageMode | undefined;
  #lastCommit: SimTime = TIME_ZERO;

  constructor(options: ServerOptions) {
    const { process, disk, progressPeriod } = options;
    this.#options = options;
    this.#latency = process.random('request-latency');
    const revision = () => disk.store.revision;
    this.#hub = new WatchHub({ process, actor: process.name, progressPeriod, revision });
    this.operations = new EtcdOperations(process, disk, this.#hub);
    this.operations.lessor.promote(options.extend);
    const listener = (call: IncomingCall) => this.#take(call);
    process.listener = listener;
  }

  /** What is wrong; undefined when it answers. */
  get outage(): OutageMode | undefined {
    return this.#outage;
  }

  /** Takes note of an outage that begins, ends or changes. */
  setOutage(mode: OutageMode | undefined): void {
    const before = this.#outage;
    if (before === mode) return;
    this.#outage = mode;
    const { lessor } = this.operations;
    if (!before) lessor.demote();
    if (mode === 'noLeader') this.#loseStreams();
    if (mode) return;
    lessor.promote(PROMOTE_EXTEND);
    this.#release();
  }

  #take(call: IncomingCall): void {
    const verb = call.fields.verb as EtcdVerb;
    if (this.#outage) this.#hold(call);
    else if (verb === 'watch') this.#watch(call);
    else if (verb === 'progress') {
      this.#reply(call, {});
      const { key } = call.body as ProgressRequest;
      const { client } = call.fields;
      this.#hub.progress((other, watch) => other.fields.client === client && watch.key === key);
    } else this.#schedule(call, verb);
  }

  #schedule(call: IncomingCall, verb: EtcdVerb): void {
    const { process, requestLatency, addedLatency } = this.#options;
    const latency = this.#latency.duration(requestLatency) + addedLatency();
    let at = after(process.sim.now, latency as SimDuration);
    if (COMMITTING.has(verb)) {
      at = Math.max(at, this.#lastCommit) as SimTime;
      this.#lastCommit = at;
    }
    const run = () => {
      if (this.#outage) this.#hold(call);
      else this.#reply(call, this.operations.run(verb, call.body));
    };
    process.sim.schedule(at, run, process.life, call.requestSeq);
  }

  #watch(call: IncomingCall): void {
    const { process, disk } = this.#options;
    const { revision, compactRevision } = disk.store;
    const request = call.body as WatchRequest;
    this.#reply(call, { revision });
    const from = request.startRevision;
    if (from === 0 || from >= compactRevision) {
      this.#hub.add(call, request, from > 0 ? disk.store.eventsFrom(from) : []);
      return;
    }
    const fields = watchFields(call, 'ERROR', request.key, compactRevision);
    const seq = process.write('watch', process.name, fields, call.requestSeq);
    call.push(seq, { kind: 'compacted', compactRevision });
    call.end(ETCD_ERROR.compacted);
  }

  #hold(call: IncomingCall): void {
    const { process } = this.#options;
    const silent = this.#outage === 'silent';
    if (call.fields.verb === 'watch' && !silent) {
      this.#reply(call, { etcdError: ETCD_ERROR.noLeader });
      return;
    }
    const giveUp = () => {
      this.#held.delete(held);
      call.onCancel = undefined;
      this.#reply(call, { etcdError: ETCD_ERROR.timeout });
    };
    const timeout = silent ? undefined : process.later(REQUEST_TIMEOUT, giveUp);
    const held: Held = { call, gone: false, timeout };
    const leave = () => {
      held.gone = true;
    };
    call.onCancel = leave;
    this.#held.add(held);
  }

  #release(): void {
    const { sim } = this.#options.process;
    const waiting = [...this.#held];
    this.#held.clear();
    for (const { call, gone, timeout } of waiting) {
      if (timeout) sim.cancel(timeout);
      call.onCancel = undefined;
      if (!gone) sim.onBehalfOf(call.requestSeq, () => this.#take(call));
    }
  }

  #loseStreams(): void {
    this.#options.process.later(NO_LEADER_GRACE, () => {
      if (this.#outage === 'noLeader') this.#hub.endAll(ETCD_ERROR.noLeader);
    });
  }

  #reply(call: IncomingCall, body: object): void {
    const { process, disk } = this.#options;
    const error = 'etcdError' in body ? (body.etcdError as string) : undefined;
    const code = error === undefined ? 200 : codeOf(error);
    const { revision: resourceVersion } = disk.store;
    call.reply(process.name, { code, reason: error ?? '', resourceVersion, body });
  }
}

/** The HTTP code of an error's gRPC code. Source: grpc-gateway's table; rpctypes/error.go. */
function codeOf(error: string): number {
  switch (error) {
    case ETCD_ERROR.leaseNotFound:
      return 404;
    case ETCD_ERROR.noSpace:
      return 429;
    case ETCD_ERROR.timeout:
    case ETCD_ERROR.noLeader:
      return 503;
    default:
      return 400;
  }
}
