import { expect, it } from 'vitest';
import { jsonSyntaxError } from './go-json';

it.each([
  ['', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['invalid', "invalid character 'i' looking for beginning of value"],
  ['nil', "invalid character 'i' in literal null (expecting 'u')"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['{a', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1', "invalid character '1' after object key"],
  ['{"a":1 "b"', `invalid character '"' after object key:value pair`],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
])('%j', (text, wrong) => {
  expect(jsonSyntaxError(text)).toBe(wrong);
});

it.each(['{"a": [1, -0.5e+3, "b\\u00e9\\n", null, {}, []]}', ' true ', '"é"'])(
  '%s fits',
  (text) => {
    expect(jsonSyntaxError(text)).toBeUndefined();
  },
);
