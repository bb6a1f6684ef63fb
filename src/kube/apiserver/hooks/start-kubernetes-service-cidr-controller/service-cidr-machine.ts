import { setup } from 'xstate';

/** Poll of the informer, ms. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL_MS = 100;
/** Between two tries before the first success, ms. Upstream: Controller.Start. */
const FIRST_POLL_MS = 100;
/** From the end of one look to the next, ms. Upstream: NewController's interval. */
const INTERVAL_MS = 10_000;

export type ServiceCIDRMachineEvent =
  | { readonly type: 'cacheSynced' }
  | { readonly type: 'syncDone' }
  | { readonly type: 'syncFailed' }
  | { readonly type: 'stopAsked' };

export const serviceCIDRMachine = setup({
  types: {
    events: {} as ServiceCIDRMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { cacheSyncPoll: SYNC_POLL_MS, firstPoll: FIRST_POLL_MS, interval: INTERVAL_MS },
  actions: { checkCache: () => {}, sync: () => {}, started: () => {}, leave: () => {} },
}).createMachine({
  id: 'kubernetes-service-cidr-controller',
  initial: 'waitingForCache',
  on: { stopAsked: '.stopped' },
  states: {
    waitingForCache: {
      tags: 'waiting',
      entry: 'checkCache',
      after: { cacheSyncPoll: { target: 'waitingForCache', reenter: true } },
      on: { cacheSynced: 'firstSync' },
    },
    firstSync: {
      tags: 'working',
      entry: 'sync',
      on: { syncDone: { target: 'syncing', actions: 'started' }, syncFailed: 'retrying' },
    },
    retrying: { tags: 'failing', after: { firstPoll: 'firstSync' } },
    syncing: {
      tags: 'working',
      entry: 'sync',
      on: { syncDone: 'waiting', syncFailed: 'waiting' },
    },
    waiting: { tags: 'waiting', after: { interval: 'syncing' } },
    stopped: { tags: 'done', type: 'final', entry: 'leave' },
  },
});
