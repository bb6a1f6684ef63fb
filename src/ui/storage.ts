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

export function remember(key: string, value: string): void {
  try {
    if (embedChoices(location.search)) return;
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Full or forbidden: the choice holds until the page is closed.
  }
}

/** For libraries that want a `Storage`. */
export const layoutStorage = {
  getItem: (key: string): string | null => recall(key) ?? null,
  setItem: remember,
};
