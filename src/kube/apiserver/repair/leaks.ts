/**
 * What is set in the stored range although no Service has it: perhaps the Service is just being
 * stored, so it is freed only when it has been seen three times.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/{ipallocator,portallocator}/controller/
 *             repair.go (checkLeaked, numRepairsBeforeLeakCleanup)
 */

/** Runs that must find a leak before it is cleaned up. Upstream: numRepairsBeforeLeakCleanup. */
const REPAIRS_BEFORE_CLEANUP = 3;

export interface LeakStep {
  /** flagged: seen for the first time; kept: seen again; both stay taken. freed: given back. */
  readonly outcome: 'flagged' | 'kept' | 'freed';
  /** What the process remembers of it afterwards. */
  readonly counter: number;
}

/**
 * @param counter what the process remembers of this item; undefined for nothing. The entry of a
 *   freed item stays at 0 until a Service uses the item, so a second leak is freed at once.
 */
export function leakStep(counter: number | undefined): LeakStep {
  if (counter === undefined) return { outcome: 'flagged', counter: REPAIRS_BEFORE_CLEANUP - 2 };
  if (counter > 0) return { outcome: 'kept', counter: counter - 1 };
  return { outcome: 'freed', counter };
}
