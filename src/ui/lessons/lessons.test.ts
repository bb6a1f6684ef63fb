import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asTime, invariant } from '#base';
import { type Ask, type ExpectationResult, readCondition, type Scenario } from '#protocol';
import { exampleTrace } from '../panels/example-trace';
import {
  answered,
  back,
  forward,
  isSettled,
  opened,
  rightAnswers,
  verdictOf,
} from './lesson-state';
import { nextLesson } from './next-lesson';
import { breakingRecord, minutesOf, type Stop, stopsOf } from './stops';
import { toggleLesson } from './toggle-lesson';
import { travel, wayMs } from './travel';

const marked: Ask = {
  question: 'How many?',
  answers: [{ text: 'One', because: 'There are two.' }, { text: 'Two' }],
  right: 1,
  because: 'Two.',
};
const toldByRun: Ask = {
  question: 'Does it leave?',
  answers: [
    { text: 'Yes', because: 'Not here.', expect: 'it leaves' },
    { text: 'No', because: 'Wait.' },
  ],
  because: 'It does.',
};
const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: {
    until: '60s',
    timeline: [
      { at: '20s', ask: toldByRun },
      { at: '0s', note: { en: 'First.', zh: '首先。' } },
      { at: '10s', kill: 'a' },
      { at: '30s', breakpoint: { when: 'kind = etcd and op = put' } },
    ],
  },
};
const found = (ok: boolean): readonly ExpectationResult[] => [
  { name: 'it leaves', ok, got: 1, want: 1, at: '25s' },
];
const lesson = { scenario, libraryName: 's' };

/** The frame that was asked for last, in place of the browser's clock. */
let frame: ((nowMs: number) => void) | undefined;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: (nowMs: number) => void) => {
    frame = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    frame = undefined;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('stops at notes, questions and breakpoints, in the order of time', () => {
  expect(stopsOf(scenario).map(({ kind, at }) => [kind, at])).toEqual([
    ['note', 0],
    ['ask', 20_000_000],
    ['breakpoint', 30_000_000],
  ]);
  expect(stopsOf(undefined)).toEqual([]);
});

it('takes longer when there is more to read, and never no time', () => {
  const both = (en: string, zh: string): Stop => ({ kind: 'note', at: 0, text: { en, zh } });
  expect(minutesOf([both('Short.', '短。')])).toBe(1);
  expect(minutesOf([both('word '.repeat(800), '字')])).toBe(5);
  expect(minutesOf([both('word', '字'.repeat(800))])).toBe(3);
});

it('finds the record at which the playhead stops, and none where there is none', () => {
  const { table } = exampleTrace().orrery.trace;
  const when = (text: string) => {
    const read = readCondition(text);
    invariant(read.ok, 'the condition can be read');
    return { kind: 'breakpoint', at: 0, condition: read.value } as const;
  };
  const stop = when('kind = etcd');
  const seq = breakingRecord(table, stop) ?? -1;
  expect(table.kindOf(seq)).toBe('etcd');
  expect(breakingRecord(table, { ...stop, at: table.timeOf(seq) + 1 })).not.toBe(seq);
  expect(breakingRecord(table, when('actor = nobody'))).toBeUndefined();
});

it('lets the mark or the run say what is right', () => {
  expect([0, 1].map((place) => verdictOf(marked, place, undefined))).toEqual(['wrong', 'right']);
  expect(verdictOf(toldByRun, 0, undefined)).toBe('waiting');
  expect(verdictOf(toldByRun, 0, found(true))).toBe('right');
  expect(verdictOf(toldByRun, 1, found(true))).toBe('wrong');
  expect(rightAnswers(toldByRun, found(true))).toEqual([0]);
  expect(rightAnswers(toldByRun, found(false))).toEqual([]);
});

it('asks before it tells, and goes on once the answer is there', () => {
  let state = opened(lesson, 1);
  expect(isSettled(state, toldByRun, found(true))).toBe(false);
  state = answered(state, 1);
  expect(answered(state, 1)).toBe(state);
  expect(isSettled(state, toldByRun, found(true))).toBe(false);
  const told = forward(state, 3, false);
  expect(told.stop).toBe(1);
  expect(isSettled(told, toldByRun, found(true))).toBe(true);
  state = answered(state, 0);
  expect(isSettled(state, toldByRun, found(true))).toBe(true);
  expect(state.tried[1]).toEqual([1, 0]);
  state = forward(state, 3, true);
  expect(state.stop).toBe(2);
  expect(forward(state, 3, true).stop).toBe(2);
  expect(back(back(back(state))).stop).toBe(0);
  expect(back(state).tried[1]).toEqual([1, 0]);
});

it('jumps where motion is unwanted, backwards and over short ways; else it takes a while', () => {
  expect(wayMs(0, 10_000_000, true)).toBe(0);
  expect(wayMs(10_000_000, 0, false)).toBe(0);
  expect(wayMs(0, 10_000, false)).toBe(0);
  expect(wayMs(0, 1_000_000, false)).toBe(400);
  expect(wayMs(0, 100_000_000, false)).toBe(2_400);
});

it('glides to a stop, or is there at once when the way is skipped', () => {
  const { orrery } = exampleTrace();
  const timeNow = () => orrery.playback.getState().time;
  const reached = orrery.session.getState().reached;
  orrery.playback.setState({ time: asTime(0), playing: true });
  const arrived = vi.fn();
  const skip = travel(orrery, reached, arrived);
  frame?.(1_000);
  frame?.(1_200);
  expect(timeNow()).toBeGreaterThan(0);
  expect(timeNow()).toBeLessThan(reached);
  expect(arrived).not.toHaveBeenCalled();
  skip();
  expect(timeNow()).toBe(reached);
  expect(arrived).toHaveBeenCalledTimes(1);
  expect(frame).toBeUndefined();
  skip();
  expect(arrived).toHaveBeenCalledTimes(1);
});

it('opens the lesson of the run on screen, and ends it again', () => {
  const { orrery } = exampleTrace();
  orrery.session.setState({ scenario: { ...scenario, spec: { until: '9s' } } });
  toggleLesson(orrery);
  expect(orrery.lesson.getState().lesson).toBeUndefined();
  orrery.session.setState({ scenario, libraryName: 's' });
  orrery.playback.setState({ time: asTime(2_000_000), playing: true });
  toggleLesson(orrery);
  expect(orrery.playback.getState()).toMatchObject({ time: 0, playing: false });
  expect(orrery.lesson.getState()).toMatchObject({ lesson, stop: 0, away: false });
  toggleLesson(orrery);
  expect(orrery.lesson.getState().lesson).toBeUndefined();
});

it('each lesson leads to the next in the gallery, and the last to none', () => {
  expect(nextLesson('first-boot')).toBe('slow-hook');
  expect(nextLesson('node-port-clash')).toBe('stop-without-clean-up');
  expect(nextLesson('stop-without-clean-up')).toBeUndefined();
  expect(nextLesson('kcm-startup')).toBe('older-kcm-startup');
  expect(nextLesson('etcd-outage')).toBeUndefined();
  expect(nextLesson(undefined)).toBeUndefined();
});
