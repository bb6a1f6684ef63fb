import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { serviceWorkerText } from './service-worker-text';

const FILES = new Map([
  ['index.html', '<p>'],
  ['assets/b-1.js', 'b'],
  ['assets/a-1.js', 'a'],
  ['.vite/manifest.json', '{}'],
  ['preview.png', 'x'],
]);

/** The constants that the build puts first. */
function headOf(text: string) {
  const constant = (name: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`const ${name} = `)) ?? '';
    return JSON.parse(line.slice(`const ${name} = `.length, -1));
  };
  return { files: constant('FILES'), version: constant('VERSION'), page: constant('PAGE') };
}

it('lists what the page may ask for with its hash, in one order', () => {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const { files, page } = headOf(serviceWorkerText(FILES));
  expect(files).toEqual([
    ['assets/a-1.js', hash('a')],
    ['assets/b-1.js', hash('b')],
    [page, hash('<p>')],
  ]);
  const reversed = new Map([...FILES].reverse());
  expect(serviceWorkerText(reversed)).toBe(serviceWorkerText(FILES));
});

it('has another version as soon as one byte of one file differs', () => {
  const { version } = headOf(serviceWorkerText(FILES));
  const other = new Map([...FILES, ['index.html', '<b>']]);
  expect(headOf(serviceWorkerText(other)).version).not.toBe(version);
  const unkept = new Map([...FILES, ['preview.png', 'y']]);
  expect(headOf(serviceWorkerText(unkept)).version).toBe(version);
});
