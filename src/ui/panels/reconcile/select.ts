/** The endpoint reconciles of an API server as rounds: what was read, decided, written. Pure. */
import type { SimTime } from '#base';
import { countUpTo, type RecordOf, type Seq, type TraceIndex, type TraceTable } from '#trace';
import { processOf } from '../../selected';

/** Rounds listed at most, newest last. */
const MOST_ROUNDS = 24;
/** Causes looked at to tell whether a record belongs to a round. */
const CAUSES_TO_ROUND = 60;
/** Machine state between two rounds. */
const IDLE = 'idle';

export interface Round {
  /** The decision; a round without one (it failed before) has none. */
  readonly decision: RecordOf<'endpoints'> | undefined;
  readonly first: Seq;
  /** Last record of the round; the newest so far while it goes on. */
  readonly last: Seq;
  readonly at: SimTime;
}

export interface Call {
  readonly request: RecordOf<'request'>;
  readonly response: RecordOf<'response'> | undefined;
}

export interface LeaseLine {
  readonly ip: string;
  /** What was left at the decision, and what a lease has when it is fresh, µs. */
  readonly leftUs: number;
  readonly fullUs: number;
  readonly gone: boolean;
  readonly endedAt: SimTime | undefined;
  readonly own: boolean;
}

export interface RoundView {
  readonly actor: string;
  readonly round: Round;
  readonly calls: readonly Call[];
  readonly leases: readonly LeaseLine[];
  readonly verdict: RecordOf<'decision'> | undefined;
  /** Writes to the store that came of the round. */
  readonly writes: readonly RecordOf<'etcd'>[];
  /** Names of timers behind the round, nearest first. */
  readonly timer: Seq | undefined;
}

/** Actors that reconcile endpoints, in order of appearance. */
export function reconcilers(index: TraceIndex): readonly string[] {
  return index.actors.filter((actor) => actor.endsWith('/lease-reconciler'));
}

/** Rounds that had begun by `time`, oldest first. */
export function selectRounds(index: TraceIndex, actor: string, time: SimTime): readonly Round[] {
  const { table } = index;
  const rows = roundRows(index, actor);
  const rounds: Round[] = [];
  let end = countUpTo(rows, table.lastAt(time)) - 1;
  while (end >= 0 && rounds.length < MOST_ROUNDS) {
    let start = end;
    let decision: RecordOf<'endpoints'> | undefined;
    while (start >= 0 && !beginsRound(table, rows[start])) {
      decision ??= table.recordOf(rows[start], 'endpoints');
      start -= 1;
    }
    if (start < 0) break;
    rounds.push({ decision, first: rows[start], last: rows[end], at: table.timeOf(rows[start]) });
    end = start - 1;
  }
  return rounds.reverse();
}

/** What the reconciler wrote, with the rounds that a stopping server makes to take itself out. */
function roundRows(index: TraceIndex, actor: string): Int32Array {
  const removals = index.rowsOf(`${actor}-removal`);
  if (removals.length === 0) return index.rowsOf(actor);
  return Int32Array.from([...index.rowsOf(actor), ...removals]).sort();
}

function beginsRound(table: TraceTable, seq: Seq): boolean {
  return table.recordOf(seq, 'state')?.from === IDLE;
}

export function selectRound(index: TraceIndex, actor: string, round: Round): RoundView {
  const { table } = index;
  const server = processOf(actor);
  const upTo = roundEnd(index, round);
  // What set the round off set off its first request too; everything else follows from answers.
  const root = table.causeOf(round.first) ?? round.first;
  const belongs = (seq: Seq): boolean => comesFrom(table, seq, root);
  const calls = callsOf(index, actor, round.first, upTo).filter(({ request }) =>
    belongs(request.seq),
  );
  return {
    actor,
    round,
    calls,
    leases: round.decision ? leaseLines(index, server, round.decision) : [],
    verdict: lastOfKind(index, actor, round, 'decision'),
    writes: writesOf(index, round.first, upTo).filter(({ seq }) => belongs(seq)),
    timer: index
      .causeChain(round.first, CAUSES_TO_ROUND)
      .find((seq) => table.kindOf(seq) === 'timer'),
  };
}

