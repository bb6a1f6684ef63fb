/** The ranges of Service addresses. Pure. */
import type { TraceTable } from '#trace';
import { addressGeometry } from '../../ranges/geometry';
import { clusterIpsOf } from '../../ranges/owners';
import { addressesIn, bitmapAt, serviceCidrs } from '../../ranges/source';
import type { RangeKind } from '../../ranges/stored-range';

export interface ClusterIpRange {
  readonly kind: RangeKind;
  /** The flag's first or second range, or the CIDR of a ServiceCIDR. */
  readonly name: { readonly key: 'primary' | 'secondary' } | { readonly cidr: string };
}

const OF_ADDRESSES = { geometryOf: addressGeometry, itemsOf: clusterIpsOf };

const PRIMARY: ClusterIpRange = {
  name: { key: 'primary' },
  kind: {
    ...OF_ADDRESSES,
    id: 'primary',
    allocator: 'cluster-ip',
    source: bitmapAt('serviceips'),
  },
};

const SECONDARY: ClusterIpRange = {
  name: { key: 'secondary' },
  kind: {
    ...OF_ADDRESSES,
    id: 'secondary',
    allocator: 'secondary-cluster-ip',
    source: bitmapAt('secondaryserviceips'),
  },
};

/**
 * The bitmaps that the run ever stores: the primary range, and the secondary one. Where it has
 * ServiceCIDRs, one for each of their CIDRs: bitmaps beside them are written, but decide nothing.
 */
export function clusterIpRanges(table: TraceTable): readonly ClusterIpRange[] {
  const cidrs = serviceCidrs(table).map((cidr): ClusterIpRange => {
    const kind = { ...OF_ADDRESSES, id: cidr, allocator: undefined, source: addressesIn(cidr) };
    return { name: { cidr }, kind };
  });
  if (cidrs.length > 0) return cidrs;
  const bitmaps = [PRIMARY, SECONDARY].filter(({ kind }) => kind.source.keyOf(table) !== undefined);
  return bitmaps.length > 0 ? bitmaps : [PRIMARY];
}
