import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrrery } from '../stores';
import { afterRest, goBack, trailOf, watchTrail } from './trail';

const windowOf = (from: number, to: number) => ({ from, to });
const ALL = windowOf(0, 100);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['zooming in adds the window before', [], ALL, windowOf(40, 60), [ALL]],
  ['panning adds none', [ALL], windowOf(40, 60), windowOf(50, 70), [ALL]],
  ['zooming out takes what is no way out any more', [ALL], windowOf(40, 60), ALL, []],
  [
    'half way out keeps the rest',
    [ALL, windowOf(40, 60)],
    windowOf(50, 52),
    windowOf(30, 70),
    [ALL],
  ],
])('%s', (_, trail, before, now, after) => {
  expect(afterRest(trail, before, now)).toEqual(after);
});

it('keeps where the window rested, and leads back', () => {
  const orrery = createOrrery({ reducedMotion: true });
  orrery.viewport.setState({ from: 0, to: 100_000 });
  const stop = watchTrail(orrery);
  // On the way to a rest there is none.
  for (const to of [90_000, 70_000, 50_000]) orrery.viewport.setState({ from: 40_000, to });
  vi.advanceTimersByTime(1_000);
  orrery.viewport.setState({ from: 44_000, to: 46_000 });
  vi.advanceTimersByTime(1_000);
  expect(trailOf(orrery).getState()).toEqual([windowOf(0, 100_000), windowOf(40_000, 50_000)]);
  goBack(orrery);
  vi.advanceTimersByTime(1_000);
  expect(orrery.viewport.getState()).toMatchObject({ from: 40_000, to: 50_000 });
  expect(trailOf(orrery).getState()).toEqual([windowOf(0, 100_000)]);
  goBack(orrery, 0);
  vi.advanceTimersByTime(1_000);
  expect(orrery.viewport.getState()).toMatchObject({ from: 0, to: 100_000 });
  goBack(orrery);
  expect(trailOf(orrery).getState()).toEqual([]);
  stop();
});

it('zooming into a run whose rows came late leaves the run it came into', () => {
  const orrery = createOrrery({ reducedMotion: true });
  const stop = watchTrail(orrery);
  // A link's window is there at once, the first rows long after it.
  orrery.session.setState({ replacing: true });
  orrery.viewport.setState({ from: 0, to: 20_000 });
  vi.advanceTimersByTime(1_000);
  expect(trailOf(orrery).getState()).toEqual([]);
  orrery.session.setState({ replacing: false, traceVersion: 1 });
  orrery.viewport.setState({ from: 4_000, to: 6_000 });
  vi.advanceTimersByTime(1_000);
  expect(trailOf(orrery).getState()).toEqual([windowOf(0, 20_000)]);
  orrery.session.setState({ traceVersion: 2 });
  expect(trailOf(orrery).getState()).toEqual([]);
  stop();
});
