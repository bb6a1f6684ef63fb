import { setup } from 'xstate';

export type MainLoopMachineEvent =
  | { readonly type: 'healthy' }
  | { readonly type: 'unhealthy'; readonly waitMs: number }
  | { readonly type: 'discovered' }
  /** Its start is put off by --controller-start-interval. */
  | { readonly type: 'putOff'; readonly waitMs: number }
  | { readonly type: 'chosen' }
  | { readonly type: 'initialized' }
  | { readonly type: 'allStarted' }
  | { readonly type: 'failed' };

const waitOf = (event: MainLoopMachineEvent): number => ('waitMs' in event ? event.waitMs : 0);

/**
 * The main loop of a leader: it builds the controller context, starts the controllers one after
 * another, then the informers.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (CreateControllerContext, StartControllers)
 */
export const mainLoopMachine = setup({
  types: {
    events: {} as MainLoopMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    apiServerPoll: ({ event }) => waitOf(event),
    controllerStartInterval: ({ event }) => waitOf(event),
  },
  actions: {
    askHealth: () => {},
    discover: () => {},
    nextController: () => {},
    initialize: () => {},
    startInformers: () => {},
  },
}).createMachine({
  id: 'main-loop',
  initial: 'waitingForApiServer',
  on: { failed: '.failed' },
  states: {
    waitingForApiServer: {
      initial: 'asking',
      states: {
        asking: {
          tags: 'waiting',
          entry: 'askHealth',
          on: { healthy: '#main-loop.discovering', unhealthy: 'pausing' },
        },
        pausing: { tags: 'waiting', after: { apiServerPoll: 'asking' } },
      },
    },
    discovering: {
      tags: 'working',
      entry: 'discover',
      on: { discovered: 'startingControllers' },
    },
    startingControllers: {
      initial: 'next',
      on: { allStarted: 'running' },
      states: {
        next: {
          tags: 'working',
          entry: 'nextController',
          on: { putOff: 'sleeping', chosen: 'initializing' },
        },
        sleeping: { tags: 'waiting', after: { controllerStartInterval: 'initializing' } },
        initializing: { tags: 'working', entry: 'initialize', on: { initialized: 'next' } },
      },
    },
    running: { tags: 'done', entry: 'startInformers' },
    failed: { tags: 'failing', type: 'final' },
  },
});
