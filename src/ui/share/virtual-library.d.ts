/** Made by `src/tools/library/plugin.ts` when the page is built. */
declare module 'virtual:library' {
  /** The documents of the library by name. */
  const documents: Readonly<Record<string, import('#protocol').Scenario>>;
  export default documents;
}
