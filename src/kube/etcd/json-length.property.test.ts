import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLength } from './json-length';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const anyValue = fc.letrec((again) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double(),
    fc.array(fc.oneof(again('value'), fc.constant(undefined)), { maxLength: 4 }),
    fc.dictionary(anyText, fc.oneof(again('value'), fc.constant(undefined)), { maxKeys: 4 }),
  ),
})).value;

it('is the length of the JSON', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(jsonLength(value)).toBe(JSON.stringify(value).length);
    }),
    { seed: 1, numRuns: 1_000 },
  );
});

it('counts a lone surrogate and control letters as their escapes', () => {
  for (const text of ['\ud800', 'a\udfffb', '𝄞', '\n', '\u0001', '"\\', 'é\u007f', '\u2028']) {
    expect(jsonLength([text, { [text]: 1 }])).toBe(JSON.stringify([text, { [text]: 1 }]).length);
  }
});
