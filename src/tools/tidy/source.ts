/** A source file as the tidy rules see it, and what they say about it. */
import { parseSync } from 'vite';

/** One breach. `message` says what to do instead. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  /** What exactly, where a file may hold several: the imported name, the function. */
  readonly detail: string;
  /** How much, where the rule is a limit. */
  readonly size?: number;
}

/** A node of the syntax tree; the rules look only at fields they have tested for. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Comment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface Source {
  /** Below the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly layer: string;
  readonly isTest: boolean;
  /** Undefined for files that are not code. */
  readonly program: Syntax | undefined;
  readonly comments: readonly Comment[];
  readonly lineAt: (offset: number) => number;
}

const CODE = /\.(ts|tsx|mjs|js)$/;
const TEST = /(\.(test|property\.test|bench|spec)\.tsx?$)|[-/]testing\.ts$|^e2e\//;

export function makeSource(path: string, text: string): Source {
  const parsed = CODE.test(path) ? parse(path, text) : undefined;
  return {
    path,
    text,
    layer: layerOf(path),
    isTest: TEST.test(path),
    program: parsed?.program,
    comments: parsed?.comments ?? [],
    lineAt: lineFinder(text),
  };
}

function parse(path: string, text: string) {
  const result = parseSync(path, text);
  if (result.errors.length > 0) {
    throw new Error(`${path} cannot be parsed: ${result.errors[0].message}`);
  }
  return {
    program: result.program as unknown as Syntax,
    comments: result.comments as readonly Comment[],
  };
}

/** The folder below src/; `root` for files in src/ itself, `e2e`, and `tools` for the rest. */
export function layerOf(path: string): string {
  if (path.startsWith('e2e/')) return 'e2e';
  if (!path.startsWith('src/')) return 'tools';
  const parts = path.split('/');
  return parts.length === 2 ? 'root' : parts[1];
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let i = 0; i < text.length; i += 1) if (text[i] === '\n') starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';
}

/** Calls `visit` for every node with its parent and the field it stands in, parents first. */
export function walk(
  program: Syntax,
  visit: (node: Syntax, parent: Syntax | undefined, field: string) => void,
): void {
  const go = (node: Syntax, parent: Syntax | undefined, field: string): void => {
    visit(node, parent, field);
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const item of value) if (isSyntax(item)) go(item, node, key);
      } else if (isSyntax(value)) go(value, node, key);
    }
  };
  go(program, undefined, '');
}
