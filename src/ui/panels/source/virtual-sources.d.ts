/** Made by src/tools/sources/plugin.ts. */
declare module 'virtual:sources' {
  import type { Sources } from './sources';

  const sources: Sources;
  export default sources;
}
