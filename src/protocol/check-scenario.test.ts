import { describe, expect, test } from 'vitest';
import type { InputFault, Result } from '#base';
import { checkScenario } from './check-scenario';
import { contractSteps } from './fixtures/contract-steps';
import { smallScenario } from './fixtures/small-scenario';
import { applyOperations } from './json-patch';
import { readScenario } from './read-scenario';

const steps = contractSteps();

function lines(result: Result<unknown>): string[] {
  if (result.ok) return [];
  return result.faults.map((fault: InputFault) => `${fault.path}: ${fault.reason}`);
}

/** The small scenario with one field set to something else (undefined takes it away). */
function withField(path: string, value: unknown): unknown {
  const op = value === undefined ? 'remove' : 'add';
  const patched = applyOperations(smallScenario(), [{ op, path, value }]);
  if (!patched.ok) throw new Error(lines(patched).join('\n'));
  return patched.value;
}

test('a right scenario comes back as it is, from data, JSON and YAML', () => {
  const scenario = smallScenario();
  expect(checkScenario(scenario, { steps })).toEqual({ ok: true, value: scenario });
  expect(readScenario(JSON.stringify(scenario), { steps })).toEqual({ ok: true, value: scenario });
  const tabbed = JSON.stringify(scenario, null, '\t');
  expect(readScenario(tabbed, { steps })).toEqual({ ok: true, value: scenario });
});

describe('one wrong field gives one line', () => {
  test.each<[path: string, value: unknown, line: string]>([
    ['/apiVersion', 'v1', 'apiVersion: expected "kube-orrery/v1", found "v1"'],
    [
      '/spec/controllerManagers',
      [{ name: 'kube-controller-manager-a', start: '1.11' }],
      'spec.controllerManagers[0].start: expected "pre-1.12", found "1.11"',
    ],
    [
      '/spec/schedulers',
      [{ name: 'kube-scheduler-a', start: 'pre-1.12' }],
      'spec.schedulers[0].start: unknown field',
    ],
    [
      '/spec/seed',
      4294967296,
      'spec.seed: expected a whole number from 0 to 4294967295, found the number 4294967296',
    ],
    [
      '/spec/seed',
      1.5,
      'spec.seed: expected a whole number from 0 to 4294967295, found the number 1.5',
    ],
    [
      '/spec/until',
      undefined,
      'spec.until: is missing; expected a Go duration such as 120s, not below zero',
    ],
    [
      '/spec/until',
      '-1s',
      'spec.until: expected a Go duration such as 120s, not below zero, found "-1s"',
    ],
    [
      '/spec/until',
      '10',
      'spec.until: expected a Go duration such as 120s, not below zero, found "10"',
    ],
    [
      '/spec/kubernetes',
      '1.24',
      'spec.kubernetes: expected a version from "1.25" to "1.33", found "1.24"',
    ],
    [
      '/spec/kubernetes',
      1.3,
      'spec.kubernetes: expected a version from "1.25" to "1.33", found the number 1.3; ' +
        'put it in quotes, because YAML reads 1.30 as 1.3',
    ],
    [
      '/spec/kubernetes',
      1.34,
      'spec.kubernetes: expected a version from "1.25" to "1.33", found the number 1.34',
    ],
    [
      '/spec/epoch',
      '2023-02-29T00:00:00Z',
      'spec.epoch: expected a date and time such as 2023-04-11T00:00:00Z, ' +
        'found "2023-02-29T00:00:00Z"',
    ],
    [
      '/spec/startDelay',
      '2s..1s',
      'spec.startDelay: expected a Go duration or a range with its smaller end first, ' +
        'such as 400ms..1.5s, found "2s..1s"',
    ],
    [
      '/spec/etcd',
      { quotaBackendBytes: '2GB' },
      'spec.etcd.quotaBackendBytes: expected a quantity above zero such as 2Gi, found "2GB"',
    ],
    [
      '/spec/network',
      { loss: 2 },
      'spec.network.loss: expected a share from 0 to 1, found the number 2',
    ],
    ['/spec/trace', 'none', 'spec.trace: expected "auto" or "full", found "none"'],
    ['/spec/unti', '3s', 'spec.unti: unknown field; did you mean until?'],
    ['/spec/xyzzy', '3s', 'spec.xyzzy: unknown field'],
    [
      '/metadata/title',
      { en: 'Only' },
      'metadata.title.zh: is missing; expected a text such as "server 停止"',
    ],
    [
      '/spec/apiServers/0/manifest',
      'x',
      'spec.apiServers[0]: has both flags and manifest; give one of them',
    ],
    [
      '/spec/objects',
      [{ apiVersion: 'v1', metadata: { name: 'a' } }],
      'spec.objects[0].kind: is missing; every stored object has one',
    ],
    [
      '/spec/etcdData',
      [
        { key: '/a', value: {} },
        { key: '/a', value: {} },
      ],
      'spec.etcdData[1].key: "/a" is given twice',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', kil: 'etcd' },
      'spec.timeline[0].kil: unknown field; did you mean kill?',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', kill: 'kube-apiserver-c' },
      'spec.timeline[0].kill: no process is called "kube-apiserver-c"; ' +
        'did you mean kube-apiserver-a?',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', kill: 'etcd', start: 'etcd' },
      'spec.timeline[0]: a step has exactly one verb, found "kill" and "start"; ' +
        'write a step for each',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', kill: 'etcd', for: '2s' },
      'spec.timeline[0].for: kill cannot be undone, so it has no "for"',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', kill: 'etcd', user: 'alice' },
      'spec.timeline[0].user: kill does not go through an API server, so it has no "user"',
    ],
    [
      '/spec/timeline/0',
      { at: '-1s', kill: 'etcd' },
      'spec.timeline[0].at: expected a Go duration such as 40s, not below zero, found "-1s"',
    ],
    [
      '/spec/expect/0/by',
      undefined,
      'spec.expect[0]: needs exactly one of by, at, always or never, found none',
    ],
    ['/spec/expect/0/from', '1s', 'spec.expect[0].from: has a meaning only with always or never'],
    [
      '/spec/expect/0/count',
      2,
      'spec.expect[0]: needs exactly one of equals, count, contains, matches or absent, ' +
        'found equals, count',
    ],
    [
      '/spec/expect/0',
      { invariant: 'a', at: '1s' },
      'spec.expect[0].at: has a meaning only with object, event, log or leader',
    ],
  ])('%s = %j', (path, value, line) => {
    expect(lines(checkScenario(withField(path, value), { steps }))).toEqual([line]);
  });
});

