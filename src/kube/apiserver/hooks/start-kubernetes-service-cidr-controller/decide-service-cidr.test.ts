import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import { planServiceCIDR } from './decide-service-cidr';

const V4 = '10.96.0.0/24';
const V6 = 'fd00::/112';

const range = (cidrs: readonly string[], status?: string, deleted = false): KubeObject => ({
  metadata: { name: 'kubernetes', ...(deleted ? { deletionTimestamp: 'now' } : {}) },
  spec: { cidrs },
  status: {
    conditions: status
      ? [{ type: 'Ready', status, reason: 'Terminating', message: 'still used' }]
      : [],
  },
});

const NOT_READY = { kind: 'notReady', reason: 'Terminating' };

it.each([
  ['nothing is there', undefined, [V4], true, { kind: 'create' }],
  ['it has no condition', range([V4]), [V4], true, { kind: 'setReady' }],
  ['its condition is unknown', range([V4], 'Unknown'), [V4], true, { kind: 'setReady' }],
  ['it is ready', range([V4], 'True'), [V4], true, { kind: 'none', reason: 'Ready' }],
  ['it goes', range([V4], undefined, true), [V4], true, { kind: 'none', reason: 'BeingDeleted' }],
  [
    'somebody said that it is not ready',
    range([V4], 'False'),
    [V4],
    true,
    { ...NOT_READY, message: 'Configuration matches, but still used' },
  ],
  ['a family came', range([V4], 'True'), [V4, V6], true, { kind: 'addFamily' }],
  ['a family went', range([V4, V6], 'True'), [V4], true, { kind: 'mismatch' }],
  ['the families changed places', range([V4, V6]), [V6, V4], true, { kind: 'mismatch' }],
  // Before 1.33.
  ['a family came', range([V4]), [V4, V6], false, { kind: 'none', reason: 'OtherRanges' }],
  ['it is another, and ready', range([V6], 'True'), [V4], false, { kind: 'none', reason: 'Ready' }],
  ['it is not ready', range([V6], 'False'), [V4], false, { ...NOT_READY, message: 'still used' }],
])('where %s: %j, flags %j, told %s', (_, object, flags, told, plan) => {
  expect(planServiceCIDR(object, flags, told)).toEqual(plan);
});
