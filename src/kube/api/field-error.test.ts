import { describe, expect, it } from 'vitest';
import {
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  goQuote,
  goStrings,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './field-error';

describe('field errors', () => {
  it.each<[FieldError, string]>([
    [required('a', ''), 'a: Required value'],
    [required('a', 'because'), 'a: Required value: because'],
    [invalid('a', 0, 'no'), 'a: Invalid value: 0: no'],
    [invalid('a', true, 'no'), 'a: Invalid value: true: no'],
    [invalid('a', null, 'no'), 'a: Invalid value: "null": no'],
    [invalid('a', { go: '0x0' }, 'no'), 'a: Invalid value: 0x0: no'],
    [
      invalid('a', goStrings(['10.0.0.1', 'b']), 'no'),
      'a: Invalid value: []string{"10.0.0.1", "b"}: no',
    ],
    [forbidden('a', 'no'), 'a: Forbidden: no'],
    [duplicate('a', 'b'), 'a: Duplicate value: "b"'],
    [notSupported('a', 'b', ['x', 'y']), 'a: Unsupported value: "b": supported values: "x", "y"'],
    [notSupported('a', 'b', []), 'a: Unsupported value: "b"'],
    [tooLong('a', 10), 'a: Too long: must have at most 10 bytes'],
    [tooMany('a', 3, 2), 'a: Too many: 3: must have at most 2 items'],
  ])('%#', (error, text) => {
    expect(fieldErrorText(error)).toBe(text);
  });

  it('quotes as Go does', () => {
    expect(goQuote('a"b\\c\nd\te\u0001é')).toBe('"a\\"b\\\\c\\nd\\te\\x01é"');
  });
});
