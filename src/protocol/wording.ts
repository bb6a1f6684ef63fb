/** How refusals are worded: what was expected, what was found, what may have been meant. */

/** Longest piece of somebody's text that a message repeats, characters. */
const QUOTE_MAX = 60;

export function quote(text: string): string {
  const cut = text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX)}...` : text;
  return JSON.stringify(cut);
}

/** Says what a value is: `"abc"`, `the number 5`, `a list`, `a mapping`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  return String(value);
}

/** `expected X, found Y`; a missing value is called missing. */
export function expected(what: string, found: unknown): string {
  if (found === undefined) return `is missing; expected ${what}`;
  return `expected ${what}, found ${describeValue(found)}`;
}

/** `a, b or c`. */
export function eitherOf(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** Number of single-letter edits (swaps of neighbours included) from one word to another. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2] + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

/** Words longer than this are never compared, so that hostile keys cost nothing. */
const COMPARED_MAX = 64;
/** Known words that are looked at. */
const KNOWN_MAX = 200;

/**
 * The known word that a misspelt one most likely meant, or undefined. At most a third of the
 * letters may differ; the first of equally near ones wins.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > COMPARED_MAX) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known.slice(0, KNOWN_MAX)) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` (did you mean x?)`, or nothing when no known word is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
