import { describe, expect, it } from 'vitest';
import { readScenario } from '../read-scenario';
import { changeBetween, editYaml, formatYaml, scenarioText, textSaying, type YamlEdit } from '.';

const TEXT = `# head
apiVersion: kube-orrery/v1
kind: Scenario
metadata: { name: s } # short
spec:
  seed: 42 # any
  until: "90s"

  # The servers.
  apiServers:
    # first
    - name: a # the first
      flags:
        - --secure-port=6443 # port
    # second
    - name: b
      startAt: 1s
  timeline:
    - at: 5s
      kill: a
    # then
    - { at: 6s, start: a } # again
  network:
`;

/** Lines that went and lines that came. */
function lines(edits: readonly YamlEdit[], text = TEXT) {
  const edited = editYaml(text, edits);
  if (!edited.ok) throw new Error(edited.faults.map(({ reason }) => reason).join());
  const before = text.split('\n');
  const after = edited.value.split('\n');
  return {
    gone: before.filter((line) => !after.includes(line)),
    come: after.filter((line) => !before.includes(line)),
    text: edited.value,
  };
}

describe('only the characters concerned change', () => {
  it.each<[string, YamlEdit, string[], string[]]>([
    [
      'a number with a comment behind it',
      { kind: 'set', path: ['spec', 'seed'], value: 7 },
      ['  seed: 42 # any'],
      ['  seed: 7 # any'],
    ],
    [
      'a quoted text keeps its quotes',
      { kind: 'set', path: ['spec', 'until'], value: '2m' },
      ['  until: "90s"'],
      ['  until: "2m"'],
    ],
    [
      'a new key goes to its place among the others',
      {
        kind: 'set',
        path: ['spec', 'kubernetes'],
        value: '1.27',
        order: ['seed', 'kubernetes', 'until'],
      },
      [],
      ['  kubernetes: "1.27"'],
    ],
    [
      'a key that was given nothing',
      { kind: 'set', path: ['spec', 'network'], value: { latency: '1ms' } },
      ['  network:'],
      ['  network:', '    latency: 1ms'].slice(1),
    ],
    [
      'a key in a mapping that was given nothing',
      { kind: 'set', path: ['spec', 'network', 'latency'], value: '1ms' },
      [],
      ['    latency: 1ms'],
    ],
    [
      'a key in a mapping that is not there',
      { kind: 'set', path: ['spec', 'etcd', 'requestLatency'], value: '1ms..2ms' },
      [],
      ['  etcd:', '    requestLatency: 1ms..2ms'],
    ],
    [
      'a new server',
      { kind: 'insert', path: ['spec', 'apiServers'], index: 2, value: { name: 'c' } },
      [],
      ['    - name: c'],
    ],
    [
      'a flag',
      { kind: 'insert', path: ['spec', 'apiServers', 0, 'flags'], index: 1, value: '--x=1' },
      [],
      ['        - --x=1'],
    ],
    [
      'the first flag of a server',
      { kind: 'set', path: ['spec', 'apiServers', 1, 'flags'], value: ['--x=1'] },
      [],
      ['      flags:', '        - --x=1'].slice(1),
    ],
    [
      'a server that goes',
      { kind: 'remove', path: ['spec', 'apiServers', 1] },
      ['    - name: b', '      startAt: 1s'],
      [],
    ],
    [
      'a field on one line',
      { kind: 'set', path: ['spec', 'timeline', 1, 'at'], value: '7s' },
      ['    - { at: 6s, start: a } # again'],
      ['    - { at: 7s, start: a } # again'],
    ],
    [
      'a field that comes to one line',
      { kind: 'set', path: ['spec', 'timeline', 1, 'for'], value: '7s' },
      ['    - { at: 6s, start: a } # again'],
      ['    - { at: 6s, start: a, for: 7s } # again'],
    ],
    [
      'the last flag leaves an empty list',
      { kind: 'remove', path: ['spec', 'apiServers', 0, 'flags', 0] },
      ['      flags:', '        - --secure-port=6443 # port'],
      ['      flags: [] # port'],
    ],
  ])('%s', (_, edit, gone, come) => {
    const changed = lines([edit]);
    expect(changed.come).toEqual(come);
    expect(changed.gone.filter((line) => line !== '  network:')).toEqual(
      gone.filter((line) => line !== '  network:' && !come.includes(line)),
    );
  });

  it('a step that moves takes its comment along', () => {
    const { text } = lines([{ kind: 'move', path: ['spec', 'timeline'], from: 1, to: 0 }]);
    expect(text).toContain(
      '  timeline:\n    # then\n    - { at: 6s, start: a } # again\n    - at: 5s\n      kill: a\n',
    );
    const back = lines([{ kind: 'move', path: ['spec', 'timeline'], from: 0, to: 1 }], text);
    expect(back.text).toBe(TEXT);
  });
});

it('what an alias repeats elsewhere is edited in the text', () => {
  const text = 'a: &x { n: 1 }\nb: *x\n';
  const reason = 'is written in a way that can only be edited in the text, such as by an alias';
  expect(editYaml(text, [{ kind: 'set', path: ['a', 'n'], value: 2 }])).toEqual({
    ok: false,
    faults: [{ path: 'a.n', reason }],
  });
  // The place of the alias is one's own.
  expect(editYaml(text, [{ kind: 'set', path: ['b', 'n'], value: 2 }])).toEqual({
    ok: true,
    value: 'a: &x { n: 1 }\nb:\n  n: 2\n',
  });
});

it('JSON stays JSON', () => {
  const text = '{"spec": {"seed": 1, "list": ["a"]}}';
  const edited = editYaml(text, [
    { kind: 'set', path: ['spec', 'until'], value: '9s' },
    { kind: 'insert', path: ['spec', 'list'], index: 1, value: 'b' },
  ]);
  expect(JSON.parse(edited.ok ? edited.value : '')).toEqual({
    spec: { seed: 1, list: ['a', 'b'], until: '9s' },
  });
});

it('a text follows a scenario that was changed elsewhere, comments and all', () => {
  const read = readScenario(TEXT.replace('  network:\n', ''));
  if (!read.ok) throw new Error('the text above is a scenario');
  const { spec } = read.value;
  const timeline = [...(spec.timeline ?? []).slice(0, 1), { at: '8s', kill: 'b' }];
  const acted = { ...read.value, spec: { ...spec, seed: 9, timeline } };
  const text = textSaying(TEXT, acted);
  const again = readScenario(text);
  expect(again.ok && again.value).toEqual(acted);
  for (const comment of ['# head', '# any', '# The servers.', '# second', '# port']) {
    expect(text).toContain(comment);
  }
  expect(readScenario(scenarioText(acted))).toEqual({ ok: true, value: acted });
});

it('formatting changes the form and nothing else', () => {
  const formatted = formatYaml('a:   {b:  1}   # c\nlist:\n- x\n');
  expect(formatted).toEqual({ ok: true, value: 'a: { b: 1 } # c\nlist:\n  - x\n' });
});

it('the smallest change between two texts', () => {
  expect(changeBetween('abcd', 'abXcd')).toEqual({ from: 2, to: 2, insert: 'X' });
  expect(changeBetween('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
  expect(changeBetween('a', 'a')).toBeUndefined();
});
