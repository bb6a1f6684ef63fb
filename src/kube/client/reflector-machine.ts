/**
 * The life of a reflector: list, watch, and list again when the watch cannot go on.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/reflector.go
 *             (ListAndWatch, Run)
 */
import { setup } from 'xstate';

export type ReflectorMachineEvent =
  | { readonly type: 'listed' }
  /** The version asked for is not there any more, or not yet: ask for the newest. */
  | { readonly type: 'versionUnavailable' }
  | { readonly type: 'listFailed'; readonly waitMs: number }
  | { readonly type: 'watchOpened' }
  /** The server refuses connections or is too busy: the same watch is tried again. */
  | { readonly type: 'watchRefused'; readonly waitMs: number }
  /** The server has ended the stream in good order. */
  | { readonly type: 'watchClosed' }
  /** The server had a fault of its own: the same watch is tried again at once. */
  | { readonly type: 'watchRetried' }
  | { readonly type: 'watchFailed'; readonly waitMs: number }
  | { readonly type: 'stop' };

const waitOf = (event: ReflectorMachineEvent): number => ('waitMs' in event ? event.waitMs : 0);

export const reflectorMachine = setup({
  types: {
    events: {} as ReflectorMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: {
    backoff: ({ event }) => waitOf(event),
    openingBackoff: ({ event }) => waitOf(event),
  },
  actions: {
    list: () => {},
    openWatch: () => {},
    closeWatch: () => {},
  },
}).createMachine({
  id: 'reflector',
  initial: 'listing',
  on: { stop: { target: '.stopped', actions: 'closeWatch' } },
  states: {
    listing: {
      tags: 'working',
      entry: 'list',
      on: {
        listed: 'watching',
        versionUnavailable: { target: 'listing', reenter: true },
        listFailed: 'backingOff',
      },
    },
    watching: {
      initial: 'opening',
      on: { watchFailed: 'backingOff' },
      states: {
        opening: {
          tags: 'working',
          entry: 'openWatch',
          on: { watchOpened: 'streaming', watchRefused: 'waiting' },
        },
        streaming: {
          tags: 'waiting',
          on: { watchClosed: 'opening', watchRetried: 'opening', watchRefused: 'waiting' },
        },
        waiting: { tags: 'failing', after: { openingBackoff: 'opening' } },
      },
    },
    backingOff: { tags: 'failing', after: { backoff: 'listing' } },
    stopped: { type: 'final', tags: 'done' },
  },
});
