/**
 * The resources of a version as discovery lists them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/installer.go
 *             (registerResourceHandlers), pkg/endpoints/discovery/storageversionhash.go,
 *             apiextensions-apiserver pkg/apiserver/customresource_discovery_controller.go
 * Simplified  subresources that connect to a kubelet are not listed, nor are ComponentStatuses
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { compareText } from '#base';
import { resourcesOf, type ServingOptions } from '../../api/api-groups';
import type { BuiltInResource } from '../../api/built-in-resources';
import { type CrdVersion, crdSpec } from '../../api/crd-spec';
import { customResource } from '../../api/custom-resource';
import type { KubeObject } from '../../api/objects';
import { profileWithin } from '../../profile';
import { isBindings } from '../registry/rest-verbs';
import { isReview } from '../registry/reviews';

/** An APIResource, its fields in the order of Kubernetes' JSON. */
export interface ResourceRow {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  /** Where the kind is of another group than the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

const VERBS = 'create delete deletecollection get list patch update watch'.split(' ');
/** Namespaces cannot be deleted all at once. */
const NAMESPACE_VERBS = VERBS.filter((verb) => verb !== 'deletecollection');
const OF_SUBRESOURCE: Readonly<Record<string, readonly string[]>> = {
  status: ['get', 'patch', 'update'],
  scale: ['get', 'patch', 'update'],
  finalize: ['update'],
  approval: ['get', 'patch', 'update'],
  ephemeralcontainers: ['get', 'patch', 'update'],
  binding: ['create'],
  eviction: ['create'],
  token: ['create'],
};
/** Source: customresource_discovery_controller.go (sync). */
const CUSTOM_VERBS = 'delete deletecollection get list patch create update watch'.split(' ');
const TERMINATING_VERBS = 'delete deletecollection get list watch'.split(' ');

/** Subresources whose kind is not that of their resource. */
const OWN_KINDS: Readonly<Record<string, Pick<ResourceRow, 'group' | 'version' | 'kind'>>> = {
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  binding: { kind: 'Binding' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
};
/** Bytes of the hash that are kept. Source: storageversionhash.go. */
const HASH_BYTES = 8;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const all = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += BASE64[all >> 18] + BASE64[(all >> 12) & 63];
    text +=
      (b === undefined ? '=' : BASE64[(all >> 6) & 63]) +
      (c === undefined ? '=' : BASE64[all & 63]);
  }
  return text;
}

/** What a kind is stored as, hashed, so that a change can be seen. Upstream: StorageVersionHash. */
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = sha256(new TextEncoder().encode(`${group}/${version}/${kind}`));
  return base64([...digest.slice(0, HASH_BYTES)]);
}

/** Events are stored as those of the core group, whichever was written. */
const storedAs = ({ group, resource, kind, versions }: BuiltInResource): string =>
  group === 'events.k8s.io' && resource === 'events'
    ? storageVersionHash('', 'v1', kind)
    : storageVersionHash(group, versions[0].name, kind);

const list = (field: string, values: readonly string[]) =>
  values.length === 0 ? {} : { [field]: values };

function rowsOf(options: ServingOptions, row: BuiltInResource): readonly ResourceRow[] {
  const { resource, kind, namespaced, shortNames, categories, stored } = row;
  const verbs = stored ? VERBS : ['create'];
  const main: ResourceRow = {
    name: resource,
    // Filled in since 1.27.
    singularName: profileWithin(options.profile, '1.27') ? kind.toLowerCase() : '',
    namespaced,
    kind,
    verbs: resource === 'namespaces' ? NAMESPACE_VERBS : verbs,
    ...list('shortNames', shortNames),
    ...list('categories', categories),
    ...(stored ? { storageVersionHash: storedAs(row) } : {}),
  };
  const subs = row.subresources.filter((name) => name in OF_SUBRESOURCE);
  return [main, ...subs.map((name) => subRow(resource, name, namespaced, kind))];
}

const subRow = (
  resource: string,
  name: string,
  namespaced: boolean,
  kind: string,
): ResourceRow => ({
  name: `${resource}/${name}`,
  singularName: '',
  namespaced,
  ...(OWN_KINDS[name] ?? { kind }),
  verbs: OF_SUBRESOURCE[name],
});

/** The rows of a version of a built-in group, by name. */
export const builtInRows = (
  options: ServingOptions,
  group: string,
  version: string,
): readonly ResourceRow[] =>
  resourcesOf(options.profile, group, version)
    .filter((row) => row.stored || isReview(row) || isBindings({ ...row, version }))
    .flatMap((row) => rowsOf(options, row))
    .sort((a, b) => compareText(a.name, b.name));

/** The rows that a definition brings to one of its versions; none unless it is in force there. */
export function customRows(crd: KubeObject, version: string): readonly ResourceRow[] {
  const made = customResource(crd, version);
  if (!made) return [];
  const { resource, kind, namespaced, group } = made.of;
  const { acceptedNames = {}, conditions = [] } = (crd.status ?? {}) as AcceptedStatus;
  const { singular = '', shortNames = [], categories = [] } = acceptedNames;
  const going = conditions.some(({ type, status }) => type === 'Terminating' && status === 'True');
  const stored = crdSpec(crd).versions?.find(({ storage }) => storage)?.name ?? version;
  const main: ResourceRow = {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs: going ? TERMINATING_VERBS : CUSTOM_VERBS,
    ...list('shortNames', shortNames),
    ...list('categories', categories),
    storageVersionHash: storageVersionHash(group, stored, kind),
  };
  const { subresources = {} }: CrdVersion = made.version;
  const subs = subresources.status ? [subRow(resource, 'status', namespaced, kind)] : [];
  return [main, ...subs];
}

interface AcceptedStatus {
  readonly acceptedNames?: {
    readonly singular?: string;
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  };
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}
