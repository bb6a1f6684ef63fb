/** The text of a YAML document with its nodes, and where they stand in it. */
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { bad, good, type Result } from '#base';
import { DOCUMENT, type FieldPath } from '../fault-path';
import { composeYaml } from '../yaml-compose';

export interface YamlSource {
  readonly text: string;
  readonly document: Document.Parsed;
}

/** The one document of a text, with its nodes. */
export function readSource(text: string): Result<YamlSource> {
  const composed = composeYaml(text, new LineCounter());
  if (!composed.ok) return composed;
  const full = composed.value.filter(({ contents }) => contents !== null);
  if (full.length === 1) return good({ text, document: full[0] });
  return bad([{ path: DOCUMENT, reason: `expected one document, found ${full.length}` }]);
}

/** A place that can be changed: the value, and the collection around it. */
export interface Place {
  readonly parent: YAMLMap | YAMLSeq;
  /** Of a mapping's pair, or of a list's item, in `parent.items`. */
  readonly index: number;
  readonly value: Node | undefined;
}

export function pairAt(map: YAMLMap, index: number): Pair<Scalar, Node | null> {
  return map.items[index] as Pair<Scalar, Node | null>;
}

/** The node at a path, or undefined where the path leaves the text or goes through an alias. */
export function nodeAt(top: unknown, path: FieldPath): Node | undefined {
  let node = top;
  for (const part of path) {
    if (isSeq(node) && typeof part === 'number') node = node.items[part];
    else if (isMap(node)) node = pairAt(node, placeOfKey(node, String(part)))?.value;
    else return undefined;
  }
  return (node as Node | null | undefined) ?? undefined;
}

export function placeOfKey(map: YAMLMap, key: string): number {
  return map.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** The place at a path, or undefined when it is not in the text. */
export function placeAt({ document }: YamlSource, path: FieldPath): Place | undefined {
  const parent = nodeAt(document.contents, path.slice(0, -1));
  const last = path[path.length - 1];
  if (isSeq(parent) && typeof last === 'number') {
    if (last >= parent.items.length) return undefined;
    return {
      parent,
      index: last,
      value: parent.items[last] as Node | undefined,
    };
  }
  if (!isMap(parent)) return undefined;
  const index = placeOfKey(parent, String(last));
  if (index < 0) return undefined;
  return { parent, index, value: pairAt(parent, index).value ?? undefined };
}

export const lineStart = (text: string, offset: number): number =>
  text.lastIndexOf('\n', offset - 1) + 1;

/** Offset of the line break that ends the line, or of the text's end. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Whether a node is written as nothing, as in `key:`. */
export function isUnwritten(node: Node | null | undefined): boolean {
  if (node === null || node === undefined) return true;
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

const BLOCK_SCALARS: ReadonlySet<unknown> = new Set(['BLOCK_LITERAL', 'BLOCK_FOLDED']);

export const isBlockScalar = (node: unknown): boolean =>
  isScalar(node) && BLOCK_SCALARS.has(node.type);

/** Where the written content of a node ends, without the comments and breaks that follow. */
export function contentEnd(text: string, node: Node): number {
  const range = node.range as [number, number, number];
  if (isCollection(node) && node.flow !== true && node.items.length > 0) {
    const last = node.items[node.items.length - 1] as Node | Pair<Node, Node | null>;
    if (!('key' in last)) return contentEnd(text, last as Node);
    if (!isUnwritten(last.value)) return contentEnd(text, last.value as Node);
    return colonAfter(text, last.key) + 1;
  }
  if (!isBlockScalar(node)) return range[1];
  let end = range[1];
  while (end > range[0] && /\s/.test(text[end - 1])) end -= 1;
  return end;
}

/** Offset of the colon that follows a key. */
export function colonAfter(text: string, key: Node): number {
  return text.indexOf(':', key.range?.[1] ?? 0);
}
