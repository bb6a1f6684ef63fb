import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { DEFAULT_EPOCH, type Scenario } from '#protocol';
import { catalogue, compileScenario, Run } from '#session';
import { TraceIndex, type TraceTable } from '#trace';
import { complete } from './complete';
import { ConsoleLog } from './console-log';
import { typesDefinedIn } from './defined-types';
import { manifestSteps } from './manifest-steps';
import { readInput, readPaste } from './read-input';
import { type ShownEntry, selectConsole } from './select';
import { downServer } from './use-console';

const PROFILE = '1.27';
const { resources } = catalogue();
const types = resources.filter(({ profiles }) => profiles.includes(PROFILE));

const FLAGS = [
  '--advertise-address=10.0.0.11',
  '--authorization-mode=Node,RBAC',
  '--etcd-servers=https://127.0.0.1:2379',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
  '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
  '--service-cluster-ip-range=10.96.0.0/12',
];

const typesIn = ({ archive }: TraceTable) => [...types, ...typesDefinedIn(archive)];

/** What is shown at a time, µs, after a run with these steps. */
function shownAt(
  time: number,
  timeline: readonly object[],
  apiServers: readonly object[] = [{ name: 'kube-apiserver-a', flags: FLAGS }],
): readonly ShownEntry[] {
  const scenario = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'console' },
    spec: {
      seed: 4,
      until: '40s',
      apiServers,
      timeline,
    },
  } as unknown as Scenario;
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Error(compiled.faults[0].reason);
  const run = new Run(compiled.value);
  run.advance();
  const index = new TraceIndex(run.table);
  index.update();
  const entries = new ConsoleLog(run.table, index).entries();
  const context = {
    table: run.table,
    types: typesIn(run.table),
    epochMs: Date.parse(DEFAULT_EPOCH),
  };
  const view = { entries, locals: [], cleared: new Set<string>(), left: new Map() };
  return selectConsole(view, asTime(time), context, new Map());
}

/** The same as lines. */
const screenAt = (time: number, timeline: readonly object[]): readonly string[] =>
  shownAt(time, timeline).flatMap(({ line, output, running }) => [
    `$ ${line}${running ? ' ...' : ''}`,
    ...output.flatMap(({ text }) => text.split('\n')),
  ]);

const END = 40_000_000;

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.x.com' },
  spec: {
    group: 'x.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: ['v1beta1', 'v1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: {
        openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    })),
  },
};
const widget = { apiVersion: 'x.com/v1', kind: 'Widget', metadata: { name: 'a' }, size: 3 };

