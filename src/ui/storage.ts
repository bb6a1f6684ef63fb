/**
 * What the browser remembers for a person. Where it may not remember (private windows, blocked
 * storage) everything works and nothing is kept.
 */
const PREFIX = 'kube-orrery.';

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string): void {
  try {
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
