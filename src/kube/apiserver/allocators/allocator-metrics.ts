/**
 * What an allocator counts about itself. The names upstream are
 * `kube_apiserver_{clusterip,nodeport}_allocator_{allocated,available}_*` and
 * `..._allocation_total`,
 * `..._allocation_errors_total` with the label `scope`.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/{ipallocator,portallocator}/metrics.go
 */
import type { AllocationBitmap } from './bitmap';

/** `static`: the item was named; `dynamic`: any would do. */
export type AllocationScope = 'static' | 'dynamic';

/** What is taken and what is free. */
type Gauges = Pick<AllocationBitmap, 'count' | 'free'>;

export class AllocatorMetrics {
  /** Gauges, set after each success. */
  allocated = 0;
  available = 0;
  readonly allocations: Record<AllocationScope, number> = { static: 0, dynamic: 0 };
  readonly errors: Record<AllocationScope, number> = { static: 0, dynamic: 0 };

  allocation(scope: AllocationScope, gauges: Gauges): void {
    this.allocations[scope] += 1;
    this.setGauges(gauges);
  }

  error(scope: AllocationScope): void {
    this.errors[scope] += 1;
  }

  setGauges({ count, free }: Gauges): void {
    this.allocated = count;
    this.available = free;
  }
}
