/**
 * The record: one line of the run's log. Field names are the public contract of the trace.
 * A kind's fields, their order and their column types stand once, in `RECORD_FIELDS`; the recorder,
 * the reader, the JSON form and the hash all follow that table.
 */
import type { SimTime } from '#base';

/** Place of a record in its trace, from 0. */
export type Seq = number;

/**
 * How a field is kept and printed.
 * text: an interned string. int: 32 bits. version: an integer printed as text, 0 as "" (Kubernetes'
 * resourceVersion). exit: an integer or null. flag: a boolean. time: an instant, µs. span: a
 * length, µs. json: any plain data, kept as its JSON text.
 */
export type FieldType = 'text' | 'int' | 'version' | 'exit' | 'flag' | 'time' | 'span' | 'json';

/**
 * Fields by kind, in the order in which they are printed. At most four `slots`; the rest is `wide`.
 */
export const RECORD_FIELDS = {
  state: { slots: { machine: 'text', from: 'text', to: 'text', event: 'text' }, wide: {} },
  request: {
    slots: { id: 'int' },
    wide: {
      client: 'text',
      server: 'text',
      verb: 'text',
      group: 'text',
      version: 'text',
      resource: 'text',
      subresource: 'text',
      namespace: 'text',
      name: 'text',
      query: 'text',
      user: 'text',
      userAgent: 'text',
    },
  },
  response: {
    slots: { id: 'int', code: 'int', reason: 'text', resourceVersion: 'version' },
    wide: {},
  },
  watch: {
    slots: { id: 'int', type: 'text', resourceVersion: 'version' },
    wide: { resource: 'text', namespace: 'text', name: 'text' },
  },
  message: {
    slots: { of: 'int', sentAt: 'time', arrivesAt: 'time' },
    wide: { from: 'text', to: 'text', lost: 'flag' },
  },
  connection: {
    slots: { client: 'text', server: 'text', phase: 'text', reason: 'text' },
    wide: {},
  },
  timer: { slots: { name: 'text', phase: 'text', firesAt: 'time' }, wide: {} },
  decision: { slots: { name: 'text', outcome: 'text', reason: 'text', saw: 'json' }, wide: {} },
  delta: {
    slots: { type: 'text', resourceVersion: 'version' },
    wide: { informer: 'text', namespace: 'text', name: 'text' },
  },
  etcd: { slots: { op: 'text', key: 'text', revision: 'int', lease: 'int' }, wide: {} },
  hook: { slots: { server: 'text', name: 'text', type: 'text', phase: 'text' }, wide: {} },
  health: {
    slots: { server: 'text', endpoint: 'text', code: 'int', failing: 'json' },
    wide: {},
  },
  lease: { slots: { lease: 'text', holder: 'text', phase: 'text' }, wide: {} },
  queue: { slots: { controller: 'text', op: 'text', key: 'text', delay: 'span' }, wide: {} },
  event: {
    slots: { count: 'int' },
    wide: {
      type: 'text',
      reason: 'text',
      regarding: 'json',
      message: 'text',
      reportingController: 'text',
    },
  },
  process: { slots: { name: 'text', phase: 'text', exitCode: 'exit', reason: 'text' }, wide: {} },
  repair: { slots: { allocator: 'text', phase: 'text', figures: 'json' }, wide: {} },
  endpoints: {
    slots: {},
    wide: {
      formatCorrect: 'flag',
      ipsCorrect: 'flag',
      portsCorrect: 'flag',
      skipMirrorChanged: 'flag',
      action: 'text',
      addresses: 'json',
      leases: 'json',
    },
  },
  fault: { slots: { verb: 'text', target: 'text', step: 'json' }, wide: {} },
  log: { slots: { level: 'text', message: 'text' }, wide: {} },
  expect: { slots: { name: 'text', ok: 'flag', got: 'json', want: 'json' }, wide: {} },
  invariant: { slots: { name: 'text', ok: 'flag', reason: 'text' }, wide: {} },
} as const satisfies Record<
  string,
  {
    slots: Readonly<Record<string, FieldType>>;
    wide: Readonly<Record<string, Exclude<FieldType, 'time'>>>;
  }
>;

export type RecordKind = keyof typeof RECORD_FIELDS;

/** Kinds in the order of their number in the kind column. Append only. */
export const RECORD_KINDS = Object.keys(RECORD_FIELDS) as readonly RecordKind[];

type JsType<T extends FieldType> = T extends 'text'
  ? string
  : T extends 'flag'
    ? boolean
    : T extends 'exit'
      ? number | null
      : T extends 'json'
        ? unknown
        : number;
type FieldsOfTable<T> = { readonly [K in keyof T]: T[K] extends FieldType ? JsType<T[K]> : never };

/** The fields that belong to one kind. */
export type FieldsOf<K extends RecordKind> = FieldsOfTable<(typeof RECORD_FIELDS)[K]['slots']> &
  FieldsOfTable<(typeof RECORD_FIELDS)[K]['wide']>;

/** The fields of a kind that stand in its wide tuple. */
export type WideFieldsOf<K extends RecordKind> = FieldsOfTable<(typeof RECORD_FIELDS)[K]['wide']>;

/** What every record has. */
export interface RecordCommon {
  readonly seq: Seq;
  readonly t: SimTime;
  /** Path of who wrote it: process, slash, name. */
  readonly actor: string;
  /** The record without which this one would not have happened now; null where a chain ends. */
  readonly cause: Seq | null;
  /** Other records that were needed. */
  readonly also?: readonly Seq[];
  /** Name of the timer, where `cause` is the record that armed it. */
  readonly timer?: string;
  /** When that timer was armed. */
  readonly armedAt?: SimTime;
}

/** A record of a known kind. An etcd put also has `object`, the decoded value. */
export type RecordOf<K extends RecordKind> = RecordCommon & { readonly kind: K } & FieldsOf<K> &
  (K extends 'etcd' ? { readonly object?: unknown } : unknown);
export type TraceRecord = { [K in RecordKind]: RecordOf<K> }[RecordKind];
