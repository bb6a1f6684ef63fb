/**
 * An object as lines of YAML in the order and manner of `kubectl get -o yaml`: keys sorted, items
 * of a list not indented under their key. For reading, not for parsing back.
 */
import { compareText } from '#base';

/** Plain words that YAML would read as something else than text. */
const RESERVED = /^(true|false|null|yes|no|on|off|y|n|~)$/i;
const NUMBER_LIKE = /^[-+]?(\d|\.\d)[\d_]*(\.\d*)?(e[-+]?\d+)?$|^0[xob]/i;
const TIME_LIKE = /^\d{4}-\d\d-\d\d/;
/** First characters, and pairs inside, that a plain scalar must not have. */
const NEEDS_QUOTES = /^[-?:,[\]{}#&*!|>'"%@`\s]|: |:$| #|\s$/;

export function yamlLines(value: unknown): readonly string[] {
  if (isEmpty(value) || !isTree(value)) return [scalar(value)];
  return Array.isArray(value) ? listLines(value, '') : mapLines(value, '');
}

type Tree = readonly unknown[] | Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  return isTree(value) && Object.keys(value).length === 0;
}

function mapLines(map: Tree, indent: string): string[] {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  entries.sort(([a], [b]) => compareText(a, b));
  return entries.flatMap(([key, value]) => entryLines(`${indent}${scalar(key)}:`, value, indent));
}

/** A key with its value. Items of a list stand at the key's own indent, as kubectl prints them. */
function entryLines(head: string, value: unknown, indent: string): string[] {
  if (!isTree(value) || isEmpty(value)) return textLines(head, value, indent);
  return [
    head,
    ...(Array.isArray(value) ? listLines(value, indent) : mapLines(value, `${indent}  `)),
  ];
}

function textLines(head: string, value: unknown, indent: string): string[] {
  if (typeof value !== 'string' || !value.includes('\n')) return [`${head} ${scalar(value)}`];
  const body = value.replace(/\n$/, '').split('\n');
  const mark = value.endsWith('\n') ? '|' : '|-';
  return [`${head} ${mark}`, ...body.map((line) => `${indent}  ${line}`.trimEnd())];
}

function listLines(list: readonly unknown[], indent: string): string[] {
  return list.flatMap((item) => {
    if (!isTree(item) || isEmpty(item)) return [`${indent}- ${scalar(item)}`];
    const inner = `${indent}  `;
    const [first, ...rest] = Array.isArray(item) ? listLines(item, inner) : mapLines(item, inner);
    return [`${indent}- ${first.slice(inner.length)}`, ...rest];
  });
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (isTree(value)) return '{}';
  if (typeof value !== 'string') return String(value ?? 'null');
  const plain = value !== '' && !NEEDS_QUOTES.test(value) && !hasOtherMeaning(value);
  return plain ? value : JSON.stringify(value);
}

function hasOtherMeaning(text: string): boolean {
  return RESERVED.test(text) || NUMBER_LIKE.test(text) || TIME_LIKE.test(text);
}
