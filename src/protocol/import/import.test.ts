import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../read-scenario';
import { flagsOfManifest, type ImportFile, importFiles, noteLine } from './index';

/** Flags that the fixture rules do not know; all others are known. */
const UNKNOWN = ['insecure-port', 'insecure-bind-address', 'enable-load-reader', 'made-up'];
const rules = {
  knownFlags: (_profile: string, flag: string) =>
    UNKNOWN.includes(flag) ? ('unknown' as const) : ('known' as const),
  storedKind: (_apiVersion: string, kind: string) => !['Deployment', 'Secret'].includes(kind),
};

function fixture(name: string): ImportFile {
  const file = name.endsWith('.txt') ? name : `${name}.txt`;
  return { name, text: readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8') };
}

function imported(files: readonly ImportFile[], more: object = {}) {
  const result = importFiles(files, { ...rules, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  // The document that is written must read back as the scenario that is given.
  expect(readScenario(result.value.scenarioYaml)).toEqual({
    ok: true,
    value: result.value.scenario,
  });
  const { spec } = result.value.scenario;
  const notes = result.value.notes.map(noteLine);
  return { ...result.value, notes, spec, servers: spec.apiServers ?? [] };
}

function faultsOf(files: readonly ImportFile[]): string[] {
  const result = importFiles(files, rules);
  return result.ok ? [] : result.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

/** A pod in one line for each part that a test is about. */
function pod(container: object, more: { metadata?: object; spec?: object; status?: object } = {}) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kube-apiserver', namespace: 'kube-system', ...more.metadata },
    spec: {
      containers: [{ name: 'kube-apiserver', image: 'x/kube-apiserver:v1.28.3', ...container }],
      ...more.spec,
    },
    status: more.status,
  });
}

function flagsOf(text: string): readonly string[] {
  return imported([{ name: 'a.yaml', text }]).servers[0].flags ?? [];
}

describe('real manifests', () => {
  test('kubeadm 1.29: every flag is kept, in order', () => {
    const { servers, spec, notes } = imported([fixture('kubeadm-1.29.yaml')]);
    expect(servers).toHaveLength(1);
    expect(servers[0].name).toBe('kube-apiserver-a');
    expect(servers[0].flags).toHaveLength(27);
    expect(servers[0].flags?.[0]).toBe('--advertise-address=172.30.1.2');
    expect(spec.kubernetes).toBe('1.29');
    expect(spec.restartPolicy).toBe('Always');
    expect(notes).toEqual([
      'profile 1.29: from the image registry.example/kube-apiserver:v1.29.0',
      'the kubelet starts again what exits, as restartPolicy says',
    ]);
  });

  test('three masters in one file are named by their pods; one address for all is told', () => {
    const { servers, notes, spec } = imported([fixture('kubeadm-ha-three-masters-1.20.yaml')]);
    expect(servers.map(({ name }) => name)).toEqual([
      'kube-apiserver-master-1',
      'kube-apiserver-master-2',
      'kube-apiserver-master-3',
    ]);
    expect(spec.kubernetes).toBe('1.25');
    expect(notes[0]).toBe(
      'profile 1.25: nearest to 1.20, which is not modelled, ' +
        'from the image registry.example/kube-apiserver:v1.20.4-aliyun.1',
    );
    expect(notes).toContain(
      'kube-apiserver-master-1 and kube-apiserver-master-2 both have the address ' +
        '172.16.200.162, so they share one master lease and one entry in the endpoints',
    );
  });

  test('a live pod: the flag that is gone is a comment and a note', () => {
    const { servers, notes, scenarioYaml } = imported([fixture('kind-1.21-live-pod.yaml')]);
    const why = 'kube-apiserver 1.25 has no such flag: removed in 1.24';
    expect(servers[0].name).toBe('kube-apiserver-kind-control-plane');
    expect(servers[0].flags).toContain('--runtime-config=');
    expect(servers[0].flags).not.toContain('--insecure-port=0');
    expect(scenarioYaml).toContain(`        # left out: --insecure-port=0 (${why})\n`);
    expect(notes).toContain(
      `kind-1.21-live-pod.yaml: ${servers[0].name}: left out: --insecure-port=0 (${why})`,
    );
  });

  test('kops: the manifest is a text in another document, behind go-runner', () => {
    const { servers, spec, notes } = imported([fixture('kops-1.33-task.yaml')]);
    expect(servers[0].flags?.slice(0, 2)).toEqual([
      '--advertise-address=10.0.0.11',
      '--allow-privileged=true',
    ]);
    expect(servers[0].flags?.join()).not.toContain('also-stdout');
    expect(spec.kubernetes).toBe('1.33');
    expect(notes.join('\n')).toContain('passed over 18 documents that are no Kubernetes object');
    expect(notes.join('\n')).toContain('10.0.0.11 stands in for it');
  });

  test('by hand for 1.3: underscores, quotes that belong to the value, comments', () => {
    const { servers, notes } = imported([fixture('handwritten-1.3.yaml')]);
    expect(servers[0].flags).toContain('--etcd-servers=http://master.example.com:2379');
    expect(servers[0].flags).toContain('--master-service-namespace="kube-system"');
    expect(servers[0].flags).toContain('--advertise-address=172.16.32.10');
    expect(notes.join('\n')).toContain(
      '"--etcd_servers=http://master.example.com:2379" is read as',
    );
    expect(notes.join('\n')).toContain('left out: --enable-load-reader (');
  });

  test('by hand for 1.25: no address of its own', () => {
    const { servers, notes } = imported([fixture('handwritten-ha-1.25.yaml')]);
    expect(servers[0].flags?.[0]).toBe('--advertise-address=10.0.0.11');
    expect(notes[1]).toBe(
      'handwritten-ha-1.25.yaml: kube-apiserver-a: has no --advertise-address; ' +
        'its address is known only where it runs, 10.0.0.11 stands in for it',
    );
  });

  test('a Deployment: the second container, an address from the downward API', () => {
    const { servers, notes } = imported([fixture('selfhosted-ipv6-etcd-1.5.yaml')]);
    expect(servers[0].flags).toContain('--advertise-address=10.0.0.11');
    expect(servers[0].flags).toContain(
      '--etcd-servers=http://[fd65:7b9c:569:680:98eb:c508:ea6b:b0b2]:2379',
    );
    expect(notes.join('\n')).toContain(
      'has --advertise-address=$(MY_POD_IP); its address is known',
    );
  });

  test('an arguments file: quotes go, variables in paths stay, comments go', () => {
    const { servers, notes, spec } = imported([fixture('microk8s-args.txt')]);
    expect(servers[0].flags).toContain(
      `--etcd-servers=unix://\${SNAP_DATA}/var/kubernetes/backend/kine.sock:12379`,
    );
    expect(servers[0].flags).toContain('--service-account-issuer=https://kubernetes.default.svc');
    expect(servers[0].flags).toContain('--secure-port=16443');
    expect(spec.kubernetes).toBe('1.27');
    expect(notes.filter((note) => note.includes(`\${SNAP_DATA} is kept as written`))).toHaveLength(
      1,
    );
  });

  test('templates are refused by their first mark', () => {
    expect(faultsOf([fixture('openshift-bootstrap-template.yaml')])).toEqual([
      'openshift-bootstrap-template.yaml: is a template: "{{ .Image }}" is not filled in; ' +
        'give the file that comes out of it',
    ]);
    expect(faultsOf([fixture('terraform-template.yaml'), fixture('kubeadm-1.29.yaml')])).toEqual([
      `terraform-template.yaml: is a template: "\${kube_apiserver_image}" is not filled in; ` +
        'give the file that comes out of it',
    ]);
  });
});

describe('objects', () => {
  test('stored kinds come in without their revision, others are told', () => {
    const files = ['service-live-1.24.yaml', 'endpointslice.json', 'deployment-live-1.24.yaml'];
    const { spec, notes, scenarioYaml } = imported([
      fixture('kubeadm-1.29.yaml'),
      ...files.map(fixture),
    ]);
    const objects = spec.objects as { kind: string; metadata: Record<string, unknown> }[];
    expect(objects.map(({ kind }) => kind)).toEqual(['Service', 'EndpointSlice']);
    expect(objects[0].metadata.resourceVersion).toBeUndefined();
    expect(objects[0].metadata.uid).toBe('af42e800-bd33-4412-bc77-d204d298613d');
    expect(notes.join('\n')).toContain('Deployment default/nginx-deployment');
    expect(scenarioYaml).toMatch(/# .*Deployment default\/nginx-deployment.*: not modelled yet\n/);
    expect(scenarioYaml).toContain('creationTimestamp: "2022-06-24T19:37:02Z"');
  });

  test('workloads of a dump come in, processes of the control plane do not', () => {
    const named = (kind: string, name: string, container: string) => ({
      apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1',
      kind,
      metadata: { name, namespace: 'shop' },
      spec:
        kind === 'Pod'
          ? { containers: [{ name: container, image: `${container}:1` }] }
          : { template: { spec: { containers: [{ name: container, image: `${container}:1` }] } } },
    });
    const workloads = [
      named('Pod', 'web-1', 'nginx'),
      named('Pod', 'web-2', 'nginx'),
      named('Deployment', 'web', 'nginx'),
    ];
    const text = JSON.stringify({ kind: 'List', items: [...workloads, named('Pod', 'e', 'etcd')] });
    const more = { storedKind: () => true };
    const { spec, notes, scenarioYaml } = imported([{ name: 'dump.json', text }], more);
    expect(spec.objects).toEqual(workloads);
    expect(spec.apiServers).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining('Pod shop/e (has no container of kube-apiserver, '),
      'dump.json: stored as given, no kubelet and no controller acts on Pod (2), Deployment (1)',
      'no file starts a kube-apiserver: add one to see more',
    ]);
    expect(scenarioYaml).toContain('# dump.json: stored as given');
    const both = imported([fixture('kubeadm-1.29.yaml'), { name: 'dump.json', text }], more);
    expect(both.servers).toHaveLength(1);
    expect(both.spec.objects).toEqual(workloads);
  });

  test('a List with servers, objects, and one object twice', () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } };
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'b', namespace: 'a' },
    };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c', namespace: 'a' } };
    const server = JSON.parse(pod({ command: ['kube-apiserver', '--advertise-address=10.1.1.1'] }));
    const items = [namespace, server, lease, namespace, secret];
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { spec, servers, notes } = imported([{ name: 'dump.json', text }]);
    expect(spec.objects).toEqual([namespace, lease]);
    expect(servers).toHaveLength(1);
    expect(notes).toContain('dump.json: Secret a/c (v1): not modelled yet');
    expect(notes).toContain('dump.json: v1 Namespace a is given again; the first one is kept');
  });
});

