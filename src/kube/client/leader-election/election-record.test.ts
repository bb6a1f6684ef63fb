import { expect, it, test } from 'vitest';
import { NO_RECORD, parseRawRecord, rawRecord } from './election-record';

it('reads the JSON that it writes', () => {
  const times = { acquireTime: '2023-04-11T00:00:00Z', renewTime: '2023-04-11T00:00:02Z' };
  const record = { holderIdentity: 'a', leaseDurationSeconds: 15, leaderTransitions: 2, ...times };
  expect(parseRawRecord(rawRecord(record))).toEqual(record);
  expect(parseRawRecord('null')).toEqual(NO_RECORD);
});

test.each([
  ['', 'unexpected end of JSON input'],
  ['{"holderIdentity":', 'unexpected end of JSON input'],
  ['leader', "invalid character 'l' looking for beginning of value"],
  ['[]', 'json: cannot unmarshal array into Go value of type resourcelock.LeaderElectionRecord'],
  ['true', 'json: cannot unmarshal bool into Go value of type resourcelock.LeaderElectionRecord'],
  ['"a"', 'json: cannot unmarshal string into Go value of type resourcelock.LeaderElectionRecord'],
])('says of %j what Go says', (text, words) => {
  expect(parseRawRecord(text)).toBe(words);
});
