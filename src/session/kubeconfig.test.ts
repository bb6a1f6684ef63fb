/** Components whose kubeconfig files and flags say which server they talk to. */
import { describe, expect, it } from 'vitest';
import type { ComponentSpec } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const PATH = '/etc/kubernetes/scheduler.conf';
const FLAG = `--kubeconfig=${PATH}`;

const config = (server: string, more = '') => `
apiVersion: v1
kind: Config
clusters: [{ name: here, cluster: { server: "${server}" } }]
users: [{ name: me, user: { client-certificate-data: AAA=, client-key-data: AAA=${more} } }]
contexts: [{ name: me@here, context: { cluster: here, user: me } }]
current-context: me@here
`;
const withServer = (server: string): Partial<ComponentSpec> => ({
  flags: [FLAG],
  files: { [PATH]: config(server) },
});
const withText = (text: string): Partial<ComponentSpec> => ({
  flags: [FLAG],
  files: { [PATH]: text },
});

/** Made for this test, of system:masters and kubernetes-admin. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWWgAwIBAgIUUzf3eorB6vJR/IBUSP3Mblw75SowCgYIKoZIzj0EAwIw
NDEXMBUGA1UECgwOc3lzdGVtOm1hc3RlcnMxGTAXBgNVBAMMEGt1YmVybmV0ZXMt
YWRtaW4wIBcNMjYxMTMwMjEyMjMzWhgPMjEyNjExMDYyMTIyMzNaMDQxFzAVBgNV
BAoMDnN5c3RlbTptYXN0ZXJzMRkwFwYDVQQDDBBrdWJlcm5ldGVzLWFkbWluMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsIaQFIFn4MPBO5Eb/bWapBjd91pW/dhb
qOXggH41RCg5d/yceYNv8jKL20iF1j0Ljq6vT4AL4a9TWguYKfrVvaNTMFEwHQYD
VR0OBBYEFHVAK39GiQ83Sepesz6l9dAHwO+xMB8GA1UdIwQYMBaAFHVAK39GiQ83
Sepesz6l9dAHwO+xMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIg
fWcHlE7BlQejOMLRyV2Dr9R5jjNoLbzb4QleL2hs7AgCIQDsiKBfuo7m+AUFHFV4
VywTTb8XoK3sL1kfi8TbeylYsQ==
-----END CERTIFICATE-----
`;
const base64 = (text: string): string => btoa(text);

type Kind = 'controllerManagers' | 'schedulers';

/** Each runs by itself beside two API servers; what it asked, logged and ended with. */
function play(each: Readonly<Record<string, Partial<ComponentSpec>>>, kind: Kind = 'schedulers') {
  const components = Object.entries(each).map(([name, spec]) => ({
    ...{ name, startAt: '8s', server: 'kube-apiserver-a' },
    ...spec,
  }));
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 3, until: '45s', startDelay: '500ms', apiServers: apiServers(2) },
      [kind]: components,
    }),
  );
  const of = (name: string) => {
    const own = recordsOf(table, 'request').filter(({ client }) => client === name);
    return {
      servers: [...new Set(own.map(({ server }) => server))],
      users: [...new Set(own.map(({ user }) => user))],
      logs: recordsOf(table, 'log')
        .filter(({ actor }) => actor.startsWith(`${name}/`))
        .map(({ message }) => message),
      exit: recordsOf(table, 'process').find((end) => end.name === name && end.phase === 'exited'),
      decision: recordsOf(table, 'decision').find(
        (made) => made.actor.startsWith(`${name}/`) && made.name === 'client config',
      ),
    };
  };
  return { of, table };
}

