import { expect, it } from 'vitest';
import { asTime, seconds } from '#base';
import { EventWindow, suggestedWatchChannelSize } from './event-window';

const event = (revision: number, atSeconds: number) => ({
  revision,
  at: asTime(seconds(atSeconds)),
});
const revisions = (window: EventWindow<ReturnType<typeof event>>, since: number) => {
  const found = window.since(since);
  return found.ok ? found.events.map(({ revision }) => revision) : `too old (${found.oldest})`;
};

it('gives the events after a version, and says where its window begins', () => {
  const window = new EventWindow<ReturnType<typeof event>>({ capacity: 3, lower: 3, upper: 3 });
  window.replace(9);
  expect([revisions(window, 8), revisions(window, 9)]).toEqual(['too old (9)', []]);
  for (const revision of [12, 14, 15]) window.add(event(revision, 0));
  expect([revisions(window, 9), revisions(window, 13)]).toEqual([
    [12, 14, 15],
    [14, 15],
  ]);
  window.add(event(20, 0));
  expect([revisions(window, 12), revisions(window, 13)]).toEqual(['too old (13)', [14, 15, 20]]);
  window.replace(30);
  expect([revisions(window, 20), revisions(window, 30)]).toEqual(['too old (30)', []]);
});

it('grows while full of young events and shrinks when full of old ones', () => {
  const window = new EventWindow<ReturnType<typeof event>>({ capacity: 4, lower: 4, upper: 16 });
  window.replace(1);
  const sizes: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    window.add(event(2 + index, index));
    sizes.push(window.capacity);
  }
  expect([sizes[3], sizes[4], sizes[8], sizes[19]]).toEqual([4, 8, 16, 16]);
  expect(revisions(window, 5)).toEqual(Array.from({ length: 16 }, (_, index) => 6 + index));
  window.add(event(30, 200));
  expect([window.capacity, window.size]).toEqual([8, 8]);
  expect(revisions(window, 29)).toEqual([30]);
});

it('lets about a second of events wait for a watcher, within bounds', () => {
  const size = suggestedWatchChannelSize;
  expect([size(100, false, false), size(750_000, false, false)]).toEqual([10, 100]);
  expect([size(7_500, true, false), size(750_000, true, false)]).toEqual([100, 1_000]);
  expect(size(750_000, true, true)).toBe(10);
});
