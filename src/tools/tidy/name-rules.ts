/** Files and folders are lowercase kebab-case and say what they hold; the top level is fixed. */
import type { Finding } from './source';

const FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*(\.spec\.ts-snapshots)?$/;
const FORCED_NAMES = new Set(['README.md', '__snapshots__']);
const EMPTY_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'managers'];
/** What Kubernetes itself calls a manager. */
const UPSTREAM_NAMES = new Set(['controller-manager', 'lease-manager']);

/**
 * The fixed top level, what tools force beside it, and what tools write there and git leaves out.
 */
export const TOP_LEVEL = new Set([
  ...['package.json', 'tsconfig.json', 'index.html', 'src', 'public', 'e2e', 'vite.config.ts'],
  ...['README.md', 'LICENSE', 'package-lock.json', '.npmrc', '.gitignore', '.git', '.ci'],
  ...['.github', '.gitattributes', '.editorconfig'],
  ...['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'],
]);

/** @param names of the files and folders at the top of the repository */
export function checkTopLevel(names: readonly string[]): Finding[] {
  return names
    .filter((name) => !TOP_LEVEL.has(name))
    .map((name) => ({
      rule: 'top-level',
      path: name,
      line: 1,
      detail: name,
      message:
        'the top level is fixed: documents go to src/docs, tools to src/tools, page tests to e2e',
    }));
}

/** @param paths of files below the repository */
export function checkNames(paths: readonly string[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const path of paths) {
    const parts = path.split('/');
    parts.forEach((part, index) => {
      const isFile = index === parts.length - 1;
      const prefix = parts.slice(0, index + 1).join('/');
      const message = faultOf(part, isFile);
      if (message)
        found.set(prefix, { rule: 'name', path: prefix, line: 1, detail: part, message });
    });
  }
  return [...found.values()];
}

function faultOf(name: string, isFile: boolean): string | undefined {
  if (FORCED_NAMES.has(name)) return undefined;
  if (!(isFile ? FILE : FOLDER).test(name)) {
    return `${name}: use lowercase kebab-case, such as task-queue.ts`;
  }
  const stem = name.split('.')[0];
  if (UPSTREAM_NAMES.has(stem)) return undefined;
  const word = EMPTY_WORDS.find((each) => stem === each || stem.endsWith(`-${each}`));
  return word ? `${name}: "${word}" says nothing; name what the file is about` : undefined;
}
