/**
 * What the browser remembers for a person. Where it may not remember (private windows, blocked
 * storage) everything works and nothing is kept. A frame in another page keeps nothing either.
 */
import { embedChoices } from './embed/embed-choices';

const PREFIX = 'kube-orrery.';

export function recall(key: string): string | undefined {
  try {
    if (embedChoices(location.search)) return undefined;
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether it was kept, or need not be */
export function remember(key: string, value: string): boolean {
  try {
    if (embedChoices(location.search)) return true;
    localStorage.setItem(PREFIX + key, value);
    return true;
  } catch {
    // Full or forbidden: the choice holds until the page is closed.
    return false;
  }
}

/** For libraries that want a `Storage`. */
export const layoutStorage = {
  getItem: (key: string): string | null => recall(key) ?? null,
  setItem: (key: string, value: string): void => void remember(key, value),
};
