/** What the palette offers, and which of it a query means. Pure. */

export type EntryKind = 'command' | 'act' | 'actor' | 'scenario';

export interface Entry {
  readonly kind: EntryKind;
  /** The command's id, the actor's path, the scenario's name. */
  readonly id: string;
  readonly title: string;
  /** Shown beside the title: a key, or the name in links. */
  readonly aside: string;
  /** Further words by which it is found. */
  readonly called?: string;
  /** Why it cannot be done now. */
  readonly refused?: string;
}

/** More than this nobody reads; typing on narrows it. */
export const MOST_ENTRIES = 50;

/**
 * Entries that have all words of the query, those first in which it begins a title, then in the
 * order given, and last what cannot be done now. Acts come only when something is asked for.
 */
export function findEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first: Entry[] = [];
  const rest: Entry[] = [];
  const refused: Entry[] = [];
  for (const entry of entries) {
    const title = entry.title.toLowerCase();
    const text = `${title} ${entry.id.toLowerCase()} ${entry.called ?? ''}`;
    if (words.length === 0 && entry.kind === 'act') continue;
    if (!words.every((word) => text.includes(word))) continue;
    if (entry.refused !== undefined) refused.push(entry);
    else (words.length > 0 && title.startsWith(words[0]) ? first : rest).push(entry);
  }
  return [...first, ...rest, ...refused].slice(0, MOST_ENTRIES);
}