describe('the screen', () => {
  it('knows whom a line asked: its step, its own words, else the first; also in vain', () => {
    const [first, other] = ['kube-apiserver-a', 'kube-apiserver-b'];
    const servers = [first, other].map((name) => ({ name, flags: FLAGS }));
    const steps = [
      { at: '15s', kubectl: 'get ns default' },
      { at: '16s', kubectl: 'get ns default', server: other },
      { at: '17s', kubectl: `get ns default --server=${first}`, server: other },
      { at: '18s', kubectl: 'get --raw /no', server: other },
      { at: '19s', pause: other },
      { at: '20s', kubectl: 'get svc', server: other },
    ];
    const asked = shownAt(END, steps, servers).map(({ server }) => server);
    expect(asked).toEqual([first, other, first, other, other]);
  });

  it('shows objects of custom resources, whose types the trace tells', () => {
    const screen = screenAt(END, [
      { at: '15s', create: definition },
      { at: '25s', create: widget },
      { at: '30s', kubectl: 'get wd -o name' },
      { at: '31s', kubectl: 'get widget/a -o jsonpath={.size}' },
      { at: '32s', kubectl: 'describe wd a' },
    ]);
    expect(screen.slice(4, 8)).toEqual([
      '$ get wd -o name',
      'widget.x.com/a',
      '$ get widget/a -o jsonpath={.size}',
      '3',
    ]);
    expect(screen).toContain('API Version:  x.com/v1');
    expect(screen.join('\n')).toMatch(/^Size: +3\nEvents: +<none>$/m);
  });

  it('shows what the answers held, from the archive at their revision', () => {
    const screen = screenAt(END, [
      { at: '15s', kubectl: 'create ns shop' },
      { at: '16s', kubectl: 'kubectl get ns shop' },
      { at: '17s', kubectl: 'label ns shop a=b' },
      { at: '18s', kubectl: 'get ns -l a=b --show-labels' },
      { at: '19s', kubectl: "get ns shop -o jsonpath='{.metadata.labels.a}'" },
      { at: '20s', kubectl: 'get leases' },
      { at: '21s', kubectl: 'get ns -l no=such' },
      { at: '22s', kubectl: 'get ns shop nothing' },
    ]);
    expect(screen).toEqual([
      '$ create ns shop',
      'namespace/shop created',
      '$ get ns shop',
      'NAME   STATUS   AGE',
      'shop   Active   1s',
      '$ label ns shop a=b',
      'namespace/shop labeled',
      '$ get ns -l a=b --show-labels',
      'NAME   STATUS   AGE   LABELS',
      'shop   Active   3s    a=b,kubernetes.io/metadata.name=shop',
      "$ get ns shop -o jsonpath='{.metadata.labels.a}'",
      'b',
      '$ get leases',
      'No resources found in default namespace.',
      '$ get ns -l no=such',
      'No resources found',
      '$ get ns shop nothing',
      'NAME   STATUS   AGE',
      'shop   Active   7s',
      'Error from server (NotFound): namespaces "nothing" not found',
    ]);
  });

  it('shows at a time what was answered by then', () => {
    const steps = [
      { at: '15s', kubectl: 'get svc -A -w', for: '20s' },
      { at: '20s', kubectl: 'create service clusterip web --tcp=80' },
      { at: '30s', kubectl: 'delete svc web' },
    ];
    const head = [
      'NAMESPACE   NAME         TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE',
      'default     kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   12s',
    ];
    expect(screenAt(15_000_000, steps)).toEqual(['$ get svc -A -w ...']);
    expect(screenAt(19_000_000, steps)).toEqual(['$ get svc -A -w ...', ...head]);
    const last = screenAt(END, steps);
    expect(last.slice(0, 3)).toEqual(['$ get svc -A -w', ...head]);
    expect(last.slice(3, 6).map((line) => line.slice(0, 36))).toEqual([
      'default     web          ClusterIP  ',
      'default     web          ClusterIP  ',
      '^C',
    ]);
  });

  it('shows manifests that are steps of their own, and where they failed', () => {
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
    const bad = { ...object, metadata: { name: 'Shop' } };
    const screen = screenAt(END, [
      { at: '15s', apply: [object, bad] },
      { at: '16s', delete: { kind: 'Namespace', name: 'shop' } },
    ]);
    expect(screen.slice(0, 2)).toEqual([
      '$ apply -f - # namespace/shop, namespace/Shop',
      'namespace/shop created',
    ]);
    expect(screen[2]).toContain('Namespace "Shop" is invalid');
    expect(screen.slice(3)).toEqual(['$ delete namespace shop', 'namespace "shop" deleted']);
  });
});

describe('a dry run', () => {
  it('prints what would be sent', () => {
    const screen = screenAt(END, [
      { at: '15s', kubectl: 'create ns shop --dry-run=client -o yaml' },
      { at: '16s', kubectl: 'create cm x -n shop --from-literal=a=1 --dry-run=client -o yaml' },
      { at: '17s', kubectl: 'create svc clusterip s --tcp=80 --dry-run=client -o json' },
    ]);
    expect(screen.slice(1, 8)).toEqual([
      'apiVersion: v1',
      'kind: Namespace',
      'metadata:',
      '  creationTimestamp: null',
      '  name: shop',
      'spec: {}',
      'status: {}',
    ]);
    expect(screen.slice(9, 17)).toEqual([
      'apiVersion: v1',
      'data:',
      '  a: "1"',
      'kind: ConfigMap',
      'metadata:',
      '  creationTimestamp: null',
      '  name: x',
      '  namespace: shop',
    ]);
    expect(JSON.parse(screen.slice(18).join('\n'))).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { creationTimestamp: null, name: 's', labels: { app: 's' } },
      spec: {
        type: 'ClusterIP',
        selector: { app: 's' },
        ports: [{ name: '80', port: 80, protocol: 'TCP', targetPort: 80 }],
      },
      status: { loadBalancer: {} },
    });
  });
});

