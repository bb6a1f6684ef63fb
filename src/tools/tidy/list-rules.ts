/** One folder, one line: an explicit list names every member of its folder, and nothing else. */
import { posix } from 'node:path';
import { importsOf } from './import-rules';
import type { Finding, Source } from './source';

/** Folders whose `index.ts` lists their members: sub-folders, or files where `members` says so. */
export const LISTS: readonly { readonly folder: string; readonly members: 'folders' | 'files' }[] =
  [
    { folder: 'src/kube/steps', members: 'folders' },
    { folder: 'src/kube/invariants', members: 'folders' },
    { folder: 'src/kube/controllers', members: 'folders' },
    { folder: 'src/kube/apiserver/hooks', members: 'folders' },
    { folder: 'src/kube/apiserver/admission', members: 'folders' },
    { folder: 'src/kube/scheduler/plugins', members: 'folders' },
    { folder: 'src/library', members: 'folders' },
    { folder: 'src/ui/panels', members: 'folders' },
    { folder: 'src/conformance/adapters', members: 'files' },
  ];

/** @param paths of all files; @param sources those that are code, by path */
export function checkLists(
  paths: readonly string[],
  sources: ReadonlyMap<string, Source>,
): Finding[] {
  return LISTS.flatMap(({ folder, members }) => {
    const present = members === 'folders' ? foldersIn(folder, paths) : filesIn(folder, paths);
    if (present.size === 0) return [];
    const index = `${folder}/index.ts`;
    const source = sources.get(index);
    if (!source) {
      return [
        finding(index, 'index.ts', `write the explicit list of ${[...present].join(', ')} here`),
      ];
    }
    return [...globFindings(source), ...differences(source, folder, present)];
  });
}

function differences(source: Source, folder: string, present: ReadonlySet<string>): Finding[] {
  const listed = new Set(
    importsOf(source)
      .filter(({ specifier }) => specifier.startsWith('./'))
      .map(({ specifier }) => specifier.slice(2).split(/[/?]/)[0]),
  );
  return [...present]
    .filter((member) => !listed.has(member))
    .map((member) =>
      finding(
        source.path,
        member,
        `${folder}/${member} is in no list: import it here and add it to the array`,
      ),
    );
}

/** A list made by a pattern has no order that a comment could explain. */
function globFindings(source: Source): Finding[] {
  if (!/import\.meta\.glob/.test(source.text)) return [];
  return [
    finding(
      source.path,
      'import.meta.glob',
      'list the members one by one, in an order that a comment explains',
    ),
  ];
}

function foldersIn(folder: string, paths: readonly string[]): Set<string> {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`));
  const names = inside.map((path) => path.slice(folder.length + 1).split('/'));
  return new Set(names.filter((parts) => parts.length > 1).map(([first]) => first));
}

function filesIn(folder: string, paths: readonly string[]): Set<string> {
  const files = paths.filter((path) => posix.dirname(path) === folder && /\.ts$/.test(path));
  const names = files.map((path) => posix.basename(path, '.ts'));
  return new Set(names.filter((name) => name !== 'index' && !/\.test$/.test(name)));
}

const finding = (path: string, detail: string, message: string): Finding => ({
  rule: 'list',
  path,
  line: 1,
  detail,
  message,
});
