import { setup } from 'xstate';

export type IdentityLeaseMachineEvent =
  | { readonly type: 'synced' }
  | { readonly type: 'ensureFailed' }
  | { readonly type: 'ensureRetried' }
  | { readonly type: 'stopAsked' };

/** One server's keeping of its identity Lease. Upstream: component-helpers lease controller. */
export const identityLeaseMachine = setup({
  types: {
    context: {} as { readonly renewMs: number },
    events: {} as IdentityLeaseMachineEvent,
    input: {} as { readonly renewMs: number },
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { renewInterval: ({ context }) => context.renewMs },
  actions: { sync: () => {} },
}).createMachine({
  id: 'identity-lease-controller',
  context: ({ input }) => input,
  initial: 'syncing',
  states: {
    syncing: {
      tags: 'working',
      entry: 'sync',
      on: { synced: 'waiting', ensureFailed: 'backingOff', stopAsked: 'stopped' },
    },
    backingOff: {
      tags: 'failing',
      on: { ensureRetried: 'retrying', stopAsked: 'stopped' },
    },
    retrying: {
      tags: 'working',
      on: { synced: 'waiting', ensureFailed: 'backingOff', stopAsked: 'stopped' },
    },
    waiting: {
      tags: 'waiting',
      after: { renewInterval: 'syncing' },
      on: { stopAsked: 'stopped' },
    },
    stopped: { tags: 'done', type: 'final' },
  },
});
