import { describe, expect, it } from 'vitest';
import type { Scenario } from '#protocol';
import { translator } from '../../i18n';
import { bestTurn, orderByServer } from './affinity';
import { hookBeadAt, hookBeadUnder } from './bead-place';
import { arcPath, linkCurve, pointAt } from './geometry';
import { groupRing } from './layout';
import { linkViews } from './link-state';
import { advertisedAddress, castOf, differingVersions, kindOf, letterOf } from './process-kind';
import type { DrawnLink } from './scene';
import type { ProcessView, StageView } from './select';
import { afterKey, targetSize } from './targets';
import { stageTexts } from './texts';
import { toolsFor } from './tool-state';
import { namedWithVersion, paddedText, serverLines, spokenProcess, tipLine } from './wording';

const t = translator(stageTexts, { language: 'en' });
const server: ProcessView = {
  name: 'kube-apiserver-a',
  kind: 'apiserver',
  look: 'ready',
  paused: false,
  since: 0,
  reason: '',
  exitCode: null,
  hooks: [],
  address: '10.0.0.11',
  lease: { leftUs: 9_876_543, ttlUs: 15_000_000, stopped: false },
};

describe('the cast', () => {
  it.each([
    ['etcd-b', 'etcd'],
    ['kube-apiserver-a', 'apiserver'],
    ['mine', 'apiserver'],
    ['kube-controller-manager-a', 'kcm'],
    ['kube-scheduler-a', 'scheduler'],
    ['node-7', 'node'],
    ['kubectl', 'client'],
  ])('%s is a %s', (name, kind) => expect(kindOf(name, ['mine'])).toBe(kind));

  it('lets the members of etcd stand for etcd', () => {
    const etcds = castOf(['etcd-a', 'etcd-b'], []).map(({ name }) => name);
    expect(etcds).toEqual(['etcd-a', 'etcd-b']);
  });

  it('says versions where they differ', () => {
    const spec = {
      until: '1s',
      apiServers: [{ name: 'x' }, { name: 'y', kubernetes: '1.28' as const }],
      schedulers: [{ name: 'kube-scheduler-a' }],
    };
    const scenario = { spec } as unknown as Scenario;
    const cast = castOf(['kubectl'], ['x', 'y'], differingVersions(scenario));
    expect(cast.map(namedWithVersion)).toEqual(['etcd', 'x 1.27', 'y 1.28', 'kubectl']);
    expect(castOf(['kube-scheduler-a'], [], differingVersions(scenario))[1].version).toBe('1.27');
    const alike = { spec: { ...spec, apiServers: [{ name: 'x' }] } } as unknown as Scenario;
    expect(differingVersions(alike).size).toBe(0);
    expect(differingVersions(undefined).size).toBe(0);
  });

  it('has a letter for each', () => {
    const letters = castOf(['kube-apiserver-a', 'node-17', 'kubectl'], []).map(letterOf);
    expect(letters).toEqual(['etcd', 'a', '17', '>_']);
  });

  it.each([
    [{ flags: ['--advertise-address=10.0.0.11'] }],
    [{ manifest: '- kube-apiserver\n    - --advertise-address=10.0.0.11\n' }],
  ])('finds the address in %j', (given) => {
    const spec = { until: '1s', apiServers: [{ name: 'a', ...given }] };
    const scenario = {
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: 'x' },
      spec,
    };
    expect(advertisedAddress(scenario as never, 'a')).toBe('10.0.0.11');
  });
});

describe('standing together', () => {
  const nodes = castOf(
    Array.from({ length: 10 }, (_, i) => `node-${i}`),
    [],
  ).filter(({ kind }) => kind === 'node');

  it('groups no more than it must', () => {
    expect(groupRing(nodes, 10)).toHaveLength(10);
    expect(groupRing(nodes, 7).map((group) => group.length)).toEqual([2, 2, 2, 2, 2]);
  });

  it('puts each near its server', () => {
    const servers = castOf(['kube-apiserver-a', 'kube-apiserver-b'], []).slice(1);
    const affinity = new Map([
      ['node-0', 'kube-apiserver-b'],
      ['node-1', 'kube-apiserver-a'],
    ]);
    const order = orderByServer(nodes.slice(0, 3), servers, affinity).map(({ name }) => name);
    expect(order).toEqual(['node-1', 'node-0', 'node-2']);
    const turn = bestTurn([0, 0, Math.PI, Math.PI]);
    expect(Math.cos(turn)).toBeGreaterThan(0);
  });
});

