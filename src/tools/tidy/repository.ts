/** Reads the repository and applies every rule to it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkClosures } from './closure-rules';
import { DEBT, settle } from './debt';
import { checkDeterminism } from './determinism-rules';
import { checkImports } from './import-rules';
import { checkLeftovers } from './leftover-rules';
import { checkLists } from './list-rules';
import { checkNames, checkTopLevel } from './name-rules';
import { checkSizes } from './size-rules';
import { type Finding, makeSource, type Source } from './source';

const READ = /\.(ts|tsx|mjs|js|css|html|md|json|yaml|yml)$/;
/** Given to us or made by a tool; their text is not ours to tidy. */
const NOT_OURS =
  /(^package-lock\.json|^src\/conformance\/cases\/.*\.json|\.schema\.json|\.golden\.jsonl)$/;

export interface Repository {
  readonly topLevel: readonly string[];
  readonly paths: readonly string[];
  readonly sources: readonly Source[];
}

export function readRepository(root: string): Repository {
  const topLevel = readdirSync(root);
  const paths = [
    ...filesBelow(root, 'src'),
    ...filesBelow(root, 'e2e'),
    ...['vite.config.ts', 'index.html', 'README.md', '.npmrc'].filter((file) =>
      existsSync(join(root, file)),
    ),
  ];
  const sources = paths
    .filter((path) => (READ.test(path) || path === '.npmrc') && !NOT_OURS.test(path))
    .map((path) => makeSource(path, readFileSync(join(root, path), 'utf8')));
  return { topLevel, paths, sources };
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    })
    .sort();
}

/** The rules by name, in the order in which a newcomer should hear of them. */
export const RULES: Readonly<Record<string, (repository: Repository) => Finding[]>> = {
  'layers point one way': ({ sources }) => sources.flatMap(checkImports),
  'below session nothing reads a clock, draws at random or waits': ({ sources }) =>
    sources.flatMap(checkDeterminism),
  'no closure outlives its run': ({ sources }) => sources.flatMap(checkClosures),
  'files, functions and lines are small': ({ sources }) => sources.flatMap(checkSizes),
  'names say what they hold': ({ paths }) =>
    checkNames(paths.filter((path) => /^(src|e2e)\//.test(path))),
  'nothing is left over': ({ sources }) => sources.flatMap(checkLeftovers),
  'every list names its folder': ({ paths, sources }) =>
    checkLists(paths, new Map(sources.map((source) => [source.path, source]))),
  'the top level is fixed': ({ topLevel }) => checkTopLevel(topLevel),
};

/** @returns what each rule found and no debt excuses; stale debt under a name of its own. */
export function checkRepository(repository: Repository): Map<string, Finding[]> {
  const found = new Map(Object.entries(RULES).map(([name, rule]) => [name, rule(repository)]));
  const settled = settle([...found.values()].flat(), DEBT);
  const left = new Set(settled);
  const result = new Map<string, Finding[]>();
  for (const [name, findings] of found) {
    result.set(
      name,
      findings.filter((finding) => left.has(finding)),
    );
  }
  result.set(
    'debt only shrinks',
    settled.filter((finding) => finding.rule === 'debt'),
  );
  return result;
}

/** One line for each finding, as an editor can follow it. */
export const printFindings = (findings: readonly Finding[]): string =>
  findings.map(({ path, line, message }) => `${path}:${line}  ${message}`).join('\n');
