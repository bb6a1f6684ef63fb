import { setup } from 'xstate';

/** Poll of the informers, ms. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL_MS = 100;

export type InformedControllerMachineEvent =
  | { readonly type: 'cachesSynced' }
  /** An item could not be dealt with; it comes again after a wait. */
  | { readonly type: 'syncFailed' }
  /** It was dealt with at last. */
  | { readonly type: 'syncRecovered' }
  | { readonly type: 'stopAsked' };

/** A controller inside the server: waits for its informers, then works off its queue. */
export const informedControllerMachine = setup({
  types: {
    events: {} as InformedControllerMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { cacheSyncPoll: SYNC_POLL_MS },
  actions: { checkCaches: () => {}, startWorkers: () => {}, leave: () => {} },
}).createMachine({
  id: 'informed-controller',
  initial: 'waitingForCaches',
  states: {
    waitingForCaches: {
      tags: 'waiting',
      entry: 'checkCaches',
      after: { cacheSyncPoll: { target: 'waitingForCaches', reenter: true } },
      on: { cachesSynced: 'running', stopAsked: 'stopped' },
    },
    running: {
      initial: 'healthy',
      entry: 'startWorkers',
      on: { stopAsked: 'stopped' },
      states: {
        healthy: { tags: 'working', on: { syncFailed: 'retrying' } },
        retrying: { tags: 'failing', on: { syncRecovered: 'healthy' } },
      },
    },
    stopped: { tags: 'done', type: 'final', entry: 'leave' },
  },
});
