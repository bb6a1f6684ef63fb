/**
 * The API groups of a version of Kubernetes: which of their versions and resources are served.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/controlplane/instance.go (InstallAPIs,
 *             DefaultAPIResourceConfigSource), apiserver pkg/server/resourceconfig
 * Simplified  a single resource cannot be switched off
 */
import { type Profile, profileWithin } from '../profile';
import {
  BUILT_IN_GROUPS,
  type BuiltInResource,
  builtInResource,
  type GroupServer,
  type Ranged,
} from './built-in-resources';
import type { ApiResource } from './objects';

export interface ApiGroup {
  readonly server: GroupServer;
  /** "" for the core group. */
  readonly name: string;
  /** groupPriorityMinimum of its APIServices. */
  readonly priority: number;
  /** In order of preference. */
  readonly versions: readonly ApiGroupVersion[];
}

export interface ApiGroupVersion {
  readonly version: string;
  /** versionPriority. */
  readonly priority: number;
  /** Whether it has resources in this version of Kubernetes. */
  readonly served: boolean;
  /** Whether it is off unless --runtime-config says otherwise. */
  readonly offByDefault?: boolean;
}

const RANGE = /^([\d.]*?)\.\.([\d.]*)$/;
type Bounds = readonly [since: Profile | undefined, until: Profile | undefined];
/** The table has few ranges, and every request asks for one. */
const boundsOf = new Map<string, Bounds>();

function bounds(range: string): Bounds {
  const known = boundsOf.get(range);
  if (known) return known;
  const [, since, until] = RANGE.exec(range) ?? [];
  const bound = (side: string | undefined) => (side ? (side as Profile) : undefined);
  const read: Bounds = [bound(since), bound(until)];
  boundsOf.set(range, read);
  return read;
}

const inRange = (profile: Profile, { range }: Ranged): boolean => {
  const [since, until] = bounds(range);
  return profileWithin(profile, since, until);
};

const NAMES: ReadonlySet<string> = new Set(BUILT_IN_GROUPS.map(({ name }) => name));

/** Whether the group is the API server's own. */
export const isBuiltIn = (group: string): boolean => NAMES.has(group);

const known = new Map<Profile, readonly ApiGroup[]>();

/** Every group, in the order in which the chain installs them. */
export function apiGroups(profile: Profile): readonly ApiGroup[] {
  let groups = known.get(profile);
  if (!groups) {
    groups = BUILT_IN_GROUPS.filter((group) => inRange(profile, group)).map((group) => ({
      server: group.server,
      name: group.name,
      priority: group.priority,
      versions: group.versions
        .filter((version) => inRange(profile, version))
        .map(({ name, sign, priority }) => ({
          version: name,
          priority,
          served: sign !== '-',
          ...(sign === '+' ? { offByDefault: true } : {}),
        })),
    }));
    known.set(profile, groups);
  }
  return groups;
}

/** What --runtime-config says. */
export interface RuntimeConfig {
  readonly runtimeConfig: ReadonlyMap<string, string>;
}
export interface ServingOptions extends RuntimeConfig {
  readonly profile: Profile;
}

const MATURITY: readonly (readonly [key: string, version: RegExp])[] = [
  ['api/all', /./],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
];

/** Whether --runtime-config leaves a version of a group on. Groups first, then each by its name. */
export function versionEnabled(
  { runtimeConfig }: RuntimeConfig,
  group: string,
  { version, served, offByDefault }: Pick<ApiGroupVersion, 'version' | 'served' | 'offByDefault'>,
): boolean {
  if (!served) return false;
  let on = offByDefault !== true;
  const read = (key: string): void => {
    const value = runtimeConfig.get(key);
    if (value !== undefined) on = !/^(0|f|F|false|FALSE|False)$/.test(value);
  };
  for (const [key, pattern] of MATURITY) if (pattern.test(version)) read(key);
  read(`${group}/${version}`);
  return on;
}

/** The versions of a group that are served, in order of preference. */
export function enabledVersions(options: ServingOptions, name: string): readonly ApiGroupVersion[] {
  const group = apiGroups(options.profile).find((each) => each.name === name);
  return (group?.versions ?? []).filter((version) => versionEnabled(options, name, version));
}

/** Whether this version of Kubernetes knows the resource; all is known of what is not built in. */
export function resourceKnown(
  profile: Profile,
  { group, version, resource }: Pick<ApiResource, 'group' | 'version' | 'resource'>,
): boolean {
  const row = builtInResource(group, resource);
  if (!row) return true;
  return row.versions.some((each) => each.name === version && inRange(profile, each));
}

/** The resources of a group version, in the order of the table. */
export function resourcesOf(
  profile: Profile,
  group: string,
  version: string,
): readonly BuiltInResource[] {
  const of = BUILT_IN_GROUPS.find(({ name }) => name === group);
  return (of?.resources ?? []).filter(({ resource }) =>
    resourceKnown(profile, { group, version, resource }),
  );
}
