/** One round of an endpoint reconciler: what was read, decided, written. Pure. */
import { compareText, type SimTime } from '#base';
import { countUpTo, type RevisionRow, type Seq, type TraceIndex, type TraceTable } from '#trace';
import { processOf } from '../../selected';
import { diffLines, type MarkedLine } from '../object/line-diff';
import { type Call, callsOf, comesFrom } from './calls';
import type { Round } from './rounds';

/** Causes looked at to find the timer behind a round. */
const CAUSES_TO_TIMER = 60;

export interface LeaseLine {
  readonly ip: string;
  /** What was left at the decision, and what a lease has when it is fresh, µs. */
  readonly leftUs: number;
  readonly fullUs: number;
  /** How it went; undefined while it is there. */
  readonly gone: 'expired' | 'removed' | undefined;
  readonly endedAt: SimTime | undefined;
  /** The key hangs on no lease of etcd, so it never runs out. */
  readonly forever: boolean;
  readonly own: boolean;
}

/** What the round did with the lease of its own server. */
export interface OwnLease {
  readonly key: string;
  readonly action: 'renewed' | 'removed';
  /** As asked for, s. */
  readonly ttl: number | undefined;
  readonly call: Call;
}

/** Endpoints as they were read. */
export interface EndpointsRead {
  readonly call: Call;
  /** namespace/name. */
  readonly name: string;
  readonly missing: boolean;
  readonly subsets: readonly SubsetLine[];
  /** Value of the label that keeps the mirroring controller away. */
  readonly skipMirror: string | undefined;
}

export interface SubsetLine {
  readonly addresses: readonly string[];
  readonly notReady: readonly string[];
  /** As `name port`. */
  readonly ports: readonly string[];
}

/** A write of the round, with what it changed. */
export interface Written {
  readonly call: Call;
  readonly key: string | undefined;
  readonly lines: readonly MarkedLine[];
}

/** An address that was taken out, and how long it had been listed for nothing. */
export interface Stayed {
  readonly ip: string;
  readonly sinceRenewalUs: number;
  /** Its process had been gone for so long; undefined where it was not. */
  readonly deadUs: number | undefined;
  /** How many addresses were listed meanwhile. */
  readonly listed: number;
}

export type ReconcilerKind = 'lease' | 'master-count';

export interface RoundView {
  readonly actor: string;
  readonly kind: ReconcilerKind;
  readonly round: Round;
  readonly calls: readonly Call[];
  readonly ownLease: OwnLease | undefined;
  readonly leases: readonly LeaseLine[];
  readonly read: EndpointsRead | undefined;
  readonly written: readonly Written[];
  readonly stayed: readonly Stayed[];
  /** The timer behind the round. */
  readonly timer: Seq | undefined;
}

export const kindOf = (actor: string): ReconcilerKind =>
  actor.endsWith('/master-count-reconciler') ? 'master-count' : 'lease';

export function selectRound(index: TraceIndex, actor: string, round: Round): RoundView {
  const { table } = index;
  const server = processOf(actor);
  // What set the round off set off its first request too; everything else follows from answers.
  const root = table.causeOf(round.first) ?? round.first;
  const upTo = table.lastAt(table.timeOf(round.last));
  const calls = callsOf(index, actor, round.first, upTo).filter(({ request }) =>
    comesFrom(table, request.seq, root),
  );
  return {
    actor,
    kind: kindOf(actor),
    round,
    calls,
    ownLease: ownLeaseOf(calls),
    leases: leaseLines(index, server, round),
    read: endpointsRead(table, calls),
    written: calls.flatMap((call) => writtenBy(table, call) ?? []),
    stayed: stayedOf(index, round, calls),
    timer: index
      .causeChain(round.first, CAUSES_TO_TIMER)
      .find((seq) => table.kindOf(seq) === 'timer'),
  };
}

const MASTER_LEASES = '/masterleases/';

/** The write of the own key: renewed on an etcd lease that was granted for it, or deleted. */
function ownLeaseOf(calls: readonly Call[]): OwnLease | undefined {
  const call = calls.find(({ request: { verb, name } }) => verb === 'txn' && isLeaseKey(name));
  if (!call) return undefined;
  const grant = calls.find(
    ({ request: { verb, seq } }) => verb === 'grant' && seq < call.request.seq,
  );
  const ttl = /^ttl=(\d+)/.exec(grant?.request.query ?? '')?.[1];
  return {
    key: call.request.name,
    action: grant ? 'renewed' : 'removed',
    ttl: ttl === undefined ? undefined : Number(ttl),
    call,
  };
}

const isLeaseKey = (name: string): boolean =>
  name.includes(MASTER_LEASES) && !name.endsWith(MASTER_LEASES);