describe('geometry', () => {
  it('draws no arc for nothing and a closed one for all', () => {
    expect(arcPath({ x: 0, y: 0 }, 10, 0)).toBe('');
    expect(arcPath({ x: 0, y: 0 }, 10, 1)).toContain('A10 10 0 1 1');
  });

  it('bends a link round what stands in its way', () => {
    const [a, b] = [
      { x: 0, y: 100, radius: 5 },
      { x: 200, y: 100, radius: 5 },
    ];
    const bounds = { x: -50, y: 0, width: 300, height: 200 };
    const free = linkCurve(a, b, [], bounds);
    expect(pointAt(free, 0.5).y).toBe(100);
    const bent = linkCurve(a, b, [{ x: 100, y: 100, radius: 15 }], bounds);
    expect(Math.abs(pointAt(bent, 0.5).y - 100)).toBeGreaterThan(15);
  });

  it('finds the hook under the pointer', () => {
    for (const index of [0, 7, 24]) {
      expect(hookBeadUnder(30, 25, hookBeadAt(30, index, 25))).toBe(index);
    }
    expect(hookBeadUnder(30, 25, { x: 0, y: 0 })).toBeUndefined();
  });
});

describe('links', () => {
  const link = { client: 'a', server: 'b' };
  const drawn = [{ id: 'a b', links: [link] }] as unknown as DrawnLink[];
  const base = {
    time: 10_000_000,
    processes: new Map(),
    connections: [],
    partitions: [],
    delays: [],
  };
  const state = { ...link, phase: 'opened', reason: '', open: 1, since: 9_500_000, seq: 1 };
  const gone = { ...server, look: 'exited' };

  it.each([
    ['none', {}],
    ['open', { connections: [state], processes: new Map([['b', server]]) }],
    ['half', { connections: [state], processes: new Map([['b', gone]]) }],
    ['closed', { connections: [{ ...state, open: 0, phase: 'closed' }] }],
    ['failed', { connections: [{ ...state, open: 0, phase: 'timed-out' }] }],
    ['failed', { connections: [{ ...state, open: 0, phase: 'closed', reason: 'refused' }] }],
    ['cut', { connections: [state], partitions: [{ between: ['b'], and: ['a'] }] }],
  ])('looks %s', (look, change) => {
    const view = { ...base, ...change } as unknown as StageView;
    expect(linkViews(drawn, view, 1_000_000).get('a b')?.look).toBe(look);
  });

  it('tells a slow one', () => {
    const connections = [state];
    const delays = [{ between: ['a'], and: ['b'] }];
    const view = { ...base, connections, delays } as unknown as StageView;
    expect(linkViews(drawn, view, 1_000_000).get('a b')?.slow).toBe(true);
  });

  it('fades a closed one out', () => {
    const connections = [{ ...state, open: 0, phase: 'closed' }];
    const view = { ...base, connections } as unknown as StageView;
    expect(linkViews(drawn, view, 1_000_000).get('a b')?.strength).toBeCloseTo(0.5);
    expect(linkViews(drawn, view, 400_000).get('a b')?.look).toBe('none');
  });
});

describe('tools', () => {
  const because = (view: ProcessView | undefined, ...possible: Parameters<typeof toolsFor>[1]) =>
    toolsFor(view, possible).map((tool) => (tool.enabled ? tool.verb : tool.because));

  it('say why they cannot be used', () => {
    expect(new Set(because(undefined))).toEqual(new Set(['selectFirst']));
    expect(because({ ...server, look: 'exited' }, 'start')).toEqual([
      'notRunning',
      'notRunning',
      'start',
      'notRunning',
      'notRunning',
      'notRunning',
    ]);
    expect(because({ ...server, paused: true }, 'kill', 'resume')).toEqual([
      'kill',
      'isPaused',
      'isRunning',
      'isPaused',
      'resume',
      'isPaused',
    ]);
    expect(new Set(because({ ...server, kind: 'client' }, 'kill'))).toEqual(
      new Set(['notAProcess']),
    );
  });
});

