/**
 * The stage at one time, as plain values: what each process is, what it holds, what the store
 * lists. Pure: the same trace and time give the same answer, in any order of asking.
 */

import { compareText } from '#base';
import type {
  ConnectionState,
  HookState,
  MasterLease,
  PartitionState,
  Seq,
  TraceIndex,
  ProcessState as TraceProcess,
} from '#trace';
import { healthAnswers } from '../../session/health-answers';
import { type AddressSource, addressOwners } from './address-owners';
import type { CastMember } from './process-kind';
import type { LastingFault, Note, StageHistory } from './stage-history';

/** How a process looks: its phase, and for a running API server whether `/readyz` passes. */
export type Look = 'absent' | 'starting' | 'unready' | 'ready' | 'terminating' | 'exited';

export interface HookBead {
  readonly name: string;
  readonly phase: 'waiting' | HookState['phase'];
  /** When it came into this phase; undefined while it waits. */
  readonly since: number | undefined;
}

/** A lease that is there: etcd does not look at its holder, so it outlives it. */
export interface RunningLease {
  readonly leftUs: number;
  readonly ttlUs: number;
  /** Nobody counts: an etcd that does not answer, or does not run, lets no lease run out. */
  readonly stopped: boolean;
}

export interface ProcessView extends CastMember {
  readonly look: Look;
  readonly paused: boolean;
  /** When it came into this look, µs. */
  readonly since: number;
  /** When it was last asked whether it is ready, where that may be true no more, µs. */
  readonly notAskedSince?: number | undefined;
  /** Why it exited, as the trace says. */
  readonly reason: string;
  readonly exitCode: number | null;
  readonly hooks: readonly HookBead[];
  /** The address it advertises, once something says so. */
  readonly address: string | undefined;
  readonly lease: RunningLease | undefined;
  /** It won the election of its component, and lives. */
  readonly leads?: boolean;
}

export interface AddressView {
  readonly ip: string;
  /** The API server whose address it is; undefined when no server of the run has it. */
  readonly server: string | undefined;
  readonly look: 'live' | 'down' | 'removed';
  /** Put in by the revision that is shown, a moment ago. */
  readonly fresh: boolean;
  readonly lease: RunningLease | undefined;
}

/** The address list of default/kubernetes. */
export interface EndpointsView {
  /** False before the object is first written, and after it is deleted. */
  readonly exists: boolean;
  readonly revision: number;
  /** The record of its last write or deletion; undefined before the first. */
  readonly written: Seq | undefined;
  readonly addresses: readonly AddressView[];
}

export interface StageView {
  readonly time: number;
  /** The last record at or before the time; -1 before the first. */
  readonly seq: Seq;
  readonly revision: number;
  readonly processes: ReadonlyMap<string, ProcessView>;
  readonly connections: readonly ConnectionState[];
  readonly partitions: readonly PartitionState[];
  readonly endpoints: EndpointsView;
  readonly note: Note | undefined;
  /** Sides between which messages are slow. */
  readonly delays: readonly LastingFault[];
  /** The store does not answer. */
  readonly outage: boolean;
}

export interface StageSource extends AddressSource {
  readonly history: StageHistory;
  readonly cast: readonly CastMember[];
}

/** Key of the object whose addresses lead clients to the API servers. */
export const KUBERNETES_ENDPOINTS = '/registry/services/endpoints/default/kubernetes';

