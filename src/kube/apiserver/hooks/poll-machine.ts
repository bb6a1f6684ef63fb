import { setup } from 'xstate';

export type PollMachineEvent =
  /** The attempt did not do; the next one comes at the next tick, or at the end. */
  | { readonly type: 'retry'; readonly waitMs: number }
  | { readonly type: 'attemptSucceeded' }
  /** An error that ends the poll, or the last attempt was in vain. */
  | { readonly type: 'attemptFailed' }
  | { readonly type: 'stopAsked' };

interface PollInput {
  /** Before the first attempt. */
  readonly firstMs: number;
}

/** Tries until it does. Upstream: wait.Poll, wait.PollImmediateUntil. */
export const pollMachine = setup({
  types: {
    context: {} as PollInput,
    input: {} as PollInput,
    events: {} as PollMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    tick: ({ event, context }) => ('waitMs' in event ? event.waitMs : context.firstMs),
  },
  actions: { attempt: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'poll',
  context: ({ input }) => input,
  initial: 'waiting',
  on: { stopAsked: '.stopped' },
  states: {
    waiting: { tags: 'waiting', after: { tick: 'trying' } },
    trying: {
      tags: 'working',
      entry: 'attempt',
      on: {
        retry: 'waiting',
        attemptSucceeded: 'succeeded',
        attemptFailed: 'failed',
      },
    },
    succeeded: { tags: 'done', type: 'final', entry: 'succeed' },
    failed: { tags: 'failing', type: 'final', entry: 'fail' },
    stopped: { tags: 'done', type: 'final' },
  },
});
