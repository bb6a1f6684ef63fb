import { setup } from 'xstate';

export type ManagerMachineEvent =
  | { readonly type: 'optionsAccepted' }
  | { readonly type: 'optionsRefused' }
  | { readonly type: 'alone' }
  | { readonly type: 'runsForLease' }
  | { readonly type: 'leaseWon' }
  | { readonly type: 'leaseLost' }
  | { readonly type: 'fatal' };

/**
 * The life of kube-controller-manager: options to Config, Complete, Run. Upstream has no such
 * machine; its states are the places where the command and Run wait.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go (Run)
 */
export const controllerManagerMachine = setup({
  types: {
    events: {} as ManagerMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  actions: {
    complete: () => {},
    prepareRun: () => {},
    campaign: () => {},
    lead: () => {},
    exitLost: () => {},
  },
}).createMachine({
  id: 'controller-manager',
  initial: 'configuring',
  on: { fatal: '.failed' },
  states: {
    configuring: {
      tags: 'working',
      entry: 'complete',
      on: { optionsAccepted: 'preparing', optionsRefused: 'failed' },
    },
    preparing: {
      tags: 'working',
      entry: 'prepareRun',
      on: { alone: 'leading', runsForLease: 'standby' },
    },
    standby: { tags: 'waiting', entry: 'campaign', on: { leaseWon: 'leading' } },
    leading: { tags: 'done', entry: 'lead', on: { leaseLost: 'lost' } },
    lost: { tags: 'failing', type: 'final', entry: 'exitLost' },
    failed: { tags: 'failing', type: 'final' },
  },
});
