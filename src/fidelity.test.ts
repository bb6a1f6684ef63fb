/** Keeps the list of `Simplified` marks in src/docs/fidelity.md true: it is read from the code. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { HOOK_DESCRIPTIONS, MACHINES } from '#kube';
import { readHeader } from './tools/sources/read-source';
import { leavesNothingOut } from './ui/panels/source/sources';

const SRC = fileURLToPath(new URL('./', import.meta.url));
const PAGE = join(SRC, 'docs/fidelity.md');
const BEGIN = '<!-- generated from the code: begin -->';
const END = '<!-- generated from the code: end -->';
const MARK = 'Simplified';

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();

const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');

const marksOf = (file: string): readonly string[] =>
  readHeader(textOf(file)).marks.flatMap(([name, words]) => (name === MARK ? [words] : []));

function generated(): string {
  const lines = ['### Marks in file headers', '', '| file | simplified |', '| --- | --- |'];
  for (const file of sourcesBelow(SRC)) {
    for (const mark of marksOf(file)) {
      if (!leavesNothingOut(mark)) lines.push(`| ${file} | ${mark} |`);
    }
  }
  lines.push('', '### Hooks', '', '| hook | simplified |', '| --- | --- |');
  for (const { name, type, simplified } of HOOK_DESCRIPTIONS) {
    for (const mark of simplified) lines.push(`| ${type} ${name} | ${mark} |`);
  }
  lines.push('', '### Machines', '', '| machine | simplified |', '| --- | --- |');
  for (const { id, simplified } of MACHINES) {
    for (const { en } of simplified) lines.push(`| ${id} | ${en} |`);
  }
  return lines.join('\n');
}

it('the fidelity page lists every Simplified mark of the code', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  expect(after, `the page has ${BEGIN} and ${END}`).toBeDefined();
  const wanted = `${before}${BEGIN}\n\n${generated()}\n\n${END}${after}`;
  if (process.env.UPDATE_FIDELITY) writeFileSync(PAGE, wanted);
  expect(readFileSync(PAGE, 'utf8'), 'write it anew with UPDATE_FIDELITY=1').toBe(wanted);
});

it('a mark stands in the header of its file, where it is read', () => {
  const lost = sourcesBelow(SRC).filter((file) => {
    const written = textOf(file).match(/^ \* Simplified {2}/gm) ?? [];
    return written.length !== marksOf(file).length;
  });
  expect(lost).toEqual([]);
});