describe('a dry run of what runs containers', () => {
  it('prints what Go prints of it though it is empty', () => {
    const screen = screenAt(END, [
      { at: '15s', kubectl: 'create deploy web --image=a/web:1 --dry-run=client -o yaml' },
      { at: '16s', kubectl: 'run one --image=one --dry-run=client -o yaml' },
    ]);
    expect(screen.slice(1, 25)).toEqual([
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata:',
      '  creationTimestamp: null',
      '  labels:',
      '    app: web',
      '  name: web',
      'spec:',
      '  replicas: 1',
      '  selector:',
      '    matchLabels:',
      '      app: web',
      '  strategy: {}',
      '  template:',
      '    metadata:',
      '      creationTimestamp: null',
      '      labels:',
      '        app: web',
      '    spec:',
      '      containers:',
      '      - image: a/web:1',
      '        name: web',
      '        resources: {}',
      'status: {}',
    ]);
    expect(screen.slice(26)).toEqual([
      'apiVersion: v1',
      'kind: Pod',
      'metadata:',
      '  creationTimestamp: null',
      '  labels:',
      '    run: one',
      '  name: one',
      'spec:',
      '  containers:',
      '  - image: one',
      '    name: one',
      '    resources: {}',
      '  dnsPolicy: ClusterFirst',
      '  restartPolicy: Always',
      'status: {}',
    ]);
  });
});

describe('a line that waits', () => {
  it('goes on until what it deleted is gone', () => {
    const steps = [
      { at: '15s', create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } } },
      { at: '16s', kubectl: 'delete cm x --cascade=orphan' },
      { at: '20s', kubectl: 'patch cm x -p \'{"metadata":{"finalizers":null}}\'' },
    ];
    const waiting = screenAt(18_000_000, steps).slice(2);
    expect(waiting).toEqual(['$ delete cm x --cascade=orphan ...', 'configmap "x" deleted']);
    expect(screenAt(END, steps)[2]).toBe('$ delete cm x --cascade=orphan');
  });
});

describe('a line that is answered with a wait', () => {
  it('says what the server answered and when the client asks again', () => {
    const step = { at: '25s', kubectl: "get --raw '/api/v1/namespaces?resourceVersion=999999'" };
    const [early] = shownAt(26_000_000, [step]);
    expect([early.running, early.retry, early.retries]).toEqual([true, undefined, 0]);
    const [late] = shownAt(END, [step]);
    expect([late.running, late.end, late.retries]).toEqual([true, undefined, 3]);
    expect(late.asked).toBe(true);
    expect(late.retry).toMatchObject({ code: 504, reason: 'Timeout', version: '999999' });
    expect(late.retry?.again).toBeGreaterThan(late.retry?.t ?? END);
  });
});

describe('what is typed', () => {
  it('is told apart', () => {
    expect(readInput('kubectl get ns', types)).toEqual({
      kind: 'line',
      line: 'get ns',
      reads: true,
    });
    expect(readInput('create ns a', types)).toMatchObject({ kind: 'line', reads: false });
    expect(readInput('get --help', types)).toEqual({ kind: 'help', about: 'get' });
    expect(readInput('clear', types)).toEqual({ kind: 'clear' });
    expect(readInput('apply -f - -n shop', types)).toMatchObject({
      kind: 'manifest',
      command: { act: 'apply', namespace: 'shop', enforced: true },
    });
  });

  it('may be a heredoc, piped or not, or a manifest', () => {
    const manifest = 'kind: Namespace\nmetadata: {name: a}';
    for (const paste of [
      `kubectl apply -f - <<EOF\n${manifest}\nEOF`,
      `cat <<'EOF' | kubectl apply -f -\n${manifest}\nEOF\n`,
    ]) {
      expect(readPaste(paste)).toEqual({ line: 'kubectl apply -f -', manifest, more: false });
    }
    expect(readPaste(manifest)).toEqual({ line: '', manifest, more: false });
    expect(readPaste('get ns\nget svc\n')).toEqual({
      line: 'get ns',
      manifest: undefined,
      more: true,
    });
  });
});

