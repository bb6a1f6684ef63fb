import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { stepsBehind } from './steps-behind';

let now = 0;
const recorder = new Recorder(() => asTime(now));
const step = (at: number, verb: string): number => {
  now = at;
  return recorder.write('fault', 'scenario', null, { verb, target: 'a', step: 'a' });
};
const log = (cause: number | null, also?: readonly number[]): number =>
  recorder.write('log', 'server', cause, { level: 'info', message: 'so' }, also);

const start = step(0, 'start');
const started = log(start);
const kill = step(40, 'kill');
const leaseGone = log(kill);
const tick = log(started);
const decision = log(tick, [leaseGone]);
const write = log(decision);
const { table } = recorder;

it('goes back to the step behind what was needed besides, and not to how all began', () => {
  expect(stepsBehind(table, write)).toEqual([kill]);
});

it('names how all began where there is nothing else', () => {
  expect(stepsBehind(table, tick)).toEqual([start]);
});

it('is no reason of itself', () => {
  expect(stepsBehind(table, kill)).toEqual([]);
});
