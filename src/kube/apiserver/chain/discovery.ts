/**
 * The documents of discovery: which groups, versions and resources there are.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/discovery (legacy.go,
 *             root.go, group.go, version.go), kube-aggregator pkg/apiserver/handler_apis.go
 * Simplified  what definitions bring is not listed, nor are resources of which nothing is stored;
 *             no storageVersionHash; no aggregated form (APIGroupDiscoveryList)
 */
import { compareText } from '#base';
import {
  type ApiGroup,
  apiGroups,
  enabledVersions,
  resourcesOf,
  type ServingOptions,
} from '../../api/api-groups';
import type { BuiltInResource } from '../../api/built-in-resources';
import { profileWithin } from '../../profile';
import type { GenericAPIServer } from './generic-api-server';

export interface DiscoveryOptions extends ServingOptions {
  /** Host and port that clients of any network shall use. */
  readonly address: string;
}

const VERBS = 'create delete deletecollection get list patch update watch'.split(' ');
/** Namespaces cannot be deleted all at once. */
const NAMESPACE_VERBS = VERBS.filter((verb) => verb !== 'deletecollection');
const OF_SUBRESOURCE: Readonly<Record<string, readonly string[]>> = {
  status: ['get', 'patch', 'update'],
  scale: ['get', 'patch', 'update'],
  finalize: ['update'],
};

const named = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`;

function groupDocument(options: ServingOptions, { name }: ApiGroup) {
  const versions = enabledVersions(options, name).map(({ version }) => ({
    groupVersion: named(name, version),
    version,
  }));
  return { name, versions, preferredVersion: versions[0] };
}

/** The aggregator's own group first, then by priority. */
function groupsOf(options: ServingOptions): readonly ApiGroup[] {
  const rank = ({ server, priority }: ApiGroup) =>
    server === 'aggregator' ? Number.POSITIVE_INFINITY : priority;
  return apiGroups(options.profile)
    .filter(({ name }) => name !== '' && enabledVersions(options, name).length > 0)
    .sort((a, b) => {
      if (rank(a) !== rank(b)) return rank(b) - rank(a);
      return compareText(a.name, b.name);
    });
}

/** Rows of a resource and of its subresources. */
function rowsOf(options: ServingOptions, row: BuiltInResource) {
  const { resource, kind, namespaced, shortNames, categories } = row;
  // Filled in since 1.27.
  const singularName = profileWithin(options.profile, '1.27') ? kind.toLowerCase() : '';
  const main = {
    name: resource,
    singularName,
    namespaced,
    kind,
    verbs: resource === 'namespaces' ? NAMESPACE_VERBS : VERBS,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
  const subs = row.subresources.filter((name) => name in OF_SUBRESOURCE);
  const others = subs.map((name) => ({
    name: `${resource}/${name}`,
    singularName: '',
    namespaced,
    ...(name === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : { kind }),
    verbs: OF_SUBRESOURCE[name],
  }));
  return [main, ...others];
}

function resourceList(options: ServingOptions, group: string, version: string) {
  const resources = resourcesOf(options.profile, group, version)
    .filter(({ stored }) => stored)
    .flatMap((row) => rowsOf(options, row))
    .sort((a, b) => compareText(a.name, b.name));
  const kind = 'APIResourceList';
  const head = group === '' ? { kind } : { kind, apiVersion: 'v1' };
  return { ...head, groupVersion: named(group, version), resources };
}

/** The document of each path. */
export function discoveryDocuments(options: DiscoveryOptions): ReadonlyMap<string, object> {
  const documents = new Map<string, object>();
  const [core] = enabledVersions(options, '');
  if (core) {
    const addresses = [{ clientCIDR: '0.0.0.0/0', serverAddress: options.address }];
    const legacy = { versions: [core.version], serverAddressByClientCIDRs: addresses };
    documents.set('/api', { kind: 'APIVersions', ...legacy });
    documents.set(`/api/${core.version}`, resourceList(options, '', core.version));
  }
  const groups = groupsOf(options);
  const list = groups.map((group) => groupDocument(options, group));
  documents.set('/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: list });
  for (const group of list) {
    documents.set(`/apis/${group.name}`, { kind: 'APIGroup', apiVersion: 'v1', ...group });
    for (const { version } of group.versions) {
      const path = `/apis/${group.name}/${version}`;
      documents.set(path, resourceList(options, group.name, version));
    }
  }
  return documents;
}

/** Answers the paths of discovery, which those who install the groups have listed. */
export function serveDiscovery(server: GenericAPIServer, options: DiscoveryOptions): void {
  for (const [path, document] of discoveryDocuments(options)) {
    const body = JSON.stringify(document);
    const answer = { status: 200, contentType: 'application/json', body };
    server.handleUnlisted(path, (_query, reply) => reply(answer));
  }
}
