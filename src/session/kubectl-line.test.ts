import { describe, expect, it } from 'vitest';
import { checkScenario, readScenario, type TimelineStep } from '#protocol';
import type { RecordOf } from '#trace';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { Run } from './run';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

type Line = readonly [at: string, line: string, more?: object];

const steps = (...lines: readonly (readonly [at: string, line: string, more?: object])[]) =>
  lines.map(([at, kubectl, more]) => ({ at, kubectl, ...more })) as unknown as TimelineStep[];
const withLines = (...lines: readonly Line[]) =>
  scenarioOf({ seed: 5, until: '40s', apiServers: apiServers(2), timeline: steps(...lines) });

/** What the terminal shows: logs, and for each print its outcome and the objects with revision. */
function terminal(...lines: readonly Line[]): readonly string[] {
  const { table } = runOf(withLines(...lines));
  const ofKubectl = <K extends 'log' | 'decision'>(kind: K) =>
    recordsOf(table, kind).filter(({ actor }) => actor === 'kubectl');
  const shown = [
    ...ofKubectl('log').map(({ seq, message }) => [seq, message] as const),
    ...ofKubectl('decision').map((record) => [record.seq, decisionText(record)] as const),
  ];
  return shown.sort(([a], [b]) => a - b).map(([, text]) => text);
}

function decisionText({ name, outcome, saw }: RecordOf<'decision'>): string {
  if (name === 'Execute') return outcome;
  const seen = saw as readonly { readonly kind: string; readonly name: string }[];
  return `${outcome}: ${seen.map((each) => `${each.kind}/${each.name}`).join(' ')}`;
}

const requestsOf = (...lines: readonly Line[]) =>
  recordsOf(runOf(withLines(...lines)).table, 'request')
    .filter(({ client }) => client === 'kubectl')
    .map(({ verb, resource, namespace, name, query }) =>
      [verb, resource, namespace, name, decodeURIComponent(query)].filter(Boolean).join(' '),
    );

const SYSTEM = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