describe('ways to start a server', () => {
  const flag = '--advertise-address=10.1.1.1';
  test.each<[what: string, container: object, flags: string[]]>([
    ['a command', { command: ['kube-apiserver', flag, '--v=2'] }, [flag, '--v=2']],
    ['a command and arguments', { command: ['/usr/bin/kube-apiserver'], args: [flag] }, [flag]],
    ['arguments for the image', { args: [flag, '--v=2'] }, [flag, '--v=2']],
    ['hyperkube', { command: ['/hyperkube', 'apiserver', flag] }, [flag]],
    [
      'a value in a word of its own',
      { command: ['kube-apiserver', '--advertise-address', '10.1.1.1', '-v', '2'] },
      [flag, '--v=2'],
    ],
    [
      'a boolean without value',
      { command: ['kube-apiserver', '--profiling', flag] },
      ['--profiling', flag],
    ],
    [
      'a shell',
      {
        command: [
          '/bin/sh',
          '-c',
          `exec /usr/local/bin/kube-apiserver --v=2 \\\n  ${flag} 1>>/var/log/k.log 2>&1`,
        ],
      },
      ['--v=2', flag],
    ],
    [
      'a shell script as argument',
      {
        command: ['/bin/bash', '-ec'],
        args: [
          `set -e; echo "a & b"\n# kube-apiserver -c\nhyperkube kube-apiserver ${flag} --a='x y' &`,
        ],
      },
      [flag, '--a=x y'],
    ],
    [
      'a variable of the container',
      {
        command: ['kube-apiserver', '--advertise-address=$(IP)'],
        env: [{ name: 'IP', value: '10.1.1.1' }],
      },
      [flag],
    ],
    [
      'a variable of the shell',
      {
        command: ['sh', '-c', `kube-apiserver --advertise-address=\${IP}`],
        env: [{ name: 'IP', value: '10.1.1.1' }],
      },
      [flag],
    ],
  ])('%s', (_, container, flags) => {
    expect(flagsOf(pod(container))).toEqual(flags);
  });

  test('a sidecar is not the server', () => {
    const sidecar = {
      name: 'kube-apiserver-health',
      image: 'x/health:v2',
      command: ['health', '--live=kube-apiserver'],
    };
    const server = {
      name: 'main',
      image: 'x/kube-apiserver:v1.28.0',
      command: ['kube-apiserver', flag],
    };
    expect(flagsOf(pod({}, { spec: { containers: [sidecar, server] } }))).toEqual([flag]);
  });

  test('an address that only the running pod has is found in its status', () => {
    const env = [{ name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }];
    const text = pod(
      { command: ['kube-apiserver', '--advertise-address=$(IP)'], env },
      { status: { podIP: '10.1.1.1' } },
    );
    expect(flagsOf(text)).toEqual([flag]);
    expect(flagsOf(pod({ args: ['--v=2'] }, { status: { hostIP: '10.1.1.1' } }))).toEqual([
      flag,
      '--v=2',
    ]);
  });

  test('servers in several files: a, b, c; by their node where it is known', () => {
    const file = (name: string, address: string, nodeName?: string) => ({
      name,
      text: pod(
        { args: [`--advertise-address=${address}`] },
        { spec: nodeName ? { nodeName } : {} },
      ),
    });
    const plain = imported([file('1.yaml', '10.1.1.1'), file('2.yaml', '10.1.1.2')]);
    expect(plain.servers.map(({ name }) => name)).toEqual(['kube-apiserver-a', 'kube-apiserver-b']);
    const named = imported([
      file('1.yaml', '10.1.1.1', 'ip-1.ec2.internal'),
      file('2.yaml', '10.1.1.2', 'N2'),
    ]);
    expect(named.servers.map(({ name }) => name)).toEqual([
      'kube-apiserver-ip-1-ec2-internal',
      'kube-apiserver-n2',
    ]);
  });
});

