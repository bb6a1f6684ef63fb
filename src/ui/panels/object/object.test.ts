import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { ENDPOINTS_KEY, exampleTrace, SERVER } from '../example-trace';
import { partsOfKey } from './key-name';
import { keyFilter, selectKeyTree } from './key-tree';
import { diffLines } from './line-diff';
import { changesOf } from './object-yaml';
import { keyToShow, placeAt, selectObject } from './select';
import { walkRevisions } from './walk-revisions';
import { writerOf } from './writers';
import { yamlLines } from './yaml-lines';

describe('yamlLines', () => {
  it('prints as kubectl does: sorted keys, lists at the indent of their key', () => {
    const object = {
      kind: 'Endpoints',
      apiVersion: 'v1',
      subsets: [{ ports: [{ name: 'https', port: 6443 }], addresses: [{ ip: '10.0.0.11' }] }],
      metadata: { name: 'kubernetes', labels: {} },
    };
    expect(yamlLines(object).join('\n')).toBe(
      [
        'apiVersion: v1',
        'kind: Endpoints',
        'metadata:',
        '  labels: {}',
        '  name: kubernetes',
        'subsets:',
        '- addresses:',
        '  - ip: 10.0.0.11',
        '  ports:',
        '  - name: https',
        '    port: 6443',
      ].join('\n'),
    );
  });

  it.each([
    ['true', '"true"'],
    ['1.27', '"1.27"'],
    ['10.0.0.11', '10.0.0.11'],
    ['2023-04-11T00:00:00Z', '"2023-04-11T00:00:00Z"'],
    ['', '""'],
    ['a: b', '"a: b"'],
    ['system:apiserver', 'system:apiserver'],
    ['-1', '"-1"'],
  ])('text %j is printed as %s', (text, printed) => {
    expect(yamlLines({ k: text })).toEqual([`k: ${printed}`]);
  });

  it('prints text of several lines as a block', () => {
    expect(yamlLines({ k: 'a\nb\n' })).toEqual(['k: |', '  a', '  b']);
  });
});

describe('diffLines', () => {
  const marks = (before: string, after: string): string =>
    diffLines([...before], [...after])
      .map(({ text, mark }) => ({ same: ' ', added: '+', removed: '-' })[mark] + text)
      .join('');

  it.each([
    ['', '', ''],
    ['abc', 'abc', ' a b c'],
    ['abc', 'ac', ' a-b c'],
    ['ac', 'abc', ' a+b c'],
    ['ab', 'cd', '-a-b+c+d'],
    ['', 'a', '+a'],
  ])('%j to %j', (before, after, expected) => expect(marks(before, after)).toBe(expected));
});

const ALL = { count: 2, most: 60, compactedAt: 0 };

