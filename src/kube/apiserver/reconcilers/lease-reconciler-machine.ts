import { setup } from 'xstate';

/** What each step of a call tells the machine. */
export type LeaseReconcilerMachineEvent =
  | { readonly type: 'reconcileAsked' }
  | { readonly type: 'removalAsked' }
  | { readonly type: 'stepDone' }
  | { readonly type: 'stepFailed' }
  | { readonly type: 'leftAlone' }
  | { readonly type: 'endpointsWritten' }
  | { readonly type: 'writePlanned' }
  | { readonly type: 'nothingPlanned' };

const FINISH = { target: 'idle', actions: 'finish' } as const;
const GIVE_UP = { target: 'idle', actions: 'giveUp' } as const;

const step = <const E extends string, const N extends string>(entry: E, next: N) =>
  ({
    tags: 'working',
    entry,
    on: { stepDone: next, leftAlone: FINISH, stepFailed: GIVE_UP },
  }) as const;

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
        nothingPlanned: { target: 'ensuringSlice', actions: 'ensureSlice' },
        stepFailed: GIVE_UP,
      },
    },
    // The adapter goes on to the slice by itself once the Endpoints are written.
    writingEndpoints: {
      tags: 'working',
      entry: 'writeEndpoints',
      on: { endpointsWritten: 'ensuringSlice', leftAlone: FINISH, stepFailed: GIVE_UP },
    },
    ensuringSlice: {
      tags: 'working',
      on: { stepDone: FINISH, leftAlone: FINISH, stepFailed: GIVE_UP },
    },
  },
});
