/**
 * YAML text to plain data, with the place of every field. Stricter than YAML: no tags, no
 * directives, few aliases, no repeated or composite keys, bounded size and depth. JSON is read by
 * the same rules.
 */

import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
} from 'yaml';
import { bad, good, type InputFault, type Result } from '#base';
import { DOCUMENT, type FieldFault, type FieldPath, toInputFault } from './fault-path';
import { DEPTH_MAX, FAULTS_MAX } from './untrusted';
import { quote } from './wording';

/** Largest text that is read, bytes: 1 MB. */
export const TEXT_BYTES_MAX = 1_048_576;
/** Most aliases that are followed in a document, counted each time one is met. */
const ALIASES_MAX = 100;
/** Most syntax faults that are listed; what follows the first ones is mostly their echo. */
const SYNTAX_FAULTS_MAX = 20;
/** Most entries on the parser's stack; every level of nesting takes up to three. */
const PARSER_STACK_MAX = 3 * DEPTH_MAX + 8;

/** A place in a text, both from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

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

class NestedTooDeep extends Error {}

/** Stops before the composer, which recurses, would see a nesting that exhausts the stack. */
class BoundedParser extends Parser {
  override *next(source: string) {
    if (this.stack.length > PARSER_STACK_MAX) throw new NestedTooDeep();
    yield* super.next(source);
  }
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

/** The node that carries a field's place: its key in a mapping, itself in a list. */
function nodeAt(top: unknown, path: FieldPath): Node | undefined {
  let node = top;
  let place = isScalar(top) || isMap(top) || isSeq(top) ? (top as Node) : undefined;
  for (const part of path) {
    if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      place = (node as Node | undefined) ?? place;
    } else if (isMap(node)) {
      const pairs = node.items as readonly Pair[];
      // The last of repeated keys is the one that was read, and the one to blame.
      const pair = pairs.findLast(({ key }) => isScalar(key) && String(key.value) === part);
      if (pair === undefined) return place;
      place = pair.key as Node;
      node = pair.value;
    } else return place;
  }
  return place;
}

function placeAt(offset: number, lines: LineCounter): TextPlace {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function syntaxFaults(document: Document.Parsed, lines: LineCounter): InputFault[] {
  const errors = document.errors.slice(0, SYNTAX_FAULTS_MAX).map((error) => ({
    path: DOCUMENT,
    reason: `not valid YAML: ${error.message}`,
    ...placeAt(error.pos[0], lines),
  }));
  const left = document.errors.length - errors.length;
  if (left > 0)
    errors.push({ ...errors[errors.length - 1], reason: `and ${left} more syntax errors` });
  return errors;
}

function readDocument(document: Document.Parsed, lines: LineCounter): Result<YamlDocument> {
  if (document.errors.length > 0) return bad(syntaxFaults(document, lines));
  const placeOf = (path: FieldPath): TextPlace =>
    placeAt(nodeAt(document.contents, path)?.range?.[0] ?? 0, lines);
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

function compose(text: string, lines: LineCounter): Document.Parsed[] | InputFault {
  const parser = new BoundedParser(lines.addNewLine);
  // Repeated keys are found by our own reader; the library compares every key with every other.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  try {
    return [...composer.compose(parser.parse(text), true, text.length)] as Document.Parsed[];
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    return { path: DOCUMENT, reason: `nested deeper than ${DEPTH_MAX} levels` };
  }
}

/** Whether a document says nothing at all, like what stands between two `---`. */
function isEmpty({ contents, errors }: Document.Parsed): boolean {
  const nothing = contents === null || (isScalar(contents) && contents.value === null);
  return nothing && errors.length === 0;
}

/** Reads every document of a text. All faults of all documents are reported. */
export function readYaml(text: string, options: YamlOptions): Result<readonly YamlDocument[]> {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > TEXT_BYTES_MAX) {
    const reason = `larger than 1 MB: ${bytes} bytes, the limit is ${TEXT_BYTES_MAX}`;
    return bad([{ path: DOCUMENT, reason }]);
  }
  const lines = new LineCounter();
  const composed = compose(text, lines);
  if (!Array.isArray(composed)) return bad([composed]);
  const full = composed.filter((document) => !isEmpty(document));
  if (options.documents === 'one' && full.length !== 1) {
    const found = full.length === 0 ? 'nothing' : `${full.length}, separated by "---"`;
    return bad([{ path: DOCUMENT, reason: `expected one document, found ${found}` }]);
  }
  const read = full.map((document) => readDocument(document, lines));
  const faults = read.flatMap((result) => (result.ok ? [] : result.faults));
  if (faults.length > 0) return bad(faults);
  return good(read.flatMap((result) => (result.ok ? [result.value] : [])));
}
