import { assign, setup } from 'xstate';

/** Poll of the informers, ms. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL_MS = 100;
/** Poll for the default ServiceCIDR, ms. Upstream: RunUntil. */
const RANGE_POLL_MS = 100;

export type RepairIpMachineEvent =
  | { readonly type: 'cachesSynced' }
  | { readonly type: 'rangeFound' }
  | { readonly type: 'passDone' }
  | { readonly type: 'passFailed' }
  | { readonly type: 'conflicted'; readonly waitMs: number }
  | { readonly type: 'stopAsked' };

/**
 * The repair controller of IPAddresses: waits for its caches and for the default ServiceCIDR, goes
 * through everything once, then through what changes. A first pass that fails is the end of it.
 */
export const repairIpMachine = setup({
  types: {
    context: {} as { readonly waitMs: number },
    events: {} as RepairIpMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    cacheSyncPoll: SYNC_POLL_MS,
    rangePoll: RANGE_POLL_MS,
    conflictBackoff: ({ context }) => context.waitMs,
  },
  actions: {
    checkCaches: () => {},
    checkRange: () => {},
    firstPass: () => {},
    startWorkers: () => {},
    leave: () => {},
    noteWait: assign({ waitMs: (_, params: { waitMs: number }) => params.waitMs }),
  },
}).createMachine({
  id: 'ipallocator-repair-controller',
  context: { waitMs: 0 },
  initial: 'waitingForCaches',
  on: { stopAsked: '.stopped' },
  states: {
    waitingForCaches: {
      tags: 'waiting',
      entry: 'checkCaches',
      after: { cacheSyncPoll: { target: 'waitingForCaches', reenter: true } },
      on: { cachesSynced: 'waitingForRange' },
    },
    waitingForRange: {
      tags: 'waiting',
      entry: 'checkRange',
      after: { rangePoll: { target: 'waitingForRange', reenter: true } },
      on: { rangeFound: 'firstPass' },
    },
    firstPass: {
      tags: 'working',
      entry: 'firstPass',
      on: {
        passDone: 'working',
        passFailed: 'failed',
        conflicted: {
          target: 'backingOff',
          actions: { type: 'noteWait', params: ({ event }) => event },
        },
      },
    },
    backingOff: { tags: 'failing', after: { conflictBackoff: 'firstPass' } },
    working: { tags: 'working', entry: 'startWorkers' },
    failed: { tags: 'failing', type: 'final', entry: 'leave' },
    stopped: { tags: 'done', type: 'final', entry: 'leave' },
  },
});
