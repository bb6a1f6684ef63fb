import { setup } from 'xstate';

/** Poll of the informer, ms. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL_MS = 100;
/** From the end of one run to the next, ms. Upstream: NewController's interval. */
const INTERVAL_MS = 60_000;

export type SystemNamespacesMachineEvent =
  | { readonly type: 'cacheSynced' }
  | { readonly type: 'cacheNotSynced' }
  | { readonly type: 'syncDone' }
  | { readonly type: 'stopAsked' };

export const systemNamespacesMachine = setup({
  types: {
    events: {} as SystemNamespacesMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { cacheSyncPoll: SYNC_POLL_MS, interval: INTERVAL_MS },
  actions: { checkCache: () => {}, sync: () => {}, leave: () => {} },
}).createMachine({
  id: 'system-namespaces-controller',
  initial: 'waitingForCache',
  states: {
    waitingForCache: {
      tags: 'waiting',
      entry: 'checkCache',
      after: { cacheSyncPoll: { target: 'waitingForCache', reenter: true } },
      on: { cacheSynced: 'syncing', stopAsked: 'stopped' },
    },
    syncing: { tags: 'working', entry: 'sync', on: { syncDone: 'waiting', stopAsked: 'stopped' } },
    waiting: {
      tags: 'waiting',
      after: { interval: 'syncing' },
      on: { stopAsked: 'stopped' },
    },
    stopped: { tags: 'done', type: 'final', entry: 'leave' },
  },
});
