/** Pictures of the library's scenarios, made when the page is built; see `tools/sketches`. */
declare module 'virtual:sketches' {
  const sketches: Readonly<Record<string, import('./sketch').Sketch>>;
  export default sketches;
}
