import { describe, expect, it } from 'vitest';
import { deepFreeze, semanticDeepEqual } from './equality';

describe('semantic equality', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: [] }, {}, true],
    [{ a: {} }, { a: null }, true],
    [{ a: { b: [] } }, {}, false],
    [{ a: '' }, {}, false],
    [{ a: 0 }, {}, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: [{ x: 1 }] }, { a: [{ x: 1, y: undefined }] }, true],
    [[], {}, true],
    [1, '1', false],
  ])('%o and %o', (a, b, equal) => {
    expect(semanticDeepEqual(a, b)).toBe(equal);
    expect(semanticDeepEqual(b, a)).toBe(equal);
  });
});

describe('deepFreeze', () => {
  it('freezes all the way down', () => {
    const value = deepFreeze({ a: [{ b: 1 }] });
    expect(() => {
      (value.a[0] as { b: number }).b = 2;
    }).toThrow(TypeError);
  });
});