interface Instant {
  readonly seq: Seq;
  readonly time: number;
  readonly leases: ReadonlyMap<string, RunningLease>;
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * @param moment how long, in virtual µs, a change of the address list counts as being now
 */
export function stageAt(source: StageSource, time: number, moment: number): StageView {
  const { history, index } = source;
  const seq = history.table.lastAt(time);
  const leases = new Map<string, RunningLease>();
  for (const lease of index.masterLeasesAt(time)) {
    const running = runningLease(lease, time);
    if (running) leases.set(lease.ip, running);
  }
  const instant = { seq, time, leases, owners: addressOwners(source, time) };
  const processes = new Map(
    source.cast.map((member) => [member.name, processAt(source, member, instant)]),
  );
  return {
    time,
    seq,
    revision: history.revisionAt(seq),
    processes,
    connections: index.connectionsAt(time),
    partitions: index.partitionsAt(time),
    endpoints: endpointsAt(source, processes, { ...instant, moment }),
    note: history.noteAt(seq),
    delays: history.faultsAt('delay', seq),
    outage: history.faultsAt('outage', seq).length > 0,
  };
}

/** What is left of a master lease; undefined when it is over or its key is gone. */
function runningLease(lease: MasterLease, time: number): RunningLease | undefined {
  const { endedAt, expiresAt, stoppedAt, grantedAt } = lease;
  if (endedAt !== undefined || expiresAt === undefined) return undefined;
  const leftUs = Math.max(0, expiresAt - (stoppedAt ?? time));
  return { leftUs, ttlUs: expiresAt - grantedAt, stopped: stoppedAt !== undefined };
}

function processAt(source: StageSource, member: CastMember, instant: Instant): ProcessView {
  const { history, index } = source;
  const { seq, time } = instant;
  const phase = index.processPhaseAt(member.name, time);
  const server = member.kind === 'apiserver';
  const alive = phase !== undefined && phase.phase !== 'exited';
  const answer = server && alive ? history.readinessAt(member.name, seq) : undefined;
  const hooks = alive && server ? index.hooksAt(member.name, time) : [];
  const ofThisLife = answer !== undefined && answer.seq > lifeStart(source, member.name, time);
  const look = lookOf(phase, member, ofThisLife && answer.ready);
  const address = server ? addressOf(member.name, instant.owners) : undefined;
  const turned = ofThisLife && (look === 'ready' || look === 'unready') ? answer.t : undefined;
  const asked = turned === undefined ? undefined : askedLast(index, member.name, seq);
  return {
    ...member,
    look,
    paused: phase?.reason === 'SIGSTOP',
    since: turned ?? phase?.since ?? 0,
    notAskedSince: asked,
    reason: phase?.reason ?? '',
    exitCode: phase?.exitCode ?? null,
    hooks: server ? beadsOf(history.hooksOf(member.name), hooks) : [],
    address,
    lease: address === undefined ? undefined : instant.leases.get(address),
    leads: alive && leadsAt(source, member, time),
  };
}

/** Whether this life of a process holds the lease of an election. */
function leadsAt(source: StageSource, { name, kind }: CastMember, time: number): boolean {
  if (kind !== 'kcm' && kind !== 'scheduler') return false;
  const since = lifeStart(source, name, time);
  return source.index.leases().some((lease) => {
    const hold = lease.master ? undefined : lease.holdAt(time);
    if (!hold || hold.seq < since || (hold.to !== undefined && hold.to <= time)) return false;
    return hold.holder === name || hold.holder.startsWith(`${name}_`);
  });
}

/** When a server was last asked for its health, if what it said then may be true no more. */
function askedLast(index: TraceIndex, server: string, seq: Seq): number | undefined {
  const answers = healthAnswers(index);
  return answers.outdated(server, seq) && answers.answered(server, seq)?.t;
}

/** The record that started the present life of a process; -1 when there is none. */
function lifeStart({ index }: StageSource, process: string, time: number): Seq {
  const spans = index.spansOf(process, 0, time);
  return (
    spans.findLast((span) => span.machine === 'process' && span.state === 'starting')?.seq ?? -1
  );
}

function lookOf(phase: TraceProcess | undefined, { kind }: CastMember, ready: boolean): Look {
  switch (phase?.phase) {
    case 'starting':
    case 'terminating':
    case 'exited':
      return phase.phase;
    case 'running':
      return kind !== 'apiserver' || ready ? 'ready' : 'unready';
    default:
      // A client is no process of the cluster: it is there as soon as somebody calls it.
      return kind === 'client' ? 'ready' : 'absent';
  }
}

function addressOf(server: string, owners: ReadonlyMap<string, string>): string | undefined {
  let address: string | undefined;
  for (const [ip, owner] of owners) if (owner === server) address = ip;
  return address;
}

function beadsOf(names: readonly string[], hooks: readonly HookState[]): HookBead[] {
  const states = new Map<string, HookState>();
  for (const hook of hooks) if (hook.type === 'post-start') states.set(hook.name, hook);
  return names.map((name) => {
    const state = states.get(name);
    return { name, phase: state?.phase ?? 'waiting', since: state?.since };
  });
}

function endpointsAt(
  { history }: StageSource,
  processes: ReadonlyMap<string, ProcessView>,
  { seq, time, leases, owners, moment }: Instant & { readonly moment: number },
): EndpointsView {
  const { table } = history;
  const row = table.archive.at(KUBERNETES_ENDPOINTS, seq);
  if (!row) return { exists: false, revision: 0, written: undefined, addresses: [] };
  const now = addressesOf(row.object);
  const recent = time - table.timeOf(row.seq) < moment;
  const earlier = recent ? table.archive.at(KUBERNETES_ENDPOINTS, row.seq - 1) : undefined;
  const before = earlier ? addressesOf(earlier.object) : recent ? [] : now;
  // In order of text, as the reconciler writes them, so that a removed one keeps its place.
  const shown = [...new Set([...now, ...before])].sort(compareText);
  const addresses = shown.map((ip): AddressView => {
    const server = owners.get(ip);
    const process = server === undefined ? undefined : processes.get(server);
    const up = process !== undefined && process.look !== 'absent' && process.look !== 'exited';
    const look = !now.includes(ip) ? 'removed' : up ? 'live' : 'down';
    return { ip, server, look, fresh: !before.includes(ip), lease: leases.get(ip) };
  });
  const { revision, seq: written } = row;
  return { exists: row.object !== undefined, revision, written, addresses };
}

/** All addresses of an Endpoints object, in its order. Anything else has none. */
export function addressesOf(object: unknown): string[] {
  const { subsets } = (object ?? {}) as {
    subsets?: readonly { addresses?: readonly { ip?: string }[] }[];
  };
  if (!Array.isArray(subsets)) return [];
  return subsets.flatMap((subset) =>
    (subset?.addresses ?? []).flatMap(({ ip }: { ip?: string }) => (ip ? [ip] : [])),
  );
}
