/**
 * One change to a YAML text that touches only the characters concerned. Each function gives back
 * the new text, or undefined where the text is written in a way that it does not know; the caller
 * checks what came out, and has another way.
 */
import { isMap, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { FieldPath } from '../fault-path';
import { indented, isPlain, printBlock, printInline, printScalar } from './print';
import {
  colonAfter,
  columnOf,
  contentEnd,
  isBlockScalar,
  isUnwritten,
  lineEnd,
  lineStart,
  nodeAt,
  type Place,
  pairAt,
  placeAt,
  placeOfKey,
  type YamlSource,
} from './source';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export const applyChange = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Sets what is at a path. `order` says where a new key of a mapping goes among the others. */
export function spliceSet(
  source: YamlSource,
  path: FieldPath,
  value: unknown,
  order: readonly string[] = [],
): TextChange | undefined {
  const place = placeAt(source, path);
  if (place) return replaceValue(source, place, value);
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(source.document.contents, parentPath);
  const key = path[path.length - 1];
  if (typeof key === 'number') return undefined;
  if (isMap(parent) && parent.items.length > 0) {
    return insertPair(source, parent, { key, value }, placeBefore(parent, key, order));
  }
  if (parentPath.length === 0) return undefined;
  return spliceSet(source, parentPath, { [key]: value });
}

function replaceValue(
  { text }: YamlSource,
  { parent, index, value: old }: Place,
  value: unknown,
): TextChange | undefined {
  const key = isMap(parent) ? pairAt(parent, index).key : undefined;
  if (parent.flow) {
    if (isUnwritten(old)) return undefined;
    const [from, to] = (old as Node).range as [number, number, number];
    return { from, to, insert: printInline(value, isQuoted(text, parent)) };
  }
  if (isPlain(value) && !isBlockScalar(old)) {
    if (isUnwritten(old)) {
      if (!key) return undefined;
      const at = colonAfter(text, key) + 1;
      return { from: at, to: at, insert: ` ${printScalar(value, undefined)}` };
    }
    if (isMap(old) || isSeq(old)) return replacePair(text, { parent, index, value: old }, value);
    const [from, to] = (old as Node).range as [number, number, number];
    return { from, to, insert: printScalar(value, old) };
  }
  return replacePair(text, { parent, index, value: old }, value);
}

/** Writes a pair or an item anew from its key or dash on. */
function replacePair(text: string, { parent, index, value: old }: Place, value: unknown) {
  if (isMap(parent)) {
    const { key } = pairAt(parent, index);
    const [from] = key.range as [number, number, number];
    const to = isUnwritten(old) ? colonAfter(text, key) + 1 : contentEnd(text, old as Node);
    const column = columnOf(text, from);
    const pair = printBlock({ [String(key.value)]: value });
    return { from, to, insert: indented(pair, column) };
  }
  const from = dashOf(text, parent as YAMLSeq, index);
  if (from === undefined || !old) return undefined;
  const insert = indented(printBlock([value]), columnOf(text, from));
  return { from, to: contentEnd(text, old), insert };
}

/** Whether a collection on one line writes its texts in quotes, as JSON does. */
function isQuoted(text: string, collection: Node): boolean {
  const [from, to] = collection.range as [number, number, number];
  return /^[{[]\s*"/.test(text.slice(from, to));
}

function insertPair(
  { text }: YamlSource,
  map: YAMLMap,
  { key, value }: { readonly key: string; readonly value: unknown },
  before: number,
): TextChange {
  if (map.flow) {
    const pair = printInline({ [key]: value }, isQuoted(text, map))
      .slice(1, -1)
      .trim();
    return insertInline(text, map, before, pair);
  }
  const [first] = pairAt(map, 0).key.range as [number, number, number];
  const column = columnOf(text, first);
  const pair = indented(printBlock({ [key]: value }), column);
  if (before < 0) return { from: first, to: first, insert: `${pair}\n${' '.repeat(column)}` };
  const at = lineEnd(text, endOfPair(text, map, before));
  return { from: at, to: at, insert: `\n${' '.repeat(column)}${pair}` };
}

/** Index of the pair after which a new key goes; -1: before all. */
function placeBefore(map: YAMLMap, key: string, order: readonly string[]): number {
  const rank = order.indexOf(key);
  if (rank < 0) return map.items.length - 1;
  const earlier = order.slice(0, rank).map((name) => placeOfKey(map, name));
  return Math.max(-1, ...earlier);
}

function endOfPair(text: string, map: YAMLMap, index: number): number {
  const { key, value } = pairAt(map, index);
  return isUnwritten(value) ? colonAfter(text, key) + 1 : contentEnd(text, value as Node);
}

/** Puts an entry after another one of a collection on one line; -1: before all. */
function insertInline(text: string, list: YAMLMap | YAMLSeq, after: number, entry: string) {
  if (after < 0) {
    const at = (list.range as [number, number, number])[0] + 1;
    const gap = /\s/.test(text[at] ?? '') ? ' ' : '';
    return {
      from: at,
      to: at,
      insert: `${gap}${entry},${gap === '' ? ' ' : ''}`,
    };
  }
  const at = isMap(list)
    ? endOfPair(text, list, after)
    : ((list.items[after] as Node).range as [number, number, number])[1];
  return { from: at, to: at, insert: `, ${entry}` };
}

/** Where the dash of a list's item stands; undefined when it is not the first on its line. */
function dashOf(text: string, list: YAMLSeq, index: number): number | undefined {
  const item = list.items[index] as Node | undefined;
  const start = item?.range?.[0];
  if (start === undefined) return undefined;
  const from = lineStart(text, start);
  const dash = /^( *)- *(?:[&!]\S+ +)?$/.exec(text.slice(from, start));
  return dash ? from + dash[1].length : undefined;
}

/** Puts an item into a list that has some already, or makes the list. */
export function spliceInsert(
  source: YamlSource,
  path: FieldPath,
  index: number,
  value: unknown,
): TextChange | undefined {
  const list = nodeAt(source.document.contents, path);
  if (!isSeq(list) || list.items.length === 0) return spliceSet(source, path, [value]);
  const { text } = source;
  if (list.flow) {
    return insertInline(text, list, index - 1, printInline(value, isQuoted(text, list)));
  }
  const dash = dashOf(text, list, Math.max(0, index - 1));
  if (dash === undefined) return undefined;
  const column = columnOf(text, dash);
  const item = indented(printBlock([value]), column);
  if (index === 0) return { from: dash, to: dash, insert: `${item}\n${' '.repeat(column)}` };
  const at = lineEnd(text, contentEnd(text, list.items[index - 1] as Node));
  return { from: at, to: at, insert: `\n${' '.repeat(column)}${item}` };
}

/** Takes a pair or an item out. The last one leaves `{}` or `[]`. */
export function spliceRemove(source: YamlSource, path: FieldPath): TextChange | undefined {
  const place = placeAt(source, path);
  if (!place) return undefined;
  const { text } = source;
  const { parent, index } = place;
  if (parent.items.length === 1) {
    const empty = isMap(parent) ? {} : [];
    return path.length === 1 ? undefined : spliceSet(source, path.slice(0, -1), empty);
  }
  if (parent.flow) return removeInline(text, parent, index);
  const from = isMap(parent)
    ? (pairAt(parent, index).key.range as [number, number, number])[0]
    : dashOf(text, parent, index);
  if (from === undefined) return undefined;
  const end = isMap(parent)
    ? endOfPair(text, parent, index)
    : contentEnd(text, place.value as Node);
  const start = lineStart(text, from);
  if (text.slice(start, from).trim() !== '') {
    // The first pair of a list's item stands behind the dash; the next one comes up to it.
    if (!isMap(parent) || index !== 0) return undefined;
    const [next] = pairAt(parent, 1).key.range as [number, number, number];
    return text.slice(end, next).trim() === '' ? { from, to: next, insert: '' } : undefined;
  }
  // A comment behind what goes belongs to it.
  return {
    from: start,
    to: Math.min(text.length, lineEnd(text, end) + 1),
    insert: '',
  };
}

function removeInline(text: string, list: YAMLMap | YAMLSeq, index: number) {
  const bounds = (at: number): readonly [number, number] => {
    if (!isMap(list)) {
      const range = (list.items[at] as Node).range as [number, number, number];
      return [range[0], range[1]];
    }
    const [from] = pairAt(list, at).key.range as [number, number, number];
    return [from, endOfPair(text, list, at)];
  };
  const [from, to] = bounds(index);
  if (index > 0) return { from: bounds(index - 1)[1], to, insert: '' };
  return { from, to: bounds(1)[0], insert: '' };
}

/** Moves an item of a list in block style, with the comments that stand right above it. */
export function spliceMove(
  source: YamlSource,
  path: FieldPath,
  from: number,
  to: number,
): TextChange | undefined {
  const list = nodeAt(source.document.contents, path);
  if (!isSeq(list) || list.flow) return undefined;
  const { text } = source;
  const blocks = list.items.map((item, index) => {
    const dash = dashOf(text, list, index);
    if (dash === undefined) return undefined;
    const end = lineEnd(text, contentEnd(text, item as Node));
    return { start: withComments(text, lineStart(text, dash)), end };
  });
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const [first, last] = [blocks[low], blocks[high]];
  if (blocks.some((block) => block === undefined) || !first || !last) return undefined;
  const parts = blocks.slice(low, high + 1).map((block, offset) => {
    const next = blocks[low + offset + 1];
    const own = text.slice(block?.start, block?.end);
    // What stands between two items, such as an empty line, stays where it is.
    const gap = next && low + offset < high ? text.slice(block?.end, next.start) : '';
    return { own, gap };
  });
  const gaps = parts.map(({ gap }) => gap);
  const owns = parts.map(({ own }) => own);
  const [moved] = owns.splice(from - low, 1);
  owns.splice(to - low, 0, moved);
  const insert = owns.map((own, offset) => own + gaps[offset]).join('');
  return { from: first.start, to: last.end, insert };
}

/** The start of the comment lines right above a line. */
function withComments(text: string, start: number): number {
  let at = start;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!/^ *#/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}