describe('selectObject', () => {
  const { orrery, records } = exampleTrace();
  const { table } = orrery.trace;
  const at = (us: number) =>
    selectObject(table, ENDPOINTS_KEY, placeAt(table, ENDPOINTS_KEY, asTime(us)), ALL);

  it('shows nothing before the first write, but knows when it will be', () => {
    const view = at(0);
    expect(view.current).toBeUndefined();
    expect(view.revisions.map(({ revision }) => revision)).toEqual([5, 8]);
  });

  it('marks nothing in a first revision', () => {
    expect(at(2_000_000).lines.every(({ mark }) => mark === 'same')).toBe(true);
  });

  it('marks what a later revision changed, and says who wrote it', () => {
    const view = at(20_000_000);
    const changed = view.lines.filter(({ mark }) => mark !== 'same');
    expect(changed).toEqual([{ mark: 'removed', text: '  - ip: 10.0.0.11' }]);
    expect(view.current).toMatchObject({ revision: 8, writer: SERVER, seq: records.update });
  });

  it('falls back to a key that the run has', () => {
    const focus = { key: '/registry/nothing', process: 'kube-apiserver-a' };
    expect(keyToShow(table, focus, 0)).toBe(ENDPOINTS_KEY);
    expect(keyToShow(table, { ...focus, process: 'kube-scheduler-a' }, 0)).toBe(ENDPOINTS_KEY);
  });

  it('shows what a step of the timeline wrote last, until another is chosen', () => {
    const recorder = new Recorder(() => asTime(0));
    const put = (key: string, cause: number | null) => {
      const fields = { op: 'put', key, revision: 2 + recorder.table.length, lease: 0 };
      return recorder.writeRevision('etcd', cause, fields, { data: {} });
    };
    const step = (verb: string) =>
      recorder.write('fault', 'simulation', null, { verb, target: '', step: {} });
    const asked = (client: string) => {
      const of = { verb: 'update', group: '', version: 'v1', resource: 'configmaps', name: 'a' };
      const by = { user: '', userAgent: '', subresource: '', namespace: 'shop', query: '' };
      const fields = { id: 1, client, server: SERVER, ...of, ...by };
      return recorder.write('request', client, null, fields);
    };
    const askedEtcd = (cause: number) => {
      const of = { verb: 'put', group: '', version: '', resource: '', name: '', namespace: '' };
      const by = { user: '', userAgent: '', subresource: '', query: '' };
      const fields = { id: 2, client: SERVER, server: 'etcd', ...of, ...by };
      return recorder.write('request', SERVER, cause, fields);
    };
    const [own, past] = ['/registry/configmaps/shop/a', '/registry/configmaps/shop/b'];
    const lease = '/registry/leases/kube-system/kube-scheduler';
    const begun = put(ENDPOINTS_KEY, null);
    const ownAt = put(own, askedEtcd(asked('kubectl')));
    const leaseAt = put(lease, askedEtcd(asked('kube-scheduler-a')));
    expect([ownAt, leaseAt].map((seq) => writerOf(recorder.table, seq))).toEqual([
      'kubectl',
      'kube-scheduler-a',
    ]);
    const pastAt = put(past, step('put'));
    const focus = { key: undefined, process: undefined };
    const at = (seq: number) => keyToShow(recorder.table, focus, seq);
    expect([begun, ownAt, leaseAt, pastAt].map(at)).toEqual([ENDPOINTS_KEY, own, own, past]);
    const chosen = { ...focus, key: lease };
    expect(keyToShow(recorder.table, chosen, pastAt)).toBe(lease);
    expect(keyToShow(recorder.table, { ...focus, process: 'kube-scheduler-a' }, pastAt)).toBe(
      lease,
    );
  });

  it('begins with the lease that a selected candidate runs for', () => {
    const lease = '/registry/leases/kube-system/kube-scheduler';
    const recorder = new Recorder(() => asTime(0));
    for (const [place, key] of [ENDPOINTS_KEY, lease].entries()) {
      const fields = { op: 'put', key, revision: 2 + place, lease: 0 };
      recorder.writeRevision('etcd', null, fields, { data: {} });
    }
    const process = 'kube-scheduler-a';
    expect(keyToShow(recorder.table, { key: undefined, process }, 1)).toBe(lease);
    expect(keyToShow(recorder.table, { key: ENDPOINTS_KEY, process }, 1)).toBe(ENDPOINTS_KEY);
  });
});

describe('a long history', () => {
  const KEY = '/registry/configmaps/shop/busy';
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  for (let place = 0; place < 1_000; place += 1) {
    now = place * 1_000_000;
    const fields = { op: 'put', key: KEY, revision: 10 + 2 * place, lease: 0 };
    recorder.writeRevision('etcd', null, fields, { data: { place } });
  }
  const { table } = recorder;
  const at = (place: number, compactedAt = 0) =>
    selectObject(table, KEY, place, { count: 1_000, most: 60, compactedAt });
  const places = (place: number) => {
    const { revisions, older, newer } = at(place);
    return [older, (revisions[0].revision - 10) / 2, revisions.length, newer];
  };

  it('is shown around the playhead only, with the number of what is left out', () => {
    expect(places(500)).toEqual([470, 470, 60, 470]);
    expect(places(3)).toEqual([0, 0, 60, 940]);
    expect(places(999)).toEqual([940, 940, 60, 0]);
    expect(places(-1)).toEqual([0, 0, 60, 940]);
    expect(at(500).current?.revision).toBe(1_010);
    expect(at(500).first.revision).toBe(10);
  });

  it('marks what etcd can serve no more: all before the one that stood at the compaction', () => {
    const { revisions, current } = at(500, 1_001);
    const kept = revisions.filter(({ compacted }) => !compacted).map(({ revision }) => revision);
    expect(kept[0]).toBe(1_000);
    expect(current?.compacted).toBe(false);
    expect(at(500).revisions.some(({ compacted }) => compacted)).toBe(false);
  });

  it('keeps nothing of a key that was deleted before the compaction', () => {
    const deleted = new Recorder(() => asTime(0));
    deleted.writeRevision('etcd', null, { op: 'put', key: KEY, revision: 2, lease: 0 }, { a: 1 });
    const gone = { op: 'delete', key: KEY, revision: 3, lease: 0 };
    deleted.writeRevision('etcd', null, gone, undefined);
    const shown = { count: 2, most: 60, compactedAt: 3 };
    const { revisions } = selectObject(deleted.table, KEY, 1, shown);
    expect(revisions.map(({ compacted }) => compacted)).toEqual([true, true]);
  });
});

