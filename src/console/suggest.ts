/**
 * Verbs that somebody may have meant, of those that are modelled.
 *
 * Upstream    github.com/spf13/cobra v1.6 command.go (SuggestionsFor, SuggestFor of a command)
 */
import { compareText } from '#base';
import { VERBS } from './verbs';

/** Most edits between a word and a suggestion. Source: cobra SuggestionsMinimumDistance. */
const DISTANCE_MAX = 2;
/** Longer words are nobody's slip, and would take long to compare. */
const LENGTH_MAX = 40;
/** Words of other tools. Source: SuggestFor of get and delete. */
const MEANT: Readonly<Record<string, string>> = {
  list: 'get',
  ps: 'get',
  rm: 'delete',
};

export function suggestVerbs(word: string): readonly string[] {
  const known = [...VERBS].sort(compareText);
  if (word.length > LENGTH_MAX) return [];
  const lower = word.toLowerCase();
  const meant = Object.hasOwn(MEANT, lower) ? MEANT[lower] : undefined;
  return known.filter(
    (verb) => verb === meant || verb.startsWith(lower) || distance(lower, verb) <= DISTANCE_MAX,
  );
}

/** How many letters to add, take away or change. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, before[j] + 1, row[j - 1] + 1));
    }
    before = row;
  }
  return before[b.length];
}
