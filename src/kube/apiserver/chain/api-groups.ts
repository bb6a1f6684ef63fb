/**
 * The API groups of a version: in which order they are installed, which of their versions are
 * served, and with which priority they register.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/controlplane/instance.go (InstallAPIs,
 *             DefaultAPIResourceConfigSource), cmd/kube-apiserver/app/aggregator.go
 *             (apiVersionPriorities), apiserver pkg/server/resourceconfig
 * Simplified  of the versions that are off only networking.k8s.io/v1beta1 can be switched on; a
 *             single resource cannot be switched off
 */
import type { ApiResource } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import type { ApiServerOptions } from '../options/options';

/** Server of the chain that installs a group. */
export type GroupServer = 'apiextensions' | 'kube-apiserver' | 'aggregator';

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

/**
 * One line a group, in the order of installation: name, priority, versions. A version is
 * `v1=15` where it is served, `v1beta1+9` where it is off by default, and `v1beta1-9` where only
 * its types are left; `@1.26..1.28` after it limits the versions of Kubernetes that are meant.
 */
const KUBE = `
internal.apiserver.k8s.io 16000 v1alpha1-9
authentication.k8s.io 17700 v1=15 v1beta1-9 v1alpha1-1@1.26..
authorization.k8s.io 17600 v1=15 v1beta1-9
autoscaling 17500 v2=30 v1=15 v2beta1-9 v2beta2=1@..1.25 v2beta2-1@1.26..
batch 17400 v1=15 v1beta1-9
certificates.k8s.io 17300 v1=15 v1beta1-9 v1alpha1-1@1.27..
coordination.k8s.io 16500 v1=15 v1beta1-9
discovery.k8s.io 16200 v1=15 v1beta1-12
networking.k8s.io 17200 v1=15 v1beta1-9@..1.30 v1beta1+9@1.31.. v1alpha1-1
node.k8s.io 16300 v1=15 v1beta1-9 v1alpha1-1
policy 17100 v1=15 v1beta1-9
rbac.authorization.k8s.io 17000 v1=15 v1beta1-12 v1alpha1-9
scheduling.k8s.io 16600 v1=15 v1beta1-12 v1alpha1-9
storage.k8s.io 16800 v1=15 v1beta1=9@..1.26 v1beta1-9@1.27.. v1alpha1-1
storagemigration.k8s.io@1.30.. 16800 v1alpha1-9
flowcontrol.apiserver.k8s.io 16100 v1=21@1.29.. v1beta3=18@1.26..1.31 v1beta3-18@1.32.. \
v1beta2=15@..1.28 v1beta2-15@1.29.. v1beta1=12@..1.25 v1beta1-12@1.26.. v1alpha1-9
apps 17800 v1=15 v1beta2-1 v1beta1-1
admissionregistration.k8s.io 16700 v1=15 v1beta1-12 v1alpha1-9@1.26..
events.k8s.io 17750 v1=15 v1beta1-5
resource.k8s.io@1.26.. 15900 v1alpha1-9
`;

const RANGE = /^(.*?)(?:@([\d.]*?)\.\.([\d.]*))?$/;

/** The text before the range; undefined where the profile lies outside. */
function within(profile: Profile, text: string): string | undefined {
  const [, name, since, until] = RANGE.exec(text) ?? [];
  const bound = (side: string | undefined) => (side ? (side as Profile) : undefined);
  return profileWithin(profile, bound(since), bound(until)) ? name : undefined;
}

function readGroup(line: string, profile: Profile): ApiGroup | undefined {
  const [head, priority, ...rest] = line.split(' ');
  const name = within(profile, head);
  if (name === undefined) return undefined;
  const versions = rest.flatMap((text): ApiGroupVersion[] => {
    const [, version, sign, number] = /^(\w+)([=+-])(\d+)$/.exec(within(profile, text) ?? '') ?? [];
    if (!version) return [];
    const offByDefault = sign === '+' ? { offByDefault: true } : {};
    return [{ version, priority: Number(number), served: sign !== '-', ...offByDefault }];
  });
  return { server: 'kube-apiserver', name, priority: Number(priority), versions };
}

const single = (server: GroupServer, name: string, priority: number, version = 1): ApiGroup => ({
  server,
  name,
  priority,
  versions: [{ version: 'v1', priority: version, served: true }],
});

const known = new Map<Profile, readonly ApiGroup[]>();

/** Every group, in the order in which the chain installs them. */
export function apiGroups(profile: Profile): readonly ApiGroup[] {
  let groups = known.get(profile);
  if (!groups) {
    groups = [
      single('apiextensions', 'apiextensions.k8s.io', 16_700, 15),
      single('kube-apiserver', '', 18_000),
      ...KUBE.trim()
        .split('\n')
        .flatMap((line) => readGroup(line, profile) ?? []),
      single('aggregator', 'apiregistration.k8s.io', 0),
    ];
    known.set(profile, groups);
  }
  return groups;
}

const MATURITY: readonly (readonly [key: string, version: RegExp])[] = [
  ['api/all', /./],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
];

/** Whether --runtime-config leaves a version of a group on. Groups first, then each by its name. */
export function versionEnabled(
  { runtimeConfig }: Pick<ApiServerOptions, 'runtimeConfig'>,
  group: string,
  { version, served, offByDefault }: Pick<ApiGroupVersion, 'version' | 'served' | 'offByDefault'>,
): boolean {
  if (!served) return false;
  let on = offByDefault !== true;
  const read = (key: string): void => {
    const value = runtimeConfig.get(key);
    if (value !== undefined) on = value !== 'false';
  };
  for (const [key, pattern] of MATURITY) if (pattern.test(version)) read(key);
  read(`${group}/${version}`);
  return on;
}

/** The versions of a group that are served, in order of preference. */
export function enabledVersions(
  options: Pick<ApiServerOptions, 'profile' | 'runtimeConfig'>,
  name: string,
): readonly ApiGroupVersion[] {
  const group = apiGroups(options.profile).find((each) => each.name === name);
  return (group?.versions ?? []).filter((version) => versionEnabled(options, name, version));
}

/** Resources that came to a version of a group later than the version itself. */
const RESOURCES_SINCE: Readonly<Record<string, Profile>> = {
  'networking.k8s.io/v1beta1/ipaddresses': '1.31',
  'networking.k8s.io/v1beta1/servicecidrs': '1.31',
  'networking.k8s.io/v1/ipaddresses': '1.33',
  'networking.k8s.io/v1/servicecidrs': '1.33',
};

/** Whether this version of Kubernetes knows the resource. */
export const resourceKnown = (
  profile: Profile,
  { group, version, resource }: Pick<ApiResource, 'group' | 'version' | 'resource'>,
): boolean => profileWithin(profile, RESOURCES_SINCE[`${group}/${version}/${resource}`]);
