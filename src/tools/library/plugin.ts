/**
 * Gives the page `virtual:library`: the library's documents by name, read from YAML when the page
 * is built, so that no visitor waits for that. Nothing is checked here; the library's tests do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';

const NAME = 'virtual:library';
const FOLDER = 'src/library';

export function library(): Plugin {
  let root = '';
  return {
    name: 'orrery:library',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      const folders = readdirSync(join(root, FOLDER), { withFileTypes: true });
      const documents = folders
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => {
          const file = join(root, FOLDER, name, 'scenario.yaml');
          this.addWatchFile(file);
          return [name, parse(readFileSync(file, 'utf8'))];
        });
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(documents)));
      return `export default JSON.parse(${json});`;
    },
  };
}
