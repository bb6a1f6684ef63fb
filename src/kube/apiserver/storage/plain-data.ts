/** Stored values and objects: comparing, stripping, and setting the version. */
import type { KubeObject } from '../../api/objects';
import type { KeyValue } from '../../etcd/api';

/** Whether two values serialise to the same: a field that is undefined is not there. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameData(item, b[index]));
  }
  return sameFields(a as Record<string, unknown>, b as Record<string, unknown>);
}

function sameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in a) if (!sameData(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

/** The object as it is stored: without resourceVersion and selfLink. */
export function forStorage(object: KubeObject): KubeObject {
  const { metadata } = object;
  if (!metadata || !('resourceVersion' in metadata || 'selfLink' in metadata)) return object;
  const kept: Record<string, unknown> = { ...metadata };
  delete kept.resourceVersion;
  delete kept.selfLink;
  return { ...object, metadata: kept };
}

/** The object with its resourceVersion. */
export function atRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

/** Objects of key values, made once: all who read the same revision share one object. */
const decoded = new WeakMap<KeyValue, KubeObject>();

/** The object of a key value, with its resourceVersion. */
export function objectOf(kv: KeyValue): KubeObject {
  let object = decoded.get(kv);
  if (!object) {
    object = atRevision(kv.value as KubeObject, kv.modRevision);
    decoded.set(kv, object);
  }
  return object;
}