describe('a manifest', () => {
  const command = { verb: 'manifest', act: 'apply', namespace: 'shop', enforced: true } as const;
  const of = (text: string) => {
    const steps = manifestSteps(text, command, resources);
    return steps.ok ? steps.value : steps.faults[0].reason;
  };

  it('becomes a step, in the namespace that was named', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}';
    expect(of(`${service}\n---\n${service}`)).toEqual([
      {
        apply: Array.from({ length: 2 }, () => ({
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'a', namespace: 'shop' },
        })),
      },
    ]);
  });

  it.each([
    ['', 'error: no objects passed to apply'],
    ['a: b: c', /^error: error parsing STDIN: error converting YAML to JSON: yaml: line 1: /],
    ['kind: Service\nmetadata: {name: a}', /error validating data: apiVersion not set; if you/],
    [
      'apiVersion: v1\nkind: Gadget\nmetadata: {name: a}',
      /no matches for kind "Gadget" in version "v1"/,
    ],
    [
      'apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: b}',
      'error: the namespace from the provided object "b" does not match the namespace "shop". ' +
        "You must pass '--namespace=b' to perform this operation.",
    ],
  ])('%j is answered by kubectl itself', (text, words) => {
    if (typeof words === 'string') expect(of(text)).toBe(words);
    else expect(of(text)).toMatch(words);
  });
});

describe('completion', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    namespaces: ['default', 'kube-system'],
    services: ['kubernetes', 'web'],
  };
  const context = {
    types,
    servers: ['kube-apiserver-a', 'kube-apiserver-b'],
    names: ({ resource }: { readonly resource: string }) => names[resource] ?? [],
  };
  it.each([
    [
      '',
      [
        'annotate',
        'api-resources',
        'api-versions',
        'apply',
        'auth',
        'clear',
        'cluster-info',
        'create',
      ],
    ],
    ['ge', ['get']],
    ['auth ', ['can-i']],
    ['auth can-i li', ['list']],
    ['auth can-i list serv', ['serviceaccounts', 'services']],
    ['rollout re', ['restart', 'resume']],
    ['rollout status svc w', ['web']],
    ['expose svc w', ['web']],
    ['get svc web --subresource=s', ['--subresource=scale', '--subresource=status']],
    ['scale deploy web --re', ['--replicas=', '--resource-version=']],
    ['patch svc web --type=m', ['--type=merge']],
    ['kubectl de', ['delete', 'describe']],
    ['get serv', ['serviceaccounts', 'services']],
    ['get svc,name', ['svc,namespaces']],
    ['get svc w', ['web']],
    ['get svc web ', ['kubernetes']],
    ['get svc/', ['svc/kubernetes', 'svc/web']],
    ['get -n kube', ['kube-system']],
    ['get svc --namespace=d', ['--namespace=default']],
    ['get svc --sh', ['--show-kind', '--show-labels', '--show-managed-fields']],
    ['get svc -o j', ['json', 'jsonpath=']],
    ['get --raw /l', ['/livez', '/livez?verbose']],
    ['create service c', ['clusterip']],
    ['create d', ['deployment']],
    ['create secret ', ['generic']],
    ['get svc -s kube-apiserver-b web', []],
    ['delete svc web --cas', ['--cascade']],
    ['get svc -s ', ['kube-apiserver-a', 'kube-apiserver-b']],
    ["get svc 'a b ", []],
  ])('%j', (line, candidates) => {
    expect(complete(line, context).candidates.slice(0, 8)).toEqual(candidates);
  });
});

it.each([
  ['the first runs', '', ['a', 'b', 'c'], undefined],
  ['the first is gone', '', ['b', 'c'], { server: 'a', next: 'b' }],
  ['the last is gone: the next is the first', 'c', ['a'], { server: 'c', next: 'a' }],
  ['none runs', 'b', [], { server: 'b', next: undefined }],
])('says when nobody answers a line, and who would: %s', (_, chosen, running, down) => {
  expect(
    downServer(['a', 'b', 'c'], chosen, (name) => running.some((each) => each === name)),
  ).toEqual(down);
});
