import { beforeEach, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../stores';
import { advance, DECISIONS, nextSpeed } from './advance';
import { startPlayer } from './player';
import { seek, step, togglePlaying } from './seek';

const RUNNING = { reached: 60_000_000, finished: false };
const DONE = { reached: 60_000_000, finished: true };

describe('advance', () => {
  it.each([
    ['by wall time times speed', 1_000_000, 10, 100, RUNNING, 2_000_000, true],
    ['slower than life', 1_000_000, 0.25, 100, RUNNING, 1_025_000, true],
    [
      'no further than the run has come, and waits',
      59_900_000,
      100,
      100,
      RUNNING,
      60_000_000,
      true,
    ],
    ['stops at the end of a finished run', 59_900_000, 100, 100, DONE, 60_000_000, false],
    ['to the end at once', 0, Number.POSITIVE_INFINITY, 16, DONE, 60_000_000, false],
    ['no more than a quarter second after a sleep', 0, 1, 90_000, RUNNING, 250_000, true],
    ['never backwards when the new run is shorter', 70_000_000, 1, 16, DONE, 70_000_000, false],
  ])('%s', (_name, from, speed, elapsedMs, limits, time, playing) => {
    expect(advance(asTime(from), speed, elapsedMs, limits)).toEqual({ time, playing });
  });
});

it('speeds stop at either end', () => {
  expect(nextSpeed(0.25, -1)).toBe(0.25);
  expect(nextSpeed(1, 1)).toBe(10);
  expect(nextSpeed(Number.POSITIVE_INFINITY, 1)).toBe(Number.POSITIVE_INFINITY);
});

describe('by hand', () => {
  let orrery: Orrery;
  beforeEach(() => {
    orrery = createOrrery();
    let now = asTime(0);
    const recorder = new Recorder(() => now);
    const at = (us: number) => {
      now = asTime(us);
    };
    at(10);
    recorder.write('log', 'a', null, { level: 'info', message: 'first' });
    recorder.write('message', 'a', 0, {
      of: 0,
      sentAt: now,
      arrivesAt: asTime(15),
      from: 'a',
      to: 'b',
      lost: false,
    });
    at(20);
    recorder.write('log', 'b', 0, { level: 'info', message: 'second' });
    recorder.write('decision', 'b', 2, { name: 'f', outcome: 'none', reason: 'r', saw: [] });
    const block = recorder.takeBlock();
    if (block) orrery.trace.append(block);
    orrery.session.setState({ reached: asTime(60), status: 'done' });
    orrery.playback.setState({ time: asTime(0), playing: true });
  });
  const at = () => orrery.playback.getState().time;

  it('steps through records of one instant, passing over messages', () => {
    const seen = [step(orrery, 1), step(orrery, 1), step(orrery, 1), step(orrery, 1)];
    expect(seen).toEqual([0, 2, 3, undefined]);
    expect(at()).toBe(20);
    expect(step(orrery, -1)).toBe(2);
    expect(step(orrery, -1)).toBe(0);
    expect(step(orrery, -1)).toBeUndefined();
  });

  it('steps by decision', () => {
    expect(step(orrery, 1, DECISIONS)).toBe(3);
    expect(step(orrery, 1, DECISIONS)).toBeUndefined();
  });

  it('stays inside the run and pauses', () => {
    seek(orrery, 999);
    expect(orrery.playback.getState()).toMatchObject({ time: 60, playing: false });
    seek(orrery, -5);
    expect(at()).toBe(0);
  });

  it('playing at the end begins again at the start', () => {
    seek(orrery, 60);
    togglePlaying(orrery);
    expect(orrery.playback.getState()).toMatchObject({ time: 0, playing: true });
    togglePlaying(orrery);
    expect(orrery.playback.getState().playing).toBe(false);
  });

  it('moves with the frame clock and rests while paused', () => {
    orrery.session.setState({ reached: asTime(60_000_000) });
    const frames: ((nowMs: number) => void)[] = [];
    const stop = startPlayer(orrery, {
      request: (callback) => frames.push(callback),
      cancel: () => {},
    });
    frames.shift()?.(1_000);
    frames.shift()?.(1_016);
    expect(at()).toBe(16_000);
    orrery.playback.setState({ playing: false });
    frames.shift()?.(1_032);
    expect([at(), frames.length]).toEqual([16_000, 0]);
    stop();
  });
});
