/**
 * Types of --endpoint-reconciler-type, the empty one being a lease; an unknown one ends the process
 * before it is asked for here.
 */
export const RECONCILER_TYPES: readonly string[] = ['', 'lease', 'master-count', 'none'];
