/**
 * Watches a run for what the scenario expects. What is promised stands with the document's type, in
 * `protocol/expectation.ts`.
 */
import {
  asTime,
  formatGoDuration,
  invariant,
  parseGoDuration,
  type SimDuration,
  type SimTime,
} from '#base';
import { etcdKeyOf, resourceOfObject } from '#kube';
import {
  type ExpectationResult,
  type ExpectationSpec,
  type ExpectedEvent,
  type ExpectedLeader,
  type ExpectedLog,
  sameJson,
} from '#protocol';
import type { RecordKind, RevisionRow, Seq, TraceTable } from '#trace';
import { readJsonPath } from './json-path';
import type { JsonPathResults } from './json-path-results';

/** What an expectation has found. */
export interface Verdict {
  readonly ok: boolean;
  readonly got: unknown;
  readonly at: SimTime;
  /** The record that decided it. */
  readonly seq: Seq | undefined;
}

/** Something that is expected, being watched. */
export interface Watched {
  readonly name: string;
  readonly want: unknown;
  /** When it must be asked at the latest. */
  readonly deadline: SimTime;
  verdict: Verdict | undefined;
  /** Kinds of records that can decide it. */
  readonly kinds: readonly RecordKind[];
  /** A record was written (after it, its whole instant may still change things). */
  look?(seq: Seq): void;
  /** The instant of the last `look` is over. */
  settle?(now: SimTime): void;
  /** The deadline has come; afterwards there is a verdict. */
  decide(now: SimTime): void;
}

const instantOf = (text: string): number => parseGoDuration(text) as SimDuration;

export interface WatchedRun {
  readonly table: TraceTable;
  /** The end of the run. */
  readonly until: SimTime;
  /** What looks paths up, where an expectation needs it. */
  readonly jsonPath: JsonPathResults | undefined;
}

/** Starts to watch one expectation. */
export function watchExpectation(
  spec: ExpectationSpec,
  index: number,
  { table, until, jsonPath }: WatchedRun,
): Watched | undefined {
  const name = spec.name ?? `expectation ${index + 1}`;
  const bound = (text: string | undefined, otherwise: number) =>
    asTime(Math.min(text === undefined ? otherwise : instantOf(text), until));
  const deadline = bound(spec.by ?? spec.at ?? spec.until, until);
  const parts = { name, table, deadline, from: bound(spec.from, 0), jsonPath };
  if (spec.event) return watchRecord(spec, parts, 'event', eventMatches(spec.event, table));
  if (spec.log) return watchRecord(spec, parts, 'log', logMatches(spec.log, table));
  if (spec.object) return watchObject(spec, parts);
  if (spec.leader) return watchLeader(spec, spec.leader, parts);
  return undefined;
}

interface Parts extends Pick<WatchedRun, 'table' | 'jsonPath'> {
  readonly name: string;
  readonly deadline: SimTime;
  readonly from: SimTime;
}

type Matches = (seq: Seq) => boolean;

function eventMatches({ reason, regarding = {} }: ExpectedEvent, table: TraceTable): Matches {
  return (seq) => {
    const event = table.recordOf(seq, 'event');
    if (event?.reason !== reason) return false;
    const about = event.regarding as Readonly<Record<string, unknown>>;
    return Object.entries(regarding).every(([field, value]) => about[field] === value);
  };
}

function logMatches({ actor, level, message }: ExpectedLog, table: TraceTable): Matches {
  const pattern = new RegExp(message, 'u');
  return (seq) => {
    const line = table.recordOf(seq, 'log');
    if (!line || (actor !== undefined && line.actor !== actor)) return false;
    return (level === undefined || line.level === level) && pattern.test(line.message);
  };
}

/** Holds from the first record of a kind that matches. */
function watchRecord(
  spec: ExpectationSpec,
  { name, table, deadline, from }: Parts,
  kind: 'event' | 'log',
  matches: Matches,
): Watched {
  let found: Seq | undefined;
  return {
    name,
    want: spec[kind],
    deadline,
    kinds: [kind],
    verdict: undefined,
    look(seq) {
      if (found !== undefined || table.kindOf(seq) !== kind) return;
      if (table.timeOf(seq) >= from && matches(seq)) found = seq;
    },
    decide(now) {
      const ok = (found === undefined) === (spec.never === true);
      const got = found === undefined ? NONE[kind] : table.record(found);
      const at = found === undefined ? now : table.timeOf(found);
      this.verdict = { ok, got, at, seq: found };
    },
  };
}

const NONE = { event: 'no such event', log: 'no such line' } as const;

function watchObject(
  spec: ExpectationSpec,
  { name, table, deadline, from, jsonPath }: Parts,
  want = wantOf(spec),
): Watched {
  const judge = new ObjectJudge(spec, table, selectorOf(spec, jsonPath));
  const everywhere = spec.always === true || spec.never === true;
  const watched: Watched = {
    name,
    want,
    deadline,
    kinds: ['etcd'],
    verdict: undefined,
    decide(now) {
      if (this.verdict) return;
      const { ok, got, seq, since } = judge.now();
      const holds = spec.never ? !ok : ok;
      this.verdict = { ok: holds, got, at: holds ? since : now, seq };
    },
  };
  const settleOne = (now: SimTime) => judge.follow(now);
  const settleAll = (now: SimTime) => {
    judge.follow(now);
    if (watched.verdict || now < from || now > deadline) return;
    const { ok, got, seq } = judge.now();
    if (ok === (spec.never === true)) watched.verdict = { ok: false, got, at: now, seq };
  };
  const look = (seq: Seq) => judge.look(seq);
  watched.look = look;
  watched.settle = everywhere ? settleAll : settleOne;
  return watched;
}

