import { beforeEach, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { readCondition } from '#protocol';
import { Recorder } from '#trace';
import { startPlayer } from '../playback';
import { createOrrery, type Orrery } from '../stores';
import { findStop, stopAt } from './breakpoints';
import { walkBreakpoints } from './walk-breakpoints';

let orrery: Orrery;

beforeEach(() => {
  orrery = createOrrery();
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const answer = (us: number, actor: string, code: number): void => {
    now = us;
    recorder.write('response', actor, null, { id: us, code, reason: 'Ok', resourceVersion: 1 });
  };
  answer(10_000, 'a', 200);
  answer(20_000, 'b', 409);
  answer(30_000, 'a', 409);
  now = 40_000;
  recorder.write('log', 'a', null, { level: 'info', message: 'the code is 409' });
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.session.setState({ reached: asTime(50_000), status: 'done' });
  orrery.playback.setState({ time: asTime(0), playing: false });
});

function matching(text: string): readonly number[] {
  const read = readCondition(text);
  if (!read.ok) throw new Error(read.faults[0].reason);
  const { table } = orrery.trace;
  return [0, 1, 2, 3].filter((seq) => read.value.matches(table, seq));
}

describe('a condition', () => {
  it.each([
    ['kind = log', [3]],
    ['kind != log', [0, 1, 2]],
    ['code = 409', [1, 2]],
    ['code != 409', [0]],
    ['code = 409 and actor = a', [2]],
    ['kind = log and message ~ "CODE IS"', [3]],
    ['reason ~ ok', [0, 1, 2]],
  ])('%s', (text, seqs) => expect(matching(text)).toEqual(seqs));

  it.each([
    ['', 'expected field = value, found ""'],
    ['kind = log or code = 1 and', 'no record is of kind "log or code = 1 and"'],
    ['colour = red', 'no record has a field "colour"'],
    ['kind = planet', 'no record is of kind "planet"'],
    [`reason = ${'x'.repeat(500)}`, 'longer than 500 characters'],
  ])('%j is refused with a reason', (text, reason) => {
    expect(readCondition(text)).toEqual({ ok: false, faults: [{ path: 'when', reason }] });
  });
});

it('steps of the scenario stop once, from their time on; own ones each time', () => {
  const when = 'code = 409';
  const spec = { until: '1s', timeline: [{ at: '15ms', breakpoint: { when } }] };
  const head = { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata: { name: 's' } } as const;
  orrery.session.setState({ scenario: { ...head, spec } });
  expect(findStop(orrery, 0, 3)).toEqual({ seq: 1, when });
  expect(findStop(orrery, 2, 3)).toBeUndefined();
  orrery.breakpoints.setState({ own: [when] });
  expect(findStop(orrery, 2, 3)).toEqual({ seq: 2, when });
});

it('next and previous walk them and say which one it is', () => {
  orrery.breakpoints.setState({ own: ['code = 409'] });
  expect(walkBreakpoints(orrery, 1)).toBe(true);
  expect(orrery.playback.getState().time).toBe(20_000);
  expect(walkBreakpoints(orrery, 1)).toBe(true);
  expect(orrery.breakpoints.getState().hit).toEqual({ seq: 2, when: 'code = 409' });
  expect(walkBreakpoints(orrery, 1)).toBe(false);
  expect(walkBreakpoints(orrery, -1)).toBe(true);
  expect(orrery.playback.getState().time).toBe(20_000);
});

it('playing stops there, and goes on from there', () => {
  orrery.breakpoints.setState({ own: ['code = 409'] });
  const frames: ((nowMs: number) => void)[] = [];
  const stop = startPlayer(orrery, {
    request: (callback) => frames.push(callback),
    cancel: () => {},
  });
  const play = (): void => {
    orrery.playback.setState({ playing: true });
    frames.shift()?.(1_000);
    frames.shift()?.(1_200);
    frames.splice(0);
  };
  play();
  expect(orrery.playback.getState()).toMatchObject({ time: 20_000, playing: false });
  expect(orrery.selection.getState().selected).toEqual({ kind: 'record', seq: 1 });
  expect(orrery.breakpoints.getState()).toMatchObject({ open: true, hit: { seq: 1 } });
  expect(stopAt(orrery, asTime(20_000))).toEqual({ seq: 1, when: 'code = 409' });
  expect(stopAt(orrery, asTime(20_001))).toBeUndefined();
  stop();
});
