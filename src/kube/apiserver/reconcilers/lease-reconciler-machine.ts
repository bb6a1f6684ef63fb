import { setup } from 'xstate';

/** What each step of a call tells the machine. */
export type LeaseReconcilerMachineEvent =
  | { readonly type: 'reconcileAsked' }
  | { readonly type: 'removalAsked' }
  | { readonly type: 'stepDone' }
  | { readonly type: 'stepFailed' }
  | { readonly type: 'writePlanned' }
  | { readonly type: 'nothingPlanned' };

const step = (entry: string, next: string) => ({
  tags: 'working' as const,
  entry,
  on: { stepDone: next, stepFailed: { target: 'idle', actions: 'giveUp' } },
});

/**
 * One call of the lease reconciler, request by request: a reconcile renews the own lease first, a
 * removal deletes it; both then bring the Endpoints into line with the leases.
 */
export const leaseReconcilerMachine = setup({
  types: {
    events: {} as LeaseReconcilerMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  actions: {
    renewLease: () => {},
    removeLease: () => {},
    readEndpoints: () => {},
    listLeases: () => {},
    writeEndpoints: () => {},
    ensureSlice: () => {},
    finish: () => {},
    giveUp: () => {},
  },
}).createMachine({
  id: 'lease-endpoint-reconciler',
  initial: 'idle',
  states: {
    idle: {
      tags: 'waiting',
      on: { reconcileAsked: 'renewingLease', removalAsked: 'removingLease' },
    },
    renewingLease: step('renewLease', 'readingEndpoints'),
    removingLease: step('removeLease', 'readingEndpoints'),
    readingEndpoints: step('readEndpoints', 'listingLeases'),
    listingLeases: {
      tags: 'working',
      entry: 'listLeases',
      on: {
        writePlanned: 'writingEndpoints',
        nothingPlanned: 'ensuringSlice',
        stepDone: { target: 'idle', actions: 'finish' },
        stepFailed: { target: 'idle', actions: 'giveUp' },
      },
    },
    writingEndpoints: step('writeEndpoints', 'ensuringSlice'),
    ensuringSlice: {
      tags: 'working',
      entry: 'ensureSlice',
      on: {
        stepDone: { target: 'idle', actions: 'finish' },
        stepFailed: { target: 'idle', actions: 'giveUp' },
      },
    },
  },
});
