import { expect, test } from 'vitest';
import { parseUintFault, unparsedVersion, versionFault } from './resource-version';

test.each([
  '',
  '0',
  '00',
  '9999999999999999999',
  '18446744073709551615',
  '00000000000000000000007',
])('%j is a version, or none', (text) => {
  expect(parseUintFault(text)).toBeUndefined();
  expect(unparsedVersion(text)).toBeUndefined();
});

test.each([
  ['x', 'invalid syntax'],
  ['-1', 'invalid syntax'],
  ['+1', 'invalid syntax'],
  [' 1', 'invalid syntax'],
  ['1_0', 'invalid syntax'],
  ['1e3', 'invalid syntax'],
  ['18446744073709551615x', 'invalid syntax'],
  ['18446744073709551616', 'value out of range'],
  ['18446744073709551616x', 'value out of range'],
])('%j is no version', (text, why) => {
  const fault = `strconv.ParseUint: parsing "${text}": ${why}`;
  expect(parseUintFault(text)).toBe(fault);
  expect(versionFault(text)).toBe(`resourceVersion: Invalid value: "${text}": ${fault}`);
});