describe('a line of the console', () => {
  it('sends what kubectl sends, as itself', () => {
    expect(
      requestsOf(
        ['15s', 'get svc,ns'],
        ['16s', 'get svc kubernetes -n default'],
        ['17s', 'get svc -A -l a=b --field-selector metadata.name=x'],
        ['18s', 'create ns shop'],
        ['19s', 'label ns shop tier=one'],
        ['20s', 'delete ns shop --wait=false'],
        ['21s', 'get --raw /readyz?verbose'],
      ),
    ).toEqual([
      'list services default limit=500',
      'list namespaces limit=500',
      'get services default kubernetes',
      'list services fieldSelector=metadata.name=x&labelSelector=a=b&limit=500',
      'create namespaces shop fieldManager=kubectl-create&fieldValidation=Strict',
      'get namespaces shop',
      'patch namespaces shop fieldManager=kubectl-label',
      'delete namespaces shop',
      'get /readyz?verbose',
    ]);
    const [first] = recordsOf(runOf(withLines(['15s', 'get ns'])).table, 'request').filter(
      ({ client }) => client === 'kubectl',
    );
    expect(first).toMatchObject({
      server: 'kube-apiserver-a',
      user: 'kubernetes-admin',
      userAgent: 'kubectl/v1.27.16 (linux/amd64)',
    });
  });

  it('says what kubectl says', () => {
    expect(
      terminal(
        ['15s', 'create ns shop'],
        ['16s', 'create ns shop'],
        ['17s', 'label ns shop a=b'],
        ['18s', 'label ns shop a=b --overwrite'],
        ['19s', 'label ns shop a=c'],
        ['20s', 'label ns shop a-'],
        ['21s', 'annotate ns shop who=me'],
        ['22s', 'create service clusterip web --tcp=80 -n shop'],
        ['23s', 'get svc x y'],
        ['24s', 'delete svc web -n shop'],
        ['25s', 'delete svc web -n shop --ignore-not-found'],
        ['26s', 'get svc -n shop'],
      ),
    ).toEqual([
      'namespace/shop created',
      'exit 0',
      'Error from server (AlreadyExists): namespaces "shop" already exists',
      'exit 1',
      'namespace/shop labeled',
      'exit 0',
      'namespace/shop not labeled',
      'exit 0',
      "error: 'a' already has a value (b), and --overwrite is false",
      'exit 1',
      'namespace/shop unlabeled',
      'exit 0',
      'namespace/shop annotated',
      'exit 0',
      'service/web created',
      'exit 0',
      'Error from server (NotFound): services "x" not found\n' +
        'Error from server (NotFound): services "y" not found',
      'exit 1',
      'service "web" deleted',
      'exit 0',
      'exit 0',
      'get: ',
      'No resources found in shop namespace.',
      'exit 0',
    ]);
  });

  it('patches in three ways, and says what does not fit', () => {
    const json = (path: string) => `'[{"op":"replace","path":"${path}","value":"c"}]'`;
    expect(
      terminal(
        ['15s', 'create ns shop'],
        ['16s', `patch ns shop -p '{"metadata":{"labels":{"a":"b"}}}'`],
        ['17s', `patch ns/shop --type=merge -p '{"metadata":{"labels":{"a":"b"}}}'`],
        ['18s', `patch ns shop --type=json -p ${json('/metadata/labels/a')}`],
        ['19s', `patch ns shop --type=json -p ${json('/metadata/labels/x')}`],
        ['20s', `patch ns x -p '{}'`],
        ['21s', `patch ns shop -p '{"spec":{"finalizers":[]}}'`],
        ['22s', 'get ns -l a=c -o name'],
      ).filter((text) => text !== 'exit 0'),
    ).toEqual([
      'namespace/shop created',
      'namespace/shop patched',
      'namespace/shop patched (no change)',
      'namespace/shop patched',
      'The request is invalid: the server rejected our request due to an error in our request',
      'exit 1',
      'Error from server (NotFound): namespaces "x" not found',
      'exit 1',
      'namespace/shop patched (no change)',
      'get: Namespace/shop',
    ]);
  });

  it('prints the tables that the server made, each by one request', () => {
    const lines: readonly Line[] = [
      ['15s', 'get svc,ns'],
      ['16s', 'get ns --sort-by=.metadata.uid --no-headers -l a=b'],
      ['17s', 'get ns --sort-by=metadata.name --show-labels -L kubernetes.io/metadata.name'],
      ['18s', 'get ns --sort-by=.spec.nothing'],
      ['19s', 'get priorityclasses -o wide --sort-by=.value'],
    ];
    expect(terminal(...lines).filter((text) => !/^(exit|get:)/.test(text))).toEqual([
      [
        'NAME                 TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE',
        'service/kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   12s',
        '',
        'NAME                        STATUS   AGE',
        ...SYSTEM.map((name) => `${`namespace/${name}`.padEnd(28)}Active   14s`),
      ].join('\n'),
      'No resources found',
      [
        'NAME              STATUS   AGE   METADATA.NAME     LABELS',
        ...SYSTEM.map((name) => {
          const cells = [name.padEnd(15), 'Active', '16s', name.padEnd(15)];
          return `${cells.join('   ')}   kubernetes.io/metadata.name=${name}`;
        }),
      ].join('\n'),
      'error: couldn\'t find any field with path "{.spec.nothing}" in the list of objects',
      [
        'NAME                      VALUE        GLOBAL-DEFAULT   AGE',
        'system-cluster-critical   2000000000   false            17s',
        'system-node-critical      2000001000   false            17s',
      ].join('\n'),
    ]);
    expect(requestsOf(...lines)).toEqual([
      'list services default limit=500',
      'list namespaces limit=500',
      'list namespaces includeObject=Object&labelSelector=a=b',
      'list namespaces includeObject=Object',
      'list namespaces includeObject=Object',
      'list priorityclasses includeObject=Object',
    ]);
  });

  it('asks discovery for the kinds that are there', () => {
    const lines: readonly Line[] = [
      ['15s', 'api-resources'],
      ['16s', 'api-versions'],
      ['17s', 'api-resources --api-group=apps -o wide --sort-by=kind --categories=all'],
    ];
    expect(requestsOf(...lines.slice(0, 1))).toEqual([
      'get /api?timeout=32s',
      'get /apis?timeout=32s',
    ]);
    const [kinds, , versions, , apps] = terminal(...lines);
    expect(kinds).toMatch(/^services +svc +v1 +true +Service$/m);
    expect(kinds).toMatch(/^tokenreviews +authentication.k8s.io\/v1 +false +TokenReview$/m);
    expect(versions).toContain('apiregistration.k8s.io/v1\n');
    const verbs = 'create,delete,deletecollection,get,list,patch,update,watch';
    expect(apps.split('\n')[1]).toBe(
      `daemonsets     ds           apps/v1      true         DaemonSet     ${verbs}   all`,
    );
    const older = { ...withLines(['15s', 'api-resources']) };
    const spec = { ...older.spec, kubernetes: '1.25' as const };
    const asked = recordsOf(runOf({ ...older, spec }).table, 'request')
      .filter(({ client }) => client === 'kubectl')
      .map(({ name }) => name);
    expect(asked).toContain('/apis/apps/v1?timeout=32s');
  });

  it('explains fields by the types that the server publishes', () => {
    const lines: readonly Line[] = [
      ['15s', 'explain deploy.spec.replicas'],
      ['16s', 'explain cm'],
      ['17s', 'explain pods.spec.containers.nothing'],
      ['18s', 'explain jobs.status --recursive'],
    ];
    const [replicas, remark, , map, , , missing, , status] = terminal(...lines);
    expect(replicas.split('\n')).toEqual([
      'GROUP:      apps',
      'KIND:       Deployment',
      'VERSION:    v1',
      '',
      'FIELD: replicas <integer>',
      '',
      'DESCRIPTION:',
      '    Number of Pods; 1 if nothing is said.',
    ]);
    expect(remark).toMatch(/^# The types are those of 1.33/);
    expect(map).toContain(
      'DESCRIPTION:\n    Settings for Pods, by key.\n    \nFIELDS:\n  apiVersion\t<string>\n',
    );
    expect(map).toContain('  metadata\t<ObjectMeta>\n');
    expect(missing).toBe('error: field "nothing" does not exist');
    expect(status).toContain('  conditions\t<[]JobCondition>\n    lastProbeTime\t<string>\n');
    expect(requestsOf(...lines.slice(0, 1))).toEqual([
      'get /openapi/v3',
      'get /openapi/v3/apis/apps/v1',
    ]);
  });

  it('asks what it may do, where the cluster is, and scales', () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'c', image: 'i' }] },
        },
      },
    };
    const lines: readonly Line[] = [
      ['15s', 'auth can-i create deploy'],
      ['16s', 'auth can-i frob nodes'],
      ['17s', 'auth can-i --list'],
      ['18s', 'cluster-info'],
      ['20s', 'scale deploy web --replicas=3'],
      ['21s', 'scale deploy/web --replicas=4 --current-replicas=2'],
      ['22s', 'scale deploy/web --replicas=4 --current-replicas=3'],
      ['23s', 'get deploy web'],
      ['24s', 'scale ns default --replicas=1'],
      ['25s', 'scale deploy web --replicas=99999999999'],
    ];
    const document = withLines(...lines);
    const timeline = [
      ...(document.spec.timeline ?? []),
      { at: '19s', create: deployment } as unknown as TimelineStep,
    ].sort((a, b) => Number.parseInt(a.at, 10) - Number.parseInt(b.at, 10));
    const { table } = runOf({ ...document, spec: { ...document.spec, timeline } });
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
    expect(said.map(({ message }) => message)).toEqual([
      'yes',
      "Warning: resource 'nodes' is not namespace scoped\n",
      "Warning: verb 'frob' is not a known verb\n",
      'yes',
      'Resources   Non-Resource URLs   Resource Names   Verbs\n' +
        '*.*         []                  []               [*]\n' +
        '            [*]                 []               [*]',
      'Kubernetes control plane is running at https://kube-apiserver-a:6443\n\n' +
        "To further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.",
      'deployment.apps/web created',
      'deployment.apps/web scaled',
      'error: Expected replicas to be 2, was 3',
      'deployment.apps/web scaled',
      'NAME   READY   UP-TO-DATE   AVAILABLE   AGE\nweb    0/4     0            0           4s',
      'Error from server (NotFound): the server could not find the requested resource',
      expect.stringMatching(/"replicas\\*":99999999999.*ScaleSpec\.spec\.replicas of type int32$/),
    ]);
  });

  it('watches until its step ends it, and a minute at most', () => {
    expect(
      terminal(
        ['15s', 'get ns -w', { for: '10s' }],
        ['16s', 'create ns a'],
        ['17s', 'delete ns a'],
        ['26s', 'create ns b'],
      ),
    ).toEqual([
      `watch ADDED: ${SYSTEM.map((name) => `Namespace/${name}`).join(' ')}`,
      [
        'NAME              STATUS   AGE',
        ...SYSTEM.map((name) => `${name.padEnd(18)}Active   14s`),
      ].join('\n'),
      'watch ADDED: Namespace/a',
      `${'a'.padEnd(18)}Active   0s`,
      'namespace/a created',
      'exit 0',
      'watch MODIFIED: Namespace/a',
      `${'a'.padEnd(18)}Terminating   1s`,
      'namespace "a" deleted',
      '^C',
      'exit 130',
      'namespace/b created',
      'exit 0',
    ]);
    const { table } = runOf({
      ...withLines(['15s', 'get svc kubernetes -w']),
      spec: { ...withLines(['15s', 'get svc kubernetes -w']).spec, until: '90s' },
    });
    const said = recordsOf(table, 'log').filter(({ message }) => message === '^C');
    expect(said.map(({ t }) => Math.floor(t / 1e6))).toEqual([75]);
  });

  it('meets a server that is not there', () => {
    const down = { at: '15s', terminate: 'kube-apiserver-b' } as unknown as TimelineStep;
    const scenario = withLines(['30s', 'get ns -s kube-apiserver-b']);
    const timeline = [down, ...(scenario.spec.timeline ?? [])];
    const { table } = runOf({ ...scenario, spec: { ...scenario.spec, timeline } });
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
    expect(said.map(({ message }) => message)).toEqual([
      'The connection to the server kube-apiserver-b:6443 was refused - did you specify the ' +
        'right host or port?',
    ]);
  });
});

