/**
 * One life of etcd: it takes calls, commits writes in the order in which they came, answers, feeds the
 * watchers and lets leases run out.
 *
 * A write costs a round through Raft and a sync of the log, a read a confirmed read index: each call
 * draws its latency from one range. Commits never overtake each other; a read sees the store at the
 * end of its own latency.
 *
 * Upstream    etcd v3.5 server/etcdserver/v3_server.go, server/etcdserver/apply.go
 * Simplified  one logical member that leads as soon as it runs; a watch is created without latency.
 */
import {
  after,
  compareText,
  type SimDuration,
  type SimTime,
  seconds,
  TIME_ZERO,
  unreachable,
} from '#base';
import type { DurationRange, IncomingCall, Process, RandomStream, Task } from '#kernel';
import type { Seq } from '#trace';
import {
  type CompactRequest,
  ETCD_ERROR,
  type EtcdError,
  type LeaseGrantRequest,
  type LeaseRequest,
  type Op,
  type RangeRequest,
  type StatusResponse,
  type TxnRequest,
  type WatchRequest,
} from './api';
import type { EtcdDisk } from './etcd-disk';
import { Lessor, PROMOTE_EXTEND, type StoredLease } from './lessor';
import { type LoggedEvent, tooLarge } from './mvcc-store';
import { WatchHub } from './watch-hub';

/** How long a call may wait for a leader. Source: etcdserver ReqTimeout, 5 s + 2 election timeouts. */
export const REQUEST_TIMEOUT = seconds(7);
/** How long streams that need a leader outlive it. Source: v3rpc/interceptor.go, 3 election timeouts. */
const NO_LEADER_GRACE = seconds(3);

/** Verbs of calls, the `verb` of their request records. */
export type EtcdVerb =
  | 'range'
  | 'txn'
  | 'grant'
  | 'keepalive'
  | 'revoke'
  | 'ttl'
  | 'compact'
  | 'status'
  | 'progress'
  | 'watch';

/** Calls that go through the log. */
const COMMITTING: ReadonlySet<EtcdVerb> = new Set(['txn', 'grant', 'revoke', 'compact']);

/**
 * What is wrong with the store as a whole. `noLeader`: it has lost its quorum. Calls wait for a leader
 * and get `etcdserver: request timed out` after 7 s, streams end after 3 s, no lease runs out, and a new
 * leader gives every lease its full TTL again. `silent`: the same, but nobody is told anything.
 */
export type OutageMode = 'noLeader' | 'silent';

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
  /** Latency on top, µs, by a fault. */
  readonly addedLatency: () => SimDuration;
  /** Added to all leases as it begins to lead. */
  readonly extend: SimDuration;
}

export class EtcdServer {
  readonly lessor: Lessor;
  readonly hub: WatchHub;
  readonly #options: ServerOptions;
  readonly #latency: RandomStream;
  #outage: OutageMode | undefined;
  #held: Held[] = [];
  #lastCommit: SimTime = TIME_ZERO;

  constructor(options: ServerOptions) {
    const { process, disk, progressPeriod } = options;
    this.#options = options;
    this.#latency = process.random('request-latency');
    const actor = process.name;
    const { leases: table, store } = disk;
    const onExpired = (lease: StoredLease) => this.#expire(lease);
    this.lessor = new Lessor({ process, actor: `${actor}/lessor`, table, onExpired });
    const revision = () => store.revision;
    this.hub = new WatchHub({ process, actor, progressPeriod, revision });
    this.lessor.promote(options.extend);
    process.listener = (call) => this.#take(call);
  }

