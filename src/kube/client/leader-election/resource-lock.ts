/**
 * The object of the API that is the lock of an election.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock
 *             (interface.go, leaselock.go; v1.25 endpointslock.go, configmaplock.go)
 */
import type { Procedure } from '#kernel';
import type { ApiResource, KubeObject } from '../../api/objects';
import { apiVersionOf, LEASES } from '../../api/resources';
import { errorText, type RestClient, type RestResult, reasonOf } from '../rest-client';
import {
  type ElectionRecord,
  type LeaseSpec,
  leaseSpecOf,
  NO_RECORD,
  parseRawRecord,
  type RawRecords,
  rawRecord,
  recordOf,
} from './election-record';

/** What a read of a lock found. */
export type Found =
  | { readonly ok: true; readonly record: ElectionRecord; readonly raw: RawRecords }
  | { readonly ok: false; readonly notFound: boolean; readonly error: string };

/** What a write came to. */
export type Written = { readonly ok: boolean; readonly error: string; readonly exists?: boolean };

/** Tells of an object in an Event. */
export type EventSink = (regarding: KubeObject, message: string) => void;

export interface ResourceLock {
  readonly identity: string;
  /** `namespace/name`. */
  readonly describe: string;
  get(): Procedure<Found>;
  create(record: ElectionRecord): Procedure<Written>;
  update(record: ElectionRecord): Procedure<Written>;
  /** Source: reason LeaderElection, `<identity> <words>`. */
  recordEvent(words: string): void;
}

export interface LockParts {
  readonly client: RestClient;
  readonly identity: string;
  readonly namespace: string;
  readonly name: string;
  /** Absent: nobody is told. */
  readonly events?: EventSink;
  /** A failed read leaves an object without fields, as in 1.25. */
  readonly keepsFailedGet: boolean;
}

/** Where in an object the record stands. */
interface Form {
  readonly of: ApiResource;
  /** A text says why what stands there cannot be read. */
  readonly read: (object: KubeObject) => ElectionRecord | string;
  readonly write: (object: KubeObject, record: ElectionRecord) => KubeObject;
}

const LEASE_FORM: Form = {
  of: LEASES,
  read: ({ spec }) => recordOf((spec ?? {}) as LeaseSpec),
  write: (object, record) => Object.assign({}, object, { spec: leaseSpecOf(record) }),
};

/** Source: LeaderElectionRecordAnnotationKey. */
const ANNOTATION = 'control-plane.alpha.kubernetes.io/leader';

/** A lock kept in an annotation, as of Endpoints and ConfigMaps. */
const annotationForm = (of: ApiResource): Form => ({
  of,
  read: ({ metadata }) => {
    const text = metadata.annotations?.[ANNOTATION];
    return text === undefined ? NO_RECORD : parseRawRecord(text);
  },
  write: (object, record) => {
    const annotations = { ...object.metadata.annotations, [ANNOTATION]: rawRecord(record) };
    return { ...object, metadata: { ...object.metadata, annotations } };
  },
});

const written = (result: RestResult<unknown>): Written => ({
  ok: result.ok,
  error: errorText(result),
  exists: reasonOf(result) === 'AlreadyExists',
});

const NOT_INITIALIZED = 'lease not initialized, call get or create first';

/** A lock that is one object. */
export class ObjectLock implements ResourceLock {
  readonly #parts: LockParts;
  readonly #form: Form;
  #object: KubeObject | undefined;

  constructor(parts: LockParts, form: Form) {
    this.#parts = parts;
    this.#form = form;
  }

  get identity(): string {
    return this.#parts.identity;
  }

  get describe(): string {
    return `${this.#parts.namespace}/${this.#parts.name}`;
  }

  *get(): Procedure<Found> {
    const { client, namespace, name, keepsFailedGet } = this.#parts;
    const found = yield* client.get(this.#form.of, namespace, name);
    if (found.ok) {
      this.#object = found.object;
      const record = this.#form.read(found.object);
      if (typeof record === 'string') return { ok: false, notFound: false, error: record };
      return { ok: true, record, raw: [record] };
    }
    if (keepsFailedGet) this.#object = this.#bare({});
    return { ok: false, notFound: reasonOf(found) === 'NotFound', error: errorText(found) };
  }

  *create(record: ElectionRecord): Procedure<Written> {
    const { client, namespace, name } = this.#parts;
    const object = this.#form.write(this.#bare({ name, namespace }), record);
    const made = yield* client.create(this.#form.of, object);
    if (made.ok) this.#object = made.object;
    return written(made);
  }

  *update(record: ElectionRecord): Procedure<Written> {
    const { client } = this.#parts;
    if (!this.#object) return { ok: false, error: NOT_INITIALIZED };
    if (!this.#object.metadata.name) return { ok: false, error: 'resource name may not be empty' };
    const put = yield* client.update(this.#form.of, this.#form.write(this.#object, record));
    if (put.ok) this.#object = put.object;
    return written(put);
  }

  recordEvent(words: string): void {
    const { events, identity } = this.#parts;
    if (!this.#object) return;
    const { metadata } = this.#object;
    events?.({ ...this.#bare({}), metadata }, `${identity} ${words}`);
  }

  #bare(metadata: KubeObject['metadata']): KubeObject {
    const { of } = this.#form;
    return { kind: of.kind, apiVersion: apiVersionOf(of), metadata };
  }
}

export const leaseLock = (parts: LockParts): ObjectLock => new ObjectLock(parts, LEASE_FORM);

export const annotationLock = (parts: LockParts, of: ApiResource): ObjectLock =>
  new ObjectLock(parts, annotationForm(of));
