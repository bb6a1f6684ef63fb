/**
 * Node ports of a range.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/portallocator/allocator.go (PortAllocator)
 */
import type { RandomStream } from '#kernel';
import { calculateRangeOffset, PORT_BAND } from './band-offset';
import { AllocationBitmap } from './bitmap';

/** `base-last`. Upstream: utilnet.PortRange.String. */
export const portRangeText = (base: number, size: number): string => `${base}-${base + size - 1}`;

export interface PortRangeSpec {
  readonly base: number;
  readonly size: number;
}

export const PORT_ALLOCATED = 'provided port is already allocated';
export const PORTS_FULL = 'range is full';
export const PORT_RANGE_MISMATCH = 'the provided port range does not match the current port range';
export const portNotInRange = (range: string): string =>
  `provided port is not in the valid range. The range of valid ports is ${range}`;

/** A fresh bitmap of a range. @param staticBand keeps the lower band, as from 1.28 on. */
export function portBitmap(
  { base, size }: PortRangeSpec,
  staticBand: boolean,
  random: RandomStream,
): AllocationBitmap {
  const band = staticBand ? calculateRangeOffset(size, PORT_BAND) : 0;
  return new AllocationBitmap(size, portRangeText(base, size), band, random);
}
