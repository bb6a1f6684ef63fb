/**
 * What `/configz` shows: what results from the flags and the `config` of a process.
 *
 * Upstream    kubernetes v1.27 pkg/controller/apis/config/types.go
 */
import { formatGoDuration } from '#base';
import {
  type ConfigField,
  type Configured,
  configFields,
  configObject,
  shown,
} from '../component/config-fields';
import { CONTROLLER_MANAGER_CONFIG } from './config-form';
import type { ManagerOptions } from './options';

/** Source: configz.New("componentconfig") of before 1.12, one flat section. */
function olderConfigz(options: ManagerOptions): object {
  const { election, controllers, startInterval, profiling } = options;
  return {
    componentconfig: {
      KubeAPIQPS: election.rate.qps,
      KubeAPIBurst: election.rate.burst,
      LeaderElection: electionOf(options),
      ControllerStartInterval: formatGoDuration(startInterval),
      Controllers: controllers,
      EnableProfiling: profiling,
      UseServiceAccountCredentials: options.ownAccounts,
      CloudProvider: options.cloudProvider,
      AllocateNodeCIDRs: options.allocateNodeCidrs,
      ConfigureCloudRoutes: options.configureCloudRoutes,
      EnableGarbageCollector: options.garbageCollector,
    },
  };
}

function electionOf({ election }: ManagerOptions): object {
  return {
    LeaderElect: election.leaderElect,
    LeaseDuration: formatGoDuration(election.leaseDuration),
    RenewDeadline: formatGoDuration(election.renewDeadline),
    RetryPeriod: formatGoDuration(election.retryPeriod),
    ResourceLock: election.resourceLock,
  };
}

/** Source: the default of GCIgnoredResources. */
const GC_IGNORED = [
  { Group: '', Resource: 'events' },
  { Group: 'events.k8s.io', Resource: 'events' },
];

/** What is not the value of one flag as it is given. */
function derived(options: ManagerOptions, fields: Configured['fields']) {
  const { controllers, migration, flag } = options;
  const [serviceCidr, second = ''] = (flag('service-cluster-ip-range') as string).split(',');
  const secondary = 'NodeIPAMController.SecondaryServiceCIDR';
  const moved = [...(migration?.components ?? [])].map(([Name, Component]) => ({
    Name,
    Component,
  }));
  const names: Readonly<Record<string, unknown>> = {
    'Generic.Controllers': controllers,
    'Generic.LeaderMigration.LeaderName': migration?.leaderName ?? '',
    'Generic.LeaderMigration.ResourceLock': migration?.resourceLock ?? '',
    'Generic.LeaderMigration.ControllerLeaders': migration ? moved : null,
    'GarbageCollectorController.GCIgnoredResources':
      fields.get('GarbageCollectorController.GCIgnoredResources') ?? GC_IGNORED,
    'NodeIPAMController.ServiceCIDR': serviceCidr,
    [secondary]: second === '' ? (fields.get(secondary) ?? '') : second,
  };
  return (path: string) => names[path];
}

export function configz(options: ManagerOptions): object {
  if (options.older) return olderConfigz(options);
  const { profile, flag, configured } = options;
  const fields = configured?.fields ?? new Map();
  const own = derived(options, fields);
  const shownOf = ({ path, flag: name, type, default: preset }: ConfigField): unknown => {
    const special = own(path);
    if (special !== undefined) return special;
    return shown(type, name === undefined ? (fields.get(path) ?? preset) : flag(name));
  };
  const rows = configFields(CONTROLLER_MANAGER_CONFIG, profile);
  return { 'kubecontrollermanager.config.k8s.io': configObject(rows, shownOf) };
}
