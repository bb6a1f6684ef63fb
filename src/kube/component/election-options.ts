/**
 * Flags of an election.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/component-base/config/options/
 *             leaderelectionconfig.go (BindLeaderElectionFlags)
 */
import type { SimDuration } from '#base';
import type { ClientRate } from '../client/rate-limit';
import type { Switches } from '../profile';
import { type FlagSpec, read } from './flag-spec';
import type { FlagReader } from './read-flags';

/** What flags that all components have say of their clients and their election. */
export interface ElectionOptions {
  readonly rate: ClientRate;
  readonly leaderElect: boolean;
  readonly leaseDuration: SimDuration;
  readonly renewDeadline: SimDuration;
  readonly retryPeriod: SimDuration;
  readonly resourceLock: string;
  readonly resourceName: string;
  readonly resourceNamespace: string;
}

/** @param name of the component, which is that of its lock; @param rate of its clients. */
export const electionFlags = (name: string, rate: ClientRate): readonly FlagSpec[] => [
  read('kube-api-qps', 'float32', `${rate.qps}`),
  read('kube-api-burst', 'int32', `${rate.burst}`),
  read('leader-elect', 'bool', 'true'),
  read('leader-elect-lease-duration', 'duration', '15s'),
  read('leader-elect-renew-deadline', 'duration', '10s'),
  read('leader-elect-retry-period', 'duration', '2s'),
  read('leader-elect-resource-lock', 'string', 'leases'),
  read('leader-elect-resource-name', 'string', name),
  read('leader-elect-resource-namespace', 'string', 'kube-system'),
];

/** What validation says of the kind of lock; undefined for nothing. */
export const lockFault = (
  { leaderElect, resourceLock }: Pick<ElectionOptions, 'leaderElect' | 'resourceLock'>,
  { onlyLeasesPassValidation }: Pick<Switches, 'onlyLeasesPassValidation'>,
): string | undefined =>
  onlyLeasesPassValidation && leaderElect && resourceLock !== 'leases'
    ? 'resourceLock value must be "leases"'
    : undefined;

export const electionOptions = (value: FlagReader): ElectionOptions => ({
  rate: { qps: value('kube-api-qps') as number, burst: value('kube-api-burst') as number },
  leaderElect: value('leader-elect') as boolean,
  leaseDuration: value('leader-elect-lease-duration') as SimDuration,
  renewDeadline: value('leader-elect-renew-deadline') as SimDuration,
  retryPeriod: value('leader-elect-retry-period') as SimDuration,
  resourceLock: value('leader-elect-resource-lock') as string,
  resourceName: value('leader-elect-resource-name') as string,
  resourceNamespace: value('leader-elect-resource-namespace') as string,
});
