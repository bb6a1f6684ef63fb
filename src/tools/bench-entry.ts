/** Runs the benchmarks that were asked for; `bench.mjs` builds and calls this. */
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { BENCHES } from './benches';
import type { BenchPlace } from './benches/bench';
import { runOnPage } from './benches/page';

export interface BenchReport {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    /** Load of the last minute when the first benchmark began: above 1, doubt the figures. */
    readonly load: number;
  };
  readonly benches: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Benchmarks that could not run, and why. */
  readonly faults: Readonly<Record<string, string>>;
}

export const benchNames = (): readonly string[] => BENCHES.map((bench) => bench.name);

/** @param names of the benchmarks; all of them when empty */
export async function runBenches(root: string, names: readonly string[]): Promise<BenchReport> {
  const place: BenchPlace = {
    root,
    dist: join(root, 'dist'),
    onPage: (html) => runOnPage(root, html),
  };
  const [load] = loadavg();
  const benches: Record<string, Readonly<Record<string, number>>> = {};
  const faults: Record<string, string> = {};
  for (const bench of BENCHES) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    try {
      benches[bench.name] = await bench.run(place);
    } catch (error) {
      faults[bench.name] = error instanceof Error ? `${error.stack}` : String(error);
    }
  }
  const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version, load };
  return { machine, benches, faults };
}
