/**
 * `npm run fix [-- PATH ...]`: formats and mends what can be mended by itself: Biome for the code,
 * and comments that are too wide, which Biome leaves alone.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, ensureNode, ROOT, runTool } from './ensure.mjs';
import { BIOME_CONFIG } from './steps.mjs';

const COLUMNS = 100;

runTool(async () => {
  ensureNode();
  ensureDependencies();
  const { parseSync } = await import('vite');
  const paths = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'e2e', 'vite.config.ts'];
  for (const file of paths.flatMap(codeFiles)) {
    const text = readFileSync(file, 'utf8');
    const wrapped = wrapComments(text, commentRanges(parseSync, file, text));
    if (wrapped !== text) writeFileSync(file, wrapped);
  }
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', `--config-path=${BIOME_CONFIG}`];
  const targets = process.argv.length > 2 ? paths : ['.'];
  return spawnSync(process.execPath, [...args, ...targets], { cwd: ROOT, stdio: 'inherit' }).status;
});

function codeFiles(path) {
  const full = join(ROOT, path);
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory()) return [full];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath || entry.path, entry.name));
}

function commentRanges(parseSync, file, text) {
  if (file.endsWith('.css')) {
    return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
  }
  return parseSync(file, text).comments;
}

/**
 * Breaks comment lines that are too wide at a space; the rest goes to the front of the next line.
 */
function wrapComments(text, comments) {
  const lines = text.split('\n');
  const inComment = commentLines(text, comments);
  for (let i = 0; i < lines.length; i += 1) {
    if ([...lines[i]].length <= COLUMNS || !inComment[i]) continue;
    const block = /^(\s*)\/\*\*? (.*) \*\/$/.exec(lines[i]);
    const replaced = block ? openBlock(block) : wrapLine(lines[i], lines[i + 1], inComment[i + 1]);
    if (!replaced) continue;
    lines.splice(i, replaced.takes, ...replaced.lines);
    inComment.splice(i, replaced.takes, ...replaced.lines.map(() => true));
    // The first line is right now; a block's inner line is looked at next.
  }
  return lines.join('\n');
}

function openBlock([, indent, words]) {
  return { takes: 1, lines: [`${indent}/**`, `${indent} * ${words}`, `${indent} */`] };
}

function wrapLine(line, next, nextInComment) {
  const parts = /^(\s*(?:\*|\/\/|\/\*\*?) )(\s*)(\S.*)$/.exec(line);
  if (!parts) return undefined;
  const [, marker, indent, words] = parts;
  const room = COLUMNS - marker.length - indent.length;
  const cut = words.slice(0, room + 1).lastIndexOf(' ');
  if (cut <= hangOf(words)) return undefined;
  const kept = `${marker}${indent}${words.slice(0, cut)}`;
  const rest = words.slice(cut + 1);
  const star = marker.replace('/*', ' *').replace('**', '*');
  const hang = `${star}${indent}${' '.repeat(hangOf(words))}`;
  const joined = nextInComment ? continued(next, hang) : undefined;
  if (joined !== undefined) return { takes: 2, lines: [kept, `${hang}${rest} ${joined}`] };
  return { takes: 1, lines: [kept, `${hang}${rest}`] };
}

/** Columns by which the lines after the first of an item, a tag or a header row are set in. */
function hangOf(words) {
  const row = /^[A-Z][a-z]+(?: [a-z]+)* {2,}/.exec(words);
  if (row) return row[0].length;
  return /^(- |@\w+ )/.test(words) ? 2 : 0;
}

/** @returns the words of the next line when they go on with the same paragraph */
function continued(next, hang) {
  if (next === undefined || !next.startsWith(hang)) return undefined;
  const words = next.slice(hang.length);
  const starts = /^(\s|[-@|`#*/]|$)/.test(words) || hangOf(words) > 0;
  return starts ? undefined : words;
}

function commentLines(text, comments) {
  const flags = [];
  let offset = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const first = offset + (line.length - line.trimStart().length);
    while (at < comments.length && comments[at].end <= first) at += 1;
    flags.push(at < comments.length && comments[at].start <= first);
    offset += line.length + 1;
  }
  return flags;
}
