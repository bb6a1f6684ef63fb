/**
 * Area `etcd-keys`: an object of a resource is created through a whole API server, and looked for
 * in etcd. A version that is not served any more is asked for in the one that is, as the cases say.
 */
import { seconds } from '#base';
import {
  type ApiResource,
  enabledVersions,
  type KubeObject,
  type Profile,
  resourceAt,
  resourceKnown,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ClusterStand } from '../cluster-stand';
import { definitionOf, leastObject } from '../least-objects';
import { Fields, fieldsOfWhen } from '../read-fields';

/** Until a definition is in force, and its server knows. */
const ESTABLISHED = seconds(10);
const CONDITION = / \(if namespaced\)$/;
const ALL_ON = new Map([['api/all', 'true']]);

export const etcdKeysAdapter: AreaAdapter = {
  area: 'etcd-keys',
  calls: { 'create the object': createTheObject },
};

function createTheObject({ given, when, profile }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const inputs = new Fields(given, 'given').only('gvr', 'namespace', 'name');
  const [resource, version = '', group = ''] = inputs.text('gvr').split('/').reverse();
  const namespace = inputs.text('namespace').replace(CONDITION, '');
  const name = inputs.text('name');
  const stand = new ClusterStand(profile);
  const definition = definitionOf(group, version, resource);
  const of = servedResource(profile, group, resource) ?? (definition && defined(stand, definition));
  if (!of) throw new Unsupported(`given.gvr: ${profile} has no ${resource} in group "${group}"`);
  const space = of.namespaced ? { namespace } : {};
  make(stand, NAMESPACE, { metadata: { name: namespace } });
  const begun = stand.run.table.length;
  make(stand, of, {
    ...leastObject({ group, kind: of.kind, namespace, name }),
    apiVersion: of.group === '' ? of.version : `${of.group}/${of.version}`,
    kind: of.kind,
    metadata: { name, ...space },
  });
  const written = stand.keysSince(begun).filter((key) => key.endsWith(`/${name}`));
  return { facts: { etcdKey: written[0] ?? null } };
}

const NAMESPACE = resourceAt('', 'v1', 'namespaces') as ApiResource;
const DEFINITION = resourceAt(
  'apiextensions.k8s.io',
  'v1',
  'customresourcedefinitions',
) as ApiResource;

function make(stand: ClusterStand, of: ApiResource, object: KubeObject): void {
  const result = stand.perform(stand.client.create(of, object));
  if (!result.ok) throw new Unsupported(result.status?.message ?? 'no answer');
}

/** The resource in the version that is served first; undefined where it is not built in. */
function servedResource(profile: Profile, group: string, resource: string) {
  const [version] = enabledVersions({ profile, runtimeConfig: ALL_ON }, group)
    .map((each) => each.version)
    .filter((each) => resourceKnown(profile, { group, version: each, resource }));
  return version === undefined ? undefined : resourceAt(group, version, resource);
}

/** Defines it first. */
function defined(
  stand: ClusterStand,
  definition: NonNullable<ReturnType<typeof definitionOf>>,
): ApiResource {
  make(stand, DEFINITION, definition);
  stand.advance(ESTABLISHED);
  const { group, names, scope, versions } = definition.spec;
  const { plural: resource, kind } = names;
  return { group, version: versions[0].name, resource, kind, namespaced: scope === 'Namespaced' };
}
