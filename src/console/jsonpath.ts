/**
 * Carries out kubectl's JSONPath templates. A missing field is no fault: nothing is printed for it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/jsonpath/jsonpath.go,
 *             cli-runtime pkg/printers/jsonpath.go
 * Simplified  an error shows the template, not Go's form of the object
 */
import { isMap, type Json } from '#base';
import {
  PathFault,
  type PathNode,
  parsePath,
  parseTemplate,
  type TemplateNode,
} from './jsonpath-parse';

export { PathFault } from './jsonpath-parse';

/** The text of a template for a value. @throws PathFault */
export const jsonPathText = (template: string, value: Json): string =>
  carriedOut(template, (nodes) => run(nodes, value, value));

/** The results of all expressions of a template, as `-o jsonpath-as-json` lists them. */
export const jsonPathResults = (template: string, value: Json): readonly Json[] =>
  carriedOut(template, (nodes) =>
    nodes.flatMap((node) => (node.kind === 'path' ? evaluate(node.path, value) : [])),
  );

function carriedOut<T>(template: string, act: (nodes: readonly TemplateNode[]) => T): T {
  let nodes: readonly TemplateNode[];
  try {
    nodes = parseTemplate(template);
  } catch (fault) {
    throw rewritten(fault, (why) => `error parsing jsonpath ${template}, ${why}`);
  }
  try {
    return act(nodes);
  } catch (fault) {
    throw rewritten(fault, (why) => {
      const head = `error executing jsonpath ${JSON.stringify(template)}`;
      const more = 'Printing more information for debugging the template:';
      return `${head}: Error executing template: ${why}. ${more}\n\ttemplate was:\n\t\t${template}`;
    });
  }
}

function rewritten(fault: unknown, words: (why: string) => string): unknown {
  return fault instanceof PathFault ? new PathFault(words(fault.message)) : fault;
}

function run(nodes: readonly TemplateNode[], root: Json, here: Json): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'path') return evaluate(node.path, here).map(resultText).join(' ');
      return evaluate(node.path, here)
        .map((each) => run(node.body, root, each))
        .join('');
    })
    .join('');
}

/** Text as it is, all else as JSON. Upstream: evalToText. */
function resultText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The results of a path in a value, in document order. */
export function evaluate(path: readonly PathNode[], value: Json): readonly Json[] {
  let found: readonly Json[] = [value];
  for (const node of path) found = found.flatMap((each) => step(node, each));
  return found;
}

function step(node: PathNode, value: Json): readonly Json[] {
  switch (node.kind) {
    case 'text':
      return [node.text];
    case 'field':
      return isMap(value) && Object.hasOwn(value, node.name) ? [value[node.name]] : [];
    case 'all':
      return childrenOf(value);
    case 'deep':
      return [value, ...childrenOf(value).flatMap((child) => step(node, child))];
    case 'union':
      return node.parts.flatMap((part) => step(part, value));
    case 'index':
      return atIndex(value, node.index);
    case 'slice':
      return sliceOf(value, node);
    case 'filter':
      if (value === null) return [];
      if (!Array.isArray(value)) {
        throw new PathFault(`${goPlain(value)} is not array or slice and cannot be filtered`);
      }
      return value.filter((child) => passes(node, child));
  }
}

function childrenOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isMap(value) ? Object.values(value) : [];
}

/** A value as Go's `%v` prints it. */
export function goPlain(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(goPlain).join(' ')}]`;
  if (!isMap(value)) return value === null ? '<nil>' : String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, inner]) => `${key}:${goPlain(inner)}`).join(' ')}]`;
}

/** Go's types of what JSON values become. */
function goType(value: Json): string {
  if (isMap(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** The list that an index is for; undefined for null. @throws PathFault */
function listIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return undefined;
  throw new PathFault(`${goType(value)} is not array or slice`);
}

function atIndex(given: Json, index: number): readonly Json[] {
  const value = listIn(given);
  if (!value) return [];
  const place = index < 0 ? index + value.length : index;
  if (place < 0 || place >= value.length) {
    const size = `length ${value.length}`;
    throw new PathFault(`array index out of bounds: index ${index}, ${size}`);
  }
  return [value[place]];
}

function sliceOf(given: Json, node: Extract<PathNode, { kind: 'slice' }>): readonly Json[] {
  const value = listIn(given);
  if (!value) return [];
  const { step: every } = node;
  if (every <= 0) throw new PathFault('step must be > 0');
  return value.slice(node.from, node.to).filter((_, index) => index % every === 0);
}

type Filter = Extract<PathNode, { kind: 'filter' }>;

function passes({ left, operator, right }: Filter, value: Json): boolean {
  const found = evaluate(left, value);
  if (operator === 'exists') return found.length > 0;
  if (found.length === 0) return false;
  if (found.length > 1) throw new PathFault('can only compare one element at a time');
  const [a, b] = [found[0], evaluate(right, value)[0]];
  return compare(a, b, operator);
}

function compare(a: Json, b: Json, operator: string): boolean {
  const numbers = typeof a === 'number' && !Number.isNaN(Number(b));
  const [x, y] = numbers ? [a, Number(b)] : [String(a), String(b)];
  switch (operator) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    default:
      return x >= y;
  }
}

const RELAXED = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/;

/** `name`, `.name`, `{name}` or `{.name}` as a path; undefined for all else. */
export function relaxedPath(text: string): readonly PathNode[] | undefined {
  const found = RELAXED.exec(text);
  return found ? parsePath(`.${found[1] ?? found[2]}`) : undefined;
}
