import { setup } from 'xstate';

/** Both repair loops must have succeeded within this, ms. Upstream: the 1 min wait of Start. */
const FIRST_REPAIR_MS = 60_000;
/** Longest stop of the endpoint reconciler, ms. Upstream: 2 * EndpointInterval. */
const STOP_LIMIT_MS = 20_000;

export type BootstrapMachineEvent =
  | { readonly type: 'cachesSynced' }
  | { readonly type: 'staleEndpointsRemoved' }
  | { readonly type: 'repaired' }
  | { readonly type: 'stopAsked' }
  | { readonly type: 'endpointsRemoved' };

/** The bootstrap controller's life, from its post-start hook to its pre-shutdown hook. */
export const bootstrapMachine = setup({
  types: {
    events: {} as BootstrapMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { firstRepairDeadline: FIRST_REPAIR_MS, stopLimit: STOP_LIMIT_MS },
  actions: {
    waitForCaches: () => {},
    removeStaleEndpoints: () => {},
    startRunner: () => {},
    hookDone: () => {},
    repairTimedOut: () => {},
    stopRunner: () => {},
    removeEndpoints: () => {},
    stopTimedOut: () => {},
    stopDone: () => {},
  },
}).createMachine({
  id: 'bootstrap-controller',
  initial: 'waitingForCaches',
  on: { stopAsked: '.stopping' },
  states: {
    waitingForCaches: {
      tags: 'waiting',
      entry: 'waitForCaches',
      on: { cachesSynced: 'removingStaleEndpoints' },
    },
    removingStaleEndpoints: {
      tags: 'working',
      entry: 'removeStaleEndpoints',
      on: { staleEndpointsRemoved: 'waitingForRepair' },
    },
    waitingForRepair: {
      tags: 'waiting',
      entry: 'startRunner',
      after: { firstRepairDeadline: { target: 'failed', actions: 'repairTimedOut' } },
      on: { repaired: 'running' },
    },
    running: { tags: 'done', entry: 'hookDone' },
    stopping: {
      tags: 'working',
      entry: ['stopRunner', 'removeEndpoints'],
      after: { stopLimit: { target: 'stopped', actions: 'stopTimedOut' } },
      on: { endpointsRemoved: 'stopped' },
    },
    stopped: { tags: 'done', type: 'final', entry: 'stopDone' },
    failed: { tags: 'failing', type: 'final' },
  },
});
