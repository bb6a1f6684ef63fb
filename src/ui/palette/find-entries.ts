/** What the palette offers, and which of it a query means. Pure. */

export type EntryKind = 'command' | 'actor' | 'scenario';

export interface Entry {
  readonly kind: EntryKind;
  /** The command's id, the actor's path, the scenario's name. */
  readonly id: string;
  readonly title: string;
  /** Shown beside the title: a key, or the name in links. */
  readonly aside: string;
}

/** More than this nobody reads; typing on narrows it. */
export const MOST_ENTRIES = 50;

/**
 * Entries that have all words of the query, those first in which it begins a title, else in the
 * order given.
 */
export function findEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of entries) {
    const title = entry.title.toLowerCase();
    const text = `${title} ${entry.id.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) continue;
    (words.length > 0 && title.startsWith(words[0]) ? first : rest).push(entry);
  }
  return [...first, ...rest].slice(0, MOST_ENTRIES);
}
