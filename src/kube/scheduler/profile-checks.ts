/**
 * What upstream checks of the profiles of a configuration before it makes their frameworks.
 *
 * Upstream    kubernetes v1.27 pkg/scheduler/apis/config/validation/validation.go
 *             (validateKubeSchedulerProfile, validateCommonQueueSort)
 * Simplified  where two profiles have one name, the place of the first stands for the struct that
 *             upstream prints with an address in memory
 */
import type { Profile } from '../profile';
import { argsErrors } from './plugin-args-checks';
import type { PluginSet, PluginsOfProfile } from './profile-plugins';

/** Name of the only profile that says none. Source: v1.DefaultSchedulerName. */
export const SCHEDULER_NAME = 'default-scheduler';

export interface ProfileFields extends PluginsOfProfile {
  readonly percentageOfNodesToScore?: number;
}

export const invalid = (path: string, value: string | number, why: string): string =>
  `${path}: Invalid value: ${value}: ${why}`;

export const percentageErrors = (path: string, given = 0): readonly string[] =>
  given < 0 || given > 100 ? [invalid(path, given, 'not in valid range [0-100]')] : [];

/** Source: validatePluginConfig. */
function pluginConfigErrors(
  { pluginConfig = [] }: ProfileFields,
  index: number,
  profile: Profile,
): readonly string[] {
  const names = pluginConfig.map(({ name = '' }) => name);
  return pluginConfig.flatMap((config, at) => {
    const path = `profiles[${index}].pluginConfig[${at}]`;
    const twice = names.indexOf(names[at]) < at;
    const duplicate = `${path}: Duplicate value: ${JSON.stringify(names[at])}`;
    return [...(twice ? [duplicate] : []), ...argsErrors(config, `${path}.args`, profile)];
  });
}

const goPlugins = (list: PluginSet['enabled']): string => {
  if (list === undefined || list.length === 0) return '[]config.Plugin(nil)';
  const each = list.map(
    ({ name = '', weight = 0 }) => `config.Plugin{Name:${JSON.stringify(name)}, Weight:${weight}}`,
  );
  return `[]config.Plugin{${each.join(', ')}}`;
};

/** As Go prints it; what is disabled has no weight. */
const goPluginSet = ({ enabled, disabled }: PluginSet = {}): string => {
  const names = disabled?.map(({ name = '' }) => ({ name }));
  return `config.PluginSet{Enabled:${goPlugins(enabled)}, Disabled:${goPlugins(names)}}`;
};

/** Source: validateCommonQueueSort. */
function queueSortErrors(profiles: readonly ProfileFields[]): readonly string[] {
  const [first, ...others] = profiles.map(({ plugins }) => plugins?.queueSort);
  const count = first?.enabled?.length ?? 0;
  const most = 'only one queue sort plugin can be enabled';
  const same = 'must be the same for all profiles';
  return [
    ...(count > 1 ? [invalid('profiles[0].plugins.queueSort.Enabled', count, most)] : []),
    ...others.flatMap((set, index) =>
      goPluginSet(set) === goPluginSet(first)
        ? []
        : [invalid(`profiles[${index + 1}].plugins.queueSort`, goPluginSet(set), same)],
    ),
  ];
}

/** Source: validateKubeSchedulerProfile, and what is checked among profiles. */
export function profileErrors(
  profiles: readonly ProfileFields[],
  version: Profile,
): readonly string[] {
  const placeOf = new Map<string, string>();
  const errors = profiles.flatMap((profile, index) => {
    const { schedulerName, percentageOfNodesToScore: share } = profile;
    const path = `profiles[${index}].schedulerName`;
    // A single profile without a name gets the default one.
    const name = schedulerName ?? (profiles.length > 1 ? '' : SCHEDULER_NAME);
    const earlier = placeOf.get(name);
    placeOf.set(name, path);
    return [
      ...(name === '' ? [`${path}: Required value`] : []),
      ...percentageErrors(`profiles[${index}].percentageOfNodesToScore`, share),
      ...pluginConfigErrors(profile, index, version),
      ...(earlier === undefined ? [] : [`${path}: Duplicate value: ${earlier}`]),
    ];
  });
  return [...errors, ...queueSortErrors(profiles)];
}
