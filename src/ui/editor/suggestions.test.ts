import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#session';
import { explainAt, type Knowledge, suggestionsAt } from './suggestions';
import { cursorAt } from './yaml-cursor';

const knowledge: Knowledge = {
  schema: JSON.parse(
    readFileSync(new URL('../../../public/scenario.schema.json', import.meta.url), 'utf8'),
  ),
  catalogue: catalogue(),
  servers: ['kube-apiserver-a', 'kube-apiserver-b'],
  libraryNames: ['ha-startup'],
  language: 'en',
};

/** The place of the `|` in a text, and the text without it. */
function marked(text: string): [string, number] {
  return [text.replace('|', ''), text.indexOf('|')];
}

const labels = (text: string): string[] => {
  const cursor = cursorAt(...marked(text));
  return cursor ? suggestionsAt(cursor, knowledge).map(({ label }) => label) : [];
};

describe('the place of the cursor', () => {
  it.each([
    ['at the top', '|', 'key '],
    ['in a mapping', 'spec:\n  se|', 'key spec'],
    ['behind a key', 'spec:\n  seed: 4|', 'value spec.seed'],
    ['in an item', 'spec:\n  timeline:\n    - at: 1s\n      ki|', 'key spec.timeline.[]'],
    ['behind a dash', 'spec:\n  timeline:\n    - ki|', 'key spec.timeline.[]'],
    ['below a list', 'spec:\n  apiServers:\n    - name: a\n  ti|\n', 'key spec'],
    [
      'with dashes in the column of their key',
      'spec:\n  timeline:\n  - at: |',
      'value spec.timeline.[].at',
    ],
    ['inside braces', 'spec:\n  timeline:\n    - { at: 1s, k|', 'key spec.timeline.[]'],
    ['deeper in braces', 'x: { a: 1, b: { c: [1, { d: |', 'value x.b.c.[].d'],
    ['below a comment', 'spec:\n# note\n\n  network:\n    # x\n    la|', 'key spec.network'],
  ])('%s', (_, text, place) => {
    const cursor = cursorAt(...marked(text));
    expect(cursor && `${cursor.kind} ${cursor.path.join('.')}`).toBe(place);
  });

  it.each(['spec: # se|', 'spec:\n  manifest: |-\n    ki\u0001'])('is nowhere in %j', (text) => {
    const offset = text.includes('\u0001') ? text.indexOf('\u0001') : text.indexOf('|');
    expect(cursorAt(text.replace('\u0001', ''), offset)).toBeUndefined();
  });
});

describe('what is suggested', () => {
  it('fields that are not there yet', () => {
    const found = labels('spec:\n  seed: 1\n  |\n  until: 9s\n');
    expect(found).toContain('kubernetes');
    expect(found).toContain('apiServers');
    expect(found).not.toContain('seed');
    expect(found).not.toContain('until');
  });

  it('fields of the configuration of a component', () => {
    const manager = 'spec:\n  controllerManagers:\n    - name: m\n      config:\n        ';
    const sections = labels(`${manager}|`);
    expect(sections).toEqual(expect.arrayContaining(['apiVersion', 'Generic', 'HPAController']));
    const election = `${manager}Generic:\n          LeaderElection:\n            |`;
    expect(labels(election)).toContain('LeaseDuration');
    const scheduler = 'spec:\n  schedulers:\n    - name: s\n      config:\n        |';
    expect(labels(scheduler)).toContain('delayCacheUntilActive');
  });

  it('verbs of a step, and none after the first', () => {
    const before = labels('spec:\n  timeline:\n    - at: 1s\n      |');
    expect(before).toEqual(expect.arrayContaining(['kill', 'hook', 'note', 'for']));
    const after = labels('spec:\n  timeline:\n    - at: 1s\n      kill: a\n      |');
    expect(after).toEqual(['for', 'server', 'user']);
  });

  it('a mapping opens on a new line, a list with a dash', () => {
    const cursor = cursorAt('spec:\n  ', 8);
    const applied = cursor ? suggestionsAt(cursor, knowledge) : [];
    const apply = (name: string) => applied.find(({ label }) => label === name)?.apply;
    expect(apply('network')).toBe('network:\n    ');
    expect(apply('timeline')).toBe('timeline:\n    - ');
    expect(apply('seed')).toBe('seed: ');
  });

  it('values of an enumeration, in quotes where YAML needs them', () => {
    const cursor = cursorAt('spec:\n  kubernetes: ', 20);
    const found = cursor ? suggestionsAt(cursor, knowledge) : [];
    expect(found.find(({ label }) => label === '1.30')?.apply).toBe('"1.30"');
    expect(labels('spec:\n  trace: |')).toEqual(['auto', 'full']);
  });

  it('names of processes, hooks, invariants and of the library', () => {
    expect(labels('spec:\n  timeline:\n    - { at: 1s, kill: |')).toEqual(
      expect.arrayContaining(['kube-apiserver-a', 'kube-apiserver-b']),
    );
    expect(
      labels('spec:\n  timeline:\n    - at: 1s\n      partition:\n        between: [|'),
    ).toEqual(expect.arrayContaining(['kube-apiserver-a', 'etcd', 'kubectl']));
    expect(labels('spec:\n  timeline:\n    - at: 1s\n      hook:\n        name: |')).toContain(
      'start-kube-apiserver-admission-initializer',
    );
    expect(labels('spec:\n  expect:\n    - invariant: |')).toContain('revisions-strictly-grow');
    expect(labels('metadata:\n  name: |')).toContain('ha-startup');
  });

  it('flags with their defaults, in a list and in the command of a manifest', () => {
    const cursor = cursorAt(
      ...marked('spec:\n  apiServers:\n    - name: a\n      flags:\n        - --sec|'),
    );
    const flags = cursor ? suggestionsAt(cursor, knowledge) : [];
    const port = flags.find(({ label }) => label === '--secure-port');
    expect(port).toMatchObject({ apply: '--secure-port=', detail: '6443', boost: 1 });
  });

  it('nothing where nothing is known', () => {
    expect(labels('spec:\n  objects:\n    - |')).toEqual([]);
    expect(labels('spec:\n  nonsense:\n    - x: |')).toEqual([]);
  });
});

describe('what is explained', () => {
  it.each([
    ['spec:\n  un|til: 9s', 'spec.until: End of the run.'],
    ['spec:\n  until: 9|s', 'spec.until: End of the run.'],
    ['spec:\n  until: |', 'spec.until: End of the run.'],
    ['spec:\n  timeline:\n    - { at: 1s, ki|ll: a }', 'spec.timeline[].kill: send SIGKILL'],
    [
      'spec:\n  apiServers:\n    - flags: [--secure-po|rt=1]',
      '--secure-port: --secure-port=6443: has an effect here',
    ],
  ])('%s', (text, words) => {
    const [plain, offset] = marked(text);
    const found = explainAt(plain, offset, cursorAt, knowledge);
    expect(found && `${found.title}: ${found.text}`).toBe(words);
  });
});
