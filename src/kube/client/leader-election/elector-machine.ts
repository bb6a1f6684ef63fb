/**
 * The life of a candidate: it tries to get the lock, renews it, and leaves when it cannot.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
 *             (Run, acquire, renew)
 */
import { setup } from 'xstate';

export type ElectorMachineEvent =
  | { readonly type: 'acquired' }
  | { readonly type: 'notAcquired'; readonly waitMs: number }
  /** It was asked to stop before it led. */
  | { readonly type: 'gaveUp' }
  | { readonly type: 'renewed' }
  | { readonly type: 'notRenewed'; readonly waitMs: number }
  /** A try that ended when the time to renew was over. */
  | { readonly type: 'roundFailed' }
  | { readonly type: 'deadlinePassed' }
  | { readonly type: 'stopAsked' }
  | { readonly type: 'left' };

export interface ElectorInput {
  readonly retryPeriodMs: number;
  /** Before 1.12: each try to renew comes after a wait, and one more at the deadline. */
  readonly waitsFirst: boolean;
}

const waitOf = (event: ElectorMachineEvent): number => ('waitMs' in event ? event.waitMs : 0);

const inOlderForm = ({ context }: { readonly context: ElectorInput }) => context.waitsFirst;

const failed = {
  target: '#leader-elector.leaving',
  actions: ['endRound', 'renewalFailed'],
} as const;

export const leaderElectorMachine = setup({
  types: {
    input: {} as ElectorInput,
    context: {} as ElectorInput,
    events: {} as ElectorMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    acquireRetry: ({ event }) => waitOf(event),
    renewRetry: ({ event }) => waitOf(event),
    retryPeriod: ({ context }) => context.retryPeriodMs,
  },
  actions: {
    tryAcquire: () => {},
    startLeading: () => {},
    beginRound: () => {},
    tryRenew: () => {},
    endRound: () => {},
    renewalFailed: () => {},
    leave: () => {},
    stopLeading: () => {},
  },
}).createMachine({
  id: 'leader-elector',
  context: ({ input }) => input,
  initial: 'acquiring',
  states: {
    acquiring: {
      initial: 'trying',
      states: {
        trying: {
          tags: 'working',
          entry: 'tryAcquire',
          on: {
            acquired: [
              { guard: inOlderForm, target: '#leader-elector.leading.polling' },
              { target: '#leader-elector.leading.trying' },
            ],
            notAcquired: 'waiting',
            gaveUp: '#leader-elector.stopped',
          },
        },
        waiting: {
          tags: 'waiting',
          after: { acquireRetry: 'trying' },
          on: { stopAsked: '#leader-elector.stopped' },
        },
      },
    },
    leading: {
      entry: ['startLeading', 'beginRound'],
      initial: 'trying',
      states: {
        trying: {
          tags: 'working',
          entry: 'tryRenew',
          on: {
            renewed: [
              { guard: inOlderForm, target: 'polling', actions: ['endRound', 'beginRound'] },
              { target: 'pausing', actions: 'endRound' },
            ],
            notRenewed: 'waiting',
            roundFailed: failed,
          },
        },
        waiting: {
          tags: 'failing',
          after: { renewRetry: 'trying' },
          on: {
            deadlinePassed: [{ guard: inOlderForm, target: 'trying' }, failed],
            stopAsked: failed,
          },
        },
        polling: {
          tags: 'waiting',
          after: { retryPeriod: 'trying' },
          on: { deadlinePassed: 'trying', stopAsked: failed },
        },
        pausing: {
          tags: 'waiting',
          after: { retryPeriod: { target: 'trying', actions: 'beginRound' } },
          on: { stopAsked: '#leader-elector.leaving' },
        },
      },
    },
    leaving: { tags: 'working', entry: 'leave', on: { left: 'stopped' } },
    stopped: { type: 'final', tags: 'done', entry: 'stopLeading' },
  },
});
