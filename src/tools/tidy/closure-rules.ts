/**
 * Closures that V8 keeps until it collects all of its memory, with all they can reach. One of them
 * in a run is enough to keep the whole run, and a thousand seeds are a thousand runs: each would be
 * copied out of the memory for new objects.
 */
import { type Finding, isSyntax, type Source, type Syntax, walk } from './source';

const LAYERS = new Set(['kernel', 'kube', 'session']);

/** V8 makes a function that is written where it is assigned among the old objects. */
const ASSIGNED = 'name the function first (const close = () => ...; call.onCancel = close)';
/** Each closure gets a map of its own, an old object that points back at the closure. */
const GENERATOR = 'make it a method of a class or a function of the file';
/** The pair of getter and setter is an old object. */
const ACCESSOR = 'make it the getter of a class';

export function checkClosures(source: Source): Finding[] {
  if (!source.program || source.isTest || !LAYERS.has(source.layer)) return [];
  if (source.path.includes('/testing/')) return [];
  const found: Finding[] = [];
  const functions: Syntax[] = [];
  walk(source.program, (node, parent) => {
    while (functions.length > 0 && (functions.at(-1) as Syntax).end <= node.start) functions.pop();
    const breach = functions.length > 0 ? breachOf(node, parent) : undefined;
    if (breach) {
      const [detail, instead] = breach;
      const message = `${detail} keeps all it can reach until V8 collects everything: ${instead}`;
      const line = source.lineAt(node.start);
      found.push({ rule: 'closure', path: source.path, line, detail, message });
    }
    if (isFunction(node)) functions.push(node);
  });
  return found;
}

const isFunction = ({ type }: Syntax): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression';

/** What a node inside of a function is, and what to write instead. */
function breachOf(node: Syntax, parent: Syntax | undefined): readonly [string, string] | undefined {
  if (isFunction(node) && node.generator === true && parent?.type !== 'MethodDefinition') {
    return ['a generator made in a function', GENERATOR];
  }
  if (node.type === 'Property' && (node.kind === 'get' || node.kind === 'set')) {
    return ['an accessor of an object literal', ACCESSOR];
  }
  if (node.type !== 'AssignmentExpression') return undefined;
  const { left, right } = node;
  if (!isSyntax(left) || left.type !== 'MemberExpression') return undefined;
  if (!isSyntax(right) || !isFunction(right)) return undefined;
  return ['a function written where it is assigned to a property', ASSIGNED];
}
