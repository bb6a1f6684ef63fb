import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery } from '../stores';
import { cameTo, differingProcesses } from './differing';

it('tells who differs only once a run has come to the playhead, or is over', () => {
  const run = { reached: asTime(5_000_000), status: 'running', replacing: false } as const;
  expect(cameTo(run, asTime(5_000_000))).toBe(true);
  expect(cameTo(run, asTime(5_000_001))).toBe(false);
  expect(cameTo({ ...run, status: 'done' }, asTime(9_000_000))).toBe(true);
  expect(cameTo({ ...run, status: 'done', replacing: true }, asTime(9_000_000))).toBe(false);
});

it('has the reason of an end, and none of a start, which says nothing of how it is now', () => {
  const [a, b] = [running('SIGKILL'), running()];
  expect(differingProcesses(a, b, asTime(5))).toEqual([
    {
      name: 'a',
      a: { phase: 'exited', reason: 'SIGKILL', hooks: undefined },
      b: { phase: 'running', reason: '', hooks: undefined },
    },
  ]);
});

/** A process that came to its first instruction, and then may have ended. */
function running(end?: string) {
  const orrery = createOrrery();
  const recorder = new Recorder(() => asTime(3));
  const life = { name: 'a', exitCode: null };
  recorder.write('process', 'a', null, { ...life, phase: 'running', reason: 'first instruction' });
  if (end) recorder.write('process', 'a', null, { ...life, phase: 'exited', reason: end });
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.index.update();
  return orrery.index;
}
