/** Nothing flashes more than three times a second, or blinks at all: read from the style sheets. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A picture that comes and goes this often is no flash, ms. */
const LEAST_MS = 1_000;

const folder = new URL('../', import.meta.url);
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

interface Found {
  readonly sheet: string;
  readonly value: string;
}

const endless: readonly Found[] = sheets.flatMap(({ name, text }) =>
  [...text.matchAll(/animation:\s*([^;]+);/g)]
    .map(([, value]) => ({ sheet: name, value }))
    .filter(({ value }) => value.includes('infinite')),
);

function lengthMs(value: string): number {
  const [, number, unit] = /([\d.]+)(ms|s)\b/.exec(value) ?? [];
  return Number(number) * (unit === 's' ? 1_000 : 1);
}

test('there are style sheets, and something that turns', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(endless.length).toBeGreaterThan(0);
});

test('what goes on for ever takes its time', () => {
  const fast = endless.filter(({ value }) => !(lengthMs(value) >= LEAST_MS));
  expect(fast).toEqual([]);
});

test('a length that is set by itself takes its time, too, or is none', () => {
  const lengths = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/animation-duration:\s*([^;]+);/g)].map(([, value]) => ({ name, value })),
  );
  expect(lengths.filter(({ value }) => !(lengthMs(value) >= LEAST_MS))).toEqual([]);
});