function endpointsRead(table: TraceTable, calls: readonly Call[]): EndpointsRead | undefined {
  const call = calls.find(
    ({ request: { verb, resource, group } }) =>
      verb === 'get' && resource === 'endpoints' && group === '',
  );
  if (!call) return undefined;
  const { request, response } = call;
  const object = rowBehind(table, call)?.object;
  return {
    call,
    name: `${request.namespace}/${request.name}`,
    missing: response?.code === 404,
    subsets: listOf(fieldsOf(object).subsets).map(subsetLine),
    skipMirror: skipMirrorOf(object),
  };
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

function subsetLine({ addresses, notReadyAddresses, ports }: Fields): SubsetLine {
  const ips = (list: unknown): readonly string[] => listOf(list).map(({ ip }) => String(ip));
  return {
    addresses: ips(addresses),
    notReady: ips(notReadyAddresses),
    ports: listOf(ports).map(({ name = '', port }) => `${name} ${port}`.trim()),
  };
}

/** Ends of the keys under which the kinds of these calls are stored. */
const STORED: Readonly<Record<string, string>> = {
  endpoints: 'services/endpoints',
  endpointslices: 'endpointslices',
};

/** The revision that an answer gave. */
function rowBehind({ archive }: TraceTable, { request, response }: Call): RevisionRow | undefined {
  const place = STORED[request.resource];
  if (!response || place === undefined) return undefined;
  const end = `/${place}/${request.namespace}/${request.name}`;
  const key = archive.keys().find((candidate) => candidate.endsWith(end));
  if (key === undefined) return undefined;
  return archive.history(key).find(({ revision }) => revision === response.resourceVersion);
}

const WRITING = new Set(['create', 'update', 'delete']);

function writtenBy(table: TraceTable, call: Call): Written | undefined {
  const { verb, group } = call.request;
  if (group === 'etcdserverpb' || !WRITING.has(verb)) return undefined;
  const row = rowBehind(table, call);
  if (!row) return { call, key: undefined, lines: [] };
  const history = table.archive.history(row.key);
  const before = history[history.indexOf(row) - 1]?.object;
  const told = call.request.resource === 'endpoints';
  return { call, key: row.key, lines: told ? changedLines(before, row.object) : [] };
}

/** The subsets line by line, and the label where it changed: what a reconcile may write. */
function changedLines(before: unknown, after: unknown): readonly MarkedLine[] {
  const [was, is] = [before, after].map((object) => labelLine(object));
  const label = was === is ? [] : diffLines(was === undefined ? [] : [was], is ? [is] : []);
  return [...label, ...diffLines(subsetLines(before), subsetLines(after))];
}

function labelLine(object: unknown): string | undefined {
  const label = skipMirrorOf(object);
  return label === undefined ? undefined : `skip-mirror: "${label}"`;
}

/** As YAML, but for the ports, which take one line. */
function subsetLines(object: unknown): readonly string[] {
  if (object === undefined) return [];
  const subsets = listOf(fieldsOf(object).subsets).map(subsetLine);
  if (subsets.length === 0) return ['subsets: []'];
  const ips = (list: readonly string[]) => list.map((ip) => `  - ip: ${ip}`);
  return [
    'subsets:',
    ...subsets.flatMap(({ addresses, notReady, ports }) => [
      '- addresses:',
      ...ips(addresses),
      ...(notReady.length > 0 ? ['  notReadyAddresses:', ...ips(notReady)] : []),
      `  ports: ${ports.join(', ')}`,
    ]),
  ];
}

function skipMirrorOf(object: unknown): string | undefined {
  const labels = fieldsOf(fieldsOf(fieldsOf(object).metadata).labels);
  const value = labels['endpointslice.kubernetes.io/skip-mirror'];
  return typeof value === 'string' ? value : undefined;
}

/** Every master lease known at the decision, by address. */
function leaseLines(
  index: TraceIndex,
  server: string,
  { decision, last }: Round,
): readonly LeaseLine[] {
  const at = decision?.t ?? index.table.timeOf(last);
  const lines = index.masterLeasesAt(at).map((lease): LeaseLine => {
    const gone = lease.expired ? 'expired' : lease.removed ? 'removed' : undefined;
    const forever = gone === undefined && lease.expiresAt === undefined;
    const end = lease.expiresAt ?? lease.grantedAt;
    return {
      ip: lease.ip,
      leftUs: gone ? 0 : forever ? 1 : Math.max(0, end - at),
      fullUs: Math.max(1, end - lease.grantedAt),
      gone,
      endedAt: lease.endedAt,
      forever,
      own: lease.holder === server,
    };
  });
  return lines.sort((a, b) => compareText(a.ip, b.ip));
}

/** Addresses that the round took out although their server had not asked for it. */
function stayedOf(index: TraceIndex, round: Round, calls: readonly Call[]): readonly Stayed[] {
  const { decision } = round;
  const write = calls.find(
    ({ request: { resource, verb, seq } }) =>
      resource === 'endpoints' && WRITING.has(verb) && seq > (decision?.seq ?? 0),
  );
  const at = write?.response?.t;
  if (!decision || at === undefined || write?.response?.code !== 200) return [];
  const listed = textsOf(decision.addresses);
  const leased = new Set(textsOf(decision.leases));
  if (leased.size === 0) return [];
  return listed.flatMap((ip): readonly Stayed[] => {
    const track = leased.has(ip) ? undefined : index.leases().find(isMasterLease(ip));
    if (!track) return [];
    const writes = track.writes.view();
    const renewal = writes[countUpTo(writes, decision.seq) - 1];
    const hold = track.holdAt(decision.t);
    if (renewal === undefined || hold?.end === 'removed') return [];
    const state = hold && index.processPhaseAt(hold.holder, at);
    const deadUs = state?.phase === 'exited' ? at - state.since : undefined;
    const sinceRenewalUs = at - index.table.timeOf(renewal);
    return [{ ip, sinceRenewalUs, deadUs, listed: listed.length }];
  });
}

const isMasterLease =
  (ip: string) =>
  ({ name, master }: { readonly name: string; readonly master: boolean }): boolean =>
    master && name === ip;

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
