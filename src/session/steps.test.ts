import { describe, expect, it } from 'vitest';
import { checkScenario, type TimelineStep } from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const A = 'kube-apiserver-a';
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };

function withSteps(...timeline: readonly Record<string, unknown>[]) {
  const steps = timeline as unknown as readonly TimelineStep[];
  return scenarioOf({ seed: 3, until: '50s', apiServers: apiServers(2), timeline: steps });
}

function faultsOf(...timeline: readonly Record<string, unknown>[]): readonly string[] {
  const checked = checkScenario(withSteps(...timeline), { steps: STEP_SCHEMAS });
  const compiled = checked.ok ? compileScenario(checked.value) : checked;
  return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

const phasesOf = (name: string, ...timeline: readonly Record<string, unknown>[]) =>
  recordsOf(runOf(withSteps(...timeline)).table, 'process')
    .filter((record) => record.name === name && record.t >= 20_000_000)
    .map(({ phase, reason }) => `${phase} ${reason}`);

describe('for', () => {
  it('starts again what it killed or told to end', () => {
    const again = ['starting exec', 'running first instruction'];
    const killed = phasesOf(A, { at: '20s', for: '5s', kill: A });
    expect(killed).toEqual(['exited SIGKILL', ...again]);
    const ended = phasesOf(A, { at: '20s', for: '5s', terminate: A });
    expect(ended).toEqual(['terminating SIGTERM', 'exited terminated gracefully', ...again]);
  });

  it('says so where there is nothing to undo', () => {
    const { table } = runOf(
      withSteps(
        { at: '20s', for: '10s', kill: A },
        { at: '25s', start: A },
        { at: '31s', for: '10s', pause: A },
        { at: '35s', resume: A },
      ),
    );
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'scenario');
    expect(said.map(({ t, message }) => [t / 1e6, message])).toEqual([
      [30, `${A}: it is running already`],
      [41, `${A}: it is not paused any more`],
    ]);
  });

  it('takes a fault of a hook back that no start has met', () => {
    const hook = { process: A, name: 'rbac/bootstrap-roles', fail: 'boom' };
    const restart = { at: '30s', restart: A };
    const exits = (length: string) =>
      phasesOf(A, { at: '20s', for: length, hook }, restart).filter((phase) =>
        /exited/.test(phase),
      );
    expect(exits('20s')).toEqual(['exited SIGKILL', 'exited fatal']);
    expect(exits('10s')).toEqual(['exited SIGKILL']);
  });

  it('is refused where nothing can be undone', () => {
    const refused = (step: Record<string, unknown>) => faultsOf({ at: '20s', for: '5s', ...step });
    expect(refused({ etcd: { compact: true } })).toEqual([
      'spec.timeline[0].etcd.compact: cannot be undone, so it has no "for"',
    ]);
    for (const field of ['defrag', 'disarm']) {
      expect(refused({ etcd: { [field]: true } })).toEqual([
        `spec.timeline[0].etcd.${field}: cannot be undone, so it has no "for"`,
      ]);
    }
    expect(refused({ etcd: { latency: '1s' } })).toEqual([]);
    expect(refused({ drop: { key: '/a' } })).toEqual([
      'spec.timeline[0].for: drop cannot be undone, so it has no "for"',
    ]);
  });
});

describe('a second signal', () => {
  it('is what ends the process at once', () => {
    const flags = apiServers(1, '--shutdown-delay-duration=30s');
    const timeline = [
      { at: '20s', terminate: A },
      { at: '22s', terminate: A },
    ] as unknown as readonly TimelineStep[];
    const { table } = runOf(scenarioOf({ until: '30s', apiServers: flags, timeline }));
    const exited = recordsOf(table, 'process').find(({ phase }) => phase === 'exited');
    const [, second] = recordsOf(table, 'fault');
    expect([exited?.t, exited?.exitCode, exited?.cause]).toEqual([22_000_000, 1, second.seq]);
  });
});

