/**
 * The plugins that the profiles of a configuration name, looked up as their frameworks are built.
 *
 * Upstream    kubernetes v1.27 pkg/scheduler/framework/runtime/framework.go (NewFramework,
 *             updatePluginList, expandMultiPointPlugins), pkg/scheduler/framework/plugins
 *             (registry.go), pkg/scheduler/apis/config/v1/default_plugins.go (mergePluginSet),
 *             pkg/scheduler/profile/profile.go; its PR 117720, PR 124003 for plugins that went
 * Simplified  a plugin extends in every version what it extends in one; SelectorSpread, which v1
 *             of the configuration refuses while there is one, is taken; gates add no plugin
 */
import { aggregateText, goQuote } from '../api/field-error';
import { type Profile, profileWithin } from '../profile';
import { decodedArgs, isArgs, type PluginConfig } from './plugin-args';
import { fitErrors } from './plugin-args-checks';

export interface PluginSet {
  readonly enabled?: readonly { readonly name?: string; readonly weight?: number }[];
  readonly disabled?: readonly { readonly name?: string }[];
}

export interface PluginsOfProfile {
  readonly schedulerName?: string;
  readonly plugins?: Readonly<Record<string, PluginSet>>;
  readonly pluginConfig?: readonly PluginConfig[];
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

/** Which plugins extend a point. */
const EXTENDED_BY: Readonly<Record<string, string>> = {
  queueSort: 'PrioritySort',
  preEnqueue: 'SchedulingGates DynamicResources DefaultPreemption',
  preFilter:
    'NodeAffinity NodePorts NodeResourcesFit VolumeRestrictions VolumeBinding VolumeZone ' +
    'PodTopologySpread InterPodAffinity DynamicResources NodeVolumeLimits AzureDiskLimits ' +
    'CinderLimits EBSLimits GCEPDLimits',
  filter:
    'NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts NodeResourcesFit ' +
    'VolumeRestrictions VolumeBinding VolumeZone PodTopologySpread InterPodAffinity ' +
    'DynamicResources NodeVolumeLimits AzureDiskLimits CinderLimits EBSLimits GCEPDLimits',
  postFilter: 'DefaultPreemption DynamicResources',
  preScore:
    'TaintToleration NodeAffinity NodeResourcesFit NodeResourcesBalancedAllocation ' +
    'PodTopologySpread InterPodAffinity SelectorSpread VolumeBinding DynamicResources',
  score:
    'TaintToleration NodeAffinity NodeResourcesFit NodeResourcesBalancedAllocation ' +
    'PodTopologySpread InterPodAffinity ImageLocality SelectorSpread VolumeBinding',
  reserve: 'VolumeBinding DynamicResources',
  preBind: 'VolumeBinding DynamicResources',
  bind: 'DefaultBinder',
  postBind: 'DynamicResources',
  permit: '',
};

/** Source: getDefaultPlugins: all stand in multiPoint. */
const DEFAULTS =
  'PrioritySort NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts ' +
  'NodeResourcesFit VolumeRestrictions EBSLimits GCEPDLimits NodeVolumeLimits AzureDiskLimits ' +
  'VolumeBinding VolumeZone PodTopologySpread InterPodAffinity DefaultPreemption ' +
  'NodeResourcesBalancedAllocation ImageLocality DefaultBinder';

const extending = (point: string, name: string): boolean =>
  EXTENDED_BY[point].split(' ').includes(name);

/** The names of multiPoint with those of the defaults. Source: mergePluginSet. */
function multiPointOf(set: PluginSet = {}, registry: ReadonlySet<string>): readonly string[] {
  const enabled = namesOf(set.enabled);
  const disabled = new Set(namesOf(set.disabled));
  const defaults = DEFAULTS.split(' ').filter((name) => registry.has(name) && !disabled.has(name));
  const kept = disabled.has('*') ? [] : defaults;
  // What takes the place of a default is the last of its name.
  const others = enabled.filter(
    (name, index) => !kept.includes(name) || enabled.lastIndexOf(name) !== index,
  );
  return [...kept, ...others];
}

const registeredTwice = (name: string, point: string): string =>
  `plugin ${goQuote(name)} already registered as "${goType(point)}"`;

/** Upstream: updatePluginList. */
function listFault(point: string, { enabled }: PluginSet = {}, registry: ReadonlySet<string>) {
  const seen = new Set<string>();
  for (const name of namesOf(enabled)) {
    if (!registry.has(name)) return `${goType(point)} ${goQuote(name)} does not exist`;
    if (!extending(point, name)) {
      return `plugin ${goQuote(name)} does not extend ${goType(point)} plugin`;
    }
    if (seen.has(name)) return registeredTwice(name, point);
    seen.add(name);
  }
  return '';
}

/** How many multiPoint adds to a point, or why it cannot. Source: expandMultiPointPlugins. */
function expanded(
  point: string,
  set: PluginSet = {},
  names: readonly string[],
  registry: ReadonlySet<string>,
): number | string {
  const disabled = namesOf(set.disabled);
  if (disabled.includes('*')) return 0;
  const own = namesOf(set.enabled);
  const added = new Set<string>();
  for (const name of names) {
    if (!registry.has(name)) return `${goType(point)} ${goQuote(name)} does not exist`;
    if (!extending(point, name) || disabled.includes(name) || own.includes(name)) continue;
    if (added.has(name)) return registeredTwice(name, point);
    added.add(name);
  }
  return added.size;
}

/** Why NodeResourcesFit cannot be made, which looks at its arguments itself. */
function fitFault({ plugins = {}, pluginConfig = [] }: PluginsOfProfile, multi: readonly string[]) {
  const [name] = ['NodeResourcesFit'];
  const points = Object.values(plugins).flatMap(({ enabled }) => namesOf(enabled));
  const config = pluginConfig.find((each) => each.name === name);
  if (!isArgs(config?.args) || ![...multi, ...points].includes(name)) return '';
  const errors = fitErrors(decodedArgs(config));
  return errors.length === 0 ? '' : `initializing plugin "${name}": ${aggregateText(errors)}`;
}

/** Upstream: NewFramework. */
function faultOf(
  profile: PluginsOfProfile,
  schedulerName: string,
  registry: ReadonlySet<string>,
): string {
  const { plugins = {} } = profile;
  const points = POINTS.split(' ');
  const multi = multiPointOf(plugins[MULTI_POINT], registry);
  const fit = fitFault(profile, multi);
  if (fit !== '') return fit;
  for (const point of points) {
    const fault = listFault(point, plugins[point], registry);
    if (fault !== '') return fault;
  }
  const counts: Record<string, number> = {};
  for (const point of points) {
    const more = expanded(point, plugins[point], multi, registry);
    if (typeof more === 'string') return more;
    counts[point] = more + namesOf(plugins[point]?.enabled).length;
  }
  const whose = `for profile with scheduler name ${goQuote(schedulerName)}`;
  if (counts.queueSort !== 1) {
    return `only one queue sort plugin required ${whose}, but got ${counts.queueSort}`;
  }
  return counts.bind === 0 ? `at least one bind plugin is needed ${whose}` : '';
}

/** Why no scheduler can be made of these profiles; "" when it can. Source: scheduler.New. */
export function pluginsFault(
  profiles: readonly PluginsOfProfile[],
  profile: Profile,
  defaultName: string,
): string {
  const registry = registryOf(profile);
  for (const given of profiles) {
    const schedulerName = given.schedulerName || defaultName;
    const fault = faultOf(given, schedulerName, registry);
    if (fault === '') continue;
    return `initializing profiles: creating profile for scheduler name ${schedulerName}: ${fault}`;
  }
  return '';
}
