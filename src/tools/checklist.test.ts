import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync(new URL('../docs/checklist.md', import.meta.url), 'utf8');
const rows = text.split('\n').filter((line) => /^\| (?!---|promise)/.test(line));
const file = (name: string): URL =>
  new URL(name.startsWith('src/') ? `../../${name}` : `../../e2e/${name}`, import.meta.url);

it('each promise of the interface names a test that exists, or says that it is not met', () => {
  expect(rows.length).toBeGreaterThan(60);
  const wrong = rows.filter((row) => {
    const proof = row.split('|')[2];
    const names = [...proof.matchAll(/`([\w./-]+\.(?:spec|test)\.tsx?)`/g)].map(([, name]) => name);
    if (names.length === 0) return !/\*(Not met|Not proven|Met in part)/.test(proof);
    return names.some((name) => !existsSync(file(name)));
  });
  expect(wrong).toEqual([]);
});
