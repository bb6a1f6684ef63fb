/** The built-in types that a scenario's API servers serve, which may be of several versions. */
import { DEFAULT_PROFILE, type ResourceDescription, type ScenarioSpec } from '#protocol';

/** @param server a name; "": any of them */
export function servedTypes(
  resources: readonly ResourceDescription[],
  spec: ScenarioSpec | undefined,
  server: string,
): readonly ResourceDescription[] {
  const own = spec?.kubernetes ?? DEFAULT_PROFILE;
  const servers = (spec?.apiServers ?? []).filter(({ name }) => server === '' || name === server);
  const versions = new Set(servers.map(({ kubernetes = own }) => kubernetes));
  if (versions.size === 0) versions.add(own);
  return resources.filter(({ profiles }) => profiles.some((each) => versions.has(each)));
}
