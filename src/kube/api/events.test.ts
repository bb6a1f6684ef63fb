import { describe, expect, it } from 'vitest';
import { toCoreEvent, toEventsV1 } from './events';

const CORE = {
  kind: 'Event',
  apiVersion: 'v1',
  metadata: { name: 'x', namespace: 'default' },
  involvedObject: { kind: 'Service', name: 'b' },
  reason: 'ClusterIPAlreadyAllocated',
  message: 'taken',
  source: { component: 'ipallocator-repair-controller' },
  firstTimestamp: '2023-04-11T00:00:00Z',
  lastTimestamp: '2023-04-11T00:00:00Z',
  count: 1,
  type: 'Warning',
  reportingComponent: '',
  reportingInstance: '',
};

describe('events of two groups', () => {
  it('has other words in events.k8s.io', () => {
    expect(toEventsV1(CORE)).toEqual({
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: CORE.metadata,
      regarding: CORE.involvedObject,
      reason: CORE.reason,
      note: 'taken',
      deprecatedSource: CORE.source,
      deprecatedFirstTimestamp: CORE.firstTimestamp,
      deprecatedLastTimestamp: CORE.lastTimestamp,
      deprecatedCount: 1,
      type: 'Warning',
      reportingController: '',
      reportingInstance: '',
    });
  });

  it('loses nothing on the way there and back', () => {
    expect(toCoreEvent(toEventsV1(CORE))).toEqual(CORE);
  });
});
