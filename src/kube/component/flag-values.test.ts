import { describe, expect, it } from 'vitest';
import { type FlagType, setFlag } from './flag-values';

describe('the value of a flag', () => {
  it.each([
    ['float32', '3.4e38', 3.4e38],
    ['float', '1e39', 1e39],
    ['float32', '1e39', 'strconv.ParseFloat: parsing "1e39": value out of range'],
    ['float', '-1e400', 'strconv.ParseFloat: parsing "-1e400": value out of range'],
    ['float32', 'NaN', 'strconv.ParseFloat: parsing "NaN": invalid syntax'],
  ] as const)('%s %s', (type: FlagType, text, wanted) => {
    const read = setFlag(type, text, undefined);
    expect(read.ok ? read.value : read.error).toBe(wanted);
  });
});
