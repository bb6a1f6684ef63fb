/**
 * What the start refuses of --runtime-config: unknown groups, versions that are not registered, and
 * values that are no booleans.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/apis/<group>/install, apiserver
 *             pkg/server/options/api_enablement.go (Validate, ApplyTo),
 *             pkg/server/resourceconfig/helpers.go (MergeAPIResourceConfigs)
 * Simplified  faults are met in the order of the command line (upstream in the order of a Go map);
 *             each server of the chain looks at its own groups there, here all at once
 */
import { apiGroups } from '../../api/api-groups';
import { quoted, setFlag } from '../../component/flag-values';
import type { Profile } from '../../profile';
import type { CompletedOptions } from './options';

/** Keys that stand for many versions, in the order in which they count. */
const MATCHERS: readonly string[] = ['api/all', 'api/ga', 'api/beta', 'api/alpha'];

/** Versions of which no more than types are registered, beside those of the table. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = {
  'admission.k8s.io': ['v1', 'v1beta1'],
  'apiextensions.k8s.io': ['v1beta1'],
  'apiregistration.k8s.io': ['v1beta1'],
  extensions: ['v1beta1'],
  'imagepolicy.k8s.io': ['v1alpha1'],
};

/** The registered versions of a group; undefined where the group itself is unknown. */
function registeredVersions(profile: Profile, group: string): readonly string[] | undefined {
  const own = apiGroups(profile).find(({ name }) => name === group);
  const others = TYPES_ONLY[group];
  if (!own && !others) return undefined;
  return [...(own?.versions ?? []).map(({ version }) => version), ...(others ?? [])];
}

type Given = Pick<CompletedOptions, 'profile' | 'runtimeConfig'>;

/** Part of the validation of the options. Upstream: APIEnablementOptions.Validate, ParseGroups. */
export function validateAPIEnablement({ profile, runtimeConfig }: Given): readonly string[] {
  if (runtimeConfig.size === 1 && runtimeConfig.get('api/all') === 'false') {
    return ['invalid key with only api/all=false'];
  }
  const keys = [...runtimeConfig.keys()].filter((key) => !MATCHERS.includes(key));
  const wrong = keys.find((key) => ![2, 3].includes(key.split('/').length));
  if (wrong !== undefined) return [`runtime-config invalid key ${wrong}`];
  const unknown = keys
    .map((key) => key.split('/')[0])
    .filter((group) => !registeredVersions(profile, group));
  return unknown.length > 0 ? [`unknown api groups ${unknown.join(',')}`] : [];
}

/** What ends the start after the options were found good; undefined for nothing. */
export function mergeAPIResourceFault({ profile, runtimeConfig }: Given): string | undefined {
  for (const key of MATCHERS) {
    const value = runtimeConfig.get(key) ?? 'true';
    if (value !== 'true' && value !== 'false') return `invalid value ${key}=${value}`;
  }
  for (const [key, value] of runtimeConfig) {
    const fault = MATCHERS.includes(key) ? undefined : versionFault(profile, key, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function versionFault(profile: Profile, key: string, value: string): string | undefined {
  const [group, version, resource = ''] = key.split('/');
  if (!registeredVersions(profile, group)?.includes(version)) {
    const groupVersion = group === '' ? version : `${group}/${version}`;
    return `group version ${groupVersion} that has not been registered`;
  }
  const read = setFlag('bool', value === '' ? 'true' : value, undefined);
  if (!read.ok) return `invalid value of ${key}: ${value}, err: ${read.error}`;
  if (resource === resource.toLowerCase()) return undefined;
  return (
    `invalid key ${key}: group/version/resource and resource is always lowercase plural, ` +
    `not ${quoted(resource)}`
  );
}
