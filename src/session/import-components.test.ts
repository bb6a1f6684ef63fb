/** Files of controller managers and schedulers, alone and beside those of their API servers. */
import { describe, expect, it } from 'vitest';
import {
  componentConfigRefusal,
  componentFlagKnowledge,
  componentFlagRefusal,
  storedKind,
} from '#kube';
import {
  type ImportFile,
  type ImportOptions,
  importFiles,
  noteLine,
  readScenario,
} from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { recordsOf, runOf } from './testing';

const RULES = {
  ...{ knownFlags: componentFlagKnowledge, storedKind, refusal: componentFlagRefusal },
  configRefusal: componentConfigRefusal,
  steps: STEP_SCHEMAS,
};

function imported(files: readonly ImportFile[], more: Partial<ImportOptions> = {}) {
  const result = importFiles(files, { ...RULES, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const { scenario, scenarioYaml, notes } = result.value;
  expect(readScenario(scenarioYaml)).toEqual({ ok: true, value: scenario });
  return { ...result.value, spec: scenario.spec, notes: notes.map(noteLine) };
}

interface Shape {
  readonly version?: string;
  readonly node?: string;
  readonly container?: object;
}

/** A static pod, or with a node the one that its API server shows for it. */
function pod(program: string, flags: readonly string[], shape: Shape = {}): ImportFile {
  const { version = '1.29.0', node } = shape;
  const image = `registry.example/${program}:v${version}`;
  const container = { name: program, image, command: [program, ...flags], ...shape.container };
  const metadata = { name: node === undefined ? program : `${program}-${node}` };
  const spec = { containers: [container], ...(node === undefined ? {} : { nodeName: node }) };
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
  return { name: `${metadata.name}.yaml`, text };
}

const MANAGER = 'kube-controller-manager';
const SCHEDULER = 'kube-scheduler';
const server = (address: string, shape?: Shape) =>
  pod('kube-apiserver', [`--advertise-address=${address}`], shape);

describe('one control plane in several files', () => {
  it('keeps the version of each image, and the flags of that version', () => {
    const { spec, notes } = imported([
      server('10.1.1.1', { version: '1.29.0' }),
      pod(MANAGER, ['--concurrent-job-syncs=2'], { version: '1.27.3' }),
      pod(SCHEDULER, [], { version: '1.29.4' }),
    ]);
    expect(spec.kubernetes).toBe('1.29');
    expect(spec.apiServers?.[0]).not.toHaveProperty('kubernetes');
    expect(spec.controllerManagers).toMatchObject([{ kubernetes: '1.27', flags: [] }]);
    expect(spec.schedulers?.[0]).not.toHaveProperty('kubernetes');
    expect(notes.filter((line) => line.includes('profile 1.'))).toEqual([
      expect.stringContaining('profile 1.29: from the image'),
      expect.stringContaining('profile 1.27 of kube-controller-manager-a: from the image'),
    ]);
  });

  it('is an API server and its clients, which run for their leases', () => {
    const lease = ['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=30s'];
    const { scenario, spec, notes, servers, components } = imported([
      pod(SCHEDULER, ['--leader-elect=true', '--bind-address=127.0.0.1']),
      pod(MANAGER, ['--controllers=*,bootstrapsigner,tokencleaner', ...lease]),
      server('10.1.1.1'),
    ]);
    expect(servers).toEqual(['kube-apiserver-a']);
    expect(components).toEqual(['kube-controller-manager-a', 'kube-scheduler-a']);
    const [manager] = spec.controllerManagers ?? [];
    const controllers = '--controllers=*,bootstrapsigner,tokencleaner';
    expect(manager.flags).toEqual([controllers, ...lease]);
    expect(spec.schedulers).toEqual([
      {
        ...{ name: 'kube-scheduler-a', startAt: '0s' },
        flags: ['--leader-elect=true', '--bind-address=127.0.0.1'],
      },
    ]);
    expect(notes).toEqual([
      'profile 1.29: from the image registry.example/kube-scheduler:v1.29.0',
      'the kubelet starts again what exits, as restartPolicy says',
    ]);
    const { table } = runOf({ ...scenario, spec: { ...spec, until: '30s' } });
    const led = recordsOf(table, 'log').filter(({ message }) =>
      /successfully acquired/.test(message),
    );
    expect(led.map(({ message }) => message.match(/kube-system\/[a-z-]+/)?.[0]).sort()).toEqual([
      'kube-system/kube-controller-manager',
      'kube-system/kube-scheduler',
    ]);
  });

  it('asks the API server of its own node', () => {
    const { spec } = imported([
      server('10.1.1.1', { node: 'm1' }),
      server('10.1.1.2', { node: 'm2' }),
      pod(MANAGER, [], { node: 'm2' }),
      pod(SCHEDULER, [], { node: 'm1' }),
    ]);
    const at = (node: string) => ({ name: `kube-controller-manager-${node}`, startAt: '0s' });
    expect(spec.controllerManagers).toEqual([
      { ...at('m2'), server: 'kube-apiserver-m2', flags: [] },
    ]);
    expect(spec.schedulers?.[0].server).toBeUndefined();
  });

  it('one pod with all of them, and a wrapper before the program', () => {
    const wrapped = (program: string, ...flags: string[]) => ({
      ...{ name: program, image: `x/${program}:v1.33.0`, command: ['/go-runner'] },
      args: ['--log-file=/a.log', '--also-stdout', `/usr/local/bin/${program}`, ...flags],
    });
    const containers = [
      wrapped(MANAGER, '--cloud-provider=external', '--leader-migration-config=/m'),
      wrapped(SCHEDULER, '--config=/var/lib/config.yaml'),
      wrapped('kube-apiserver', '--advertise-address=10.1.1.1'),
    ];
    const inner = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'plane' },
      spec: { containers },
    };
    const contents = Object.entries(inner).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    const text = JSON.stringify({ contents: contents.join('\n'), type: 'file' });
    const { spec, notes } = imported([{ name: 'task.yaml', text }]);
    expect(spec.apiServers?.map(({ name }) => name)).toEqual(['plane']);
    expect(spec.controllerManagers?.[0].flags?.[0]).toBe('--cloud-provider=external');
    expect(notes.join('\n')).toContain(
      'the file of --leader-migration-config=/m is not read, only',
    );
    expect(spec.schedulers?.[0].name).toBe('kube-scheduler-a');
    expect(notes).toContain(
      'task.yaml: kube-scheduler-a: the file of --config=/var/lib/config.yaml is not read, ' +
        'only flags are',
    );
  });
});

