import { expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';
import { compileScenario, Run } from '#session';
import { TraceIndex } from '#trace';
import { sketchOf } from '../../ui/gallery/sketch';
import { sketchLibrary } from './entry';

it('draws what the page would draw from its own run', () => {
  const { text, name } = LIBRARY.find((entry) => entry.name === 'crash-vs-graceful') ?? LIBRARY[0];
  const read = readScenario(text);
  const compiled = read.ok ? compileScenario(read.value) : read;
  if (!read.ok || !compiled.ok) throw new Error(name);
  const run = new Run(compiled.value);
  run.advance();
  const index = new TraceIndex(run.table);
  index.update();
  const servers = (read.value.spec.apiServers ?? []).map((server) => server.name);
  const own = sketchOf(index, servers, compiled.value.until);

  const { [name]: built } = sketchLibrary([name]);
  expect(built.marks.map(({ seq, kind }) => [seq, kind])).toEqual(
    own.marks.map(({ seq, kind }) => [seq, kind]),
  );
  expect(built.marks.some(({ kind }) => kind === 'act')).toBe(true);
  expect(built.lanes.map((bars) => bars.map(({ style }) => style))).toEqual(
    own.lanes.map((bars) => bars.map(({ style }) => style)),
  );
  for (const [place, { at }] of built.marks.entries()) {
    expect(Math.abs(at - own.marks[place].at)).toBeLessThanOrEqual(0.0005);
  }
});
