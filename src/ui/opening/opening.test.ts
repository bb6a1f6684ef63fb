import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { componentFlagKnowledge, flagKnowledge, storedKind } from '#kube';
import { checkScenario, decodeShareLink, importFiles, readCondition } from '#protocol';
import { readFiles } from './read-files';
import { reasonInChinese } from './reasons-zh';

const FIXTURES = new URL('../../protocol/import/fixtures/', import.meta.url);

function untranslated(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => {
    const chinese = reasonInChinese(reason);
    return chinese === undefined || !/\p{Script=Han}/u.test(chinese);
  });
}

it('every reason that the importer gives for real files has Chinese words', () => {
  const reasons = readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, FIXTURES), 'utf8');
      const files = [{ name: name.replace(/(yaml|json)\.txt$/, '$1'), text }];
      const result = importFiles(files, { knownFlags: flagKnowledge, storedKind });
      return (result.ok ? result.value.notes : result.faults).map(({ reason }) => reason);
    });
  expect(reasons.length).toBeGreaterThan(30);
  expect(untranslated(reasons)).toEqual([]);
});

it('a trace that is none has Chinese words', () => {
  const files = [{ name: 'a.jsonl', text: '{"seq":' }];
  const result = importFiles(files, { knownFlags: flagKnowledge, storedKind });
  expect(untranslated(result.ok ? [''] : result.faults.map(({ reason }) => reason))).toEqual([]);
});

it('every reason for which a scenario or a link is refused has Chinese words', () => {
  const step = (more: object) => ({ at: '1s', ...more });
  const scenarios: unknown[] = [
    null,
    [],
    { apiVersion: 'v1', kind: 'Pod' },
    { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata: { name: 'A' }, spec: {}, x: 1 },
    {
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: 'a' },
      spec: {
        seed: -1,
        kubernetes: 1.2,
        until: 'never',
        epoch: 'now',
        sead: 3,
        startDelay: '3s..1s',
        nodes: [],
        etcd: { quotaBackendBytes: 'much', requestLatency: 3 },
        network: { loss: 2 },
        limits: { records: 'few' },
        apiServers: [
          { name: 'etcd', flags: [''], manifest: 'x' },
          { name: 'b', startAt: 'x' },
          { name: 'b' },
        ],
        objects: [{}],
        etcdData: [
          { key: 'a', value: {} },
          { key: 'a', value: {} },
        ],
        timeline: [
          step({ kill: 'c' }),
          step({}),
          step({ kill: 'b', pause: 'b' }),
          step({ note: { en: 'a' } }),
          step({ kill: 'bb', server: 'b' }),
        ],
        expect: [{ by: '1s' }, { object: { apiVersion: 'v1', kind: 'A', name: 'b' }, count: 'x' }],
      },
    },
  ];
  const links = ['/teapot', '/s/2/AAAA', '/s/1/', '/s/1/%3C', '/s/1/AAAA', '/library/nobody'];
  const reasons = [
    ...scenarios.map((value) => checkScenario(value)),
    ...links.map((link) => decodeShareLink(`#${link}`, { libraryNames: ['first-boot'] })),
  ].flatMap((result) => (result.ok ? [] : result.faults.map(({ reason }) => reason)));
  expect(reasons.length).toBeGreaterThan(30);
  expect(untranslated(reasons)).toEqual([]);
});

it.each([
  ['the worker has said nothing for 30 s', 'worker 已有 30 秒没有消息'],
  ['the worker could not be started', '无法启动 worker'],
  ['spec.until: is missing; expected a text', 'spec.until：缺失；应为文本'],
  [
    'error: error parsing STDIN: error converting YAML to JSON: yaml: line 2: "a" is given twice',
    'error: error parsing STDIN: error converting YAML to JSON: yaml: line 2: "a" 给出了两次',
  ],
])('%s', (reason, chinese) => expect(reasonInChinese(reason)).toBe(chinese));

it('every reason for which a condition is refused has Chinese words', () => {
  const conditions = ['', 'colour = red', 'kind = planet', `reason = ${'x'.repeat(500)}`];
  const reasons = conditions.map((text) => {
    const read = readCondition(text);
    return read.ok ? '' : read.faults[0].reason;
  });
  expect(untranslated(reasons)).toEqual([]);
});

it('what is told of argument files and of revisions has Chinese words', () => {
  const object = (name: string) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, resourceVersion: '1' },
    });
  const pod = '{kind: Pod, apiVersion: v1, metadata: {name: p}, spec: {containers: [{name: c}]}}';
  const files = [
    { name: 'pods', text: pod },
    { name: 'objects', text: [object('a'), object('b')].join('\n---\n') },
    { name: 'args', text: '--kubeconfig=/a\n--root-dir=/b\n' },
    { name: 'args2', text: '--flannel=/a\n' },
  ];
  const result = importFiles(files, { knownFlags: flagKnowledge, storedKind });
  const reasons = result.ok ? result.value.notes.map(({ reason }) => reason) : [];
  const told = /the file is of|of 2 objects|no controller acts on Pod \(1\)$/;
  expect(reasons.filter((reason) => told.test(reason))).toHaveLength(4);
  expect(untranslated(reasons)).toEqual([]);
  expect(
    reasonInChinese('kube-apiserver has no --a; the file is of kubelet: not modelled yet'),
  ).toBe('kube-apiserver 没有 --a；这个文件属于 kubelet：尚未模拟');
});

it('what is told of components without an API server has Chinese words', () => {
  const manager = { name: 'a', text: '--kubeconfig=/a\n--root-ca-file=/b\n' };
  const scheduler = {
    name: 'b',
    text:
      '{kind: Pod, apiVersion: v1, metadata: {name: p}, spec: {containers: ' +
      '[{name: c, command: [kube-scheduler, --config=/a]}]}}',
  };
  const rules = { knownFlags: componentFlagKnowledge, storedKind };
  const alone = importFiles([manager, scheduler], rules);
  const current = alone.ok ? alone.value.scenario : undefined;
  const joined = importFiles([manager], { ...rules, current });
  const reasons = [alone, joined].flatMap((result) => (result.ok ? result.value.notes : []));
  const told = reasons.map(({ reason }) => reason);
  const special = /stands in for it$|is not read|on screen/;
  expect(told.filter((reason) => special.test(reason))).toHaveLength(6);
  expect(untranslated(told)).toEqual([]);
});

it('what is not ours has no Chinese words', () => {
  expect(reasonInChinese('unknown flag: --no-such')).toBeUndefined();
});

it('reads texts and refuses what is none', async () => {
  const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
  const { files, refused } = await readFiles([
    file('a.yaml', 'a: 1'),
    file('a.yaml', 'a: 2'),
    file('empty', ''),
    file('zip', new Uint8Array([80, 75, 0, 1])),
    file('latin1.yaml', new Uint8Array([97, 58, 32, 0xe4, 0xf6])),
    file('big.yaml', ' '.repeat(1_048_577)),
    file('trace.jsonl', '{"seq":0,', ' '.repeat(1_048_577)),
  ]);
  expect(files.map(({ name }) => name)).toEqual(['a.yaml', 'a.yaml (2)', 'trace.jsonl']);
  expect(refused.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    'empty is empty',
    'zip is binary: text in UTF-8 is expected',
    'latin1.yaml is binary: text in UTF-8 is expected',
    'big.yaml is too big: 1.0 MB; at most 1.0 MB are read',
  ]);
  expect(untranslated(refused.map(({ reason }) => reason))).toEqual([]);
});
