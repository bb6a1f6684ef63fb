/** Metadata of objects: reading, and copies with changes. Nothing here changes what it is given. */
import type { ApiResource, KubeObject, ObjectMeta } from './objects';
import { apiVersionOf } from './resources';

/** Changes to metadata; a field given as undefined is taken away. */
export type MetaChanges = { readonly [K in keyof ObjectMeta]?: ObjectMeta[K] | undefined };

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
};

/** Fields in the order of Kubernetes' JSON. */
const META_FIELDS = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
] as const satisfies readonly (keyof ObjectMeta)[];

const KNOWN_FIELDS: ReadonlySet<string> = new Set(META_FIELDS);

/** Only known fields, none of them empty. */
function isClean(meta: ObjectMeta): boolean {
  for (const field in meta) {
    if (!KNOWN_FIELDS.has(field) || isEmpty(meta[field as keyof ObjectMeta])) return false;
  }
  return true;
}

/** Known fields in the order of Kubernetes' JSON, empty ones left out. */
export function orderedMeta(meta: ObjectMeta): ObjectMeta {
  const ordered: Record<string, unknown> = {};
  for (const field of META_FIELDS) {
    const value = meta[field];
    if (!isEmpty(value)) ordered[field] = value;
  }
  return ordered as ObjectMeta;
}

/** A copy of the object whose metadata has the changes. */
export const withMeta = (object: KubeObject, changes: MetaChanges): KubeObject => ({
  ...object,
  metadata: orderedMeta({ ...object.metadata, ...changes } as ObjectMeta),
});

/**
 * The object as its type would be decoded: kind and apiVersion of the resource first, known
 * metadata only, fields that are null left out.
 */
export function typedObject(of: ApiResource, body: KubeObject): KubeObject {
  const { metadata = {} } = body;
  const object: Record<string, unknown> = {
    kind: of.kind,
    apiVersion: apiVersionOf(of),
    metadata: isClean(metadata) ? metadata : orderedMeta(metadata),
  };
  for (const field of Object.keys(body)) {
    const value = body[field];
    if (value === undefined || value === null || field in object) continue;
    object[field] = value;
  }
  return object as unknown as KubeObject;
}

/** Upstream: metav1.Object GetName, GetNamespace and the like; "" or 0 where nothing is set. */
export const nameOf = (object: KubeObject): string => object.metadata.name ?? '';
export const namespaceOf = (object: KubeObject): string => object.metadata.namespace ?? '';
export const uidOf = (object: KubeObject): string => object.metadata.uid ?? '';

/** The version of an object as a number; 0 where it has none. */
export const versionOf = (object: KubeObject): number =>
  Number(object.metadata.resourceVersion ?? '0');

/** `namespace/name`, or the name alone. Upstream: MetaNamespaceKeyFunc. */
export function metaNamespaceKey(object: KubeObject): string {
  const { namespace, name } = object.metadata;
  return namespace ? `${namespace}/${name}` : `${name}`;
}

/** Finalizers that the garbage collector handles. Source: metav1 FinalizerOrphanDependents, ... */
export const FINALIZER_ORPHAN = 'orphan';
export const FINALIZER_FOREGROUND = 'foregroundDeletion';