describe('a kubeconfig that can be read', () => {
  it('names the server by address, by name, by the file of hosts, or as the own machine', () => {
    const hosts = { '/etc/hosts': '127.0.0.1 localhost\n10.0.0.12 lb.example.com lb # two\n' };
    const { of } = play({
      address: withServer('https://10.0.0.12:6443'),
      name: withServer('https://kube-apiserver-b:6443'),
      hosts: { flags: [FLAG], files: { ...hosts, [PATH]: config('https://LB.example.com:6443') } },
      local: withServer('https://localhost:6443'),
      bare: withServer('https://::1:6443'),
      user: withServer('https://me:secret@10.0.0.12:6443'),
      around: {
        ...withServer('https://10.0.0.12:6443'),
        flags: ['--kubeconfig=/etc/./kubernetes/../kubernetes/scheduler.conf'],
      },
      master: { ...withServer('https://10.0.0.11:6443'), flags: [FLAG, '--master', 'x'] },
    });
    for (const name of ['address', 'name', 'hosts', 'user', 'around']) {
      expect([name, of(name).servers]).toEqual([name, ['kube-apiserver-b']]);
    }
    for (const name of ['local', 'bare']) expect(of(name).servers).toEqual(['kube-apiserver-a']);
    expect(of('address')).toMatchObject({
      users: ['system:kube-scheduler'],
      decision: {
        outcome: 'kube-apiserver-b',
        reason: FLAG,
        saw: { host: 'https://10.0.0.12:6443', server: 'kube-apiserver-b' },
      },
    });
    // --master counts more than the file.
    expect(of('master').logs.join('\n')).toContain('dial tcp: lookup x: no such host');
  });

  it('may act as another user', () => {
    const { of } = play({ other: withText(config('https://10.0.0.11:6443', ', as: somebody')) });
    expect(of('other')).toMatchObject({ users: ['somebody'], servers: ['kube-apiserver-a'] });
  });

  it('says by certificate or token who the process is', () => {
    const server = config('https://10.0.0.11:6443');
    const data = `client-certificate-data: ${base64(CERTIFICATE)}`;
    const payload = base64('{"iss":"x","sub":"system:serviceaccount:kube-system:kcm"}');
    const { of } = play({
      data: withText(server.replace('client-certificate-data: AAA=', data)),
      file: {
        flags: [FLAG],
        files: {
          [PATH]: server.replace('client-certificate-data: AAA=', 'client-certificate: ../me.crt'),
          '/etc/me.crt': CERTIFICATE,
        },
      },
      token: withText(config('https://10.0.0.11:6443', `, token: a.${payload}.b`)),
      broken: withText(server.replace('AAA=', `${base64(CERTIFICATE.replace('MIIB', 'MIIC'))}`)),
    });
    expect(of('data').users).toEqual(['kubernetes-admin']);
    expect(of('file').users).toEqual(['kubernetes-admin']);
    expect(of('token').users).toEqual(['system:serviceaccount:kube-system:kcm']);
    expect(of('broken').users).toEqual(['system:kube-scheduler']);
  });

  it('may name what does not answer', () => {
    const { of } = play({
      port: withServer('https://10.0.0.11'),
      nobody: withServer('https://10.9.9.9:6443'),
      unknown: withServer('https://lb.example.com:6443'),
      plain: withServer('http://10.0.0.11:6443'),
      late: withServer('https://10.0.0.11:99999'),
      hidden: withServer('https://me:secret@10.0.0.11:1'),
      wrong: {
        flags: [FLAG],
        files: { '/etc/hosts': '999.1.1.1 lb', [PATH]: config('https://lb:6443') },
      },
    });
    const said = (name: string) => of(name).logs.join('\n');
    expect(said('port')).toContain(
      'Get "https://10.0.0.11/api/v1/namespaces?limit=500&resourceVersion=0": ' +
        'dial tcp 10.0.0.11:443: connect: connection refused',
    );
    expect(said('nobody')).toContain('dial tcp 10.9.9.9:6443: i/o timeout');
    expect(said('unknown')).toContain('dial tcp: lookup lb.example.com: no such host');
    expect(said('late')).toContain('Get "https://10.0.0.11:99999/');
    expect(said('late')).toContain('dial tcp: address 99999: invalid port');
    expect(said('wrong')).toContain('dial tcp: lookup lb: no such host');
    expect(said('hidden')).toContain('Get "https://me:***@10.0.0.11:1/api');
    expect(said('plain')).toContain('the server rejected our request for an unknown reason');
    expect(of('plain').exit).toBeUndefined();
  });
});