  /** Takes note of an outage that begins, ends or changes. */
  setOutage(mode: OutageMode | undefined): void {
    const before = this.#outage;
    this.#outage = mode;
    if (!before && mode) this.lessor.demote();
    if (mode === 'noLeader') this.#loseStreams();
    if (before && !mode) {
      this.lessor.promote(PROMOTE_EXTEND);
      for (const { call, gone, timeout } of this.#held.splice(0)) {
        if (timeout) this.#options.process.sim.cancel(timeout);
        if (gone) continue;
        call.onCancel = undefined;
        this.#options.process.sim.onBehalfOf(call.requestSeq, () => this.#take(call));
      }
    }
  }

  /** Writes a key past every client. @returns why not, or undefined. */
  put(key: string, value: unknown, ttlSeconds: number): string | undefined {
    if (this.#outage) return ETCD_ERROR.timeout;
    const { disk } = this.#options;
    let lease = 0;
    if (ttlSeconds > 0) {
      const granted = this.#grant({ ttlSeconds });
      if ('etcdError' in granted) return granted.etcdError;
      lease = granted.id;
    }
    const outcome = disk.txn({ compare: [], success: [putOp(key, value, lease)], failure: [] });
    if ('etcdError' in outcome) return outcome.etcdError;
    this.#publish(outcome.events);
    return undefined;
  }

  /** Deletes a key past every client. @returns why not, or undefined. */
  drop(key: string): string | undefined {
    if (this.#outage) return ETCD_ERROR.timeout;
    this.#publish(this.#options.disk.deleteKeys([key]));
    return undefined;
  }

  /** Compacts at `revision`. @returns why not, or undefined. */
  compact(revision: number): string | undefined {
    const answer = this.#compact({ revision });
    return 'etcdError' in answer ? answer.etcdError : undefined;
  }

  #take(call: IncomingCall): void {
    const verb = call.fields.verb as EtcdVerb;
    if (this.#outage) this.#hold(call);
    else if (verb === 'watch') this.#watch(call);
    else if (verb === 'progress') {
      this.#reply(call, {});
      this.hub.progress((other) => other.fields.client === call.fields.client);
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
    const run = () => (this.#outage ? this.#hold(call) : this.#reply(call, this.#run(call, verb)));
    process.sim.schedule(at, run, process.life, call.requestSeq);
  }

  #run({ body }: IncomingCall, verb: EtcdVerb): object {
    switch (verb) {
      case 'range':
        return this.#options.disk.store.range(body as RangeRequest);
      case 'txn':
        return this.#txn(body as TxnRequest);
      case 'grant':
        return this.#grant(body as LeaseGrantRequest);
      case 'keepalive':
        return this.#keepAlive(body as LeaseRequest);
      case 'revoke':
        return this.#revoke(body as LeaseRequest);
      case 'ttl':
        return this.lessor.timeToLive((body as LeaseRequest).id);
      case 'compact':
        return this.#compact(body as CompactRequest);
      case 'status':
        return this.#status();
      case 'watch':
      case 'progress':
        return {};
      default:
        return unreachable(verb);
    }
  }

  #txn(request: TxnRequest): object {
    const { disk } = this.#options;
    if (tooLarge(request.success)) return { etcdError: ETCD_ERROR.requestTooLarge };
    const outcome = disk.txn(request);
    if ('etcdError' in outcome) return outcome;
    this.#publish(outcome.events);
    return outcome.response;
  }

  #grant({ ttlSeconds, id = 0 }: LeaseGrantRequest) {
    const { disk, process } = this.#options;
    const lease = disk.grant(id, ttlSeconds);
    if ('etcdError' in lease) return lease;
    const seq = disk.recordLease(process.name, 'lease-grant', lease.id);
    this.lessor.refresh(lease, seq);
    return { id: lease.id, ttlSeconds: lease.ttlSeconds, revision: disk.store.revision };
  }

  #keepAlive({ id }: LeaseRequest): object {
    const { disk, process } = this.#options;
    const lease = disk.leases.leases.get(id);
    const { revision } = disk.store;
    if (!lease || this.lessor.expired(id)) return { id, ttlSeconds: 0, revision };
    const seq = disk.recordLease(process.name, 'lease-keepalive', id);
    this.lessor.refresh(lease, seq);
    return { id, ttlSeconds: lease.ttlSeconds, revision };
  }

