import { describe, expect, it } from 'vitest';
import { fixtureOrrery } from './fixture';
import { lanePathsOf } from './lane-tree';
import {
  LANE_HEIGHT,
  type LaneChoices,
  laneShowing,
  layoutLanes,
  listLanes,
  placedLanes,
  scrollRange,
  topOf,
} from './lanes';
import { TimelineModel } from './timeline-model';

/** The first API server is unfolded. */
const NO_CHOICES: LaneChoices = {
  folded: new Set(['kube-apiserver-a']),
  pinned: new Set(),
  filter: '',
};
const orrery = fixtureOrrery({ records: 0, seconds: 60, seed: 1 });
const { feed } = new TimelineModel(orrery);
feed.advance(() => 0, 1);
const list = (choices: Partial<LaneChoices> = {}) =>
  listLanes(feed.tree.roots, orrery.index.leases(), { ...NO_CHOICES, ...choices });
const titles = (choices?: Partial<LaneChoices>) => list(choices).map(({ title }) => title);

it('puts what was done first, then API servers, leases, etcd', () => {
  expect(titles()).toEqual([
    ...['scenario', 'kube-apiserver-a', 'lifecycle', 'hooks', 'bootstrap-controller'],
    ...['lease-reconciler', 'health', 'etcd-client', 'kube-apiserver-b', 'kube-apiserver-c'],
    ...['10.0.0.11', '10.0.0.12', '10.0.0.13', 'etcd'],
  ]);
});

it('everything is folded at first', () => {
  expect(titles({ folded: new Set() })).toEqual([
    ...['scenario', 'kube-apiserver-a', 'kube-apiserver-b', 'kube-apiserver-c'],
    ...['10.0.0.11', '10.0.0.12', '10.0.0.13', 'etcd'],
  ]);
  expect(titles({ folded: new Set(['etcd']) })).toContain('lessor');
});

it('leaves out leases that nobody else could ever hold', () => {
  const [lease] = orrery.index.leases();
  const identity = Object.assign(Object.create(lease), {
    name: 'kube-system/apiserver-x',
    master: false,
    holds: [{ ...lease.holds[0], holder: 'apiserver-x_1' }],
  });
  expect(listLanes([], [lease, identity], NO_CHOICES)).toHaveLength(1);
});

describe('the filter', () => {
  it('leaves matches with the lanes around them, open', () => {
    expect(titles({ filter: 'C bootstrap-roles' })).toEqual([
      ...['kube-apiserver-a', 'hooks', 'rbac/bootstrap-roles'],
      ...['kube-apiserver-b', 'hooks', 'rbac/bootstrap-roles'],
      ...['kube-apiserver-c', 'hooks', 'rbac/bootstrap-roles'],
    ]);
  });

  it('finds leases by their address', () => {
    expect(titles({ filter: 'lease 0.12' })).toEqual(['10.0.0.12']);
  });

  it('may leave nothing', () => {
    expect(titles({ filter: 'no such lane' })).toEqual([]);
  });
});

describe('layout', () => {
  const pinned = new Set(['etcd', 'lease:10.0.0.12']);
  const layout = layoutLanes(list({ pinned }), 240);

  it('keeps pinned lanes at the top while the others scroll below', () => {
    expect(layout.sticky.map(({ id }) => id)).toEqual(['lease:10.0.0.12', 'etcd']);
    const placed = placedLanes(layout, 30, 240);
    expect(placed.at(-1)).toMatchObject({ top: LANE_HEIGHT, lane: { id: 'etcd' } });
    expect(placed[0]).toMatchObject({ top: 2 * LANE_HEIGHT + LANE_HEIGHT - 30 });
    expect(topOf(layout, 30, 'etcd')).toBe(LANE_HEIGHT);
    expect(topOf(layout, 30, 'scenario')).toBe(2 * LANE_HEIGHT - 30);
    expect(topOf(layout, 30, 'nobody')).toBeUndefined();
  });

  it('never gives pinned lanes more than half of the height', () => {
    const all = new Set(list().map(({ id }) => id));
    expect(layoutLanes(list({ pinned: all }), 240).sticky).toHaveLength(5);
  });

  it('scrolls as far as there are lanes', () => {
    expect(scrollRange(layout, 240)).toBe(14 * LANE_HEIGHT - 240);
    expect(scrollRange(layout, 2_000)).toBe(0);
  });

  it('shows an actor in the nearest lane that is there', () => {
    const node = feed.tree.nodeOf('kube-apiserver-a/hooks/rbac/bootstrap-roles');
    expect(laneShowing(layout, node)).toBe('kube-apiserver-a/hooks');
    expect(laneShowing(layout, feed.tree.nodeOf('etcd/lessor'))).toBe('etcd');
    expect(laneShowing(layout, undefined)).toBeUndefined();
  });
});

it.each([
  ['etcd', ['etcd']],
  ['a/health', ['a', 'a/health']],
  ['a/hooks/rbac/bootstrap-roles', ['a', 'a/hooks', 'a/hooks/rbac/bootstrap-roles']],
])('lanes of %s', (path, lanes) => expect(lanePathsOf(path)).toEqual(lanes));
