/** Other cases of the shapes of the allocators' areas, worked out by hand. */
import { describe, expect, test } from 'vitest';
import { runConformance } from './index';
import { type CaseParts, caseOf } from './testing';

type Variant = Omit<CaseParts, 'area'>;

const resultOf = (area: string, variant: Variant) => runConformance(caseOf({ ...variant, area }));

function passes(area: string) {
  return (variant: Variant): void => {
    expect(resultOf(area, variant)).toMatchObject({ result: 'pass', got: variant.expected });
  };
}

const steps = (...sequence: readonly object[]) => ({ sequence }) as Variant['when'];
const inThen = { sequence: 'see then.sequence' };
const BITMAP = { max: 20, rangeSpec: 'x', reserved: 4 };

describe('bitmap', () => {
  test.each<Variant>([
    {
      title: 'hands out the upper band, then the lower one, and no more',
      given: BITMAP,
      when: steps(
        { op: 'allocateNext', times: 16 },
        { op: 'has', offsets: '0..3' },
        { op: 'allocateNext', times: 4 },
        { op: 'allocateNext' },
        { op: 'state' },
      ),
      expected: {
        results: ['all ok', 'all false', { ok: 'all true' }, { ok: false }, { count: 20, free: 0 }],
      },
    },
    {
      title: 'keeps the bytes big-endian, without leading zeros',
      given: BITMAP,
      when: steps(
        { op: 'allocate', offsets: '0..1' },
        { op: 'allocate', offset: 17 },
        { op: 'release', offset: 1 },
        { op: 'release', offset: 1 },
        { op: 'snapshot' },
        { op: 'restoreInto', max: 20, rangeSpec: 'y', reserved: 0 },
      ),
      expected: {
        snapshotBytesHex: '020001',
        snapshotRangeSpec: 'x',
        error: 'the provided range does not match the current range',
        count: 0,
        has: { 0: false, 17: false },
      },
    },
    {
      title: 'refuses what is below',
      given: BITMAP,
      when: { op: 'allocate', offset: -1 },
      expected: { ok: false, count: 0 },
    },
    { given: { numberHex: '1f01' }, when: { op: 'countBits' }, expected: { bits: 6 } },
    {
      given: { ...BITMAP, allocate: [19, 3] },
      when: { op: 'forEach' },
      expected: { visited: [3, 19] },
    },
  ])('$title', passes('bitmap'));
});

describe('ip-bitmap', () => {
  test.each<Variant>([
    {
      title: 'a /29 has no band and six addresses',
      given: { cidr: '10.1.0.8/29' },
      when: inThen,
      expected: {
        max: 6,
        dynamicOffset: 0,
        sequence: [
          { op: 'state', expect: { free: 6, used: 0, cidr: '10.1.0.8/29', family: 'IPv4' } },
          { op: 'allocate', ip: '10.1.0.15', expectErrorType: 'ErrNotInRange' },
          { op: 'allocateNext', times: 6, expect: 'all distinct and inside the CIDR' },
          { op: 'allocate', ips: '10.1.0.9 .. 10.1.0.14', expectErrorType: 'ErrAllocated' },
          { op: 'allocateNext', expectErrorType: 'ErrFull', expectError: 'range is full' },
          { op: 'release', ip: '10.2.0.9', expectError: null },
          { op: 'has', ip: '10.1.0.12', expect: true },
        ],
      },
    },
    {
      title: 'IPv6 has no broadcast address',
      given: { cidr: 'fd00::/126', allocate: ['fd00::3'] },
      when: steps({ op: 'allocateNext', times: 2 }, { op: 'allocateNext' }, { op: 'forEach' }),
      expected: { visited: ['fd00::1', 'fd00::2', 'fd00::3'], max: 3, error: null },
    },
    {
      title: 'a dry run knows the range and nothing else',
      given: { cidr: '10.1.0.0/24', allocate: ['10.1.0.1'] },
      when: steps(
        { op: 'dryRun.allocate', ip: '10.1.0.1' },
        { op: 'dryRun.allocate', ip: '10.1.1.1' },
        { op: 'dryRun.allocateNext' },
      ),
      expected: {
        usedUnchanged: 1,
        errors: [
          null,
          'the provided IP (10.1.1.1) is not in the valid range. ' +
            'The range of valid IPs is 10.1.0.0/24',
          null,
        ],
      },
    },
    {
      given: { cidr: '10.0.0.0/17', min: 16, max: 256, step: 16 },
      when: { op: 'calculateRangeOffset' },
      expected: { offset: 256 },
    },
  ])('$title', passes('ip-bitmap'));

  test('does not let a wrong expectation of a step pass', () => {
    const expected = {
      sequence: [{ op: 'allocateNext', times: 3, expect: 'distinct and in order' }],
    };
    const outcome = resultOf('ip-bitmap', {
      given: { cidr: '10.0.0.0/24' },
      when: inThen,
      expected,
    });
    expect(outcome).toMatchObject({
      result: 'fail',
      got: { sequence: [{ op: 'allocateNext', times: 3, expect: 'distinct and inside the CIDR' }] },
    });
  });
});