/** A holder's identity is the name of its machine, here that of the process, `_` and a UID. */
function watchLeader(spec: ExpectationSpec, { lease, is }: ExpectedLeader, parts: Parts): Watched {
  const [namespace, name] = lease.split('/');
  const object = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name };
  // A name has no sign that means something in an expression.
  const holder = { object, jsonPath: '{.spec.holderIdentity}', matches: `^${is}_` };
  return watchObject({ ...spec, ...holder }, parts, { leader: is });
}

/** What of an object is compared. */
type Select = (object: unknown) => readonly unknown[];

/** Whether an expectation is about what a path leads to. */
export const needsJsonPath = ({ jsonPath, leader }: ExpectationSpec): boolean =>
  jsonPath !== undefined || leader !== undefined;

function selectorOf(spec: ExpectationSpec, lookUp: JsonPathResults | undefined): Select {
  const read = spec.jsonPath === undefined ? undefined : readJsonPath(spec.jsonPath);
  if (!read?.ok) return (object) => [object];
  invariant(lookUp, 'what looks paths up is loaded where an expectation has a path');
  return (object) => lookUp(read.value, object);
}

/** Compares the newest revision of one object. */
class ObjectJudge {
  readonly #spec: ExpectationSpec;
  readonly #table: TraceTable;
  readonly #key: string;
  readonly #select: Select;
  #seen: RevisionRow | undefined;
  #dirty = false;
  #answer: { ok: boolean; got: unknown; seq: Seq | undefined; since: SimTime };

  constructor(spec: ExpectationSpec, table: TraceTable, select: Select) {
    this.#spec = spec;
    this.#table = table;
    this.#select = select;
    const {
      apiVersion,
      kind,
      namespace = '',
      name,
    } = spec.object as never as {
      readonly apiVersion: string;
      readonly kind: string;
      readonly namespace?: string;
      readonly name: string;
    };
    const resource = resourceOfObject(apiVersion, kind);
    this.#key = resource ? etcdKeyOf(resource, namespace, name) : '';
    this.#answer = { ...compare(spec, undefined, select), seq: undefined, since: asTime(0) };
  }

  look(seq: Seq): void {
    if (this.#table.kindOf(seq) !== 'etcd') return;
    const row = this.#table.archive.bySeq(seq);
    if (row?.key !== this.#key) return;
    this.#seen = row;
    this.#dirty = true;
  }

  follow(now: SimTime): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    const { ok, got } = compare(this.#spec, served(this.#seen), this.#select);
    const since = ok === this.#answer.ok ? this.#answer.since : now;
    // Field by field: V8 makes a shape of its own for each copy that gets fields besides.
    this.#answer = { ok, got, seq: this.#seen?.seq, since };
  }

  now() {
    return this.#answer;
  }
}

/** The object as the API would serve it. */
function served(row: RevisionRow | undefined): unknown {
  const object = row?.object as { metadata?: object } | undefined;
  if (!object || !row) return undefined;
  const metadata = Object.assign({}, object.metadata, { resourceVersion: String(row.revision) });
  return { ...object, metadata };
}

function compare(
  spec: ExpectationSpec,
  object: unknown,
  select: Select,
): { readonly ok: boolean; readonly got: unknown } {
  const results = object === undefined ? [] : select(object);
  const got = results.length === 1 ? results[0] : results.length === 0 ? 'absent' : results;
  if (spec.absent !== undefined) return { ok: (results.length === 0) === spec.absent, got };
  if (object === undefined) return { ok: false, got };
  return { ok: holds(spec, results), got };
}

function holds(spec: ExpectationSpec, results: readonly unknown[]): boolean {
  const [only] = results;
  const single = results.length === 1;
  if (spec.count !== undefined) {
    const counted = single && Array.isArray(only) ? only.length : results.length;
    return counted === spec.count;
  }
  if (spec.contains !== undefined) {
    const inside = single && Array.isArray(only) ? only : results;
    return inside.some((result) => sameJson(result, spec.contains));
  }
  if (spec.matches !== undefined) {
    const pattern = new RegExp(spec.matches);
    return results.length > 0 && results.every((result) => pattern.test(String(result)));
  }
  return sameJson(results, spec.equals) || (single && sameJson(only, spec.equals));
}

function wantOf(spec: ExpectationSpec): unknown {
  if (spec.equals !== undefined) return spec.equals;
  for (const field of ['count', 'contains', 'matches', 'absent'] as const) {
    if (spec[field] !== undefined) return { [field]: spec[field] };
  }
  return undefined;
}

/** The result as the command line prints it. */
export function expectationResult({ name, want, verdict }: Watched): ExpectationResult {
  const at = formatGoDuration((verdict?.at ?? 0) as SimDuration);
  return { name, ok: verdict?.ok ?? false, got: verdict?.got, want, at };
}
