import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandContext } from '../commands';
import type { EditorDoor } from '../editor-door';
import type { Navigation } from '../share/navigation';

/** Navigation comes a moment after the shell: it is loaded on its own. */
export type NavigationStore = StoreApi<Arrival>;

interface Arrival {
  readonly navigation: Navigation | undefined;
  /** Why it does not come. */
  readonly lost?: { readonly error: unknown };
}

/**
 * What every part of the shell needs: the page's state, its client, its commands, its addresses.
 */
export interface Shell extends CommandContext {
  readonly arrival: NavigationStore;
  readonly door: EditorDoor;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('a part of the shell stands outside ShellContext');
  return shell;
}

export function useNavigation(): Navigation | undefined {
  return useStore(useShell().arrival, (state) => state.navigation);
}

/** A store in which navigation has not arrived yet. */
export const createArrival = (): NavigationStore =>
  createStore<Arrival>(() => ({ navigation: undefined }));
