/**
 * kubectl's JSONPath templates, read into a tree.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/jsonpath/parser.go
 */

export type PathNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'all' | 'deep' }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly step: number }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'union'; readonly parts: readonly PathNode[] }
  | {
      readonly kind: 'filter';
      readonly left: readonly PathNode[];
      readonly operator: string;
      readonly right: readonly PathNode[];
    };

/** Text outside of braces, an expression, or a range with what is done for each. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly path: readonly PathNode[] }
  | {
      readonly kind: 'range';
      readonly path: readonly PathNode[];
      readonly body: readonly TemplateNode[];
    };

/** What is wrong with a template, in upstream's words. */
export class PathFault extends Error {}

type Frame = { readonly path: readonly PathNode[]; readonly body: TemplateNode[] };

/** @throws PathFault */
export function parseTemplate(template: string): readonly TemplateNode[] {
  const root: TemplateNode[] = [];
  const open: Frame[] = [];
  const add = (node: TemplateNode) => (open.at(-1)?.body ?? root).push(node);
  let at = 0;
  while (at < template.length) {
    const brace = template.indexOf('{', at);
    const end = brace === -1 ? template.length : brace;
    if (end > at) add({ kind: 'text', text: template.slice(at, end) });
    if (brace === -1) break;
    const close = closingBrace(template, brace);
    const inner = template.slice(brace + 1, close).trim();
    at = close + 1;
    if (/^range\s/.test(inner)) {
      open.push({ path: parsePath(inner.slice('range'.length)), body: [] });
    } else if (inner === 'end') {
      const frame = open.pop();
      if (!frame) throw new PathFault('not in range, nothing to end');
      add({ kind: 'range', ...frame });
    } else add({ kind: 'path', path: parsePath(inner) });
  }
  if (open.length > 0) throw new PathFault('unterminated array');
  return root;
}

function closingBrace(template: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < template.length; at += 1) {
    const char = template[at];
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '}') return at;
  }
  throw new PathFault(quote === '' ? 'unclosed action' : 'unterminated quoted string');
}

const ENDS_FIELD = /[\s.[\]}]/;

export function parsePath(text: string): readonly PathNode[] {
  const nodes: PathNode[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (/\s/.test(char) || char === '$' || char === '@') at += 1;
    else if (char === '"' || char === "'") {
      const quoted = readString(text, at);
      nodes.push({ kind: 'text', text: quoted.text });
      at = quoted.end;
    } else if (text.startsWith('..', at)) {
      nodes.push({ kind: 'deep' });
      at = readField(text, text[at + 2] === '[' ? at + 2 : at + 1, nodes);
    } else if (char === '.') at = readField(text, at, nodes);
    else if (char === '[') {
      const close = closingBracket(text, at);
      nodes.push(parseBracket(text.slice(at + 1, close).trim()));
      at = close + 1;
    } else if (/[-\d]/.test(char)) {
      const [number] = /^-?[\d.]+/.exec(text.slice(at)) ?? [char];
      nodes.push({ kind: 'text', text: number });
      at += number.length;
    } else if (/^(true|false)\b/.test(text.slice(at))) {
      const word = text.startsWith('true', at) ? 'true' : 'false';
      nodes.push({ kind: 'text', text: word });
      at += word.length;
    } else if (/\w/.test(char)) {
      const [word] = /^\w+/.exec(text.slice(at)) ?? [char];
      throw new PathFault(`unrecognized identifier ${word}`);
    } else {
      const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      throw new PathFault(`unrecognized character in action: U+${code} '${char}'`);
    }
  }
  return nodes;
}

/** Reads `.name`, or nothing after a dot that ends the path. @returns the place after it. */
function readField(text: string, dot: number, nodes: PathNode[]): number {
  if (text[dot] !== '.') return dot;
  let name = '';
  let at = dot + 1;
  for (; at < text.length && !ENDS_FIELD.test(text[at]); at += 1) {
    if (text[at] === '\\') at += 1;
    name += text[at] ?? '';
  }
  if (name === '*') nodes.push({ kind: 'all' });
  else if (name !== '') nodes.push({ kind: 'field', name });
  return at;
}

function readString(text: string, start: number): { readonly text: string; readonly end: number } {
  const quote = text[start];
  let read = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === quote) return { text: read, end: at + 1 };
    if (char !== '\\') {
      read += char;
      continue;
    }
    at += 1;
    const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
    read += escaped[text[at]] ?? text[at] ?? '';
  }
  throw new PathFault('unterminated quoted string');
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'") at = readString(text, at).end - 1;
    else if (char === '[' || char === '(') depth += 1;
    else if (char === ']' || char === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new PathFault('unterminated array');
}

function parseBracket(inner: string): PathNode {
  if (inner === '*') return { kind: 'all' };
  const filter = /^\?\(([\s\S]*)\)$/.exec(inner);
  if (filter) return parseFilter(filter[1]);
  const parts = splitComma(inner);
  if (parts.length > 1) return { kind: 'union', parts: parts.map(parseBracket) };
  if (/^(['"])[\s\S]*\1$/.test(inner)) return { kind: 'field', name: readString(inner, 0).text };
  const slice = /^(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?)?$/.exec(inner);
  if (slice) {
    const [, from, to, step] = slice;
    return {
      kind: 'slice',
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
      step: Number(step ?? 1),
    };
  }
  if (/^-?\d+$/.test(inner)) return { kind: 'index', index: Number(inner) };
  throw new PathFault(`invalid array index ${inner}`);
}

function splitComma(text: string): readonly string[] {
  return (text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]+/g) ?? []).map((part) =>
    part.trim(),
  );
}

function parseFilter(text: string): PathNode {
  const bare = text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (quoted) =>
    ' '.repeat(quoted.length),
  );
  const found = /(==|!=|<=|>=|<|>)/.exec(bare);
  if (!found) return { kind: 'filter', left: parsePath(text), operator: 'exists', right: [] };
  const [operator] = found;
  const right = text.slice(found.index + operator.length);
  return {
    kind: 'filter',
    left: parsePath(text.slice(0, found.index)),
    operator,
    right: parsePath(right),
  };
}
