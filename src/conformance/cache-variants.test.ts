/** Cases of elections, queues, stores and informers beyond the given ones. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

type Row = readonly [
  title: string,
  given: JsonObject,
  when: readonly JsonObject[],
  expected: JsonObject,
  profile?: string,
];

const add = (key: string, val: number) => ({ op: 'Add', obj: { key, val } });
const ops = (...words: readonly string[]) => words.map((op) => ({ op }));
const DELTAS = { keyFunction: 'object.key', knownObjects: null, emitDeltaTypeReplaced: false };
const LOCK = { kind: 'Lease', namespace: 'foo', name: 'bar' };
const ELECTION = { identity: 'baz', lock: LOCK, leaseDuration: '10s', observedRecord: {} };
const script = (...answers: readonly (readonly [string, Json])[]) => ({
  serverScript: answers.map(([verb, result]) => ({ verb, result })),
});
const WATCHED = {
  objects: [
    ['pod1', '1'],
    ['pod2', '2'],
  ],
  defaultResync: '1s',
  handlers: { noResync: '0s', resync: '1s' },
  clock: 'fake',
};
const HOLDS = { allExpectationsHold: true };

const AREAS: Readonly<Record<string, readonly Row[]>> = {
  leaderelection: [
    [
      'a lock that another candidate has just made',
      {
        ...ELECTION,
        ...script(
          ['get leases', { error: 'NotFound' }],
          ['create leases', { error: 'AlreadyExists' }],
        ),
      },
      ops('tryAcquireOrRenew'),
      { success: false, observedHolder: '', apiCalls: ['get leases', 'create leases'] },
    ],
    [
      'a coordinated leader whose successor is named gives way',
      {
        ...ELECTION,
        coordinated: true,
        observedRecord: { holderIdentity: 'baz' },
        observedTime: 'now',
        ...script([
          'get leases',
          {
            record: { holderIdentity: 'baz', leaseDurationSeconds: 10, preferredHolder: 'bing' },
          },
        ]),
      },
      ops('tryCoordinatedRenew'),
      { success: false, observedHolder: 'baz', apiCalls: ['get leases'] },
      '1.31',
    ],
    [
      'a record that says no length is held as long as the clock of its reader stands',
      {
        ...ELECTION,
        observedRawRecord: 'serialised form of observedRecord',
        observedTime: 'now + 1000h',
        ...script(['get leases', { record: { holderIdentity: 'bing' } }]),
      },
      ops('tryAcquireOrRenew'),
      { success: false, observedHolder: 'bing', apiCalls: ['get leases'], onNewLeader: 'bing' },
      '1.28',
    ],
    [
      'an object that says nothing of a leader',
      {
        ...ELECTION,
        ...script(
          ['get leases', { object: 'without annotations' }],
          ['update leases', { ok: 'echo of the submitted object' }],
        ),
      },
      ops('tryAcquireOrRenew'),
      { success: true, observedLeaderTransitions: 1, apiCalls: ['get leases', 'update leases'] },
    ],
    [
      'a lock that is given up at the end, after a create that came too late',
      {
        identity: 'baz',
        lock: LOCK,
        leaseDuration: '15s',
        renewDeadline: '2s',
        retryPeriod: '1s',
        releaseOnCancel: true,
        server:
          'stores writes; 1st create returns AlreadyExists; ' +
          'run context is cancelled during the 2nd update',
      },
      ops('run'),
      { lockOps: ['get', 'create', 'get', 'create', 'update', 'update', 'update'] },
      '1.30',
    ],
    [
      'a callback that an elector cannot do without',
      {
        leaseDuration: '15s',
        renewDeadline: '2s',
        retryPeriod: '1s',
        callbacks: 'no OnStartedLeading',
        cases: [{ identity: 'a', error: 'OnStartedLeading callback must not be nil' }],
      },
      ops('construct elector for each case'),
      { perCase: 'error as listed' },
    ],
    [
      'fields of coordinated elections come back as they went',
      {
        spec: {
          holderIdentity: 'foo',
          leaseDurationSeconds: 10,
          leaseTransitions: 1,
          acquireTime: 'T (microseconds)',
          renewTime: 'T (microseconds)',
          strategy: 'OldestEmulationVersion',
          preferredHolder: 'bar',
        },
      },
      ops('spec -> record -> spec -> record'),
      { specEqual: true, recordEqual: true },
    ],
  ],
  'leaderelection-healthz': [
    [
      'a lease that is shorter than the deadline of a component',
      {
        adaptorTimeout: '20s',
        elector: {
          identity: 'a',
          leaseName: 'foo',
          leaseDuration: '5s',
          observedHolder: 'a',
          elapsedSinceObserved: '25.5s',
        },
      },
      ops('check'),
      { error: 'failed election to renew leadership on lease foo' },
    ],
  ],
  deltafifo: [
    [
      'the list tells of what has gone by its last known state',
      {},
      [add('foo', 1), { op: 'Replace', list: [{ key: 'bar', val: 2 }] }],
      {
        list: [
          { tombstoneKey: 'foo', obj: { key: 'foo', val: 1 } },
          { key: 'bar', val: 2 },
        ],
        listKeys: ['foo', 'bar'],
      },
    ],
    [
      'the newest delta says the key, whatever is written of its type',
      DELTAS,
      [
        {
          op: 'KeyOf',
          arg: { deltas: [{}, { type: 'Deleted', obj: { tombstoneKey: 'C', obj: null } }] },
        },
      ],
      { key: 'C' },
    ],
    [
      'deltas that are written out go in before later ones',
      DELTAS,
      [
        {
          op: 'AddIfNotPresent',
          deltas: [{ type: 'Added', obj: { key: 'z', val: 4 } }],
          expectError: null,
        },
        add('z', 9),
      ],
      { itemDeltaTypes: { z: ['Added', 'Added'] } },
    ],
  ],
  'workqueue-metrics': [
    [
      'work is added up every half second',
      {},
      [{ op: 'Add', item: 'a' }, { op: 'Get' }, { op: 'advance', by: '500ms' }],
      { unfinishedWorkSeconds: 0.5 },
    ],
  ],
  fifo: [
    [
      'a thing that is put back is popped again',
      { keyFunction: 'object.key' },
      [
        add('foo', 10),
        { op: 'Pop', processReturns: { requeue: true, error: 'test error' } },
        { op: 'Pop' },
      ],
      { popErrors: ['test error', null], presentAfterEachPop: [true, false] },
    ],
    [
      'the list is in no order, what is popped is',
      {},
      [add('a', 1), add('b', 2)],
      {
        list: [
          { key: 'b', val: 2 },
          { key: 'a', val: 1 },
        ],
        poppedVals: [1, 2],
      },
    ],
    [
      'whoever waits hears of the end',
      { keyFunction: 'object.key' },
      ops('start 3 blocked Pops on the empty queue', 'Close'),
      { allPopsReturn: true, popErrorText: 'DeltaFIFO: manipulating with closed queue' },
    ],
  ],
  indexer: [
    [
      'a text without a comma is the only part, were it empty',
      { index: 'split value at commas' },
      [{ op: 'Add', key: 'k', value: '', expect: { '': ['k'] } }],
      HOLDS,
    ],
    [
      'what is not there can be deleted',
      { index: 'everything -> all' },
      [
        { op: 'Add', key: 'a', value: 'x' },
        { op: 'Delete', key: 'b' },
      ],
      { indexEntrySize: 1, indexEntryPresent: true },
    ],
  ],
  informer: [
    [
      'what goes in silence is missed until the list',
      WATCHED,
      [
        ...ops('run', 'wait for the initial list'),
        { op: 'advance', by: '1s' },
        ...ops('forget what was received', 'server deletes pod2 without sending watch events'),
        ...ops('check nothing new was received', 'server resets the watch, causing a relist'),
      ],
      { received: { noResync: [], resync: ['pod1'] } },
    ],
    [
      'a transformation by its clauses',
      { objects: [{ name: 'POD1', generation: 2 }], transform: 'lower-case the name' },
      ops('run'),
      { handlerReceives: ['pod1'], events: [['add', 'pod1', '2']] },
    ],
    [
      'a handler that panics on updates',
      { handler: 'panics on update' },
      ops('an object is modified'),
      { panicReachesCallerOfRun: true },
    ],
  ],
};

describe.each(Object.entries(AREAS))('%s', (area, rows) => {
  for (const [title, given, when, expected, profile] of rows) {
    test(`${title}`, () => {
      const outcome = runConformance(caseOf({ title, area, given, when, expected, profile }));
      expect(outcome).toMatchObject({ result: 'pass' });
    });
  }
});
