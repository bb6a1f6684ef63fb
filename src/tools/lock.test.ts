import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

/** Where Node would find `name` when required from the package at `path`. */
function resolve(path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.replace(/\/?(node_modules\/)?[^/]*$/, '')) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

describe('package-lock.json', () => {
  test('holds every dependency, also those for other systems, or npm ci refuses it', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => resolve(path, name) === undefined)
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('names no registry', () => {
    const named = Object.keys(lock.packages).filter((path) => lock.packages[path].resolved);
    expect(named).toEqual([]);
  });
});