describe('port-allocator', () => {
  test.each<Variant>([
    {
      title: 'has no lower band in 1.27 unless the gate is on',
      given: { portRange: '30000-30128' },
      when: inThen,
      expected: { dynamicOffset: 0, sequence: [{ op: 'state', expect: { free: 129, used: 0 } }] },
      profile: '1.27',
    },
    {
      title: 'has one from 1.28 on',
      given: { portRange: '30000-32767' },
      when: steps({ op: 'allocateNext', times: 2_682 }, { op: 'has', ports: '30000..30085' }),
      expected: { dynamicOffset: 86, results: ['ok', 'all false'] },
      profile: '1.28',
    },
    {
      title: 'counts nothing before 1.27',
      given: { portRange: '1-9', metricsEnabled: true },
      when: steps({ op: 'release', port: 5 }, { op: 'allocate', port: 10 }),
      expected: {
        results: [
          null,
          'error: provided port is not in the valid range. The range of valid ports is 1-9',
        ],
      },
      profile: '1.26',
    },
    {
      title: 'gives back what an operation took, by what it took',
      given: { portRange: '100-120', allocated: [100] },
      when: { op: 'operation.allocate', ports: [100, 101, 99] },
      expected: {
        errors: [
          'provided port is already allocated',
          null,
          'provided port is not in the valid range. The range of valid ports is 100-120',
        ],
        freeUnchanged: false,
      },
    },
    {
      title: 'a dry run goes on after its highest number, in range or not',
      given: { portRange: '100-120', dryRun: true },
      when: steps(
        { op: 'operation.allocateNext' },
        { op: 'operation.allocate', port: 40_000 },
        { op: 'operation.allocateNext' },
      ),
      expected: { results: [{ port: 32_769 }, 'ok', { port: 40_001 }], freeUnchanged: true },
    },
  ])('$title', passes('port-allocator'));
});

describe('etcd-allocator', () => {
  const CIDR = '10.0.0.0/28';
  const given = (data: string | null) => ({
    key: '/ranges/secondaryserviceips',
    cidr: CIDR,
    storedObject: data === null ? null : { range: CIDR, data },
  });
  test.each<Variant>([
    {
      title: 'knows what is stored',
      given: given('Aw=='),
      when: steps(
        { op: 'allocate', ips: '10.0.0.1..10.0.0.3' },
        { op: 'has', ip: '10.0.0.4' },
        { op: 'readStored' },
        { op: 'release', ip: '10.0.0.1' },
        { op: 'otherProcess.allocate', offset: 0 },
        { op: 'allocateNext', times: 12 },
      ),
      expected: {
        results: [
          { error: 'provided IP is already allocated; none' },
          false,
          { range: CIDR, data: 'Bw==', hasOffset2AfterRestore: true },
          { error: null },
          { ok: true },
          { error: 'none; range is full' },
        ],
        dynamicOffset: 0,
      },
    },
    {
      title: 'cannot give back before the first repair',
      given: { ...given(null), key: '/ranges/servicenodeports', portRange: '1-9', cidr: null },
      when: { op: 'release', port: 3 },
      expected: {
        error: 'cannot allocate resources of type servicenodeportallocations at this time',
        errorContains: 'at this time',
        errorType: 'other',
      },
    },
    {
      title: 'takes no other range over',
      given: { ...given('Aw=='), cidr: '10.0.1.0/28' },
      when: { op: 'allocateNext' },
      expected: { error: 'the provided range does not match the current range' },
    },
  ])('$title', passes('etcd-allocator'));

  test('does not guess at other keys', () => {
    const outcome = resultOf('etcd-allocator', {
      given: { ...given(''), key: '/services/specs' },
      when: { op: 'allocateNext' },
      expected: { error: null },
    });
    expect(outcome).toMatchObject({ result: 'unsupported' });
  });
});
