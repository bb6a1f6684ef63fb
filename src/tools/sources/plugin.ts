/** Gives the page `virtual:sources`: what the code says of itself, read when the page is built. */
import type { Plugin } from 'vite';
import { collectSources } from './collect.ts';

const NAME = 'virtual:sources';

export function sources(): Plugin {
  return {
    name: 'orrery:sources',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) =>
      id === `\0${NAME}` ? `export default ${JSON.stringify(collectSources())};` : undefined,
  };
}
