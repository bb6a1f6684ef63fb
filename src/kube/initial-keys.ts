/**
 * What etcd holds before the start: objects as an API server stored them once, and raw keys. What
 * an object says of itself stays; what every stored object has is filled in.
 */
import { type SimDuration, seconds } from '#base';
import type { KubeObject } from './api/objects';
import { NAMESPACES, resourceOfObject } from './api/resources';
import { formatTime } from './api/timestamps';
import { storedValue } from './apiserver';
import { namespaceStrategy } from './apiserver/registry/strategies/namespace';
import { etcdKeyOf } from './apiserver/storage/keys';
import type { InitialKey } from './etcd';

/** Where an object without a namespace goes. Source: metav1.NamespaceDefault. */
const DEFAULT_NAMESPACE = 'default';

export interface InitialData {
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly etcdData: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly ttl: SimDuration | undefined;
  }[];
  /** What clocks show at the start. */
  readonly epochMs: number;
}

/** The keys of objects and raw data, in the order given. */
export function initialKeys(
  { objects, etcdData, epochMs }: InitialData,
  uid: () => string,
): readonly InitialKey[] {
  const fromObjects = objects.map((object) => {
    const [key, filled] = placed(object as KubeObject);
    const { uid: own = uid(), creationTimestamp, ...rest } = filled.metadata;
    const created = creationTimestamp ?? formatTime(epochMs);
    const metadata = { ...rest, uid: own, creationTimestamp: created };
    return { key, value: withPhase(withNamespaceParts({ ...filled, metadata })) };
  });
  const raw = etcdData.map(({ key, value, ttl }) => ({
    key,
    value: storedValue(key, value),
    ...(ttl === undefined ? {} : { ttlSeconds: Math.max(1, Math.ceil(ttl / seconds(1))) }),
  }));
  return [...fromObjects, ...raw];
}

/** The key of an object, and the object in its namespace, without what storage does not keep. */
function placed(object: KubeObject): readonly [string, KubeObject] {
  const { apiVersion = '', kind = '' } = object;
  const { resourceVersion: _, namespace = DEFAULT_NAMESPACE, ...rest } = object.metadata;
  const of = resourceOfObject(apiVersion, kind);
  const own = of?.namespaced ? { namespace } : {};
  const key = of ? etcdKeyOf(of, own.namespace ?? '', rest.name ?? '') : '';
  const named = { ...object, metadata: { ...rest, ...own } };
  return [key, storedValue(key, named) as KubeObject];
}

/** A namespace has finalizers, a phase and the label with its name. */
function withNamespaceParts(object: KubeObject): KubeObject {
  if (object.kind !== NAMESPACES.kind) return object;
  const made = namespaceStrategy.prepareForCreate(object);
  return { ...made, spec: object.spec ?? made.spec, status: object.status ?? made.status };
}

/** A Pod waits for its node unless something else is said of it. */
function withPhase(object: KubeObject): KubeObject {
  if (object.kind !== 'Pod' || object.apiVersion !== 'v1') return object;
  return { ...object, status: { phase: 'Pending', ...(object.status as object) } };
}