describe('replay', () => {
  const lines: readonly Line[] = [
    ['14s', 'get svc -A -w', { for: '20s' }],
    ['15s', 'kubectl get svc -o wide'],
    ['15s', "get ns -o jsonpath='{.items[*].metadata.name}'"],
    ['16s', 'create service nodeport web --tcp=80:8080'],
    ['17s', 'describe svc web'],
    ['18s', 'delete svc web'],
  ];

  it('a line typed while the run goes on gives the run of the whole scenario', () => {
    const whole = runOf(withLines(...lines));
    const compiled = compileScenario(withLines());
    if (!compiled.ok) throw new Error('refused');
    const live = new Run(compiled.value);
    live.advance(50);
    for (const step of steps(...lines)) live.append(step);
    live.advance();
    expect(live.hash()).toBe(whole.hash());
  });

  it('a line written as YAML gives the same run', () => {
    const scenario = withLines(...lines);
    const yaml = readScenario(JSON.stringify(scenario), { steps: STEP_SCHEMAS });
    expect(yaml.ok && runOf(yaml.value).hash()).toBe(runOf(scenario).hash());
  });

  it('names the step in every record of the line', () => {
    const { table } = runOf(withLines(...lines));
    const faults = new Set(recordsOf(table, 'fault').map(({ seq }) => seq));
    const records = [...recordsOf(table, 'log'), ...recordsOf(table, 'decision')].filter(
      ({ actor }) => actor === 'kubectl',
    );
    expect(records.length).toBeGreaterThan(10);
    for (const { cause, also = [] } of records) {
      expect([cause, ...also].some((seq) => seq !== null && faults.has(seq))).toBe(true);
    }
  });
});

