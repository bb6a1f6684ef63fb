/**
 * What must always hold, in the order of results.
 *
 * Acts as     simulation
 */
import { atMostOneActiveLeader } from './at-most-one-active-leader';
import { endpointsFollowLeases } from './endpoints-follow-leases';
import type { InvariantDescriptor } from './invariant-descriptor';
import { revisionsStrictlyGrow } from './revisions-strictly-grow';
import { watchesAreGapless } from './watches-are-gapless';

export const INVARIANTS: readonly InvariantDescriptor[] = [
  endpointsFollowLeases,
  revisionsStrictlyGrow,
  watchesAreGapless,
  atMostOneActiveLeader,
];

export type { InvariantDescriptor, InvariantWatcher } from './invariant-descriptor';
