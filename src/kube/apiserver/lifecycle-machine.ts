import { assign, setup } from 'xstate';

export type LifecycleMachineEvent =
  | { readonly type: 'optionsChecked' }
  | { readonly type: 'optionsRefused' }
  | { readonly type: 'etcdReached' }
  | { readonly type: 'etcdUnreachable' }
  | { readonly type: 'chainFailed' }
  | { readonly type: 'firstReady' }
  | { readonly type: 'stopAsked' }
  | { readonly type: 'delayElapsed' }
  | { readonly type: 'preShutdownHooksStopped' }
  | { readonly type: 'preShutdownHookFailed' }
  | { readonly type: 'inFlightDrained' }
  | { readonly type: 'serverStopped' }
  | { readonly type: 'secondSignal' }
  | { readonly type: 'fatal' };

/** How long each part of building the chain takes, ms; drawn from the seed. */
export interface BuildTimes {
  readonly genericConfig: number;
  readonly apiExtensions: number;
  readonly kubeApiServer: number;
  readonly aggregator: number;
  readonly listener: number;
}

interface MachineContext {
  readonly times: BuildTimes;
  /** SIGTERM came while the chain was being built. */
  readonly stopAsked: boolean;
}

/**
 * The life of an API server process, from its first instruction to its exit. Upstream has no such
 * machine; its states are the places where NewAPIServerCommand, CreateServerChain and Run wait.
 */
export const lifecycleMachine = setup({
  types: {
    context: {} as MachineContext,
    events: {} as LifecycleMachineEvent,
    input: {} as { readonly times: BuildTimes },
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    genericConfig: ({ context }) => context.times.genericConfig,
    apiExtensions: ({ context }) => context.times.apiExtensions,
    kubeApiServer: ({ context }) => context.times.kubeApiServer,
    aggregator: ({ context }) => context.times.aggregator,
    listener: ({ context }) => context.times.listener,
  },
  guards: { stopWasAsked: ({ context }) => context.stopAsked },
  actions: {
    rememberStop: assign({ stopAsked: true }),
    completeOptions: () => {},
    connectEtcd: () => {},
    buildConfig: () => {},
    createExtensionServer: () => {},
    createKubeApiServer: () => {},
    createAggregator: () => {},
    prepareRun: () => {},
    serve: () => {},
    initiateShutdown: () => {},
    stopAccepting: () => {},
    exitCleanly: () => {},
    exitWithError: () => {},
    exitAtOnce: () => {},
  },
}).createMachine({
  id: 'apiserver-lifecycle',
  context: ({ input }) => ({ times: input.times, stopAsked: false }),
  initial: 'completingOptions',
  on: { secondSignal: '.exitedAtOnce', fatal: '.failed' },
  states: {
    completingOptions: {
      tags: 'working',
      entry: 'completeOptions',
      on: { optionsChecked: 'buildingServerChain', optionsRefused: 'failed' },
    },
    buildingServerChain: {
      initial: 'connectingEtcd',
      on: { stopAsked: { actions: 'rememberStop' }, chainFailed: 'failed' },
      states: {
        connectingEtcd: {
          tags: 'waiting',
          entry: 'connectEtcd',
          on: { etcdReached: 'genericConfig', etcdUnreachable: '#apiserver-lifecycle.failed' },
        },
        genericConfig: {
          tags: 'working',
          entry: 'buildConfig',
          after: { genericConfig: 'apiExtensions' },
        },
        apiExtensions: {
          tags: 'working',
          entry: 'createExtensionServer',
          after: { apiExtensions: 'kubeApiServer' },
        },
        kubeApiServer: {
          tags: 'working',
          entry: 'createKubeApiServer',
          after: { kubeApiServer: 'aggregator' },
        },
        aggregator: {
          tags: 'working',
          entry: 'createAggregator',
          after: { aggregator: '#apiserver-lifecycle.openingListener' },
        },
      },
    },
    openingListener: {
      tags: 'working',
      entry: 'prepareRun',
      on: { stopAsked: { actions: 'rememberStop' } },
      after: { listener: 'serving' },
    },
    serving: {
      initial: 'notReady',
      entry: 'serve',
      always: { guard: 'stopWasAsked', target: 'terminating' },
      on: { stopAsked: 'terminating' },
      states: {
        notReady: { tags: 'waiting', on: { firstReady: 'ready' } },
        ready: { tags: 'done' },
      },
    },
    terminating: {
      initial: 'leaving',
      states: {
        leaving: {
          tags: 'working',
          entry: 'initiateShutdown',
          on: {
            delayElapsed: 'waitingForPreShutdownHooks',
            preShutdownHooksStopped: 'waitingForDelay',
            preShutdownHookFailed: '#apiserver-lifecycle.failed',
          },
        },
        waitingForDelay: { tags: 'waiting', on: { delayElapsed: 'draining' } },
        waitingForPreShutdownHooks: {
          tags: 'waiting',
          on: {
            preShutdownHooksStopped: 'draining',
            preShutdownHookFailed: '#apiserver-lifecycle.failed',
          },
        },
        draining: {
          tags: 'working',
          entry: 'stopAccepting',
          on: { inFlightDrained: 'stoppingHttpServer' },
        },
        stoppingHttpServer: {
          tags: 'working',
          on: { serverStopped: '#apiserver-lifecycle.exited' },
        },
      },
    },
    exited: { tags: 'done', type: 'final', entry: 'exitCleanly' },
    exitedAtOnce: { tags: 'failing', type: 'final', entry: 'exitAtOnce' },
    failed: { tags: 'failing', type: 'final', entry: 'exitWithError' },
  },
});
