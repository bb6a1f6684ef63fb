/**
 * The plugins that the profiles of a configuration name, looked up as their frameworks are built.
 *
 * Upstream    kubernetes v1.27 pkg/scheduler/framework/runtime/framework.go (NewFramework,
 *             updatePluginList, expandMultiPointPlugins), pkg/scheduler/framework/plugins
 *             (registry.go), pkg/scheduler/profile/profile.go; its PR 117720, PR 124003 for plugins
 *             that went
 * Simplified  whether a plugin extends the point that names it, and its arguments, are not looked
 *             at, nor how many sort the queue or bind, nor whether multiPoint names one twice
 */
import { type Profile, profileWithin } from '../profile';

interface PluginSet {
  readonly enabled?: readonly { readonly name?: string }[];
  readonly disabled?: readonly { readonly name?: string }[];
}

export interface PluginsOfProfile {
  readonly schedulerName?: string;
  readonly plugins?: Readonly<Record<string, PluginSet>>;
}

/** In the order in which they are filled. Source: getExtensionPoints. */
const POINTS =
  'preFilter filter postFilter reserve preScore score preBind bind postBind permit preEnqueue ' +
  'queueSort';
const MULTI_POINT = 'multiPoint';

const ALWAYS =
  'DefaultBinder DefaultPreemption ImageLocality InterPodAffinity NodeAffinity NodeName ' +
  'NodePorts NodeResourcesBalancedAllocation NodeResourcesFit NodeUnschedulable NodeVolumeLimits ' +
  'PodTopologySpread PrioritySort TaintToleration VolumeBinding VolumeRestrictions VolumeZone';

/** Names, and the versions that have them. */
const REGISTRY: readonly (readonly [names: string, since?: Profile, until?: Profile])[] = [
  [ALWAYS],
  ['SchedulingGates DynamicResources', '1.26'],
  ['SelectorSpread', undefined, '1.28'],
  ['AzureDiskLimits CinderLimits EBSLimits GCEPDLimits', undefined, '1.31'],
];

const registryOf = (profile: Profile): ReadonlySet<string> =>
  new Set(
    REGISTRY.flatMap(([names, since, until]) =>
      profileWithin(profile, since, until) ? names.split(' ') : [],
    ),
  );

/** Name of the interface of an extension point. */
const goType = (point: string): string =>
  `${point.slice(0, 1).toUpperCase()}${point.slice(1)}Plugin`;

const namesOf = (list: PluginSet['enabled'] = []): readonly string[] =>
  list.map(({ name = '' }) => name);

function faultOf(plugins: Readonly<Record<string, PluginSet>>, registry: ReadonlySet<string>) {
  const points = POINTS.split(' ');
  for (const point of points) {
    const seen = new Set<string>();
    for (const name of namesOf(plugins[point]?.enabled)) {
      if (!registry.has(name)) return `${goType(point)} ${JSON.stringify(name)} does not exist`;
      if (seen.has(name)) {
        return `plugin ${JSON.stringify(name)} already registered as "${goType(point)}"`;
      }
      seen.add(name);
    }
  }
  const unknown = namesOf(plugins[MULTI_POINT]?.enabled).find((name) => !registry.has(name));
  const open = points.find((point) => !namesOf(plugins[point]?.disabled).includes('*'));
  if (unknown === undefined || open === undefined) return '';
  return `${goType(open)} ${JSON.stringify(unknown)} does not exist`;
}

/** Why no scheduler can be made of these profiles; "" when it can. Source: scheduler.New. */
export function pluginsFault(
  profiles: readonly PluginsOfProfile[],
  profile: Profile,
  defaultName: string,
): string {
  const registry = registryOf(profile);
  for (const { schedulerName = defaultName, plugins = {} } of profiles) {
    const fault = faultOf(plugins, registry);
    if (fault === '') continue;
    return `initializing profiles: creating profile for scheduler name ${schedulerName}: ${fault}`;
  }
  return '';
}
