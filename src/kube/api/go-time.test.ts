import { describe, expect, it } from 'vitest';
import { decodeError, type FieldType } from './decode-fields';
import { goTime, timeError, writtenTime } from './go-time';

const SECONDS = '2006-01-02T15:04:05Z07:00';
const MICROS = '2006-01-02T15:04:05.000000Z07:00';

describe('texts as times', () => {
  it.each([
    ['', `as "${SECONDS}": cannot parse "" as "2006"`],
    ['now', `as "${SECONDS}": cannot parse "now" as "2006"`],
    ['2023-04-11', `as "${SECONDS}": cannot parse "" as "T"`],
    ['2023-04-11 10:00:00Z', `as "${SECONDS}": cannot parse " 10:00:00Z" as "T"`],
    ['2023-04-11T10:00:00', `as "${SECONDS}": cannot parse "" as "Z07:00"`],
    ['2023-4-11T10:00:00Z', `as "${SECONDS}": cannot parse "4-11T10:00:00Z" as "01"`],
    ['2023-13-11T10:00:00Z', ': month out of range'],
    ['2023-02-30T10:00:00Z', ': day out of range'],
    ['2023-04-11T24:00:00Z', ': hour out of range'],
    ['2023-04-11T10:00:61Z', ': second out of range'],
    ['2023-04-11T10:00:00Zulu', ': extra text: "ulu"'],
    ['2023-04-11T10:00:00+25:00', ': time zone offset hour out of range'],
  ])('%j is none to the second', (text, words) => {
    const blank = words.startsWith(':') ? '' : ' ';
    expect(timeError(text, 'time')).toBe(`parsing time "${text}"${blank}${words}`);
  });

  it.each([
    ['2023-04-11T10:00:00Z', 'cannot parse "Z" as ".000000"'],
    ['2023-04-11T10:00:00.5Z', 'cannot parse ".5Z" as ".000000"'],
    ['2023-04-11T10:00:00.1234567Z', 'cannot parse "7Z" as "Z07:00"'],
  ])('%j is none to the microsecond', (text, words) => {
    expect(timeError(text, 'microTime')).toBe(`parsing time "${text}" as "${MICROS}": ${words}`);
  });

  it('are written again in UTC, as exactly as their type is', () => {
    expect(writtenTime('2023-04-11T02:00:00.75+02:00', 'time')).toBe('2023-04-11T00:00:00Z');
    expect(writtenTime('2023-04-11T9:00:00Z', 'time')).toBe('2023-04-11T09:00:00Z');
    expect(writtenTime('2023-04-11T00:00:00.000001-01:00', 'microTime')).toBe(
      '2023-04-11T01:00:00.000001Z',
    );
  });

  it('are printed by Go with what they have of a second', () => {
    expect(goTime('2023-04-11T10:20:30Z')).toBe('2023-04-11 10:20:30 +0000 UTC');
    expect(goTime('2023-04-11T10:20:30.120000Z')).toBe('2023-04-11 10:20:30.12 +0000 UTC');
    expect(goTime(undefined)).toBe('0001-01-01 00:00:00 +0000 UTC');
  });
});

describe('numbers and times of another type', () => {
  const place = { struct: 'Spec', path: ['spec', 'a'] };
  const int32: FieldType = { kind: 'integer', go: 'int32' };
  const words = (what: string, type: string) =>
    `json: cannot unmarshal ${what} into Go struct field Spec.spec.a of type ${type}`;
  it.each<[unknown, FieldType, string | undefined]>([
    [2_147_483_647, int32, undefined],
    [-2_147_483_648, int32, undefined],
    [2_147_483_648, int32, words('number 2147483648', 'int32')],
    [-2_147_483_649, int32, words('number -2147483649', 'int32')],
    [1.5, int32, words('number 1.5', 'int32')],
    ['7', int32, words('string', 'int32')],
    [true, { kind: 'intOrString' }, words('bool', 'int32')],
    [3_000_000_000, { kind: 'intOrString' }, words('number 3000000000', 'int32')],
    [7, { kind: 'time' }, words('number', 'string')],
    [{}, { kind: 'microTime' }, words('object', 'string')],
  ])('%j', (value, type, text) => {
    expect(decodeError(value, type, place)).toBe(text);
  });
});
