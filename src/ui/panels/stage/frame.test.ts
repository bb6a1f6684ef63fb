import { expect, it } from 'vitest';
import { frameOf } from './frame';

/** Of the card of the endpoints where it is dense: its head, and a line of it, px. */
const [HEAD, LINE] = [34, 18];

it.each([
  ['a lesson at 1280 x 800', 574, 180, 3],
  ['a lesson at 1280 x 800, with faults that run', 574, 150, 2],
])(
  'where a lesson tells the notes, the addresses have their room: %s',
  (_, width, height, rows) => {
    const { endpoints } = frameOf({ width, height }, 3, false);
    expect(endpoints.height).toBeGreaterThanOrEqual(HEAD + rows * LINE);
    expect(endpoints.y).toBeGreaterThanOrEqual(10);
  },
);

it('a note keeps four lines above them', () => {
  const { note, endpoints } = frameOf({ width: 574, height: 300 }, 3);
  expect(note.height).toBeGreaterThanOrEqual(34 + 4 * 17 - 10);
  expect(endpoints.height).toBeGreaterThanOrEqual(HEAD + 3 * LINE);
});

it('without tools their row is the sky, and no card covers the other', () => {
  const { note, endpoints, sky } = frameOf({ width: 618, height: 158 }, 3, true, false);
  expect(sky.height).toBe(148);
  expect(endpoints.y + endpoints.height).toBe(148);
  expect(endpoints.y - (note.y + note.height)).toBe(10);
  expect(note.height).toBeGreaterThanOrEqual(34 + 2 * 17 - 10);
});
