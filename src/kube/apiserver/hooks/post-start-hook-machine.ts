import { setup } from 'xstate';

export type PostStartHookMachineEvent =
  | { readonly type: 'started' }
  | { readonly type: 'returned' }
  | { readonly type: 'errored' };

/** The life of one post-start hook. Upstream: runPostStartHook of pkg/server/hooks.go. */
export const postStartHookMachine = setup({
  types: {
    events: {} as PostStartHookMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  actions: { run: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'post-start-hook',
  initial: 'notStarted',
  states: {
    notStarted: { tags: 'waiting', on: { started: 'running' } },
    running: {
      tags: 'working',
      entry: 'run',
      on: { returned: 'succeeded', errored: 'failed' },
    },
    succeeded: { tags: 'done', type: 'final', entry: 'succeed' },
    failed: { tags: 'failing', type: 'final', entry: 'fail' },
  },
});
