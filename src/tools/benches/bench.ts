/** What a benchmark is. */
export interface Bench {
  /** Key in the printed JSON. */
  readonly name: string;
  /**
   * Measures once, with its own warm-up.
   * @returns figures; the unit is the end of each name: `tasksPerSecond`, `p95Ms`, `pageGzipBytes`
   */
  run(place: BenchPlace): Promise<Readonly<Record<string, number>>>;
}

/** Where a benchmark runs. */
export interface BenchPlace {
  /** The repository, ending in a slash. */
  readonly root: string;
  /** The built page; made from the present sources before the first benchmark. */
  readonly dist: string;
  /**
   * Builds and opens a page of its own in Chromium and calls its `globalThis.orreryBench()`.
   * @param html path of the page below the repository, such as src/tools/benches/frames/index.html
   * @returns the figures that the page gave
   */
  readonly onPage: (html: string) => Promise<Readonly<Record<string, number>>>;
}
