/**
 * Layers point one way; a layer's index is its only door; packages are those the layer was given.
 */
import { posix } from 'node:path';
import {
  FREE_LAYERS,
  KUBE_PARTS,
  LAYERS,
  matchesPackage,
  ONLY_IN,
  TEST_PACKAGES,
  WHOLE_RUN_TESTS,
} from './layers';
import { type Finding, isSyntax, layerOf, type Source, type Syntax, walk } from './source';

interface Import {
  readonly specifier: string;
  readonly line: number;
}

export function checkImports(source: Source): Finding[] {
  if (!source.program || FREE_LAYERS.has(source.layer)) return [];
  const imports = importsOf(source);
  if (!LAYERS[source.layer]) {
    const message = `${source.layer} is not in src/tools/tidy/layers.ts: add it, or move the file`;
    return [{ rule: 'import', path: source.path, line: 1, detail: source.layer, message }];
  }
  return imports.flatMap(({ specifier, line }) => {
    const message = faultOf(source, specifier);
    return message ? [{ rule: 'import', path: source.path, line, detail: specifier, message }] : [];
  });
}

export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  if (!source.program) return found;
  walk(source.program, (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.push({ specifier, line: source.lineAt(node.start) });
  });
  return found;
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function specifierOf(node: Syntax): string | undefined {
  if (!IMPORTING.has(node.type)) return undefined;
  const literal = node.source ?? node.argument;
  return isSyntax(literal) && typeof literal.value === 'string' ? literal.value : undefined;
}

function faultOf(source: Source, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return doorFault(source, specifier);
  if (specifier.startsWith('.')) return relativeFault(source, specifier);
  if (specifier.startsWith('node:')) return nodeFault(source, specifier);
  return packageFault(source, specifier);
}

function doorFault(source: Source, specifier: string): string | undefined {
  const name = specifier.slice(1);
  if (name.includes('/')) {
    return `a layer's index is its only door: import '#${name.split('/')[0]}' and export it there`;
  }
  if (name === source.layer)
    return `inside ${name} import by a relative path, not through '${specifier}'`;
  return arrowFault(source, name);
}

function arrowFault(source: Source, target: string): string | undefined {
  if (source.isTest && WHOLE_RUN_TESTS.has(source.layer)) return undefined;
  const allowed = LAYERS[source.layer].imports;
  if (allowed.includes(target)) return undefined;
  const list = allowed.length > 0 ? allowed.join(', ') : 'no other layer';
  const instead = 'pass the value in, or move the code to the layer that owns it';
  return `${source.layer} may import ${list}, not ${target}: ${instead}`;
}

/** What tests have in common. */
const TESTING = /[-/]testing$/;

function relativeFault(source: Source, specifier: string): string | undefined {
  const [bare, query] = specifier.split('?');
  const target = posix.normalize(posix.join(posix.dirname(source.path), bare));
  if (TESTING.test(target) && !source.isTest) return `only tests may use ${target}`;
  const layer = layerOf(target);
  if (layer === source.layer) {
    return source.layer === 'kube' ? kubeFault(source, target) : undefined;
  }
  if (layer === 'worker' && query?.startsWith('worker')) return undefined;
  if (source.layer === 'root') return arrowFault(source, layer === 'root' ? 'root' : layer);
  // src/ui and src/worker are layers without a door in package.json; only the entry imports them.
  const fault = arrowFault(source, layer);
  return fault ?? `import another layer through its door: '#${layer}'`;
}

function kubeFault(source: Source, target: string): string | undefined {
  const from = kubePart(source.path);
  const to = kubePart(target);
  const allowed = KUBE_PARTS[from];
  if (!allowed || source.isTest) return undefined;
  if (from !== to) {
    if (allowed.includes(to)) return undefined;
    const instead = 'components meet in the API server, by messages';
    return `kube/${from} may import kube/{${allowed.join(',')}}, not ${to}: ${instead}`;
  }
  const [own, other] = [memberOf(source.path), memberOf(target)];
  if (from !== 'controllers' || !own || !other || own === other) return undefined;
  const shared = `what ${own} and ${other} share`;
  return `controllers never import each other: move ${shared} to kube/client or kube/api`;
}

/** `controllers` of src/kube/controllers/x/y.ts; `kube` for files in src/kube itself. */
function kubePart(path: string): string {
  const parts = path.split('/');
  if (parts.length > 3) return parts[2];
  // `../api` without a file is the folder's index.
  return parts.length === 3 && KUBE_PARTS[parts[2]] ? parts[2] : 'kube';
}

const memberOf = (path: string): string | undefined => {
  const parts = path.split('/');
  return parts.length > 4 ? parts[3] : undefined;
};

function nodeFault(source: Source, specifier: string): string | undefined {
  if (source.isTest || LAYERS[source.layer].node) return undefined;
  return `${source.layer} runs in the browser, without ${specifier}: only cli and tools may use it`;
}

function packageFault(source: Source, specifier: string): string | undefined {
  const name = packageName(specifier);
  if (source.isTest && matchesPackage(name, TEST_PACKAGES)) return undefined;
  const allowed = LAYERS[source.layer].npm;
  if (!matchesPackage(name, allowed)) {
    const list = allowed.length > 0 ? allowed.join(', ') : 'none';
    const fault = `${source.layer} may use these packages: ${list}; not ${name}`;
    return `${fault}. A new one needs a decision record and a place in src/tools/tidy/layers.ts`;
  }
  const home = ONLY_IN[source.layer]?.[name];
  if (home && source.path !== home && !source.isTest) {
    return `in ${source.layer} only ${home} imports ${name}; go through it`;
  }
  return undefined;
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0];
}
