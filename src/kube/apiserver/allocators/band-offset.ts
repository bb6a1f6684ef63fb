/** How a band of low numbers is cut off for static choices: a step of the size, within bounds. */
export interface BandRule {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Addresses. Upstream: ipallocator/bitmap.go calculateRangeOffset. */
export const IP_BAND: BandRule = { min: 16, max: 256, step: 16 };
/** Ports. Upstream: portallocator/allocator.go calculateRangeOffset. */
export const PORT_BAND: BandRule = { min: 16, max: 128, step: 32 };

/** Size of the lower band; 0 for a range of `min` items or fewer. */
export function calculateRangeOffset(size: number, { min, max, step }: BandRule): number {
  if (size <= min) return 0;
  return Math.min(Math.max(min, Math.floor(size / step)), max);
}
