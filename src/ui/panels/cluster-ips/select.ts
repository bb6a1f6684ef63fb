/** The ranges of Service addresses: the primary one, and the one of the other family. Pure. */
import { addressGeometry } from '../../ranges/geometry';
import { clusterIpsOf } from '../../ranges/owners';
import type { RangeKind } from '../../ranges/stored-range';

export interface ClusterIpRange extends RangeKind {
  readonly name: 'primary' | 'secondary';
}

const PRIMARY: ClusterIpRange = {
  name: 'primary',
  allocator: 'cluster-ip',
  place: 'serviceips',
  geometryOf: addressGeometry,
  itemsOf: clusterIpsOf,
};

const SECONDARY: ClusterIpRange = {
  name: 'secondary',
  allocator: 'secondary-cluster-ip',
  place: 'secondaryserviceips',
  geometryOf: addressGeometry,
  itemsOf: clusterIpsOf,
};

/** The primary range, and the secondary one where the run ever stores it. */
export function clusterIpRanges(keys: readonly string[]): readonly ClusterIpRange[] {
  const hasSecond = keys.some((key) => key.endsWith(`/ranges/${SECONDARY.place}`));
  return hasSecond ? [PRIMARY, SECONDARY] : [PRIMARY];
}
