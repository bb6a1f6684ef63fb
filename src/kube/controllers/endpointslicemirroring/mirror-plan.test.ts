/** What is to be mirrored: tables of Endpoints, slices in the cache, and the plan. */
import { describe, expect, it } from 'vitest';
import type { EndpointSlice, Endpoints } from '../../api/objects';
import { type MirrorView, planMirror, refusalOf } from './mirror-plan';

const PORTS = [{ name: 'db', port: 5432, protocol: 'TCP' }];
const MANAGED = 'endpointslice.kubernetes.io/managed-by';
const LABELS = {
  'kubernetes.io/service-name': 'db',
  [MANAGED]: 'endpointslicemirroring-controller.k8s.io',
};

const endpointsOf = (
  subsets: Endpoints['subsets'],
  meta: Partial<Endpoints['metadata']> = {},
): Endpoints => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'db', namespace: 'shop', uid: 'u1', ...meta },
  subsets,
});

const sliceOf = (
  name: string,
  ips: readonly string[],
  more: Partial<EndpointSlice> = {},
): EndpointSlice => ({
  metadata: { name, namespace: 'shop', labels: LABELS },
  addressType: 'IPv4',
  endpoints: ips.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
  ports: PORTS,
  ...more,
});

const plan = (endpoints: Endpoints, slices: readonly EndpointSlice[], more: object = {}) =>
  planMirror({
    ...{ endpoints, slices, maxPerSubset: 1_000, renewsOwner: false },
    shuffled: (items) => items,
    ...more,
  } as MirrorView);

const both = [{ addresses: [{ ip: '10.1.0.1' }, { ip: '2001:DB8::1' }], ports: PORTS }];

describe('planMirror', () => {
  it('makes a slice for each family, owned by the Endpoints, with its labels and notes', () => {
    const annotations = {
      note: 'kept',
      'endpoints.kubernetes.io/last-change-trigger-time': '2020-01-01T00:00:00Z',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
    };
    const { toCreate, toUpdate, toDelete } = plan(
      endpointsOf(both, { labels: { team: 'a' }, annotations }),
      [],
    );
    expect([toUpdate, toDelete]).toEqual([[], []]);
    expect(toCreate.map(({ addressType, endpoints }) => [addressType, endpoints])).toEqual([
      ['IPv4', [{ addresses: ['10.1.0.1'], conditions: { ready: true } }]],
      ['IPv6', [{ addresses: ['2001:db8::1'], conditions: { ready: true } }]],
    ]);
    const owner = { apiVersion: 'v1', kind: 'Endpoints', name: 'db', uid: 'u1' };
    expect(toCreate[0].metadata).toEqual({
      generateName: 'db-',
      namespace: 'shop',
      labels: { team: 'a', ...LABELS },
      annotations: { note: 'kept' },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    });
  });

  it('takes ready addresses first, leaves out what is over the limit or no address', () => {
    const subsets = [
      {
        addresses: [{ ip: '10.1.0.1' }, { ip: 'nowhere' }],
        notReadyAddresses: [{ ip: '10.1.0.2', hostname: 'h', nodeName: 'n' }, { ip: '10.1.0.3' }],
        ports: PORTS,
      },
    ];
    const made = plan(endpointsOf(subsets), [], { maxPerSubset: 2 });
    expect(made.invalidAddresses).toEqual(['nowhere']);
    expect(made.skipped).toBe(2);
    expect(made.toCreate[0].endpoints).toEqual([
      { addresses: ['10.1.0.1'], conditions: { ready: true } },
      { addresses: ['10.1.0.2'], conditions: { ready: false }, hostname: 'h', nodeName: 'n' },
    ]);
  });

  const one = endpointsOf([{ addresses: [{ ip: '10.1.0.1' }], ports: PORTS }]);
  const owned = (uid: string) =>
    sliceOf('a', ['10.1.0.1'], {
      metadata: {
        ...sliceOf('a', []).metadata,
        ownerReferences: [{ apiVersion: 'v1', kind: 'Endpoints', name: 'db', uid }],
      },
    });
  it.each([
    { name: 'matches', slices: [sliceOf('a', ['10.1.0.1'])], writes: { u: [], d: [] } },
    { name: 'other address', slices: [sliceOf('a', ['10.1.0.9'])], writes: { u: ['a'], d: [] } },
    {
      name: 'not ready before',
      slices: [
        sliceOf('a', [], {
          endpoints: [{ addresses: ['10.1.0.1'], conditions: { ready: false } }],
        }),
      ],
      writes: { u: ['a'], d: [] },
    },
    {
      name: 'extra label',
      slices: [
        sliceOf('a', ['10.1.0.1'], {
          metadata: { name: 'a', namespace: 'shop', labels: { ...LABELS, x: 'y' } },
        }),
      ],
      writes: { u: ['a'], d: [] },
    },
    {
      name: 'one too many',
      slices: [sliceOf('a', ['10.1.0.1']), sliceOf('b', ['10.1.0.1'])],
      writes: { u: [], d: ['b'] },
    },
    {
      name: 'other ports: recycled',
      slices: [sliceOf('a', ['10.1.0.1'], { ports: [{ name: '', port: 1, protocol: 'TCP' }] })],
      writes: { u: ['a'], d: [] },
    },
    { name: 'owner gone', slices: [owned('u0')], renewsOwner: false, writes: { u: [], d: [] } },
    {
      name: 'owner gone, 1.31',
      slices: [owned('u0')],
      renewsOwner: true,
      writes: { u: ['a'], d: [] },
    },
  ])('$name', ({ slices, renewsOwner = false, writes }) => {
    const { toCreate, toUpdate, toDelete } = plan(one, slices, { renewsOwner });
    const names = (list: readonly EndpointSlice[]) => list.map(({ metadata }) => metadata.name);
    expect({ c: names(toCreate), u: names(toUpdate), d: names(toDelete) }).toEqual({
      c: [],
      ...writes,
    });
  });

  it('deletes what has no endpoints any more', () => {
    const { toDelete } = plan(endpointsOf([]), [sliceOf('a', ['10.1.0.1'])]);
    expect(toDelete.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });
});

describe('refusalOf', () => {
  it.each([
    [{ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }, 'SkipMirrorLabel'],
    [{ annotations: { 'control-plane.alpha.kubernetes.io/leader': '' } }, 'LeaderElection'],
    [{ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'false' } }, undefined],
  ])('%j is %s', (metadata, refusal) => {
    expect(refusalOf({ metadata })).toBe(refusal);
  });
});