describe('flags', () => {
  test('what the component would refuse is left out, of lists only the entries', () => {
    const args = [
      '--advertise-address=10.1.1.1',
      '--secure-port=x',
      '--feature-gates=A=true,Made=true',
    ];
    const refusal = (_: string, flag: string) =>
      /=x$|Made/.test(flag) ? `no to ${flag}` : undefined;
    const { servers, notes } = imported([{ name: 'a.yaml', text: pod({ args }) }], { refusal });
    expect(servers[0].flags).toEqual(['--advertise-address=10.1.1.1', '--feature-gates=A=true']);
    const gate = '--feature-gates=Made=true';
    expect(notes.filter((note) => note.includes('left out'))).toEqual([
      'a.yaml: kube-apiserver-a: left out: --secure-port=x (no to --secure-port=x)',
      `a.yaml: kube-apiserver-a: left out: ${gate} (no to ${gate})`,
    ]);
  });

  test('a word that belongs to no flag', () => {
    const { notes } = imported([
      { name: 'a', text: pod({ args: ['stray', '--advertise-address=10.1.1.1'] }) },
    ]);
    expect(notes).toContain('a: kube-apiserver-a: left out: "stray" (belongs to no flag)');
  });

  test('a value that only the machine knows', () => {
    const args = ['--advertise-address=10.1.1.1', '--event-ttl=$(TTL)'];
    const { servers, notes } = imported([{ name: 'a', text: pod({ args }) }]);
    expect(servers[0].flags).toEqual(['--advertise-address=10.1.1.1']);
    expect(notes.join('\n')).toContain(
      '--event-ttl=$(TTL) (the value of $(TTL) is known only where it runs)',
    );
  });

  test('nothing that a file says can break out of a comment', () => {
    const args = ['--advertise-address=10.1.1.1', '--made-up=a\nspec: {}\u2028\r# b'];
    const { scenarioYaml, notes } = imported([{ name: 'a\nb', text: pod({ args }) }]);
    expect(scenarioYaml).not.toMatch(/^spec: \{\}/m);
    expect(notes.every((note) => !/[\n\r]/.test(note))).toBe(true);
  });
});

