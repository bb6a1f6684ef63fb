import { expect, it, test } from 'vitest';
import { leaseSpecOf, NO_RECORD, parseRawRecord, rawRecord } from './election-record';

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
  [
    '{"leaderTransitions":"2"}',
    'json: cannot unmarshal string into Go struct field ' +
      'LeaderElectionRecord.leaderTransitions of type int',
  ],
  [
    '{"holderIdentity":7}',
    'json: cannot unmarshal number into Go struct field ' +
      'LeaderElectionRecord.holderIdentity of type string',
  ],
  [
    '{"renewTime":"yesterday"}',
    'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
  ],
])('says of %j what Go says', (text, words) => {
  expect(parseRawRecord(text)).toBe(words);
});

it('goes round in a Lease at the end of int32, and not in an annotation', () => {
  const record = { ...NO_RECORD, holderIdentity: 'a', leaderTransitions: 2 ** 31 };
  expect(leaseSpecOf(record).leaseTransitions).toBe(-(2 ** 31));
  expect(rawRecord(record)).toContain('"leaderTransitions":2147483648');
});