const MADE_UP = "has no such flag: removed, a vendor's own, or misspelt";

describe('flags that the program does not take', () => {
  const leftOut = (files: readonly ImportFile[]) => {
    const { notes, scenarioYaml } = imported(files);
    const lines = notes.filter((line) => line.includes(': left out: '));
    for (const line of lines) {
      expect(scenarioYaml).toContain(`# ${line.slice(line.indexOf('left out: '))}`);
    }
    return lines.map((line) => line.replace(/^.*left out: /, ''));
  };

  it('of old versions, of vendors, with a wrong value, and entries of a list', () => {
    const flags = [
      ...['--port=0', '--address=127.0.0.1', '--leader-elect', '--pod-eviction-timeout=5m'],
      ...['--insecure-experimental-x=a', '--node-monitor-period=soon', '--controllers=*,made-up'],
    ];
    expect(leftOut([pod(MANAGER, flags, { version: '1.5.3' })])).toEqual([
      '--port=0 (kube-controller-manager 1.25 has no such flag: removed in 1.24)',
      '--address=127.0.0.1 (kube-controller-manager 1.25 has no such flag: removed in 1.24)',
      `--insecure-experimental-x=a (kube-controller-manager 1.25 ${MADE_UP})`,
      expect.stringMatching(/^--node-monitor-period=soon \(invalid argument "soon" for /),
      '--controllers=made-up ("made-up" is not in the list of known controllers)',
    ]);
    expect(leftOut([pod(MANAGER, ['--pod-eviction-timeout=5m'])])).toEqual([
      '--pod-eviction-timeout=5m (kube-controller-manager 1.29 has no such flag: removed in 1.27)',
    ]);
  });

  it('a scheduler has its own', () => {
    expect(leftOut([pod(SCHEDULER, ['--controllers=*', '--kube-api-qps=1'])])).toEqual([
      `--controllers=* (kube-scheduler 1.29 ${MADE_UP})`,
    ]);
  });
});

describe('files without an API server', () => {
  const args = {
    name: 'args',
    text: '--kubeconfig=/a\n--root-ca-file=/b\n--service-cluster-ip-range=10.7.0.0/16\n',
  };

  it('get one that stands in for it, with their service range', () => {
    const { spec, notes, servers } = imported([args]);
    expect(servers).toEqual(['kube-apiserver-a']);
    const flags = ['--advertise-address=10.0.0.11', '--service-cluster-ip-range=10.7.0.0/16'];
    expect(spec.apiServers?.[0].flags).toEqual(flags);
    expect(spec.controllerManagers?.[0].name).toBe('kube-controller-manager-a');
    expect(notes).toEqual([
      'args: kube-apiserver has no --kubeconfig, --root-ca-file; ' +
        'the file is of kube-controller-manager',
      'profile 1.27: no file tells the version of its image',
      'no file starts a kube-apiserver; one with the address 10.0.0.11 ' +
        'and the service range 10.7.0.0/16 stands in for it',
      'args: kube-controller-manager-a: the file of --kubeconfig=/a is not read: ' +
        'it is taken to lead to the API server of its machine',
    ]);
  });

  it('join the scenario on screen under free names', () => {
    const { scenario: current } = imported([server('10.1.1.1'), pod(MANAGER, [])]);
    const { scenario, spec, notes, servers } = imported([pod(MANAGER, ['--v=4'])], { current });
    expect(servers).toEqual([]);
    expect(spec.apiServers).toEqual(current.spec.apiServers);
    expect(spec.controllerManagers?.map(({ name }) => name)).toEqual([
      'kube-controller-manager-a',
      'kube-controller-manager-b',
    ]);
    expect(scenario.metadata.name).toBe('imported');
    expect(notes).toEqual([
      'no file starts a kube-apiserver, so what they hold joins the scenario on screen',
      'profile 1.29: from the scenario on screen; images are not asked',
    ]);
    const empty = { ...current, spec: { until: '9s' } };
    expect(imported([pod(MANAGER, [])], { current: empty }).servers).toHaveLength(1);
  });

  it('a template is refused with its mark', () => {
    const file = pod(SCHEDULER, ['--v={{ .V }}']);
    const result = importFiles([file], RULES);
    const reasons = result.ok ? [] : result.faults.map(({ reason }) => reason);
    expect(reasons).toEqual([
      'is a template: "{{ .V }}" is not filled in; give the file that comes out of it',
    ]);
  });
});

it('a controller manager from before 1.12 starts as those did', () => {
  const versions = ['1.5.3', '1.11.10', '1.12.0', '1.29.0'];
  const { spec, notes } = imported(
    versions.map((version, at) => {
      const file = pod(MANAGER, [], { version });
      return { ...file, name: `${at}.yaml` };
    }),
  );
  expect(spec.controllerManagers?.map(({ start }) => start)).toEqual([
    ...['pre-1.12', 'pre-1.12', undefined, undefined],
  ]);
  expect(notes.filter((line) => line.endsWith('starts as before 1.12'))).toHaveLength(2);
});

it('what exits before its API server answers is started again, where its Pod says so', () => {
  const lookup = '--authentication';
  const strict = [`${lookup}-kubeconfig=/k`, `${lookup}-tolerate-lookup-failure=false`];
  const lives = (file: ImportFile) => {
    const { table } = runOf(imported([file]).scenario);
    const phases = recordsOf(table, 'process').filter(({ name }) => name === 'kube-scheduler-a');
    return phases.map(({ phase }) => phase);
  };
  expect(lives(pod(SCHEDULER, strict))).toEqual([
    ...['starting', 'running', 'exited', 'starting', 'running'],
  ]);
  const never = pod(SCHEDULER, strict).text.replace(
    '"containers"',
    '"restartPolicy":"Never","containers"',
  );
  expect(lives({ name: 'never.yaml', text: never })).toEqual(['starting', 'running', 'exited']);
  const args = { name: 'kube-scheduler', text: strict.join('\n') };
  expect(imported([args]).spec.restartPolicy).toBeUndefined();
});

it('a port without TLS is not kept: whoever asked it would never be answered', () => {
  const flags = ['--master=127.0.0.1:8080', '--master=http://a:80', '--master=https://b'];
  const { spec, notes, scenario } = imported([pod(MANAGER, flags.slice(0, 2))]);
  expect(spec.controllerManagers?.[0].flags).toEqual([]);
  expect(notes.filter((line) => line.includes('serves plain HTTP'))).toHaveLength(2);
  const { table } = runOf(scenario);
  expect(table.archive.history('/registry/leases/kube-system/kube-controller-manager')).not.toEqual(
    [],
  );
  const kept = imported([pod(MANAGER, flags.slice(2))]).spec.controllerManagers;
  expect(kept?.[0].flags).toEqual(['--master=https://b']);
});

describe('the configuration file of a scheduler', () => {
  const HEAD = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';
  const PATH = '/etc/kubernetes/scheduler-config.yaml';
  const config = (rest: string, name = 'scheduler-config.yaml') => ({ name, text: HEAD + rest });
  const scheduler = pod(SCHEDULER, [`--config=${PATH}`, '--v=2']);

  it('becomes the field config of the one whose --config names it', () => {
    const other = config('leaderElection: {leaseDuration: 50s}', 'b.yaml');
    const { spec, notes } = imported([
      ...[scheduler, other],
      config('leaderElection: {leaseDuration: 40s}'),
    ]);
    expect(spec.schedulers).toMatchObject([
      { config: { leaderElection: { leaseDuration: '40s' } }, flags: ['--v=2'] },
    ]);
    expect(notes).toContain(
      `kube-scheduler.yaml: kube-scheduler-a: the file of --config=${PATH} is the field config`,
    );
    expect(notes).toContain(
      'b.yaml: KubeSchedulerConfiguration: no kube-scheduler here has --config',
    );
    const { table } = runOf({ ...imported([scheduler, other]).scenario });
    const { object } = table.archive.history('/registry/leases/kube-system/kube-scheduler')[0];
    expect(object).toMatchObject({ spec: { leaseDurationSeconds: 50 } });
  });

  it('is found by its path where a file tells that', () => {
    const text = JSON.stringify({ contents: `${HEAD}parallelism: 3\n`, path: PATH, type: 'file' });
    const { spec } = imported([scheduler, { name: 'task.yaml', text }, config('', 'x.yaml')]);
    expect(spec.schedulers).toMatchObject([{ config: { parallelism: 3 } }]);
    const elsewhere = text.replace(PATH, '/var/lib/x.yaml');
    const { spec: none, notes } = imported([scheduler, { name: 'task.yaml', text: elsewhere }]);
    expect(none.schedulers?.[0]).not.toHaveProperty('config');
    expect(notes.join('\n')).toContain('no kube-scheduler here has --config=/var/lib/x.yaml');
    expect(notes.join('\n')).toContain(`--config=${PATH} is not read, only flags are`);
  });

  it.each([
    ['parallelism: 0', 'parallelism: Invalid value: 0'],
    ['parallel: 3', 'parallel: unknown field'],
    ['parallelism: many', 'parallelism: '],
  ])('is left out where the scheduler would not take it: %s', (rest, why) => {
    const { spec, notes } = imported([scheduler, config(rest)]);
    expect(spec.schedulers?.[0].flags).toEqual([`--config=${PATH}`, '--v=2']);
    expect(spec.schedulers?.[0]).not.toHaveProperty('config');
    expect(notes.join('\n')).toContain(`the file of --config=${PATH} is left out: ${why}`);
  });
});