const PROGRAMS = 'kube-apiserver, kube-controller-manager or kube-scheduler';
const NOTHING = `has no container of ${PROGRAMS}, and no object that is stored yet`;

describe('what is refused', () => {
  test.each<[what: string, text: string, line: string]>([
    ['no YAML', 'a: [', 'x.yaml: not valid YAML: '],
    ['nothing', '', `x.yaml: ${NOTHING}`],
    [
      'another pod',
      '{apiVersion: v1, kind: Pod, metadata: {name: etcd}, ' +
        'spec: {containers: [{name: etcd, command: [etcd]}]}}',
      `x.yaml: ${NOTHING}: Pod etcd (has no container of ${PROGRAMS}, only the containers etcd): ` +
        'not modelled yet',
    ],
    [
      'a mark in a flag',
      pod({ args: ['--v=<%= v %>'] }),
      'x.yaml: is a template: "<%= v %>" is not filled in',
    ],
    [
      'a mark in a script',
      pod({ command: ['sh', '-c', 'kube-apiserver {{flags}}'] }),
      'x.yaml: is a template: "{{flags}}"',
    ],
    [
      'a mark in an arguments file',
      '--v={{ v }}\n',
      'x.yaml: is a template: "{{ v }}" is not filled in',
    ],
  ])('%s', (_, text, line) => {
    const found = faultsOf([{ name: 'x.yaml', text }]);
    expect(found).toHaveLength(1);
    expect(found[0].startsWith(line) ? line : found[0]).toBe(line);
  });
});

