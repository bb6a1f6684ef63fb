/**
 * Feature gates that decide something here, with their default in each version.
 *
 * Upstream    kubernetes pkg/features/kube_features.go, apiserver pkg/features/kube_features.go
 */
import type { Profile } from '../../profile';
import { profileWithin } from '../../profile';

interface GateDefault {
  readonly since: Profile;
  readonly on: boolean;
}

/** Rows of one gate in order of version; before the first one the gate does not exist. */
const GATES: Readonly<Record<string, readonly GateDefault[]>> = {
  APIListChunking: [{ since: '1.25', on: true }],
  APIPriorityAndFairness: [{ since: '1.25', on: true }],
  APIServerIdentity: [
    { since: '1.25', on: false },
    { since: '1.26', on: true },
  ],
  AggregatedDiscoveryEndpoint: [
    { since: '1.26', on: false },
    { since: '1.27', on: true },
  ],
  ConsistentListFromCache: [
    { since: '1.28', on: false },
    { since: '1.31', on: true },
  ],
  CoordinatedLeaderElection: [{ since: '1.31', on: false }],
  LegacyServiceAccountTokenTracking: [
    { since: '1.26', on: false },
    { since: '1.27', on: true },
  ],
  MultiCIDRServiceAllocator: [
    { since: '1.27', on: false },
    { since: '1.33', on: true },
  ],
  DisableAllocatorDualWrite: [{ since: '1.31', on: false }],
  PDBUnhealthyPodEvictionPolicy: [
    { since: '1.26', on: false },
    { since: '1.27', on: true },
  ],
  PodDisruptionConditions: [
    { since: '1.25', on: false },
    { since: '1.26', on: true },
  ],
  PodSchedulingReadiness: [
    { since: '1.26', on: false },
    { since: '1.27', on: true },
  ],
  RemoteRequestHeaderUID: [{ since: '1.32', on: false }],
  RetryGenerateName: [
    { since: '1.30', on: false },
    { since: '1.31', on: true },
  ],
  ServiceNodePortStaticSubrange: [
    { since: '1.27', on: false },
    { since: '1.28', on: true },
  ],
  StorageVersionAPI: [{ since: '1.25', on: false }],
  UnknownVersionInteroperabilityProxy: [{ since: '1.28', on: false }],
  WatchCacheInitializationPostStartHook: [{ since: '1.31', on: false }],
  WatchList: [
    { since: '1.27', on: false },
    { since: '1.32', on: true },
    { since: '1.33', on: false },
  ],
};

/** Gates that decide something, in order of name. */
export const DECIDING_GATES: readonly string[] = Object.keys(GATES);

/**
 * Whether a gate is on: as given, or by its default in this version; false where it is not there.
 */
export function gateEnabled(
  profile: Profile,
  given: ReadonlyMap<string, boolean>,
  name: string,
): boolean {
  const reached = (GATES[name] ?? []).filter(({ since }) => profileWithin(profile, since));
  if (reached.length === 0) return false;
  return given.get(name) ?? reached[reached.length - 1].on;
}