/**
 * A round's last answer may come after its own last record only by an instant; none comes later.
 */
function roundEnd({ table }: TraceIndex, { last }: Round): Seq {
  return table.lastAt(table.timeOf(last));
}

function comesFrom(table: TraceTable, seq: Seq, first: Seq): boolean {
  let at: Seq | undefined = seq;
  for (let i = 0; i < CAUSES_TO_ROUND && at !== undefined && at >= first; i += 1) {
    if (at === first) return true;
    at = table.causeOf(at);
  }
  return false;
}

/** Requests of the reconciler, straight to etcd or through its own API, with their answers. */
function callsOf(index: TraceIndex, actor: string, from: Seq, to: Seq): readonly Call[] {
  const { table } = index;
  const requests = [`${processOf(actor)}/loopback`, actor, `${actor}-removal`]
    .flatMap((client) => [...rowsBetween(index.rowsOf(client), from, to)])
    .sort((a, b) => a - b)
    .flatMap((seq) => table.recordOf(seq, 'request') ?? []);
  return requests.map((request) => ({ request, response: answerTo(index, request) }));
}

function answerTo(
  index: TraceIndex,
  { seq, id }: RecordOf<'request'>,
): RecordOf<'response'> | undefined {
  for (const effect of index.effectsOf(seq)) {
    const response = index.table.recordOf(effect, 'response');
    if (response?.id === id) return response;
  }
  return undefined;
}

function writesOf(index: TraceIndex, from: Seq, to: Seq): readonly RecordOf<'etcd'>[] {
  return [...rowsBetween(index.rowsOf('etcd'), from, to)].flatMap((seq) => {
    const record = index.table.recordOf(seq, 'etcd');
    return record && (record.op === 'put' || record.op === 'delete') ? [record] : [];
  });
}

function rowsBetween(rows: Int32Array, from: Seq, to: Seq): Int32Array {
  return rows.subarray(countUpTo(rows, from - 1), countUpTo(rows, to));
}

function lastOfKind<K extends 'decision'>(
  index: TraceIndex,
  actor: string,
  { first, last }: Round,
  kind: K,
): RecordOf<K> | undefined {
  const rows = rowsBetween(roundRows(index, actor), first, last);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const record = index.table.recordOf(rows[i], kind);
    if (record) return record;
  }
  return undefined;
}

/** Every master lease known at the decision, by address. */
function leaseLines(
  index: TraceIndex,
  server: string,
  decision: RecordOf<'endpoints'>,
): readonly LeaseLine[] {
  return index.masterLeasesAt(decision.t).map((lease) => {
    const gone = lease.expired || lease.removed;
    const end = lease.expiresAt ?? lease.grantedAt;
    return {
      ip: lease.ip,
      leftUs: gone ? 0 : Math.max(0, end - decision.t),
      fullUs: Math.max(1, end - lease.grantedAt),
      gone,
      endedAt: lease.endedAt,
      own: lease.holder === server,
    };
  });
}

/** How an IP of the decision came out. */
export type IpFate = 'kept' | 'added' | 'removed';

/** Listed and leased addresses with what the decision makes of each, in order of address text. */
export function ipFates(decision: RecordOf<'endpoints'>): readonly (readonly [string, IpFate])[] {
  const listed = new Set(texts(decision.addresses));
  const leased = new Set(texts(decision.leases));
  const all = [...new Set([...listed, ...leased])].sort();
  return all.map((ip) => {
    if (!listed.has(ip)) return [ip, 'added'];
    return [ip, leased.has(ip) ? 'kept' : 'removed'];
  });
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
