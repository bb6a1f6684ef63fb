/**
 * Where in a document a place of its text is, worked out from lines and indentation, so that it
 * holds while the text is half typed and no YAML yet.
 */

/** An entry of a list, in the path of a cursor. */
export const ITEM = '[]';

export interface Cursor {
  /** Keys from the top; `ITEM` for an entry of a list. For a key: of the mapping it stands in. */
  readonly path: readonly string[];
  readonly kind: 'key' | 'value';
  /** What was typed of the word, and where it begins. */
  readonly word: string;
  readonly from: number;
  /** Keys that the mapping has besides. */
  readonly siblings: readonly string[];
  /** Column of the key, or of the value's key. */
  readonly column: number;
  /** Inside `{...}` or `[...]`. */
  readonly inline: boolean;
}

interface Line {
  readonly dashes: readonly number[];
  /** Column of what follows the indentation and the dashes. */
  readonly column: number;
  readonly key: string | undefined;
  /** What follows the key, or all of it. */
  readonly rest: string;
  readonly restColumn: number;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:{}[\],"'-][^#:{}[\],]*?)\s*:(?:\s+|$)/;

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = /^ */.exec(text)?.[0].length ?? 0;
  for (;;) {
    const dash = /^-( +|$)/.exec(text.slice(column));
    if (!dash) break;
    dashes.push(column);
    column += dash[0].length;
  }
  const content = text.slice(column);
  const key = KEY.exec(content);
  return {
    dashes,
    column,
    key: key ? bare(key[1]) : undefined,
    rest: key ? content.slice(key[0].length) : content,
    restColumn: column + (key ? key[0].length : 0),
  };
}

const bare = (word: string): string => word.replace(/^["']|["']$/g, '');

const isBlank = (text: string): boolean => /^\s*(#|$|---)/.test(text);

const BLOCK_SCALAR = /^[|>][-+0-9]*\s*(#.*)?$/;

/** @returns undefined inside a comment or a block of text, where nothing is a field. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const lines = text.split('\n');
  let at = 0;
  let start = 0;
  while (start + lines[at].length < offset) start += lines[at++].length + 1;
  const typed = lines[at].slice(0, offset - start);
  if (/(^|\s)#/.test(typed.replace(/"[^"]*"|'[^']*'/g, ''))) return undefined;
  const line = readLine(typed);
  const above = pathAbove(lines, at, line);
  if (!above) return undefined;
  const path = line.key === undefined ? above : [...above, line.key];
  const base = { column: line.column, inline: false };
  if (/^[{[]/.test(line.rest)) {
    const found = insideInline(line.rest, path);
    return found && { ...base, ...found, inline: true, from: offset - found.word.length };
  }
  const kind = line.key === undefined ? 'key' : 'value';
  const siblings = siblingsOf(lines, at, line);
  return { ...base, path, kind, word: line.rest, from: offset - line.rest.length, siblings };
}

/** The path of the mapping or list around a line; undefined inside a block of text. */
function pathAbove(lines: readonly string[], at: number, line: Line): string[] | undefined {
  const path: string[] = [];
  let column = line.column;
  let afterDash = false;
  const takeDashes = (dashes: readonly number[]): void => {
    for (const dash of [...dashes].reverse()) {
      if (dash >= column) continue;
      path.unshift(ITEM);
      column = dash;
      afterDash = true;
    }
  };
  takeDashes(line.dashes);
  for (let above = at - 1; above >= 0 && (column > 0 || afterDash); above -= 1) {
    if (isBlank(lines[above])) continue;
    const { key, rest, dashes, column: own } = readLine(lines[above]);
    // A list may stand in the same column as the key that it belongs to.
    const holds = own < column || (afterDash && own === column && dashes.length === 0);
    if (holds) {
      if (BLOCK_SCALAR.test(rest)) return undefined;
      if (key === undefined) return own < column ? undefined : path;
      path.unshift(key);
      column = own;
      afterDash = false;
    }
    takeDashes(dashes);
  }
  return path;
}

/** Other keys of the mapping that a line is in. */
function siblingsOf(lines: readonly string[], at: number, own: Line): string[] {
  const found: string[] = [];
  for (const way of [-1, 1]) {
    if (way < 0 && own.dashes.length > 0) continue;
    for (let next = at + way; next >= 0 && next < lines.length; next += way) {
      if (isBlank(lines[next])) continue;
      const { key, column, dashes } = readLine(lines[next]);
      const begins = dashes.some((dash) => dash < own.column);
      if (column < own.column || (way > 0 && begins)) break;
      if (column === own.column && key !== undefined) found.push(key);
      if (begins) break;
    }
  }
  return found;
}

interface Frame {
  readonly list: boolean;
  key: string | undefined;
  readonly keys: string[];
}

/** The place at the end of a text that began with `{` or `[`; undefined when it is closed. */
function insideInline(text: string, path: readonly string[]) {
  const frames: Frame[] = [];
  let word = '';
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const top = frames[frames.length - 1];
    if (quote !== '') {
      word += sign;
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word += sign;
    } else if (sign === '{' || sign === '[') {
      frames.push({ list: sign === '[', key: undefined, keys: [] });
      word = '';
    } else if (sign === '}' || sign === ']') {
      frames.pop();
      word = '';
    } else if (sign === ',') {
      if (top) top.key = undefined;
      word = '';
    } else if (sign === ':' && top && !top.list && /^(\s|$)/.test(text.slice(at + 1))) {
      top.key = bare(word.trim());
      top.keys.push(top.key);
      word = '';
    } else word += sign;
  }
  const last = frames[frames.length - 1];
  if (!last) return undefined;
  const steps = frames.flatMap(({ list, key }) => (list ? [ITEM] : key === undefined ? [] : [key]));
  const kind = !last.list && last.key === undefined ? ('key' as const) : ('value' as const);
  const siblings = kind === 'key' ? last.keys : [];
  return { path: [...path, ...steps], kind, word: word.trimStart(), siblings };
}
