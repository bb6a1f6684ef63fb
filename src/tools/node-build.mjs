/**
 * Builds one of our TypeScript entries into a single file that Node can run (a Vite SSR build,
 * about half a second), and keeps it until a source changes.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, ToolError } from './ensure.mjs';

/** Builds kept, so that a run that started before a change is not robbed of its file. */
const BUILDS_KEPT = 6;
/** Folders of src/ that never end up in the command line. */
const NOT_IN_CLI = new Set(['docs', 'ui', 'tools']);

/**
 * @param entry path below the repository, such as src/cli/main.ts
 * @param external packages to load from node_modules at run time instead of bundling them
 * @returns the built module
 */
export async function importBuilt(entry, external = []) {
  if (!existsSync(join(ROOT, entry))) throw new ToolError(`${entry} does not exist yet`);
  const home = buildFolder();
  const name = entry.replace(/^src\//, '').replace(/\W+/g, '-');
  const target = join(home, `${name}-${sourceDigest(entry)}`);
  if (!existsSync(join(target, 'main.mjs'))) await build(entry, target, external);
  return import(pathToFileURL(join(target, 'main.mjs')).href);
}

/** A place for things built or measured; inside node_modules where that can be written. */
export function buildFolder() {
  const modules = join(ROOT, 'node_modules');
  const own = join(modules, '.orrery');
  try {
    accessSync(modules, constants.W_OK);
    mkdirSync(own, { recursive: true });
    accessSync(own, constants.W_OK);
    return own;
  } catch {
    const shared = join(tmpdir(), `kube-orrery-${userInfo().username}-${hash([ROOT])}`);
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    // Anybody may make folders there, and what is in this one gets run.
    const { uid, mode } = statSync(shared);
    if (process.getuid && (uid !== process.getuid() || mode & 0o022)) {
      throw new ToolError(`${shared} can be written by others; remove it`);
    }
    return shared;
  }
}

async function build(entry, target, external) {
  const { build: viteBuild } = await import('vite');
  // Built aside and moved into place in one step: two runs at once both end with a whole build.
  const aside = mkdtempSync(join(dirname(target), 'building-'));
  try {
    await viteBuild({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true, external, target: 'node' },
      build: {
        ssr: entry,
        outDir: aside,
        target: 'node20',
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          output: {
            entryFileNames: 'main.mjs',
            codeSplitting: false,
            // Vite would make variables of our constants, which V8 then cannot take for granted.
            topLevelVar: false,
          },
        },
      },
    });
    moveInto(aside, target);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  removeOldBuilds(target);
}

function moveInto(aside, target) {
  try {
    renameSync(aside, target);
  } catch (error) {
    // Somebody else was faster with the same sources.
    if (!existsSync(join(target, 'main.mjs'))) throw error;
  }
}

function removeOldBuilds(newest) {
  const home = dirname(newest);
  const family = newest.slice(home.length + 1).replace(/-[^-]+$/, '');
  const builds = readdirSync(home)
    .filter((name) => name.replace(/-[^-]+$/, '') === family)
    .map((name) => ({ path: join(home, name), at: statSync(join(home, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const old of builds.slice(BUILDS_KEPT)) rmSync(old.path, { recursive: true, force: true });
}

/** Changes when any source that can be part of a Node build changes, is added or goes. */
function sourceDigest(entry) {
  const lines = [];
  for (const file of ['package.json', 'package-lock.json']) note(join(ROOT, file), lines);
  walk(join(ROOT, 'src'), lines, entry.startsWith('src/cli/') ? NOT_IN_CLI : new Set());
  return hash(lines.sort());
}

function walk(folder, lines, leftOut) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!leftOut.has(entry.name)) walk(path, lines, new Set());
    } else if (!/\.test\.tsx?$/.test(entry.name)) note(path, lines);
  }
}

function note(path, lines) {
  if (!existsSync(path)) return;
  const { mtimeMs, size } = statSync(path);
  lines.push(`${relative(ROOT, path)} ${mtimeMs} ${size}`);
}

const hash = (lines) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
