import { describe, expect, it } from 'vitest';
import {
  base64Error,
  decodeBase64,
  encodeBase64,
  RAW_URL_ENCODING,
  STD_ENCODING,
} from './go-base64';

const at = (byte: number) => `illegal base64 data at input byte ${byte}`;

describe('base64 with padding', () => {
  it.each([
    ['', undefined],
    ['aGk=', undefined],
    ['aG\nk=\n', undefined],
    ['aA==', undefined],
    ['aGk', at(0)],
    ['YWJjaGk', at(4)],
    ['!!!!', at(0)],
    ['YWJj*', at(4)],
    ['a===', at(1)],
    ['aA=', at(3)],
    ['aA=b', at(2)],
    ['aA==b', at(4)],
    ['plain text', at(5)],
  ])('%j', (text, wrong) => {
    expect(base64Error(text, STD_ENCODING)).toBe(wrong);
  });

  it('writes and reads any text', () => {
    for (const text of ['', 'a', 'ab', 'abc', 'größer', '数据']) {
      const written = encodeBase64(text, STD_ENCODING);
      expect(base64Error(written, STD_ENCODING)).toBeUndefined();
      expect(decodeBase64(written, STD_ENCODING)).toBe(text);
    }
    expect(encodeBase64('a', STD_ENCODING)).toBe('YQ==');
  });
});

it.each([
  ['YQ', undefined],
  ['Y', at(0)],
  ['YQ==', at(2)],
  ['%%%', at(0)],
])('base64 of addresses without padding: %j', (text, wrong) => {
  expect(base64Error(text, RAW_URL_ENCODING)).toBe(wrong);
});
