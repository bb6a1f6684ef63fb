/**
 * A scenario's text as an editor sees it: what it says, what is wrong with it, and exactly where.
 */
import { isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { InputFault } from '#base';
import { checkScenario } from '../check-scenario';
import { DOCUMENT, type FieldPath, NOT_MODELLED, parsePath } from '../fault-path';
import type { Scenario } from '../scenario';
import { readYaml } from '../yaml-text';
import {
  isUnwritten,
  lineEnd,
  nodeAt,
  pairAt,
  placeOfKey,
  readSource,
  type YamlSource,
} from './source';

/** A fault with the characters that it is about. */
export interface PlacedFault extends InputFault {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

export interface Examined {
  readonly text: string;
  /** The plain data, once the text is YAML that we read; whatever is wrong with it otherwise. */
  readonly value: unknown;
  /** Whether `value` could be read. */
  readonly readable: boolean;
  /** Set when the document has no fault that can be seen without the engine. */
  readonly scenario: Scenario | undefined;
  readonly faults: readonly PlacedFault[];
  /** Gives faults that were found elsewhere their place in this text. */
  place(faults: readonly InputFault[]): PlacedFault[];
}

export function examineScenario(text: string): Examined {
  const read = readYaml(text, { documents: 'one' });
  const lines = lineStartsOf(text);
  const source = readSource(text);
  const place = (faults: readonly InputFault[]): PlacedFault[] =>
    faults
      .map((fault) => placed(fault, text, lines, source.ok ? source.value : undefined))
      .sort((a, b) => a.from - b.from);
  if (!read.ok) {
    const faults = place(read.faults);
    return {
      text,
      value: undefined,
      readable: false,
      scenario: undefined,
      faults,
      place,
    };
  }
  const { value } = read.value[0];
  const checked = checkScenario(value);
  return {
    text,
    value,
    readable: true,
    scenario: checked.ok ? checked.value : undefined,
    faults: checked.ok ? [] : place(checked.faults),
    place,
  };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function placed(
  fault: InputFault,
  text: string,
  lines: readonly number[],
  source: YamlSource | undefined,
): PlacedFault {
  const path = fault.path === DOCUMENT ? undefined : parsePath(fault.path);
  const span =
    path && source
      ? (flagSpan(source, path, fault.reason) ?? spanOf(source, path, isAboutKey(fault)))
      : spanAtPlace(text, lines, fault.line, fault.column);
  const line = lineOf(lines, span.from);
  return { ...fault, ...span, line: line + 1, column: span.from - lines[line] + 1 };
}

/** A flag that a component refuses is named in its own words, without its place in the list. */
const FLAG = /--[a-z][a-z0-9-]*/;

/** Where a flag stands in a list of flags or in a manifest. */
function flagSpan({ text, document }: YamlSource, path: FieldPath, reason: string) {
  const flag = FLAG.exec(reason)?.[0];
  const [start, end] = nodeAt(document.contents, path)?.range ?? [0, 0];
  if (flag === undefined) return undefined;
  for (let from = text.indexOf(flag, start); from >= 0; from = text.indexOf(flag, from + 1)) {
    if (from >= end) return undefined;
    if (/[a-z0-9-]/.test(text[from + flag.length] ?? '')) continue;
    const to = Math.min(end, lineEnd(text, from));
    return { from, to: from + text.slice(from, to).trimEnd().length };
  }
  return undefined;
}

/** An unknown field is a matter of its name, everything else of its value. */
function isAboutKey({ reason }: InputFault): boolean {
  return (
    reason.startsWith('unknown field') ||
    reason === NOT_MODELLED ||
    reason === 'is given twice' ||
    reason.includes('so it has no')
  );
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The characters of a field: its value when that is short, else its name. */
function spanOf({ text, document }: YamlSource, path: FieldPath, aboutKey: boolean): Span {
  let node: unknown = document.contents;
  let span = firstLineOf(text, node as Node | null);
  for (const [depth, part] of path.entries()) {
    const last = depth === path.length - 1;
    if (isSeq(node) && typeof part === 'number') {
      const item = node.items[part] as Node | undefined;
      if (!item) return span;
      span = firstLineOf(text, item);
      node = item;
    } else if (isMap(node)) {
      const index = placeOfKey(node, String(part));
      if (index < 0) return span;
      const { key, value } = pairAt(node, index);
      const [from, to] = key.range as [number, number, number];
      const plain = isScalar(value) && !isUnwritten(value);
      span = last && !aboutKey && plain ? firstLineOf(text, value) : { from, to };
      node = value;
    } else return span;
  }
  return span;
}

/** A node's text up to the end of its first line; of a mapping, its first key. */
function firstLineOf(text: string, node: Node | null | undefined): Span {
  const [from, to] = node?.range ?? [0, 0, 0];
  if (isMap(node) && node.items.length > 0 && node.flow !== true) {
    const range = pairAt(node, 0).key.range as [number, number, number];
    return { from: range[0], to: range[1] };
  }
  const end = Math.min(isCollection(node) || to > from ? to : from + 1, lineEnd(text, from));
  return { from, to: Math.max(from, end) };
}

/** From a place that was told by line and column to the end of the word there. */
function spanAtPlace(text: string, lines: readonly number[], line = 1, column = 1): Span {
  const start = lines[Math.min(line, lines.length) - 1] + column - 1;
  const from = Math.min(start, text.length);
  const word = /^[^\s,[\]{}]+/.exec(text.slice(from, lineEnd(text, from)));
  return { from, to: Math.min(text.length, from + (word?.[0].length ?? 1)) };
}

function lineOf(lines: readonly number[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (lines[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