describe('flags of a manifest in a scenario', () => {
  test('as the component gets them, unknown ones too', () => {
    const text = pod({
      command: ['kube-apiserver', '--made-up', '--event-ttl=$(TTL)'],
      env: [{ name: 'TTL', value: '5m' }],
    });
    expect(flagsOfManifest(text, 'kube-apiserver')).toEqual({
      ok: true,
      value: ['--made-up', '--event-ttl=5m'],
    });
  });

  test.each<[what: string, text: string, reason: string]>([
    ['no YAML', 'a: [', 'not valid YAML: '],
    ['a template', 'image: {{ .Image }}', 'is a template: "{{ .Image }}" is not filled in'],
    [
      'another component',
      pod({ command: ['etcd'] }),
      'expected one container that starts kube-apiserver, found none; ' +
        'the containers are "kube-apiserver"',
    ],
    [
      'two',
      `${pod({ args: [] })}\n---\n${pod({ args: [] })}`,
      'expected one container that starts kube-apiserver, found 2',
    ],
    [
      'an open variable',
      pod({ args: ['--event-ttl=$(TTL)'] }),
      'the value of $(TTL) in "--event-ttl=$(TTL)" is known only where the pod runs',
    ],
  ])('%s', (_, text, reason) => {
    const result = flagsOfManifest(text, 'kube-apiserver');
    const [fault] = result.ok ? [] : result.faults;
    expect(fault.path).toBe('');
    expect(fault.reason.startsWith(reason) ? reason : fault.reason).toBe(reason);
  });
});
