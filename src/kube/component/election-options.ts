/**
 * Flags of an election.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/component-base/config/options/
 *             leaderelectionconfig.go (BindLeaderElectionFlags)
 */
import type { SimDuration } from '#base';
import { type FlagSpec, read } from './flag-spec';
import type { FlagReader } from './read-flags';

export interface ElectionOptions {
  readonly leaderElect: boolean;
  readonly leaseDuration: SimDuration;
  readonly renewDeadline: SimDuration;
  readonly retryPeriod: SimDuration;
  readonly resourceLock: string;
  readonly resourceName: string;
  readonly resourceNamespace: string;
}

/** @param name of the component, which is that of its lock. */
export const electionFlags = (name: string): readonly FlagSpec[] => [
  read('leader-elect', 'bool', 'true'),
  read('leader-elect-lease-duration', 'duration', '15s'),
  read('leader-elect-renew-deadline', 'duration', '10s'),
  read('leader-elect-retry-period', 'duration', '2s'),
  read('leader-elect-resource-lock', 'string', 'leases'),
  read('leader-elect-resource-name', 'string', name),
  read('leader-elect-resource-namespace', 'string', 'kube-system'),
];

export const electionOptions = (value: FlagReader): ElectionOptions => ({
  leaderElect: value('leader-elect') as boolean,
  leaseDuration: value('leader-elect-lease-duration') as SimDuration,
  renewDeadline: value('leader-elect-renew-deadline') as SimDuration,
  retryPeriod: value('leader-elect-retry-period') as SimDuration,
  resourceLock: value('leader-elect-resource-lock') as string,
  resourceName: value('leader-elect-resource-name') as string,
  resourceNamespace: value('leader-elect-resource-namespace') as string,
});
