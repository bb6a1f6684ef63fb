import { setup } from 'xstate';

export type IdentityLeaseMachineEvent =
  | { readonly type: 'synced' }
  | { readonly type: 'ensureFailed' }
  | { readonly type: 'ensureRetried' }
  | { readonly type: 'renewalDue' }
  | { readonly type: 'stopAsked' };

/** One server's keeping of its identity Lease. Upstream: component-helpers lease controller. */
export const identityLeaseMachine = setup({
  types: {
    events: {} as IdentityLeaseMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  actions: { sync: () => {}, armRenewal: () => {}, cancelRenewal: () => {} },
}).createMachine({
  id: 'identity-lease-controller',
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
      entry: 'armRenewal',
      on: { renewalDue: 'syncing', stopAsked: { target: 'stopped', actions: 'cancelRenewal' } },
    },
    stopped: { tags: 'done', type: 'final' },
  },
});