describe('a line is refused', () => {
  const refused = (line: string, more: object = {}, kubernetes?: '1.33') => {
    const document = withLines(['15s', line, more]);
    const spec = { ...document.spec, ...(kubernetes ? { kubernetes } : {}) };
    const checked = checkScenario({ ...document, spec }, { steps: STEP_SCHEMAS });
    const compiled = checked.ok ? compileScenario(checked.value) : checked;
    return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
  };
  it.each([
    ['get foo', 'error: the server doesn\'t have a resource type "foo"'],
    ['get cs', 'kubectl get componentstatuses: not modelled yet'],
    ['rollout undo deploy x', 'kubectl rollout undo: not modelled yet'],
    ['top pods', 'error: Metrics API not available'],
    ['logs p', 'kubectl logs: no container runs here, so there is nothing to read, enter or reach'],
    ['apply -f -', '-f - reads a manifest, which a line does not have; write it as a step "apply"'],
  ])('%s', (line, reason) => {
    expect(refused(line)).toEqual([`spec.timeline[0].kubectl: ${reason}`]);
  });

  it.each(['get ip', 'get servicecidrs kubernetes', 'delete ipaddress 10.96.0.9'])(
    'that names a type which the profile does not serve: %s',
    (line) => {
      const named = /^\S+ (\S+)/.exec(line)?.[1];
      expect(refused(line)).toEqual([
        `spec.timeline[0].kubectl: error: the server doesn't have a resource type "${named}"`,
      ]);
      expect(refused(line, {}, '1.33')).toEqual([]);
    },
  );

  it('has an end only when it watches', () => {
    expect(refused('get ns', { for: '5s' })).toEqual([
      'spec.timeline[0].kubectl: only a watch (get -w) can be ended, so it has no "for"',
    ]);
    expect(refused('get ns -w', { for: '5s' })).toEqual([]);
  });
});

describe('a warning', () => {
  it('is printed once a line, on the other channel', () => {
    const document = withLines(['15s', 'get endpoints -n default'], ['16s', 'get ns']);
    const scenario = { ...document, spec: { ...document.spec, kubernetes: '1.33' } };
    const warned = recordsOf(runOf(scenario).table, 'log')
      .filter(({ actor }) => actor === 'kubectl')
      .map(({ level, message }) => [level, message]);
    const text = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';
    expect(warned.filter(([level]) => level === 'warning')).toEqual([
      ['warning', `Warning: ${text}`],
    ]);
  });
});