describe('walkRevisions', () => {
  it('goes from one instant of the object to the next, and no further than there are', () => {
    const { orrery } = exampleTrace();
    const { archive } = orrery.trace.table;
    const times = archive.history(ENDPOINTS_KEY).map(({ seq }) => orrery.trace.table.timeOf(seq));
    const selected = { kind: 'object', key: ENDPOINTS_KEY } as const;
    orrery.selection.setState({ selected });
    orrery.playback.setState({ time: asTime(0), playing: true });
    const there = [...new Set(times)];
    for (const time of there) {
      expect(walkRevisions(orrery, 1)).toBe(true);
      expect(orrery.playback.getState()).toMatchObject({ time, playing: false });
    }
    expect(walkRevisions(orrery, 1)).toBe(false);
    for (const time of there.slice(0, -1).reverse()) {
      expect(walkRevisions(orrery, -1)).toBe(true);
      expect(orrery.playback.getState().time).toBe(time);
    }
    expect(walkRevisions(orrery, -1)).toBe(false);
  });
});

describe('keyFilter', () => {
  it.each([
    ['', ['/registry/leases/a', '/registry/masterleases/b']],
    ['LEASES', ['/registry/leases/a', '/registry/masterleases/b']],
    ['leases/', ['/registry/leases/a']],
    ['/leases', ['/registry/leases/a']],
    ['lease b', ['/registry/masterleases/b']],
    ['nothing', []],
  ])('%j', (typed, found) => {
    const keys = ['/registry/leases/a', '/registry/masterleases/b'];
    expect(keys.filter(keyFilter(typed))).toEqual(found);
  });
});

describe('selectKeyTree', () => {
  const { archive } = exampleTrace().orrery.trace.table;

  it('joins branches that hold one branch only and knows what is there', () => {
    const tree = selectKeyTree(archive, archive.keys(), 0);
    expect(tree.branches.map(({ name }) => name)).toEqual([
      'masterleases',
      'services/endpoints/default',
    ]);
    expect(tree.branches[1].leaves).toEqual([
      { name: 'kubernetes', key: ENDPOINTS_KEY, presence: 'later' },
    ]);
  });

  it('shows a deleted key as gone', () => {
    const tree = selectKeyTree(archive, archive.keys(), 1_000);
    expect(tree.branches[0].leaves[0]).toMatchObject({ name: '10.0.0.11', presence: 'gone' });
  });
});

it('finds each run of changed lines, and none where all is new', () => {
  const line = (mark: 'same' | 'added' | 'removed') => ({ text: 'a: b', mark });
  const [same, added, removed] = [line('same'), line('added'), line('removed')];
  expect(changesOf([same, removed, added, same, added])).toEqual([
    { from: 1, to: 3 },
    { from: 4, to: 5 },
  ]);
  expect(changesOf([added, added])).toEqual([]);
});

it.each([
  ['certificatesigningrequests', 'certificate|signing|requests'],
  ['validatingadmissionpolicybindings', 'validating|admission|policy|bindings'],
  ['mutatingwebhookconfigurations', 'mutating|webhook|configurations'],
  ['customresourcedefinitions', 'custom|resource|definitions'],
  ['prioritylevelconfigurations', 'priority|level|configurations'],
  ['clusterrolebindings', 'cluster|role|bindings'],
  ['persistentvolumeclaims', 'persistent|volume|claims'],
  ['services/endpoints', 'services/|endpoints'],
  ['apiextensions.k8s.io/x', 'api|extensions.|k8s.|io/|x'],
  ['system:controller:job', 'system:|controller:|job'],
  ['replicationcontrollers', 'replication|controllers'],
  ['replicasets', 'replica|sets'],
  ['nodes', 'nodes'],
])('a key may break where its words meet: %s', (name, parts) => {
  expect(partsOfKey(name).join('|')).toBe(parts);
});
