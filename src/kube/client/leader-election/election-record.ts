/**
 * Who holds a lock and since when, in the forms in which it is stored.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock
 *             (interface.go, leaselock.go)
 */
import { decodeError, type FieldType } from '../../api/decode-fields';
import { readJson } from '../../api/go-json';

/** Times are metav1.MicroTime; undefined is the zero time. */
export interface ElectionRecord {
  /** "" where nobody holds it. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string | undefined;
  readonly renewTime: string | undefined;
  readonly leaderTransitions: number;
  /** Coordinated elections only. */
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

export const NO_RECORD: ElectionRecord = {
  holderIdentity: '',
  leaseDurationSeconds: 0,
  acquireTime: undefined,
  renewTime: undefined,
  leaderTransitions: 0,
};

/** Go's int32(n): what does not fit comes round at the other end. */
const int32 = (n: number): number => n | 0;

/** Upstream: LeaderElectionRecordToLeaseSpec. */
export function leaseSpecOf(record: ElectionRecord): LeaseSpec {
  const { holderIdentity, acquireTime, renewTime } = record;
  const spec: { -readonly [K in keyof LeaseSpec]: LeaseSpec[K] } = {
    holderIdentity,
    leaseDurationSeconds: int32(record.leaseDurationSeconds),
  };
  if (acquireTime !== undefined) spec.acquireTime = acquireTime;
  if (renewTime !== undefined) spec.renewTime = renewTime;
  spec.leaseTransitions = int32(record.leaderTransitions);
  return coordinated(spec, record);
}

/** With what only coordinated elections have. Not by spreads: every candidate reads for ever. */
function coordinated<T extends object>(
  made: T,
  { strategy, preferredHolder }: Partial<ElectionRecord>,
): T {
  if (strategy) Object.assign(made, { strategy });
  if (preferredHolder) Object.assign(made, { preferredHolder });
  return made;
}

/** Upstream: LeaseSpecToLeaderElectionRecord. */
export function recordOf(spec: LeaseSpec): ElectionRecord {
  const record = {
    holderIdentity: spec.holderIdentity ?? '',
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    acquireTime: spec.acquireTime,
    renewTime: spec.renewTime,
    leaderTransitions: spec.leaseTransitions ?? 0,
  };
  return coordinated(record, spec);
}

/** `2023-04-11T00:00:00`, without parts of a second. */
const WHOLE_SECONDS = 19;

/** JSON of metav1.Time: whole seconds, and null for the zero time. */
const wholeSeconds = (time: string | undefined): string | null =>
  time === undefined ? null : `${time.slice(0, WHOLE_SECONDS)}Z`;

/**
 * What a read of a lock brought: a record for each of its objects. Upstream compares their JSON,
 * which is the same exactly when the records say the same.
 */
export type RawRecords = readonly ElectionRecord[];

export function sameRaw(a: RawRecords, b: RawRecords): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (!saysSame(a[index], b[index])) return false;
  return true;
}

/** Whether two records have the same JSON. */
function saysSame(a: ElectionRecord, b: ElectionRecord): boolean {
  return (
    a === b ||
    (a.holderIdentity === b.holderIdentity &&
      a.leaseDurationSeconds === b.leaseDurationSeconds &&
      sameSecond(a.renewTime, b.renewTime) &&
      sameSecond(a.acquireTime, b.acquireTime) &&
      a.leaderTransitions === b.leaderTransitions &&
      (a.strategy || '') === (b.strategy || '') &&
      (a.preferredHolder || '') === (b.preferredHolder || ''))
  );
}

const sameSecond = (a: string | undefined, b: string | undefined): boolean =>
  a === b || wholeSeconds(a) === wholeSeconds(b);

/** The record as JSON, as an annotation holds it. */
export function rawRecord(record: ElectionRecord): string {
  const told = {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    acquireTime: wholeSeconds(record.acquireTime),
    renewTime: wholeSeconds(record.renewTime),
    leaderTransitions: record.leaderTransitions,
  };
  return JSON.stringify(coordinated(told, record));
}

const LIKE = 'Go value of type resourcelock.LeaderElectionRecord';
const INT: FieldType = { kind: 'integer', go: 'int' };
const TEXT: FieldType = { kind: 'string', go: 'string' };
const TIME: FieldType = { kind: 'time' };
const FIELDS: FieldType = {
  kind: 'struct',
  go: 'LeaderElectionRecord',
  fields: {
    holderIdentity: TEXT,
    leaseDurationSeconds: INT,
    acquireTime: TIME,
    renewTime: TIME,
    leaderTransitions: INT,
  },
};
/** Where the fields stand: at the top. */
const TOP = { struct: 'LeaderElectionRecord', path: [] };

/** What Go calls such a JSON value. */
function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Reads such a JSON; a text says why it cannot be read, as Go's decoder says it. */
export function parseRawRecord(text: string): ElectionRecord | string {
  const read = readJson(text);
  if (typeof read === 'string') return read;
  const value = read.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    return `json: cannot unmarshal ${jsonTypeOf(value)} into ${LIKE}`;
  }
  const wrong = decodeError(value, FIELDS, TOP);
  if (wrong !== undefined) return wrong;
  const fields = value as Readonly<Record<string, unknown>>;
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime } = fields;
  const timeOf = (time: unknown) => (typeof time === 'string' ? time : undefined);
  return {
    holderIdentity: String(holderIdentity ?? ''),
    leaseDurationSeconds: Number(leaseDurationSeconds ?? 0),
    acquireTime: timeOf(acquireTime),
    renewTime: timeOf(renewTime),
    leaderTransitions: Number(fields.leaderTransitions ?? 0),
  };
}
