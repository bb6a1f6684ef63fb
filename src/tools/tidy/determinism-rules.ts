/**
 * Below session the same document gives the same trace: no clock, no chance, no promise, no locale.
 */
import { type Finding, isSyntax, type Source, type Syntax, walk } from './source';

export const DETERMINISTIC_LAYERS = new Set([
  'base',
  'trace',
  'protocol',
  'kernel',
  'kube',
  'conformance',
]);

const TIME = 'time is virtual: take it from the simulation or the record';
const TIMER = 'arm a task in the kernel (or a timer of the machine host)';
const SYNC =
  'everything below session is synchronous: return the value, or hand on what comes next as data';
const CHANCE = "draw from the process's named random stream";
const LOCALE = 'compare by code unit (compareText of #base) and format on the page';
const TALK = 'write a log record, or throw with the values';
const OUTSIDE = 'the document and the seed are the only input: pass the value in';
const LAST_DIGIT =
  'its last digit is left to the engine: multiply in a loop, or use a table of integers';
const COLLECTED = 'what the garbage collector does must not show';

/** Global names and what to do instead. A name that the file declares itself is another thing. */
const GLOBALS: Readonly<Record<string, string>> = {
  Date: TIME,
  performance: TIME,
  Temporal: TIME,
  setTimeout: TIMER,
  setInterval: TIMER,
  setImmediate: TIMER,
  clearTimeout: TIMER,
  clearInterval: TIMER,
  requestAnimationFrame: TIMER,
  requestIdleCallback: TIMER,
  queueMicrotask: SYNC,
  Promise: SYNC,
  PromiseLike: SYNC,
  crypto: CHANCE,
  Intl: LOCALE,
  console: TALK,
  fetch: OUTSIDE,
  XMLHttpRequest: OUTSIDE,
  WebSocket: OUTSIDE,
  Worker: OUTSIDE,
  localStorage: OUTSIDE,
  sessionStorage: OUTSIDE,
  indexedDB: OUTSIDE,
  navigator: OUTSIDE,
  window: OUTSIDE,
  document: OUTSIDE,
  location: OUTSIDE,
  globalThis: OUTSIDE,
  self: OUTSIDE,
  process: OUTSIDE,
  WeakRef: COLLECTED,
  FinalizationRegistry: COLLECTED,
  Atomics: SYNC,
  SharedArrayBuffer: SYNC,
};

/** Functions of Math that are exact in every engine. */
const EXACT_MATH = new Set('abs ceil clz32 floor fround imul max min round sign trunc'.split(' '));

const LOCALE_METHOD = /^(toLocale\w*|localeCompare)$/;

export function checkDeterminism(source: Source): Finding[] {
  if (!source.program || source.isTest || !DETERMINISTIC_LAYERS.has(source.layer)) return [];
  const found: Finding[] = [];
  const declared = declaredNames(source.program);
  const report = (node: Syntax, word: string, instead: string): void => {
    const message = `${word} is banned below session: ${instead}`;
    const line = source.lineAt(node.start);
    found.push({ rule: 'determinism', path: source.path, line, detail: word, message });
  };
  walk(source.program, (node, parent, field) => {
    const breach = breachOf(node, parent, field, declared);
    if (breach) report(node, breach[0], breach[1]);
  });
  return found;
}

type Breach = readonly [word: string, instead: string];

function breachOf(
  node: Syntax,
  parent: Syntax | undefined,
  field: string,
  declared: ReadonlySet<string>,
): Breach | undefined {
  switch (node.type) {
    case 'Identifier':
      return globalBreach(node, parent, field, declared);
    case 'MemberExpression':
      return memberBreach(node);
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return node.operator === '**' || node.operator === '**=' ? ['**', LAST_DIGIT] : undefined;
    case 'AwaitExpression':
      return ['await', SYNC];
    case 'ImportExpression':
      return ['import()', SYNC];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.async === true ? ['async', SYNC] : undefined;
    default:
      return undefined;
  }
}

function globalBreach(
  node: Syntax,
  parent: Syntax | undefined,
  field: string,
  declared: ReadonlySet<string>,
): Breach | undefined {
  const name = node.name as string;
  if (!Object.hasOwn(GLOBALS, name) || declared.has(name)) return undefined;
  return isFieldName(parent, field) ? undefined : [name, GLOBALS[name]];
}

/** True where an identifier names a field or a label and not a variable or a type. */
function isFieldName(parent: Syntax | undefined, field: string): boolean {
  if (!parent) return false;
  if (field === 'property') return parent.computed !== true;
  if (field === 'key') return parent.computed !== true;
  // In `kernel.Date` as a type, and in names of imports and exports, the right side is a field.
  return field === 'right' ? parent.type === 'TSQualifiedName' : field === 'label';
}

function memberBreach(node: Syntax): Breach | undefined {
  const { object, property } = node;
  if (!isSyntax(object) || !isSyntax(property)) return undefined;
  const name = nameOf(property);
  if (object.type === 'Identifier' && object.name === 'Math') {
    if (name === 'random') return ['Math.random', CHANCE];
    if (name === undefined) return ['Math[...]', LAST_DIGIT];
    return EXACT_MATH.has(name) ? undefined : [`Math.${name}`, LAST_DIGIT];
  }
  return name !== undefined && LOCALE_METHOD.test(name) ? [name, LOCALE] : undefined;
}

function nameOf(property: Syntax): string | undefined {
  if (property.type === 'Identifier') return property.name as string;
  return typeof property.value === 'string' ? property.value : undefined;
}

const DECLARING = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'TSTypeParameter',
]);

/** Every name that the file binds: imports, variables, parameters, functions, classes, types. */
function declaredNames(program: Syntax): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (!isSyntax(pattern)) return;
    if (pattern.type === 'Identifier') names.add(pattern.name as string);
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left);
    else if (pattern.type === 'RestElement') bind(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') bind(pattern.parameter);
    else if (pattern.type === 'Property') bind(pattern.value);
    else if (pattern.type === 'ArrayPattern') bindAll(pattern.elements);
    else if (pattern.type === 'ObjectPattern') bindAll(pattern.properties);
  };
  const bindAll = (patterns: unknown): void => {
    if (Array.isArray(patterns)) for (const pattern of patterns) bind(pattern);
  };
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') bind(node.id);
    if (DECLARING.has(node.type)) bind(node.id ?? node.name);
    if (node.type.startsWith('Import') && isSyntax(node.local)) bind(node.local);
    if (node.type === 'CatchClause') bind(node.param);
    bindAll(node.params);
    if (node.type === 'TSIndexSignature') bindAll(node.parameters);
  });
  return names;
}
