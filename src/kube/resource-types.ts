/**
 * The types that a kubectl line may name: what is stored here, in the version that discovery
 * prefers, with their short names.
 *
 * Upstream    kubernetes v1.27 pkg/registry/<group>/<resource>/storage (ShortNames),
 *             client-go/restmapper (preferred versions)
 */
import type { ResourceType } from '#console';
import type { ApiResource } from './api/objects';
import { API_RESOURCES } from './api/resources';
import { enabledVersions, resourceKnown } from './apiserver/chain/api-groups';
import type { Profile } from './profile';

const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  namespaces: ['ns'],
  services: ['svc'],
  endpoints: ['ep'],
  events: ['ev'],
  configmaps: ['cm'],
  priorityclasses: ['pc'],
  customresourcedefinitions: ['crd', 'crds'],
  nodes: ['no'],
  pods: ['po'],
  serviceaccounts: ['sa'],
  replicationcontrollers: ['rc'],
  resourcequotas: ['quota'],
  limitranges: ['limits'],
  persistentvolumes: ['pv'],
  persistentvolumeclaims: ['pvc'],
  deployments: ['deploy'],
  replicasets: ['rs'],
  daemonsets: ['ds'],
  statefulsets: ['sts'],
  cronjobs: ['cj'],
  ipaddresses: ['ip'],
  networkpolicies: ['netpol'],
  poddisruptionbudgets: ['pdb'],
  ingresses: ['ing'],
  storageclasses: ['sc'],
};

const DEFAULTS = { runtimeConfig: new Map<string, string>() };
const known = new Map<Profile, readonly ResourceType[]>();

/** Each stored type once, in its preferred version; those that the profile serves. */
export function resourceTypes(profile: Profile): readonly ResourceType[] {
  let types = known.get(profile);
  if (!types) {
    const found = new Map<string, ResourceType>();
    for (const of of API_RESOURCES) {
      const key = `${of.resource}.${of.group}`;
      if (found.has(key)) continue;
      const preferred = preferredOf(of, profile);
      if (!preferred) continue;
      const shortNames = SHORT_NAMES[of.resource];
      found.set(key, shortNames ? { ...preferred, shortNames } : preferred);
    }
    types = [...found.values()];
    known.set(profile, types);
  }
  return types;
}

function preferredOf({ group, resource }: ApiResource, profile: Profile): ApiResource | undefined {
  const versions = enabledVersions({ ...DEFAULTS, profile }, group).map(({ version }) => version);
  const stored = API_RESOURCES.filter(
    (of) => of.group === group && of.resource === resource && resourceKnown(profile, of),
  );
  return versions.flatMap((version) => stored.filter((of) => of.version === version))[0];
}
