import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readScenario, readSweep, type Scenario, withSweepValue } from '#protocol';
import { STEP_SCHEMAS } from '#session';
import { faultWords, hasChineseWords } from './fault-words';
import { hasChinese } from './field-words';
import { descriptionsIn } from './schema';

const SCHEMA: unknown = JSON.parse(
  readFileSync(new URL('../../../public/scenario.schema.json', import.meta.url), 'utf8'),
);

it('every field of the published schema is described in Chinese', () => {
  const descriptions = descriptionsIn(SCHEMA);
  expect(descriptions.length).toBeGreaterThan(90);
  const missing = descriptions.filter((text) => !hasChinese(text));
  expect(missing, 'say these in Chinese in src/ui/editor/field-words.ts').toEqual([]);
});

const HEAD =
  'apiVersion: kube-orrery/v1\nkind: Scenario\nmetadata: { name: s }\nspec:\n  until: 9s\n';

it.each([
  ['', 'kind: X\n'],
  ['what is missing', 'kind: Scenario\nmetadata: {}\nspec: { seed: -1 }\n'],
  ['no YAML', '{ a: "\n'],
  ['two documents', 'a: 1\n---\nb: 1\n'],
  [
    'fields',
    `${HEAD}  untill: 1\n  kubernetes: 1.30\n  trace: x\n  startDelay: 3s..1s\n  epoch: x\n`,
  ],
  ['numbers', `${HEAD}  network: { latency: 1, loss: 2 }\n  etcd: { quotaBackendBytes: -1 }\n`],
  [
    'servers',
    `${HEAD}  apiServers: [{ name: A }, { name: b }, { name: b, flags: 1, manifest: "" }]\n`,
  ],
  ['the store', `${HEAD}  apiServers: [{ name: etcd, startAt: soon }]\n  nodes: []\n`],
  [
    'steps',
    `${HEAD}  timeline: [{ at: 1s }, { at: 1s, kill: x, start: y }, { at: x, pause: etcd }]\n`,
  ],
  ['users', `${HEAD}  timeline: [{ at: 1s, kill: etcd, user: a, for: 1s }, { at: 1s, note: 5 }]\n`],
  ['hooks', `${HEAD}  timeline: [{ at: 1s, hook: { process: a, name: x, fail: y, takes: 1 } }]\n`],
  [
    'expectations',
    `${HEAD}  expect: [{ by: 1s }, { invariant: x, at: 1s, from: 2s }, { always: 1 }]\n`,
  ],
  ['spans', `${HEAD}  expect: [{ event: { reason: R }, always: true, from: 3s, until: 1s }]\n`],
  [
    'keys',
    `${HEAD}  etcdData: [{ key: x, value: 1 }, { key: /x, value: }, { key: /x, value: 1 }]\n`,
  ],
  ['objects', `${HEAD}  objects: [{ a: 1 }, 5]\n  limits: { records: 0 }\n`],
  ['repeats', `${HEAD}  until: 8s\n  seed: .inf\n  x: *y\n`],
  ['keys of the language', `${HEAD}  __proto__: { a: 1 }\n  ? [a]\n  : 1\n`],
])('faults of %s are said in Chinese', (_, text) => {
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  const faults = read.ok ? [] : read.faults;
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.filter(({ reason }) => !hasChineseWords(reason))).toEqual([]);
  for (const { reason } of faults) {
    // Words of ours, outside of what is quoted or named, are Chinese.
    const left = faultWords(reason, 'zh').replace(/"[^"]*"|YAML：.*/g, '');
    expect(left, reason).not.toMatch(/\b(expected|found|missing|such as|the|is|an?) /);
  }
});

it.each([
  ['{ a: "', '不是有效的 YAML：缺少结尾的引号 "'],
  ['a: [1, 2', '不是有效的 YAML：流式列表必须有足够的缩进，并以 ] 结尾'],
  ['a: b: c', '不是有效的 YAML：一行之内不能再嵌套映射'],
  ['a: 1\nb', '不是有效的 YAML：键的后面必须有冒号和值'],
  ['a:\n\t- 1', '不是有效的 YAML：不能用制表符缩进'],
  ['[1,, 2]', '不是有效的 YAML：流式列表中多了一个逗号'],
])('what is no YAML is said in Chinese: %s', (text, words) => {
  const read = readScenario(text);
  const reasons = read.ok ? [] : read.faults.map(({ reason }) => faultWords(reason, 'zh'));
  expect(reasons).toContain(words);
});

it('words of the YAML reader that are seldom stay as they are, without a space before them', () => {
  expect(faultWords('not valid YAML: Seldom words', 'zh')).toBe('不是有效的 YAML：Seldom words');
});

it('English stays as it was, and so does what is not ours', () => {
  expect(faultWords('unknown field', 'en')).toBe('unknown field');
  expect(faultWords('unknown flag: --x', 'zh')).toBe('unknown flag: --x');
});

it.each([
  'x',
  'spec.until=',
  `spec.until=${Array.from({ length: 33 }, (_, place) => `${place + 1}s`).join(',')}`,
  'spec.until=1s,1s',
  'metadata.name=a',
  'spec.seed=1,2',
  '-x=1',
  'nobody:--x=1',
  'm:--x=1',
  'spec.network=1',
  'spec.apiServers[7].name=1',
  'spec.until=soon',
])('faults of the sweep %s are said in Chinese', (text) => {
  const scenario: Scenario = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 's' },
    spec: {
      until: '9s',
      network: { latency: '1ms' },
      apiServers: [{ name: 'm', manifest: 'kind: Pod' }],
    },
  };
  const sweep = readSweep(text);
  const made = sweep.ok ? withSweepValue(scenario, sweep.value, sweep.value.values[0]) : sweep;
  const faults = made.ok ? [] : made.faults;
  expect(faults.length).toBeGreaterThan(0);
  // As the form of a sweep says them, and with the path as the list of refused values does.
  for (const { path, reason } of faults) {
    for (const said of [...(sweep.ok ? [] : [reason]), `${path}: ${reason}`]) {
      expect(faultWords(said, 'zh'), said).toMatch(/[一-鿿]/);
      expect(faultWords(said, 'zh'), said).not.toMatch(/expected|found|values? |stands|there/);
    }
  }
});
