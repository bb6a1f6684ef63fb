/**
 * Splits a line into words as a POSIX shell does, quotes and backslashes included.
 *
 * Simplified  no variables, no substitution, no patterns; pipes and redirections are refused
 */

export type WordFault = 'open-quote' | 'shell';

export type SplitLine =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly fault: WordFault; readonly detail: string };

/** What a shell would act on, outside of quotes. */
const SHELL = new Set(['|', '>', '<', ';', '&', '`', '$', '(', ')']);
const SPACE = /\s/;

/** The words of a line; quotes are taken away, a word may be empty. */
export function splitWords(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const char = line[at];
    if (SPACE.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else if (char === '#' && word === undefined) break;
    else if (char === "'" || char === '"') {
      const quoted = readQuoted(line, at);
      if (!quoted) return { ok: false, fault: 'open-quote', detail: char };
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (char === '\\' && at + 1 < line.length) {
      word = (word ?? '') + line[at + 1];
      at += 2;
    } else if (SHELL.has(char)) return { ok: false, fault: 'shell', detail: char };
    else {
      word = (word ?? '') + char;
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

/** The text between the quote at `start` and its partner, and the place after that. */
function readQuoted(
  line: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = line[start];
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line[at];
    if (char === quote) return { text, end: at + 1 };
    const escaped = quote === '"' && char === '\\' && '"\\$`'.includes(line[at + 1] ?? ' ');
    if (escaped) at += 1;
    text += line[at];
  }
  return undefined;
}

/** A word as a shell would have to be given it. */
export const quoteWord = (word: string): string =>
  /^[\w./:=,@%+{}[\]*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
