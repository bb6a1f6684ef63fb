import { assign, setup } from 'xstate';

/** From the end of one run to the next, ms. Upstream: RepairServicesInterval, wait.Until. */
const INTERVAL_MS = 180_000;
/** Tries of one run that end in conflicts. Upstream: Steps of retry.DefaultBackoff. */
export const MAX_TRIES = 4;

export type RepairMachineEvent =
  | { readonly type: 'snapshotRead' }
  /** The store did not answer; it is asked again. From 1.32 on. */
  | { readonly type: 'snapshotMissed'; readonly waitMs: number }
  | { readonly type: 'servicesListed' }
  | { readonly type: 'rebuilt' }
  | { readonly type: 'leaksChecked' }
  | { readonly type: 'saved' }
  | { readonly type: 'conflicted'; readonly waitMs: number }
  | { readonly type: 'stepFailed' }
  | { readonly type: 'errorReported' }
  | { readonly type: 'stopAsked' };

interface RepairContext {
  /** Which try of this run it is, from 1. */
  readonly tries: number;
  /** Length of the wait that comes, ms. */
  readonly waitMs: number;
  /** No run follows the one in progress. */
  readonly stopping: boolean;
}

const failing = { stepFailed: 'reportingError' } as const;

/**
 * A repair loop of ClusterIPs or of node ports: a run at once and again 3 min after the end of the
 * one before. A run lost to another writer starts over, at most three times.
 */
export const repairMachine = setup({
  types: {
    context: {} as RepairContext,
    events: {} as RepairMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    interval: INTERVAL_MS,
    storePoll: ({ context }) => context.waitMs,
    conflictBackoff: ({ context }) => context.waitMs,
  },
  guards: {
    triesLeft: ({ context }) => context.tries < MAX_TRIES,
    stopping: ({ context }) => context.stopping,
  },
  actions: {
    readSnapshot: () => {},
    listServices: () => {},
    rebuild: () => {},
    checkLeaks: () => {},
    save: () => {},
    reportError: () => {},
    runSucceeded: () => {},
    leave: () => {},
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    forgetTries: assign({ tries: 1, waitMs: 0 }),
    noteWait: assign({ waitMs: (_, params: { waitMs: number }) => params.waitMs }),
    noteStop: assign({ stopping: true }),
  },
}).createMachine({
  id: 'service-repair',
  context: { tries: 1, waitMs: 0, stopping: false },
  initial: 'readingSnapshot',
  on: { stopAsked: { actions: 'noteStop' } },
  states: {
    readingSnapshot: {
      tags: 'working',
      entry: 'readSnapshot',
      on: {
        snapshotRead: 'listingServices',
        snapshotMissed: {
          target: 'waitingForStore',
          actions: { type: 'noteWait', params: ({ event }) => event },
        },
        ...failing,
      },
    },
    waitingForStore: { tags: 'failing', after: { storePoll: 'readingSnapshot' } },
    listingServices: {
      tags: 'working',
      entry: 'listServices',
      on: { servicesListed: 'rebuilding', ...failing },
    },
    rebuilding: { tags: 'working', entry: 'rebuild', on: { rebuilt: 'checkingLeaks', ...failing } },
    checkingLeaks: { tags: 'working', entry: 'checkLeaks', on: { leaksChecked: 'saving' } },
    saving: {
      tags: 'working',
      entry: 'save',
      on: {
        saved: { target: 'waiting', actions: 'runSucceeded' },
        conflicted: [
          {
            guard: 'triesLeft',
            target: 'backingOff',
            actions: ['countTry', { type: 'noteWait', params: ({ event }) => event }],
          },
          { target: 'reportingError' },
        ],
        ...failing,
      },
    },
    backingOff: { tags: 'failing', after: { conflictBackoff: 'readingSnapshot' } },
    reportingError: { tags: 'failing', entry: 'reportError', on: { errorReported: 'waiting' } },
    waiting: {
      tags: 'waiting',
      entry: 'forgetTries',
      always: { guard: 'stopping', target: 'stopped' },
      after: { interval: 'readingSnapshot' },
      on: { stopAsked: 'stopped' },
    },
    stopped: { tags: 'done', type: 'final', entry: 'leave' },
  },
});