describe('a kubeconfig that cannot be used', () => {
  const ends = (spec: Partial<ComponentSpec>, message: string) => ({ spec, message });
  const cases = {
    missing: ends({ flags: [FLAG], files: {} }, `stat ${PATH}: no such file or directory`),
    words: ends(
      withText('bogus value'),
      `error loading config file "${PATH}": couldn't get version/kind; json parse error: json: ` +
        'cannot unmarshal string into Go value of type struct { APIVersion string ' +
        '"json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ),
    pod: ends(
      withText('{ apiVersion: v1, kind: Pod }'),
      `error loading config file "${PATH}": no kind "Pod" is registered for version "v1" in ` +
        'scheme "vendor/k8s.io/client-go/tools/clientcmd/api/latest/latest.go:50"',
    ),
    syntax: ends(
      withText('clusters:\n- name: a: b\n'),
      `error loading config file "${PATH}": yaml: line 2: mapping values are not allowed in ` +
        'this context',
    ),
    type: ends(
      withText('clusters: [{ name: a, cluster: { server: 1 } }]'),
      `error loading config file "${PATH}": json: cannot unmarshal number into Go struct field ` +
        'Cluster.clusters.cluster.server of type string',
    ),
    twice: ends(
      withText('contexts: [{ name: a, context: { cluster: b } }, { name: a }]'),
      `error loading config file "${PATH}": error converting *[]NamedContext into ` +
        '*map[string]*api.Context: duplicate name "a" in list: [{a {b   []}} {a {   []}}]',
    ),
    empty: ends(
      withText(''),
      'invalid configuration: no configuration has been provided, try setting ' +
        'KUBERNETES_MASTER environment variable',
    ),
    context: ends(
      withText('{ current-context: x, clusters: [] }'),
      'invalid configuration: [context was not found for specified context: x, cluster has no ' +
        'server defined]',
    ),
    files: ends(
      withText(
        config('https://10.0.0.11:6443').replace(
          'client-certificate-data: AAA=',
          'client-certificate: pki/me.crt',
        ),
      ),
      'invalid configuration: unable to read client-cert /etc/kubernetes/pki/me.crt for me due ' +
        'to open /etc/kubernetes/pki/me.crt: no such file or directory',
    ),
    methods: ends(
      withText(config('https://10.0.0.11:6443', ', token: a, username: b, as-groups: [c]')),
      'invalid configuration: [more than one authentication method found for me; found [token ' +
        'basicAuth], only one is allowed, requesting uid, groups or user-extra for me without ' +
        'impersonating a user]',
    ),
    exec: ends(
      withText(
        config('https://10.0.0.11:6443', ', token: , exec: { command: , env: [null] }, as-uid: ""'),
      ),
      'invalid configuration: [command must be specified for me to use exec authentication ' +
        'plugin, apiVersion must be specified for me to use exec authentication plugin, env ' +
        'variable name must be specified for me to use exec authentication plugin, ' +
        'interactiveMode must be specified for me to use exec authentication plugin]',
    ),
    url: ends(
      withServer('10.0.0.11:6443/somewhere'),
      'host must be a URL or a host:port pair: "10.0.0.11:6443/somewhere"',
    ),
  };
  const specs = Object.fromEntries(Object.entries(cases).map(([name, { spec }]) => [name, spec]));
  const { of } = play(specs);

  it.each(Object.keys(cases))('ends the process, with what is wrong: %s', (name) => {
    const { message } = cases[name as keyof typeof cases];
    const { logs, exit, servers } = of(name);
    expect(logs.at(-1)).toBe(`"command failed" err=${JSON.stringify(message)}`);
    expect(logs.filter((line) => line.startsWith('"'))).toHaveLength(1);
    expect(exit).toMatchObject({ exitCode: 1, reason: 'command failed' });
    expect(servers).toEqual([]);
  });
});

describe('a component without the flags', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const account = '/var/run/secrets/kubernetes.io/serviceaccount';

  it('says that it looks for a Pod around it, and ends where there is none', () => {
    const { of } = play(
      { alone: { files: {}, env: { KUBERNETES_SERVICE_HOST: 'x' } } },
      'controllerManagers',
    );
    expect(of('alone').logs).toEqual([
      'Generated self-signed cert in-memory',
      'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  ' +
        'This might not work.',
      'error creating inClusterConfig, falling back to default config: unable to load in-cluster ' +
        'configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
      '"command failed" err="invalid configuration: no configuration has been provided, try ' +
        'setting KUBERNETES_MASTER environment variable"',
    ]);
    expect(of('alone').exit).toMatchObject({ exitCode: 1 });
  });

  it('calls the Service of the API servers in a Pod, with an empty file too', () => {
    const files = { [`${account}/token`]: 'a', [`${account}/ca.crt`]: 'b' };
    const { of } = play(
      {
        pod: { files, env },
        empty: { flags: [FLAG], files: { ...files, [PATH]: '' }, env },
        noca: { files: { [`${account}/token`]: 'a' }, env },
      },
      'controllerManagers',
    );
    expect(of('pod')).toMatchObject({
      servers: ['kube-apiserver-a'],
      decision: { reason: 'in-cluster', saw: { host: 'https://10.96.0.1:443' } },
    });
    expect(of('empty')).toMatchObject({ servers: ['kube-apiserver-a'] });
    expect(of('noca').logs).toContain(
      `Expected to load root CA config from ${account}/ca.crt, but got err: open ` +
        `${account}/ca.crt: no such file or directory`,
    );
  });

  it('goes as before where nothing is said of its files', () => {
    const { of } = play({
      old: { flags: [FLAG] },
      other: { flags: [FLAG], files: { '/etc/other.yaml': 'kind: LeaderMigrationConfiguration' } },
      elsewhere: { flags: [FLAG], files: { '/k': config('https://10.0.0.12:6443') } },
      master: { flags: [FLAG, '--master=10.0.0.12'] },
    });
    expect(of('old')).toMatchObject({ servers: ['kube-apiserver-a'], decision: undefined });
    expect(of('master').servers).toEqual(['10.0.0.12:80']);
    expect(of('other')).toMatchObject({ servers: ['kube-apiserver-a'], decision: undefined });
    expect(of('elsewhere').logs.join()).toContain(`stat ${PATH}: no such file or directory`);
  });
});

