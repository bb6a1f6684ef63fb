/**
 * Bytes of scripts: what the page loads before its first paint, what it needs to show a run, all it
 * can load, and the worker: its first script, what every run needs, and all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from './bench';

/** An entry of Vite's build manifest. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What the page asks for as soon as it is evaluated: links are read and runs are shown by it. */
const TO_SHOW_A_RUN = ['src/ui/share/navigation.ts', 'src/ui/shell/run-parts.ts'];

/** Level of most static hosts that compress ahead of time. */
const GZIP_LEVEL = 9;

export const bytesBench: Bench = {
  name: 'bytes',
  async run({ dist }) {
    const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
      readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
    );
    const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
    const first = chunksBehind(manifest, entries);
    const shown = chunksBehind(manifest, [...entries, ...TO_SHOW_A_RUN]);
    const styles = new Set(first.flatMap((chunk) => chunk.css ?? []));
    const scripts = scriptsIn(dist, 'assets');
    return {
      pageFirstGzipBytes: gzipBytes(
        dist,
        first.map((chunk) => chunk.file),
      ),
      pageRunGzipBytes: gzipBytes(
        dist,
        shown.map((chunk) => chunk.file),
      ),
      pageFirstStyleGzipBytes: gzipBytes(dist, [...styles]),
      pageAllGzipBytes: gzipBytes(dist, scripts),
      workerGzipBytes: gzipBytes(dist, workerStart(dist, ['main'])),
      workerRunGzipBytes: gzipBytes(dist, workerStart(dist, ['main', 'hook-bodies'])),
      workerAllGzipBytes: gzipBytes(dist, scriptsIn(dist, 'worker')),
    };
  },
};

/** Some chunks and all that they import statically, each once. */
function chunksBehind(
  manifest: Readonly<Record<string, Chunk>>,
  roots: readonly string[],
): Chunk[] {
  const seen = new Set<string>();
  const take = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) take(next);
  };
  for (const root of roots) take(root);
  return [...seen].map((key) => manifest[key]);
}

/** Scripts of the worker and what they import statically; the build lists no chunks of workers. */
function workerStart(dist: string, names: readonly string[]): string[] {
  const starts = names.map((name) => `worker/${name}-`);
  const seen = new Set(
    scriptsIn(dist, 'worker').filter((file) => starts.some((start) => file.startsWith(start))),
  );
  for (const file of seen) {
    const script = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      seen.add(`worker/${name}`);
  }
  return [...seen];
}

function scriptsIn(dist: string, folder: string): string[] {
  const names = readdirSync(join(dist, folder)).filter((name) => name.endsWith('.js'));
  return names.map((name) => `${folder}/${name}`);
}

const gzipBytes = (dist: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + compressedSize(join(dist, file)), 0);

const compressedSize = (path: string): number =>
  gzipSync(readFileSync(path), { level: GZIP_LEVEL }).length;
