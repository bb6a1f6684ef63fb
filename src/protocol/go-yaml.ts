/**
 * YAML text to plain data as Go's reader of configuration files has it: the first document, by the
 * rules of YAML 1.1, where a key that is given twice counts the last time.
 *
 * Upstream    sigs.k8s.io/yaml v1.3.0 (YAMLToJSON, YAMLToJSONStrict); gopkg.in/yaml.v2 v2.4.0
 *             (resolve.go, decode.go)
 * Simplified  of tags only !!str is read; few aliases are followed; text that begins with { is read
 *             as YAML wherever upstream takes it for JSON
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair } from 'yaml';
import { bad, good, type Result } from '#base';
import { DOCUMENT } from './fault-path';
import { DEPTH_MAX } from './untrusted';
import { composeYaml, placeAt } from './yaml-compose';
import { tooLarge } from './yaml-text';

/** A key that its mapping has already. */
export interface RepeatedKey {
  readonly key: string;
  /** Of the value. */
  readonly line: number;
  /** As JSON's decoder names it. */
  readonly path: string;
}

export interface GoYaml {
  readonly value: unknown;
  readonly repeated: readonly RepeatedKey[];
}

/** Most aliases that are followed. */
const ALIASES_MAX = 1_000;
const STRING_TAG = 'tag:yaml.org,2002:str';
const MERGE_KEY = '<<';

class Unreadable extends Error {}

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);
/** What no JSON can say. */
const NO_NUMBER = /^(\.nan|\.NaN|\.NAN|[+-]?\.(inf|Inf|INF))$/;
const INTEGER = /^([+-]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/;
/** Source: yamlStyleFloat. */
const FLOAT = /^[-+]?\d*\.?\d+([eE][-+]\d+)?$/;

/** Source: resolve, for a scalar without quotes. */
function plainValue(text: string): unknown {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (NO_NUMBER.test(text)) throw new Unreadable(`json: unsupported value: ${infinity(text)}`);
  const digits = /^[\d+-]/.test(text) ? text.replaceAll('_', '') : text;
  const [, sign, hex, binary, octal, decimal] = INTEGER.exec(digits) ?? [];
  if (sign !== undefined) {
    const size = hex
      ? Number.parseInt(hex, 16)
      : binary
        ? Number.parseInt(binary, 2)
        : octal
          ? Number.parseInt(octal, 8)
          : Number(decimal);
    return sign === '-' && size !== 0 ? -size : size;
  }
  if (FLOAT.test(digits)) return Number(digits);
  return /^\.\d+([eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}

function infinity(text: string): string {
  if (/nan/i.test(text)) return 'NaN';
  return text.startsWith('-') ? '-Inf' : '+Inf';
}

class GoReader {
  readonly repeated: RepeatedKey[] = [];
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #aliases = 0;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  read(node: unknown, path: string, depth = 0): unknown {
    if (isAlias(node)) return this.#readAlias(node.source, path, depth);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (depth > DEPTH_MAX) throw new Unreadable(`exceeded max depth of ${DEPTH_MAX}`);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) {
      const plain = node.type === 'PLAIN' && node.tag !== STRING_TAG;
      return plain ? plainValue(node.source ?? '') : String(node.source ?? node.value);
    }
    this.#open.add(node);
    const value = isSeq(node)
      ? node.items.map((item, index) => this.read(item, `${path}[${index}]`, depth + 1))
      : this.#readMap(node.items, path, depth);
    this.#open.delete(node);
    return value;
  }

  #readAlias(name: string, path: string, depth: number): unknown {
    const target = this.#anchors.get(name);
    if (!target) throw new Unreadable(`yaml: unknown anchor '${name}' referenced`);
    if (this.#open.has(target)) {
      throw new Unreadable(`yaml: anchor '${name}' value contains itself`);
    }
    this.#aliases += 1;
    if (this.#aliases > ALIASES_MAX) {
      throw new Unreadable('yaml: document contains excessive aliasing');
    }
    return this.read(target, path, depth);
  }

  #readMap(pairs: readonly Pair[], path: string, depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (const pair of pairs) {
      const key = isScalar(pair.key) ? this.read(pair.key, path, depth) : undefined;
      if (key === undefined || key === null) throw new Unreadable('yaml: invalid map key');
      const name = String(key);
      const at = path === '' ? name : `${path}.${name}`;
      const value = this.read(pair.value, at, depth + 1);
      if (name === MERGE_KEY) {
        merge(entries, value);
        continue;
      }
      if (entries.has(name)) {
        this.repeated.push({ key: name, line: this.#lineOf(pair), path: at });
      }
      entries.set(name, value);
    }
    // Made from entries, so that a key such as __proto__ becomes a field like any other.
    return Object.fromEntries(entries);
  }

  #lineOf({ key, value }: Pair): number {
    const range = (value as Node | null)?.range ?? (key as Node).range;
    return placeAt(range?.[0] ?? 0, this.#lines).line;
  }
}

/** Source: decoder.merge. */
function merge(entries: Map<string, unknown>, value: unknown): void {
  const maps = Array.isArray(value) ? value.toReversed() : [value];
  for (const map of maps) {
    if (typeof map !== 'object' || map === null || Array.isArray(map)) {
      throw new Unreadable('yaml: map merge requires map or sequence of maps as the value');
    }
    for (const [name, item] of Object.entries(map)) entries.set(name, item);
  }
}

/** Neither quotes nor blocks can have a line that begins so. */
const MARKER = /^(---|\.\.\.)(?=\s|$)/gm;
/** A comment, a directive, or nothing. */
const BLANK = /^\s*([#%]|$)/;

function firstDocument(text: string): string {
  const [first, second] = [...text.matchAll(MARKER)].map(({ index }) => index);
  if (first === undefined) return text;
  const opens = text
    .slice(0, first)
    .split('\n')
    .every((line) => BLANK.test(line));
  return text.slice(0, opens ? second : first);
}

/** @returns in `reason` what is wrong, with its `line` where a line has the fault. */
export function readGoYaml(text: string): Result<GoYaml> {
  const large = tooLarge(text);
  if (large) return bad([large]);
  const lines = new LineCounter();
  const composed = composeYaml(firstDocument(text), lines);
  if (!composed.ok) return composed;
  const reader = new GoReader(lines);
  try {
    return good({
      value: reader.read(composed.value[0]?.contents, ''),
      repeated: reader.repeated,
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return bad([{ path: DOCUMENT, reason: error.message }]);
  }
}
