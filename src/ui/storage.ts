/**
 * What the browser remembers for a person. Where it may not remember (private windows, blocked
 * storage) everything works and nothing is kept. A frame in another page keeps nothing either.
 */
import { embedChoices } from './embed/embed-choices';

const PREFIX = 'kube-orrery.';

/** For all tabs and visits, or for this tab only. */
type Place = 'localStorage' | 'sessionStorage';

export function recall(key: string, place: Place = 'localStorage'): string | undefined {
  try {
    if (embedChoices(location.search)) return undefined;
    return window[place].getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether it was kept, or need not be */
export function remember(key: string, value: string, place: Place = 'localStorage'): boolean {
  try {
    if (embedChoices(location.search)) return true;
    window[place].setItem(PREFIX + key, value);
    return true;
  } catch {
    // Full or forbidden: the choice holds until the page is closed.
    return false;
  }
}

/** Forgets a key for all tabs; what cannot be read cannot be forgotten either. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Forbidden: nothing was kept.
  }
}

/** Keys that begin so and are kept for all tabs, in no order. */
export function keptKeys(beginning: string): readonly string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
    return keys.flatMap((key) =>
      key?.startsWith(PREFIX + beginning) ? [key.slice(PREFIX.length)] : [],
    );
  } catch {
    return [];
  }
}

/** For libraries that want a `Storage`. */
export const layoutStorage = {
  getItem: (key: string): string | null => recall(key) ?? null,
  setItem: (key: string, value: string): void => void remember(key, value),
};