test.each(['m.yaml', '', '/', '/etc//m.yaml', '/etc/./m.yaml', '/etc/../m.yaml', '/etc/'])(
  'the path %j of a file is refused with what it should be',
  (path) => {
    const value = [{ name: 'm', files: { [path]: 'a', '/etc/..m/.yaml': 'b' } }];
    const found = lines(checkScenario(withField('/spec/controllerManagers', value), { steps }));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(
      'expected an absolute path such as /etc/kubernetes/file.yaml, found',
    );
  },
);

test('the names of processes are their own', () => {
  const named = (name: string) => ({
    ...smallScenario(),
    spec: { until: '1s', apiServers: [{ name: 'kube-apiserver-a' }, { name }] },
  });
  expect(lines(checkScenario(named('kube-apiserver-b')))).toEqual([]);
  expect(lines(checkScenario(named('kube-apiserver-a')))).toEqual([
    'spec.apiServers[1].name: "kube-apiserver-a" is already the name of spec.apiServers[0]',
  ]);
  for (const name of ['etcd', 'etcd-a', 'scenario', 'simulation', 'kubectl']) {
    expect(lines(checkScenario(named(name)))).toEqual([
      `spec.apiServers[1].name: "${name}" is the name of something else`,
    ]);
  }
});

describe('what the contract has and the engine has not is refused in fixed words', () => {
  test.each<[path: string, value: unknown, line: string]>([
    ['/spec/nodes', [], 'spec.nodes: not modelled yet'],
    ['/spec/timeline/0', { at: '1s', node: {} }, 'spec.timeline[0].node: not modelled yet'],
    [
      '/spec/timeline/0',
      { at: '1s', kubectl: 'get ns', user: 'a' },
      'spec.timeline[0].kubectl: not modelled yet',
    ],
    [
      '/spec/timeline/0',
      { at: '1s', etcd: { defrag: true } },
      'spec.timeline[0].etcd.defrag: not modelled yet',
    ],
  ])('%s', (path, value, line) => {
    expect(lines(checkScenario(withField(path, value), { steps }))).toEqual([line]);
  });

  test('without the engine the payloads are left to it, other fields are not', () => {
    const later = withField('/spec/timeline/0', { at: '1s', patch: { any: 'thing' } });
    expect(checkScenario(later).ok).toBe(true);
    const unknown = withField('/spec/timeline/0', { at: '1s', pach: {} });
    expect(lines(checkScenario(unknown))).toEqual([
      'spec.timeline[0].pach: unknown field; did you mean patch?',
    ]);
  });
});

test('all faults are reported, in the order and with the places of the text', () => {
  const text = [
    'apiVersion: kube-orrery/v1',
    'kind: Scenario',
    'metadata: { name: "Wrong Name" }',
    'spec:',
    '  kubernetes: 1.30',
    '  apiServers:',
    '    - name: kube-apiserver-a',
    '      startAt: soon',
    '  timeline:',
    '    - { at: 5s, terminate: kube-apiserver-z }',
  ].join('\n');
  const result = readScenario(text, { steps });
  const places = result.ok ? [] : result.faults.map((f) => [f.path, f.line, f.column]);
  expect(places).toEqual([
    ['metadata.name', 3, 13],
    ['spec.until', 4, 1],
    ['spec.kubernetes', 5, 3],
    ['spec.apiServers[0].startAt', 8, 7],
    ['spec.timeline[0].terminate', 10, 17],
  ]);
});

test.each(['__proto__', 'constructor', 'prototype'])('the key %s is refused anywhere', (key) => {
  const metadata = `{"name":"a","labels":{"${key}":{"a":1}}}`;
  const object = `{"apiVersion":"v1","kind":"X","metadata":${metadata}}`;
  const hostile = JSON.parse(`{"spec":{"objects":[${object}]}}`);
  const line = `spec.objects[0].metadata.labels.${key}: the key ${key} is not allowed anywhere`;
  expect(lines(checkScenario(hostile, { steps }))).toContain(line);
  expect(lines(readScenario(JSON.stringify(hostile), { steps }))).toContain(line);
  expect(({} as { a?: number }).a).toBeUndefined();
});

test('a very long list of faults is cut and says so', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]));
  const found = lines(checkScenario(many, { steps }));
  expect(found).toHaveLength(201);
  expect(found[200]).toBe('document: and more faults after these');
});

test.each([null, 3, 'text', [], true])('%j is no scenario', (value) => {
  expect(lines(checkScenario(value, { steps }))[0]).toMatch(/^document: expected a mapping, found/);
});
