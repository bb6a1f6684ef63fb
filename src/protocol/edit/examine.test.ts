import { expect, it } from 'vitest';
import { formatPath, parsePath } from '../fault-path';
import { examineScenario } from '.';

const HEAD = `apiVersion: kube-orrery/v1
kind: Scenario
metadata: { name: s }
spec:
`;

/** What is marked for each fault, and where. */
function marks(text: string, elsewhere: readonly { path: string; reason: string }[] = []) {
  const examined = examineScenario(text);
  return [...examined.faults, ...examined.place(elsewhere)].map(
    ({ from, to, line, column, path }) => `${line}:${column} ${text.slice(from, to)} (${path})`,
  );
}

it.each([
  ['a value that does not fit', 'until: 9x\n', '5:10 9x (spec.until)'],
  ['an unknown field', 'until: 9s\n  untill: 9s\n', '6:3 untill (spec.untill)'],
  ['a field that is missing', 'seed: 1\n', '4:1 spec (spec.until)'],
  [
    'a process that does not exist',
    'until: 9s\n  apiServers: [{ name: a }]\n  timeline:\n    - { at: 1s, kill: b }\n',
    '8:23 b (spec.timeline[0].kill)',
  ],
  ['a step without a verb', 'until: 9s\n  timeline:\n    - at: 1s\n', '7:7 at (spec.timeline[0])'],
  [
    'a version that YAML reads as a number',
    'until: 9s\n  kubernetes: 1.30\n',
    '6:15 1.30 (spec.kubernetes)',
  ],
])('%s is marked', (_, spec, mark) => {
  expect(marks(`${HEAD}  ${spec}`)).toEqual([mark]);
});

it('what is no YAML is marked where reading stopped', () => {
  const text = `${HEAD}  until: "9s\n`;
  const examined = examineScenario(text);
  expect(examined.readable).toBe(false);
  expect(examined.faults[0].reason).toMatch(/^not valid YAML: /);
  expect(examined.faults[0].line).toBeGreaterThanOrEqual(5);
});

it('a flag that the model refuses is marked among the flags and in a manifest', () => {
  const server = (lines: string) => `${HEAD}  until: 9s\n  apiServers:\n    - name: a\n${lines}`;
  const flags = server('      flags:\n        - --etcd=x\n        - --etcd-servers=y\n');
  const refused = [{ path: 'spec.apiServers[0].flags', reason: 'unknown flag: --etcd-servers' }];
  expect(marks(flags, refused)).toEqual(['10:11 --etcd-servers=y (spec.apiServers[0].flags)']);
  const manifest = server('      manifest: |\n        x:\n        - --etcd=x\n');
  const wrong = [{ path: 'spec.apiServers[0].manifest', reason: 'unknown flag: --etcd' }];
  expect(marks(manifest, wrong)).toEqual(['10:11 --etcd=x (spec.apiServers[0].manifest)']);
});

it('a path is read as it was printed', () => {
  for (const path of [['a', 0, 'b-c', 'x.y/z', 12], ['spec'], ['a "b"', 1], []]) {
    expect(parsePath(formatPath(path))).toEqual(path);
  }
  expect(parsePath('spec..x')).toBeUndefined();
});
