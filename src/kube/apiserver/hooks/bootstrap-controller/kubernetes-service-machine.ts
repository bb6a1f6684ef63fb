import { setup } from 'xstate';

/** Poll of `/readyz` before the first round, ms. Upstream: UpdateKubernetesService's poll. */
const READY_POLL_MS = 100;

export type KubernetesServiceMachineEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'notReady' }
  | { readonly type: 'stepDone' }
  | { readonly type: 'stepSkipped' }
  | { readonly type: 'stepFailed' }
  | { readonly type: 'tick' }
  | { readonly type: 'stopAsked' };

const step = <const E extends string, const N extends string>(entry: E, next: N) =>
  ({
    tags: 'working',
    entry,
    on: { stepDone: next, stepFailed: 'waitingForTick' },
  }) as const;

/**
 * The kubernetes Service's loop: wait until this server is ready, then a round at once and every 10
 * s after the start of the one before (the clock runs while a round is running).
 */
export const kubernetesServiceMachine = setup({
  types: {
    events: {} as KubernetesServiceMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { readyPoll: READY_POLL_MS },
  actions: {
    askReadyz: () => {},
    armTick: () => {},
    ensureNamespace: () => {},
    ensureService: () => {},
    reconcileEndpoints: () => {},
    rest: () => {},
  },
}).createMachine({
  id: 'kubernetes-service-loop',
  initial: 'askingReadyz',
  states: {
    askingReadyz: {
      tags: 'waiting',
      entry: 'askReadyz',
      on: {
        ready: { target: 'ensuringNamespace', actions: 'armTick' },
        notReady: 'betweenPolls',
        stopAsked: 'stopped',
      },
    },
    betweenPolls: {
      tags: 'waiting',
      after: { readyPoll: 'askingReadyz' },
      on: { stopAsked: 'stopped' },
    },
    ensuringNamespace: step('ensureNamespace', 'ensuringService'),
    ensuringService: step('ensureService', 'reconcilingEndpoints'),
    reconcilingEndpoints: step('reconcileEndpoints', 'waitingForTick'),
    waitingForTick: {
      tags: 'waiting',
      entry: 'rest',
      on: {
        tick: { target: 'ensuringNamespace', actions: 'armTick' },
        stopAsked: 'stopped',
      },
    },
    stopped: { tags: 'done', type: 'final' },
  },
});
