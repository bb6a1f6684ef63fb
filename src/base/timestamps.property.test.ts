import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMicroTime, formatTime, parseTime } from './timestamps';

/** Any ms from the year 1600 to 2400. */
const anyMs = fc.integer({ min: -11_676_096_000_000, max: 13_569_465_600_000 });

describe('times', () => {
  it('prints whole seconds as the calendar of the engine does', () => {
    fc.assert(
      fc.property(anyMs, (ms) => {
        const iso = new Date(ms).toISOString();
        expect(formatTime(ms)).toBe(`${iso.slice(0, 19)}Z`);
      }),
      { seed: 1 },
    );
  });

  it('reads what it prints', () => {
    fc.assert(
      fc.property(anyMs, fc.integer({ min: 0, max: 999 }), (ms, us) => {
        const time = ms + us / 1_000;
        const micros = Math.round(time * 1_000);
        expect(Math.round((parseTime(formatMicroTime(time)) as number) * 1_000)).toBe(micros);
        expect(parseTime(formatTime(ms))).toBe(Math.floor(ms / 1_000) * 1_000);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['2023-04-11T00:00:00Z', 1_681_171_200_000],
    ['2023-04-11T02:00:00+02:00', 1_681_171_200_000],
    ['2023-04-10T22:30:00-01:30', 1_681_171_200_000],
    ['2024-02-29T00:00:00.5Z', 1_709_164_800_500],
    ['2023-02-29T00:00:00Z', undefined],
    ['2023-13-01T00:00:00Z', undefined],
    ['2023-04-11 00:00:00Z', undefined],
    ['2023-04-11T24:00:00Z', undefined],
    ['', undefined],
  ])('reads %s', (text, ms) => {
    expect(parseTime(text)).toBe(ms);
  });

  it('prints six digits', () => {
    expect(formatMicroTime(1_681_171_200_000.25)).toBe('2023-04-11T00:00:00.000250Z');
  });
});
