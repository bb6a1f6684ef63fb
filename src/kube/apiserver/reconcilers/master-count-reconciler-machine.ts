import { setup } from 'xstate';

/** What each step of a call tells the machine. */
export type MasterCountReconcilerMachineEvent =
  | { readonly type: 'reconcileAsked' }
  | { readonly type: 'removalAsked' }
  | { readonly type: 'writePlanned' }
  | { readonly type: 'nothingPlanned' }
  | { readonly type: 'leftAlone' }
  | { readonly type: 'endpointsWritten' }
  | { readonly type: 'stepDone' }
  | { readonly type: 'stepFailed' };

const FINISH = { target: 'idle', actions: 'finish' } as const;
const GIVE_UP = { target: 'idle', actions: 'giveUp' } as const;

const writing = <const E extends string>(entry: E) =>
  ({
    tags: 'working',
    entry,
    // The adapter goes on to the slice by itself once the Endpoints are written.
    on: { endpointsWritten: 'ensuringSlice', stepFailed: GIVE_UP },
  }) as const;

/**
 * One call of the master-count reconciler, request by request. A removal writes what it has read,
 * again and again on conflict, without reading anew.
 */
export const masterCountReconcilerMachine = setup({
  types: {
    events: {} as MasterCountReconcilerMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  actions: {
    readEndpoints: () => {},
    readForRemoval: () => {},
    writeEndpoints: () => {},
    writeRemoval: () => {},
    ensureSlice: () => {},
    finish: () => {},
    giveUp: () => {},
  },
}).createMachine({
  id: 'master-count-endpoint-reconciler',
  initial: 'idle',
  states: {
    idle: {
      tags: 'waiting',
      on: { reconcileAsked: 'readingEndpoints', removalAsked: 'readingForRemoval' },
    },
    readingEndpoints: {
      tags: 'working',
      entry: 'readEndpoints',
      on: {
        writePlanned: 'writingEndpoints',
        nothingPlanned: { target: 'ensuringSlice', actions: 'ensureSlice' },
      },
    },
    writingEndpoints: writing('writeEndpoints'),
    readingForRemoval: {
      tags: 'working',
      entry: 'readForRemoval',
      on: { writePlanned: 'removingAddress', leftAlone: FINISH, stepFailed: GIVE_UP },
    },
    removingAddress: writing('writeRemoval'),
    ensuringSlice: { tags: 'working', on: { stepDone: FINISH, stepFailed: GIVE_UP } },
  },
});
