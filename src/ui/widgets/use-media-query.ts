import { useSyncExternalStore } from 'react';

/**
 * Below this there is no room for three panels, side by side or one above the other; they become
 * tabs. A page zoomed to 200 % is a small one.
 */
export const NARROW = '(max-width: 820px), (max-height: 580px)';

/** Whether a media query holds, and again when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
