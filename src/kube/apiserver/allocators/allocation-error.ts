/**
 * Why nothing was handed out. Upstream compares with `ErrAllocated` and `ErrFull` and with the type
 * `ErrNotInRange`; here that is `kind`.
 */
export interface AllocationError {
  readonly kind: 'ErrAllocated' | 'ErrNotInRange' | 'ErrFull' | 'other';
  /** Upstream's text. */
  readonly message: string;
}

/** An item, or why there is none. */
export type Allocated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AllocationError };

export const otherError = (message: string): AllocationError => ({ kind: 'other', message });
