/**
 * The types that a kubectl line may name: what is stored here, in the version that discovery
 * prefers, with their short names and categories.
 *
 * Upstream    client-go/restmapper (preferred versions), discovery/cached
 */
import type { ResourceType } from '#console';
import { enabledVersions, resourceKnown } from '../api/api-groups';
import { builtInResource } from '../api/built-in-resources';
import type { ApiResource } from '../api/objects';
import { API_RESOURCES, resourceAt } from '../api/resources';
import type { Profile } from '../profile';

const DEFAULTS = { runtimeConfig: new Map<string, string>() };
const known = new Map<Profile, readonly ResourceType[]>();

/** Each stored type once, in its preferred version; those that the profile serves. */
export function resourceTypes(profile: Profile): readonly ResourceType[] {
  let types = known.get(profile);
  if (!types) {
    const found = new Map<string, ResourceType>();
    for (const { group, resource } of API_RESOURCES) {
      const key = `${resource}.${group}`;
      const preferred = found.has(key) ? undefined : preferredOf(profile, group, resource);
      if (!preferred) continue;
      const { shortNames = [], categories = [] } = builtInResource(group, resource) ?? {};
      found.set(key, {
        ...preferred,
        ...(shortNames.length > 0 ? { shortNames } : {}),
        ...(categories.length > 0 ? { categories } : {}),
      });
    }
    types = [...found.values()];
    known.set(profile, types);
  }
  return types;
}

function preferredOf(profile: Profile, group: string, resource: string): ApiResource | undefined {
  return enabledVersions({ ...DEFAULTS, profile }, group)
    .filter(({ version }) => resourceKnown(profile, { group, version, resource }))
    .flatMap(({ version }) => resourceAt(group, version, resource) ?? [])[0];
}
