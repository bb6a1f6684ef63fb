/**
 * What a repair pass says of an address or port that a Service claims.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/{ipallocator,portallocator}/controller/
 *             repair.go (doRunOnce)
 */
import { unreachable } from '#base';
import type { EventWords } from '../../client/event-object';
import type { AllocationError } from '../allocators/allocation-error';

export type Verdict =
  /** It is in the stored range, and nobody else claimed it before. */
  | 'valid'
  | 'not-allocated'
  | 'already-allocated'
  | 'out-of-range'
  | 'full'
  | 'unknown-error'
  /** Addresses only: no address, or of a family without a range. */
  | 'not-valid'
  | 'family-not-configured';

/** What is told of a claim that is not as it should be. */
export interface Complaint {
  /** Absent where nothing is logged but the error that ends the run. */
  readonly log?: string;
  readonly event: Omit<EventWords, 'type'>;
  /** The error that ends the run; absent: the run goes on. */
  readonly error?: string;
}

/** The claim is put into the rebuilt range: `error` is why that failed. */
export function verdictOf(error: AllocationError | undefined, inStored: boolean): Verdict {
  if (!error) return inStored ? 'valid' : 'not-allocated';
  switch (error.kind) {
    case 'ErrAllocated':
      return 'already-allocated';
    case 'ErrNotInRange':
      return 'out-of-range';
    case 'ErrFull':
      return 'full';
    case 'other':
      return 'unknown-error';
    default:
      return unreachable(error.kind);
  }
}

/** Whether the claim holds the item afterwards, so that it cannot be leaked. */
export const isInUse = (verdict: Verdict): boolean =>
  verdict === 'valid' || verdict === 'not-allocated';
