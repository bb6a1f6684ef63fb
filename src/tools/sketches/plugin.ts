/**
 * Gives the page `virtual:sketches`: the gallery's pictures, drawn from runs of the library when
 * the page is built. The development server and the tests have none, and the page draws its own.
 */
import type { Plugin } from 'vite';
import { importBuilt } from '../node-build.mjs';

const NAME = 'virtual:sketches';

export function sketches(): Plugin {
  let building = false;
  return {
    name: 'orrery:sketches',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const drawn = building ? await draw() : {};
      // Parsed faster than an object literal, and not looked through by the bundler.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(drawn))});`;
    },
  };
}

async function draw(): Promise<unknown> {
  const { sketchLibrary } = await importBuilt('src/tools/sketches/entry.ts');
  return (sketchLibrary as () => unknown)();
}