describe('words', () => {
  it('say all that a label has room for', () => {
    const texts = (lines: number, view = server) =>
      serverLines(t, view, { lines }).map(({ text }) => text);
    expect(texts(3)).toEqual(['kube-apiserver-a', 'ready', '10.0.0.11 · lease 9.8 s']);
    expect(texts(2)).toEqual(['ready', 'lease 9.8 s']);
    const named = serverLines(t, server, { lines: 2, named: true }).map(({ text }) => text);
    expect(named).toEqual(['server a · ready', 'lease 9.8 s']);
    expect(texts(1)).toEqual(['lease 9.8 s']);
    const versioned = (lines: number, named = false) =>
      serverLines(t, { ...server, version: '1.28' }, { lines, named, versioned: true })[0].text;
    expect([1, 2, 3].map((lines) => versioned(lines))).toEqual([
      ...['1.28 lease 9.8 s', '1.28 ready', 'kube-apiserver-a 1.28'],
    ]);
    expect(versioned(2, true)).toBe('server a 1.28 · ready');
    const dead = { ...server, look: 'exited', reason: 'SIGKILL', since: 40_000_000 } as const;
    expect(texts(3, dead)[1]).toBe('SIGKILL 00:40.000');
  });

  it('keep their width while a lease counts down', () => {
    const width = (leftUs: number) => {
      const view = { ...server, lease: { leftUs, ttlUs: 15_000_000, stopped: false } };
      return paddedText(serverLines(t, view, { lines: 3 })[2]).length;
    };
    expect(width(10_000_000)).toBe(width(9_900_000));
  });

  it('count no seconds where nobody could read them', () => {
    const [, , lease] = serverLines(t, server, { lines: 3, calm: true });
    expect(lease.text).toBe('10.0.0.11 · lease held');
  });

  it('read a process out', () => {
    expect(spokenProcess(t, server)).toBe('kube-apiserver-a, ready, master lease 9 s left');
    expect(tipLine(t, server)).toMatch(
      /^ready, master lease 9 s left \(its TTL, and up to 0\.5 s /,
    );
    expect(tipLine(t, { ...server, lease: undefined })).toBe('ready, no lease');
    const lease = { leftUs: 9_876_543, ttlUs: 15_000_000, stopped: true };
    expect(tipLine(t, { ...server, lease })).toMatch(
      /^ready, master lease held, its time does not run \(etcd lets no lease run out now/,
    );
  });
});

it.each([
  ['ArrowRight', { place: 3, hook: undefined }, { place: 0, hook: undefined }],
  ['ArrowLeft', { place: 0, hook: undefined }, { place: 3, hook: undefined }],
  ['ArrowDown', { place: 1, hook: undefined }, { place: 1, hook: 0 }],
  ['ArrowRight', { place: 1, hook: 4 }, { place: 1, hook: 0 }],
  ['ArrowUp', { place: 1, hook: 2 }, { place: 1, hook: undefined }],
  ['End', { place: 0, hook: undefined }, { place: 3, hook: undefined }],
  ['x', { place: 0, hook: undefined }, undefined],
])('%s leads from %j to %j', (key, from, to) => {
  expect(afterKey(key, from, [4, 5])).toEqual(to);
});

it.each([
  ['alone', [], 44],
  ['far from others', [{ x: 100, y: 0, reach: 20 }], 44],
  ['near a small one', [{ x: 0, y: 33, reach: 9 }], 40],
  ['near a large one', [{ x: 0, y: 33, reach: 21 }], 40],
] as const)('a target is as large as its neighbours let it: %s', (_, others, size) => {
  const body = { x: 0, y: 0, reach: 20 };
  expect(targetSize(body, [body, ...others])).toBe(size);
});

it('small bodies close together have targets that do not touch', () => {
  const bodies = [
    { x: 0, y: 0, reach: 21 },
    { x: 0, y: 33, reach: 9 },
    { x: 30, y: 40, reach: 9 },
  ];
  const [a, b, c] = bodies.map((body) => targetSize(body, bodies));
  expect([a + b <= 66, b + c <= 60, Math.min(a, b, c) >= 24]).toEqual([true, true, true]);
});
