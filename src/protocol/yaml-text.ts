/**
 * YAML text to plain data, with the place of every field. Stricter than YAML: no tags, no
 * directives, few aliases, no repeated or composite keys, bounded size and depth. JSON is read by
 * the same rules.
 */

import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
} from 'yaml';
import { bad, good, type InputFault, type Result } from '#base';
import { DOCUMENT, type FieldFault, type FieldPath, toInputFault } from './fault-path';
import { DEPTH_MAX, FAULTS_MAX } from './untrusted';
import { quote } from './wording';
import { composeYaml, placeAt, type TextPlace } from './yaml-compose';

/** Largest text that is read, bytes: 1 MB. */
export const TEXT_BYTES_MAX = 1_048_576;
/** Most aliases that are followed in a document, counted each time one is met. */
const ALIASES_MAX = 100;
/** One document of a text. */
export interface YamlDocument {
  readonly value: unknown;
  /** Where the field stands; the nearest thing around it where the path leaves the text. */
  placeOf(path: FieldPath): TextPlace;
}

export interface YamlOptions {
  /** one: exactly one document that is not empty. many: any number, empty ones are passed over. */
  readonly documents: 'one' | 'many';
}

/** Reads one document's nodes into plain data and collects what YAML allows and we do not. */
class NodeReader {
  readonly faults: FieldFault[] = [];
  private readonly anchors = new Map<string, Node>();
  private readonly open = new Set<Node>();
  private aliases = 0;

  read(node: unknown, at: FieldPath): unknown {
    if (isAlias(node)) return this.readAlias(node.source, at);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (node.tag !== undefined) this.refuse(at, `the tag ${quote(node.tag)} is not allowed`);
    if (at.length > DEPTH_MAX) {
      this.refuse([], `nested deeper than ${DEPTH_MAX} levels`);
      return null;
    }
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return this.readScalar(node.value, at);
    this.open.add(node);
    const value = isSeq(node)
      ? node.items.map((item, index) => this.read(item, [...at, index]))
      : this.readMap(node.items, at);
    this.open.delete(node);
    return value;
  }

  private refuse(at: FieldPath, reason: string): void {
    this.faults.push({ at, reason });
  }

  private readScalar(value: unknown, at: FieldPath): unknown {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.refuse(at, `${value} is not a number that can be stored`);
    }
    return value;
  }

  private readAlias(name: string, at: FieldPath): unknown {
    const target = this.anchors.get(name);
    this.aliases += 1;
    if (this.aliases > ALIASES_MAX) {
      if (this.aliases === ALIASES_MAX + 1) this.refuse(at, `more than ${ALIASES_MAX} aliases`);
      return null;
    }
    if (target === undefined || this.open.has(target)) {
      const why = target === undefined ? 'has no anchor before it' : 'contains itself';
      this.refuse(at, `the alias *${name} ${why}`);
      return null;
    }
    return this.read(target, at);
  }

  private readMap(pairs: readonly Pair[], at: FieldPath): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (const pair of pairs) {
      const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (key === undefined || (isScalar(pair.key) && pair.key.value === null)) {
        this.refuse(at, 'a key must be a plain text');
        continue;
      }
      if (entries.has(key)) this.refuse([...at, key], 'is given twice');
      entries.set(key, this.read(pair.value, [...at, key]));
    }
    // Made from entries, so that a key such as __proto__ becomes a field like any other.
    return Object.fromEntries(entries);
  }
}

/** Pairs of mappings by their keys, filled when a mapping is first asked. */
type KeyIndex = Map<object, ReadonlyMap<string, Pair>>;

function pairOf(map: { readonly items: readonly unknown[] }, key: string, keys: KeyIndex) {
  let index = keys.get(map);
  if (index === undefined) {
    const pairs = map.items as readonly Pair[];
    // Of repeated keys the last is the one that was read, and the one to blame.
    index = new Map(pairs.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '', pair]));
    keys.set(map, index);
  }
  return index.get(key);
}

/** The node that carries a field's place: its key in a mapping, itself in a list. */
function nodeAt(top: unknown, path: FieldPath, keys: KeyIndex): Node | undefined {
  let node = top;
  let place = isScalar(top) || isMap(top) || isSeq(top) ? (top as Node) : undefined;
  for (const part of path) {
    if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      place = (node as Node | undefined) ?? place;
    } else if (isMap(node)) {
      const pair = pairOf(node, String(part), keys);
      if (pair === undefined) return place;
      place = pair.key as Node;
      node = pair.value;
    } else return place;
  }
  return place;
}

function readDocument(document: Document.Parsed, lines: LineCounter): Result<YamlDocument> {
  const keys: KeyIndex = new Map();
  const placeOf = (path: FieldPath): TextPlace =>
    placeAt(nodeAt(document.contents, path, keys)?.range?.[0] ?? 0, lines);
  if (document.directives.yaml.explicit === true) {
    const reason = 'a %YAML directive is not allowed; the text is read as YAML 1.2';
    return bad([{ path: DOCUMENT, reason, line: 1, column: 1 }]);
  }
  const reader = new NodeReader();
  const value = reader.read(document.contents, []);
  if (reader.faults.length === 0) return good({ value, placeOf });
  const listed = reader.faults.slice(0, FAULTS_MAX);
  return bad(listed.map((fault) => ({ ...toInputFault(fault), ...placeOf(fault.at) })));
}

/** Whether a document says nothing at all, like what stands between two `---`. */
function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

/** What is wrong with a text that is too large to be read. */
export function tooLarge(text: string): InputFault | undefined {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= TEXT_BYTES_MAX) return undefined;
  const reason = `larger than 1 MB: ${bytes} bytes, the limit is ${TEXT_BYTES_MAX}`;
  return { path: DOCUMENT, reason };
}

/** Reads every document of a text. All faults of all documents are reported. */
export function readYaml(text: string, options: YamlOptions): Result<readonly YamlDocument[]> {
  const large = tooLarge(text);
  if (large) return bad([large]);
  const lines = new LineCounter();
  const composed = composeYaml(text, lines);
  if (!composed.ok) return composed;
  const full = composed.value.filter((document) => !isEmpty(document));
  if (options.documents === 'one' && full.length !== 1) {
    const found = full.length === 0 ? 'nothing' : `${full.length}, separated by "---"`;
    return bad([{ path: DOCUMENT, reason: `expected one document, found ${found}` }]);
  }
  const read = full.map((document) => readDocument(document, lines));
  const faults = read.flatMap((result) => (result.ok ? [] : result.faults));
  if (faults.length > 0) return bad(faults);
  return good(read.flatMap((result) => (result.ok ? [result.value] : [])));
}
