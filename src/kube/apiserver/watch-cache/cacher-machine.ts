/**
 * The life of the watch cache of one resource: list, watch, and start over when the watch cannot
 * go on. It is ready while it watches.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go
 *             (startCaching, NewCacherFromConfig), client-go tools/cache/reflector.go
 */
import { setup } from 'xstate';

export type CacherMachineEvent =
  /** The list has been taken in. */
  | { readonly type: 'listed' }
  | { readonly type: 'listFailed' }
  /** The watch of etcd has ended with an internal error: it may be opened again. */
  | { readonly type: 'watchInterrupted' }
  /** It cannot go on. */
  | { readonly type: 'watchFailed' }
  | { readonly type: 'stop' };

/** Wait before it starts over, ms. Source: NewCacherFromConfig, wait.Until. */
const RESTART_MS = 1_000;
/** Wait before an interrupted watch is opened again, ms. Simplified: upstream does not wait. */
const RETRY_MS = 1_000;

export const cacherMachine = setup({
  types: {
    events: {} as CacherMachineEvent,
    tags: {} as 'waiting' | 'working' | 'failing' | 'done',
  },
  delays: { restart: RESTART_MS, retry: RETRY_MS },
  actions: {
    /** Everyone who watches is sent away. */
    terminateAllWatchers: () => {},
    list: () => {},
    openWatch: () => {},
    closeWatch: () => {},
    becomeReady: () => {},
    becomeUnready: () => {},
  },
}).createMachine({
  id: 'cacher',
  initial: 'listing',
  on: { stop: { target: '.stopped', actions: ['closeWatch', 'terminateAllWatchers'] } },
  states: {
    listing: {
      tags: 'working',
      entry: ['terminateAllWatchers', 'list'],
      on: { listed: 'watching', listFailed: 'restarting' },
    },
    watching: {
      initial: 'streaming',
      entry: 'becomeReady',
      exit: 'becomeUnready',
      on: { watchFailed: 'restarting' },
      states: {
        streaming: { tags: 'waiting', entry: 'openWatch', on: { watchInterrupted: 'retrying' } },
        retrying: { tags: 'failing', after: { retry: 'streaming' } },
      },
    },
    restarting: { tags: 'failing', after: { restart: 'listing' } },
    stopped: { type: 'final', tags: 'done' },
  },
});
