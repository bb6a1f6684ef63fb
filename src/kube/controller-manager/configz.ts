/**
 * What `/configz` shows: the sections that the flags here fill.
 *
 * Upstream    kubernetes v1.27 pkg/controller/apis/config/types.go
 * Simplified  sections of single controllers are left out
 */
import { formatGoDuration } from '#base';
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

function electionOf({ election, older }: ManagerOptions): object {
  return {
    LeaderElect: election.leaderElect,
    LeaseDuration: formatGoDuration(election.leaseDuration),
    RenewDeadline: formatGoDuration(election.renewDeadline),
    RetryPeriod: formatGoDuration(election.retryPeriod),
    ResourceLock: election.resourceLock,
    ...(older
      ? {}
      : { ResourceName: election.resourceName, ResourceNamespace: election.resourceNamespace }),
  };
}

export function configz(options: ManagerOptions): object {
  if (options.older) return olderConfigz(options);
  const { election, controllers, startInterval, profiling } = options;
  return {
    'kubecontrollermanager.config.k8s.io': {
      Generic: {
        Port: 0,
        Address: '0.0.0.0',
        ClientConnection: { QPS: election.rate.qps, Burst: election.rate.burst },
        ControllerStartInterval: formatGoDuration(startInterval),
        LeaderElection: electionOf(options),
        Controllers: controllers,
        Debugging: { EnableProfiling: profiling },
        LeaderMigrationEnabled: options.migration !== undefined,
      },
      KubeCloudShared: {
        CloudProvider: { Name: options.cloudProvider },
        UseServiceAccountCredentials: options.ownAccounts,
        AllocateNodeCIDRs: options.allocateNodeCidrs,
        ConfigureCloudRoutes: options.configureCloudRoutes,
      },
      GarbageCollectorController: { EnableGarbageCollector: options.garbageCollector },
    },
  };
}