  #revoke({ id }: LeaseRequest): object {
    const { disk, process } = this.#options;
    const lease = disk.leases.leases.get(id);
    if (!lease) return { etcdError: ETCD_ERROR.leaseNotFound };
    const seq = disk.recordLease(process.name, 'lease-revoke', id);
    process.sim.onBehalfOf(seq, () => this.lessor.forget(id));
    this.#deleteLease(lease, seq);
    return { revision: disk.store.revision };
  }

  #expire(lease: StoredLease): void {
    const { disk, process } = this.#options;
    this.#deleteLease(lease, disk.recordLease(`${process.name}/lessor`, 'lease-expire', lease.id));
  }

  #deleteLease(lease: StoredLease, cause: Seq): void {
    const { disk, process } = this.#options;
    disk.leases.leases.delete(lease.id);
    if (lease.keys.size === 0) return;
    const keys = [...lease.keys].sort(compareText);
    process.sim.onBehalfOf(cause, () => this.#publish(disk.deleteKeys(keys)));
  }

  #compact({ revision }: CompactRequest): EtcdError | { readonly revision: number } {
    const { disk, process } = this.#options;
    const fault = disk.compact(revision);
    if (fault) return fault;
    const none = { key: '', lease: 0 };
    process.write('etcd', process.name, { op: 'compact', revision, ...none });
    return { revision: disk.store.revision };
  }

  #status(): StatusResponse {
    const { store, fileBytes, noSpace } = this.#options.disk;
    return {
      revision: store.revision,
      compactRevision: store.compactRevision,
      dbSizeBytes: fileBytes,
      dbSizeInUseBytes: store.bytes,
      alarms: noSpace ? ['NOSPACE'] : [],
    };
  }

  /** Writes the records of one revision and tells the watchers. */
  #publish(events: readonly LoggedEvent[]): void {
    const { disk, process } = this.#options;
    disk.record(process.name, events);
    this.hub.publish(events);
  }

  #watch(call: IncomingCall): void {
    const { store } = this.#options.disk;
    const request = call.body as WatchRequest;
    this.#reply(call, { revision: store.revision });
    const from = request.startRevision;
    const { compactRevision } = store;
    if (from > 0 && from < compactRevision) {
      const { process } = this.#options;
      const what = { resource: 'kv', namespace: '', name: request.key };
      const fields = { id: call.id, type: 'ERROR', resourceVersion: compactRevision, ...what };
      const seq = process.write('watch', process.name, fields);
      call.push(seq, { kind: 'compacted', compactRevision });
      call.end(ETCD_ERROR.compacted);
      return;
    }
    this.hub.add(call, request, from > 0 ? store.eventsFrom(from) : []);
  }

  #hold(call: IncomingCall): void {
    const { process } = this.#options;
    const silent = this.#outage === 'silent';
    if (call.fields.verb === 'watch' && !silent) {
      this.#reply(call, { etcdError: ETCD_ERROR.noLeader });
      return;
    }
    const giveUp = () => {
      held.gone = true;
      this.#reply(call, { etcdError: ETCD_ERROR.timeout });
    };
    const timeout = silent ? undefined : process.later(REQUEST_TIMEOUT, giveUp);
    const held: Held = { call, gone: false, timeout };
    call.onCancel = () => {
      held.gone = true;
    };
    this.#held.push(held);
  }

  #loseStreams(): void {
    const { process } = this.#options;
    process.later(NO_LEADER_GRACE, () => {
      if (this.#outage === 'noLeader') this.hub.endAll(ETCD_ERROR.noLeader);
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

export const putOp = (key: string, value: unknown, lease: number): Op =>
  ({ kind: 'put', key, value, lease }) as const;

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
