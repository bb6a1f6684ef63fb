/** Keeps the list of `Simplified` marks in src/docs/fidelity.md true: it is read from the code. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { HOOK_DESCRIPTIONS, MACHINES } from '#kube';

const SRC = fileURLToPath(new URL('./', import.meta.url));
const PAGE = join(SRC, 'docs/fidelity.md');
const BEGIN = '<!-- generated from the code: begin -->';
const END = '<!-- generated from the code: end -->';
/** A mark in a header: the word, then text that may go on in lines indented further. */
const MARK = /^ \* Simplified {2}(.*(?:\n \* {12,}\S.*)*)/gm;

function marksOf(file: string): readonly string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(MARK)].map(([, words]) => words.replace(/\s*\n \*\s*/g, ' ').trim());
}

function generated(): string {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
  const lines = ['### Marks in file headers', '', '| file | simplified |', '| --- | --- |'];
  for (const file of files) {
    for (const mark of marksOf(file)) {
      if (!/^(nothing|none)\.?$/i.test(mark)) lines.push(`| ${file} | ${mark} |`);
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