describe('an API server that another follows at its address', () => {
  const at = '--advertise-address=10.0.0.11';
  const follow = (scheduler: Partial<ComponentSpec>) => {
    const { table } = runOf(
      scenarioOf({
        ...{ seed: 1, until: '60s', startDelay: '500ms' },
        apiServers: [
          { name: 'old', kubernetes: '1.27', flags: [at] },
          { name: 'new', kubernetes: '1.28', flags: [at], startAt: 'never' },
        ],
        timeline: [
          { at: '20s', terminate: 'old' },
          { at: '30s', start: 'new' },
        ],
        schedulers: [{ name: 's', ...scheduler }],
      }),
    );
    const asked = recordsOf(table, 'request').filter(({ client }) => client === 's');
    const takes = recordsOf(table, 'response').filter(({ code }) => code > 0);
    const answered = new Set(takes.map(({ id }) => id));
    return asked.filter(({ id }) => answered.has(id)).map(({ server }) => server);
  };

  it.each<[string, Partial<ComponentSpec>]>([
    ['by --master', { flags: ['--master=https://10.0.0.11:6443'], startAt: '45s' }],
    ['by name', { ...withServer('https://old:6443'), startAt: '45s' }],
    ['as the own machine', { flags: ['--master=https://localhost:6443'], startAt: '45s' }],
    ['by its entry', { startAt: '45s' }],
  ])('is called where it was found %s', (_, scheduler) => {
    expect(new Set(follow(scheduler))).toEqual(new Set(['new']));
  });

  it('is left for the other at the next dial', () => {
    const servers = follow({ flags: ['--master=https://10.0.0.11:6443'], startAt: '5s' });
    expect(new Set(servers)).toEqual(new Set(['old', 'new']));
    expect(servers.lastIndexOf('old')).toBeLessThan(servers.indexOf('new'));
  });
});
