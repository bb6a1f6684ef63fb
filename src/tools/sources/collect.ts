/**
 * Collects what the modelled cluster says of itself, for the page: which files an actor is made of,
 * what they model, with which constants, and what is simpler there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parts, SourcePart, Sources } from '../../ui/panels/source/sources.ts';
import { readConstants, readHeader, readHooks, readImports } from './read-source.ts';

const SRC = fileURLToPath(new URL('../../', import.meta.url));
/** Where the modelled cluster stands, below `src`. */
const ROOT = 'kube';
/** The mark that names the actors whose records a file writes. */
const ACTS_AS = 'Acts as';
const HOOKS = 'kube/apiserver/hooks';

interface SourceFile extends SourcePart {
  readonly actsAs: readonly string[];
  readonly hooks: readonly string[];
  readonly imports: readonly string[];
}

export function sourceFiles(): string[] {
  return readdirSync(join(SRC, ROOT), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(ROOT, file.replaceAll('\\', '/')))
    .filter((file) => /\.ts$/.test(file) && !/(\.test|-fixture)\.ts$/.test(file))
    .sort();
}

export function collectSources(): Sources {
  const files = sourceFiles().map(read);
  const told = files.filter(
    ({ marks, actsAs }) => actsAs.length > 0 || marks.some(([name]) => name === 'Upstream'),
  );
  const places = new Map(told.map(({ file }, place) => [file, place]));
  const partsOf = (file: SourceFile): number[] =>
    [file.file, ...file.imports, ...besides(file, told)].flatMap((path) => places.get(path) ?? []);
  const parts = (names: (file: SourceFile) => readonly string[], from: readonly SourceFile[]) =>
    from.flatMap((file) => names(file).map((name): Parts => [name, [...new Set(partsOf(file))]]));
  return {
    parts: told.map(({ file, purpose, marks, constants }) => ({
      file: `src/${file}`,
      purpose,
      marks: marks.filter(([name]) => name !== ACTS_AS),
      constants,
    })),
    actors: parts(({ actsAs }) => actsAs, files),
    hooks: parts(({ hooks }) => hooks, files),
  };
}

function read(file: string): SourceFile {
  const text = readFileSync(join(SRC, file), 'utf8');
  const header = readHeader(text);
  const actsAs = header.marks.find(([name]) => name === ACTS_AS)?.[1].split(/,\s*/) ?? [];
  const imports = readImports(text).map((path) => posix.join(posix.dirname(file), `${path}.ts`));
  const hooks = file.startsWith(HOOKS) ? readHooks(text) : [];
  return { file, ...header, constants: readConstants(text), actsAs, hooks, imports };
}

/** A hook with a folder of its own is all that stands in it. */
function besides({ file, hooks }: SourceFile, files: readonly SourceFile[]): string[] {
  const folder = dirname(file);
  if (hooks.length === 0 || folder === HOOKS) return [];
  return files.flatMap((other) => (dirname(other.file) === folder ? [other.file] : []));
}