describe('a server that is ending', () => {
  it('has a call that it has not begun sent anew, which meets a closed port', () => {
    const create = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const { table } = runOf(
      withSteps(
        { at: '20s', create: create('a') },
        { at: '21s', terminate: A },
        // In the very instant in which the server, having ended, closes the connection.
        ...Array.from({ length: 40 }, (_, index) => ({
          at: `${21_000_000 + index * 1_000}us`,
          create: create(`b-${index}`),
        })),
      ),
    );
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
    expect(said.filter(({ message }) => message.includes('created')).length).toBeGreaterThan(5);
    const errors = new Set(
      said.flatMap(({ message }) => (message.includes('created') ? [] : [message])),
    );
    for (const error of errors)
      expect(error).toMatch(/^The connection to the server \S+ was refused - |shutting down$/);
    expect(errors.size).toBeGreaterThan(0);
  });
});

it('patches and scales what a step names', () => {
  const labels = { a: 'b' };
  const containers = ['x', 'y'].map((name) => ({ name, image: `${name}:1` }));
  const template = { metadata: { labels }, spec: { containers } };
  const web = { kind: 'Deployment', namespace: 'default', name: 'web' };
  const spec = { selector: { matchLabels: labels }, template };
  const patch = { spec: { template: { spec: { containers: [{ name: 'y', image: 'y:2' }] } } } };
  const { table } = runOf(
    withSteps(
      {
        at: '20s',
        create: { apiVersion: 'apps/v1', kind: web.kind, metadata: { name: web.name }, spec },
      },
      { at: '21s', patch: { ...web, patch } },
      { at: '22s', scale: { ...web, replicas: 3 } },
      { at: '23s', patch: { ...web, type: 'json', patch: [{ op: 'remove', path: '/spec/x' }] } },
    ),
  );
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  expect(said.map(({ message }) => message)).toEqual([
    'deployment.apps/web created',
    'deployment.apps/web patched',
    'deployment.apps/web scaled',
    expect.stringContaining('the server rejected our request due to an error in our request'),
  ]);
  const [last] = table.archive.history('/registry/deployments/default/web').slice(-1);
  expect(last.object).toMatchObject({
    metadata: { generation: 3 },
    spec: { replicas: 3, template: { spec: { containers: [{ image: 'x:1' }, { image: 'y:2' }] } } },
  });
});

describe('a step is refused', () => {
  it('where what it scales to is no int32', () => {
    const web = { kind: 'Deployment', namespace: 'default', name: 'web' };
    expect(faultsOf({ at: '1s', scale: { ...web, replicas: 2_147_483_648 } })).toEqual([
      'spec.timeline[0].scale.replicas: expected a number of at most 2147483647, found the ' +
        'number 2147483648',
    ]);
  });

  it('where its kind is not modelled yet', () => {
    const other = { ...POD, kind: 'Pods' };
    const namespace = { ...POD, kind: 'Namespace' };
    expect(
      faultsOf(
        { at: '1s', apply: other },
        { at: '2s', create: [namespace, other] },
        { at: '3s', delete: { kind: 'podds', name: 'p' } },
        { at: '4s', delete: other },
      ),
    ).toEqual([
      'spec.timeline[0].apply.kind: Pods of v1: not modelled yet',
      'spec.timeline[1].create[1].kind: Pods of v1: not modelled yet',
      'spec.timeline[2].delete.kind: podds: not modelled yet',
      'spec.timeline[3].delete.kind: Pods of v1: not modelled yet',
    ]);
  });

  it('where it puts nothing', () => {
    expect(faultsOf({ at: '1s', put: { key: '/a', value: null } })).toEqual([
      'spec.timeline[0].put.value: expected the decoded object, found null',
    ]);
    expect(faultsOf({ at: '1s', put: { key: '/a' } })).toHaveLength(1);
  });
});

it('neither sees nor records what only asks or stops the reader', () => {
  const ask = {
    question: 'How many?',
    answers: [{ text: 'One' }, { text: 'Two', because: 'There is one.' }],
    right: 0,
    because: 'One.',
  };
  const asked = [
    { at: '10s', ask },
    { at: '20s', breakpoint: { when: 'kind = etcd and op = delete' } },
  ];
  expect(faultsOf(...asked)).toEqual([]);
  const hashOf = (run: ReturnType<typeof runOf>) => run.summary(0).traceHash;
  expect(hashOf(runOf(withSteps(...asked)))).toBe(hashOf(runOf(withSteps())));
  expect(faultsOf({ at: '20s', breakpoint: { when: 'soon' } })[0]).toContain('a condition such as');
});
