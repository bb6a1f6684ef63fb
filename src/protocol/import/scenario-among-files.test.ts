import { describe, expect, test } from 'vitest';
import { type ImportFile, importFiles, noteLine } from './index';

const rules = {
  knownFlags: () => 'known' as const,
  storedKind: (_v: string, kind: string) => kind !== 'Secret',
};

function imported(files: readonly ImportFile[], more: object = {}) {
  const result = importFiles(files, { ...rules, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const { spec } = result.value.scenario;
  const notes = result.value.notes.map(noteLine);
  return { ...result.value, notes, spec, servers: spec.apiServers ?? [] };
}

const pod = (container: object): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kube-apiserver', namespace: 'kube-system' },
    spec: {
      containers: [{ name: 'kube-apiserver', image: 'x/kube-apiserver:v1.28.3', ...container }],
    },
  });

describe('a scenario among the files', () => {
  const scenario = (name: string, spec: object): ImportFile => ({
    name: `${name}.yaml`,
    text: JSON.stringify({
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name },
      spec: { until: '90s', ...spec },
    }),
  });
  const first = { name: 'kube-apiserver-a', flags: ['--advertise-address=10.1.1.1'] };
  const master: ImportFile = {
    name: 'master.yaml',
    text: pod({ args: ['--advertise-address=10.1.1.2'] }),
  };

  test('alone it is taken as it is', () => {
    const { spec, notes, scenario: read } = imported([scenario('own', { apiServers: [first] })]);
    expect(read.metadata.name).toBe('own');
    expect(spec).toEqual({ until: '90s', apiServers: [first] });
    expect(notes).toEqual([]);
  });

  test('servers and objects are added to it under free names', () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } };
    const own = scenario('own', { kubernetes: '1.29', apiServers: [first], objects: [namespace] });
    const dump = { name: 'dump.yaml', text: JSON.stringify(namespace) };
    const { spec, notes } = imported([own, master, dump]);
    expect(spec.apiServers?.map(({ name }) => name)).toEqual([
      'kube-apiserver-a',
      'kube-apiserver-b',
    ]);
    expect(spec).toMatchObject({ kubernetes: '1.29', until: '90s', objects: [namespace] });
    expect(notes).toEqual([
      'dump.yaml: v1 Namespace a is given again; the first one is kept',
      'profile 1.29: from the scenario in own.yaml; images are not asked',
    ]);
  });

  test('of two the first is taken, and the other told', () => {
    const { scenario: read, notes } = imported([scenario('one', {}), scenario('two', {})]);
    expect(read.metadata.name).toBe('one');
    expect(notes).toContain(
      'two.yaml: two: one scenario runs at a time; the one in one.yaml is taken',
    );
  });

  test('objects alone join the scenario on screen; a server makes one of its own', () => {
    const dump = {
      name: 'dump.yaml',
      text: '{apiVersion: v1, kind: Namespace, metadata: {name: a}}',
    };
    const { scenario: current } = imported([scenario('own', { apiServers: [first] })]);
    const joined = imported([dump], { current });
    expect(joined.scenario.metadata.name).toBe('own');
    expect(joined).toMatchObject({ objects: 1, spec: { apiServers: [first] } });
    expect(joined.notes[0]).toMatch(/join the scenario on screen$/);
    expect(imported([dump, master], { current }).scenario.metadata.name).toBe('imported');
  });

  test('its faults name file, field and place', () => {
    const result = importFiles([scenario('own', { until: 'never' })], rules);
    expect(result).toMatchObject({
      ok: false,
      faults: [{ file: 'own.yaml', path: 'spec.until', line: 1 }],
    });
  });

  test('the sound files go on where that is allowed', () => {
    const broken = { name: 'broken.yaml', text: 'a: [' };
    expect(importFiles([master, broken], rules).ok).toBe(false);
    const { servers, faults } = imported([master, broken], { partly: true });
    expect(servers).toHaveLength(1);
    expect(faults.map(({ path }) => path)).toEqual(['broken.yaml']);
    expect(importFiles([broken], { ...rules, partly: true }).ok).toBe(false);
  });

  test('a note names the document where a file has several', () => {
    const secret = '{apiVersion: v1, kind: Secret, metadata: {name: c}}';
    const text = `${master.text}\n---\n${secret}\n`;
    const result = importFiles([{ name: 'both.yaml', text }], rules);
    const notes = result.ok ? result.value.notes : [];
    expect(notes).toContainEqual({
      file: 'both.yaml',
      document: 2,
      about: 'Secret c (v1)',
      field: 'kind',
      reason: 'not modelled yet',
      leftOut: true,
    });
  });

  test('a trace is no scenario', () => {
    const text = '{"seq":0,"t":0,"actor":"simulation","kind":"log","cause":null}\n{"seq":1}\n';
    const result = importFiles([{ name: 't.jsonl', text }], rules);
    expect(result.ok ? '' : result.faults[0].reason).toMatch(/^is an exported trace: /);
    const broken = importFiles([{ name: 't.jsonl', text: text.replace('"t":0', '"t":') }], rules);
    expect(broken.ok ? [] : broken.faults).toMatchObject([
      { path: 't.jsonl', line: 1, reason: expect.stringMatching(/^is no trace: its first line/) },
    ]);
  });
});
