/** The service worker's text for a set of built files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What the page is asked for as: hosts may lead `index.html` to the folder. */
export const PAGE = './';
const PAGE_FILE = 'index.html';
const VERSION_DIGITS = 16;
/** Never asked for by the page: maps, the manifest of the build, pictures for other sites. */
const NOT_KEPT = /^(\.vite\/|sw\.js$|preview\.png$|scenario\.schema\.json$)|\.map$/;

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** @param files all built files by their path in the folder of the page */
export function serviceWorkerText(files: ReadonlyMap<string, string | Uint8Array>): string {
  const kept = [...files]
    .filter(([path]) => !NOT_KEPT.test(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => [
      path === PAGE_FILE ? PAGE : path,
      `sha256-${sha256(bytes).toString('base64')}`,
    ]);
  const list = JSON.stringify(kept, undefined, 1);
  const code = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
  const version = sha256(list + code)
    .toString('hex')
    .slice(0, VERSION_DIGITS);
  const constants = { PAGE, FILES: kept, VERSION: version };
  const head = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
  );
  return head.join('') + code;
}
