/** Runs the library and makes the gallery's pictures, in one built file for Node. */
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';
import { compileScenario, Run, STEP_SCHEMAS } from '#session';
import { TraceIndex } from '#trace';
import { type Sketch, sketchOf } from '../../ui/gallery/sketch';

/** The picture of each scenario, out of a run like the page's, by its name. */
export function sketchLibrary(
  names: readonly string[] = LIBRARY.map(({ name }) => name),
): Readonly<Record<string, Sketch>> {
  return Object.fromEntries(names.map((name) => [name, sketch(name)]));
}

function sketch(name: string): Sketch {
  const text = LIBRARY.find((entry) => entry.name === name)?.text ?? '';
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(`library/${name}: ${read.faults[0].reason}`);
  const compiled = compileScenario(read.value);
  if (!compiled.ok) throw new Error(`library/${name}: ${compiled.faults[0].reason}`);
  const run = new Run(compiled.value);
  run.advance();
  const index = new TraceIndex(run.table);
  index.update();
  const servers = (read.value.spec.apiServers ?? []).map((server) => server.name);
  return rounded(sketchOf(index, servers, compiled.value.until));
}

/** A picture is 240 px wide: three digits of a share are enough, and half the bytes. */
function rounded({ lanes, writes, marks }: Sketch): Sketch {
  return {
    lanes: lanes.map((bars) =>
      bars.map((bar) => ({ ...bar, from: short(bar.from), to: short(bar.to) })),
    ),
    writes: writes.map(short),
    marks: marks.map((mark) => ({ ...mark, at: short(mark.at) })),
  };
}

const short = (share: number): number => Math.round(share * 1_000) / 1_000;
