/** How a controller manager and a scheduler find out who calls them, and what those may. */
import { describe, expect, it } from 'vitest';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const CONF = '/etc/kubernetes/component.conf';
const AUTHENTICATION = `--authentication-kubeconfig=${CONF}`;
const AUTHORIZATION = `--authorization-kubeconfig=${CONF}`;

interface Story {
  readonly flags?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Console lines from the twelfth second on, one a second. */
  readonly lines?: readonly object[];
  /** When its API server starts. */
  readonly serverAt?: string;
}

function play(list: 'controllerManagers' | 'schedulers', story: Story) {
  const { flags = [], files, env, lines = [], serverAt = '0s' } = story;
  const servers = apiServers(1).map((server) => ({ ...server, startAt: serverAt }));
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 5, until: '30s', apiServers: servers, startDelay: '500ms' },
      [list]: [{ name: 'm', startAt: '5s', flags: [...flags], files, env }],
      timeline: lines.map((line, index) => ({ at: `${12 + index}s`, ...line })) as never[],
    }),
  );
  const logs = recordsOf(table, 'log').filter(({ actor }) => /^m\/?/.test(actor));
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  const exits = recordsOf(table, 'process').filter(
    ({ name, phase }) => name === 'm' && phase === 'exited',
  );
  const asked = recordsOf(table, 'request').filter(({ client }) => client === 'm');
  return {
    logs: logs.map(({ message }) => message),
    said: said.map(({ message }) => message),
    exits,
    ofConfigMap: asked.filter(({ resource }) => resource === 'configmaps'),
    reviews: asked.filter(({ resource }) => resource === 'subjectaccessreviews'),
  };
}

const WARNINGS = [
  'No authentication-kubeconfig provided in order to lookup client-ca-file in configmap/' +
    'extension-apiserver-authentication in kube-system, so client certificate authentication ' +
    "won't work.",
  'No authentication-kubeconfig provided in order to lookup requestheader-client-ca-file in ' +
    'configmap/extension-apiserver-authentication in kube-system, so request-header client ' +
    "certificate authentication won't work.",
  'No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens ' +
    "won't work.",
];

describe.each(['controllerManagers', 'schedulers'] as const)('of %s, a process', (list) => {
  it('warns where it has nobody to ask, and sends nothing', () => {
    const { logs, ofConfigMap } = play(list, {});
    expect(logs.slice(0, 4)).toEqual(['Generated self-signed cert in-memory', ...WARNINGS]);
    expect(logs.some((line) => line.startsWith('Serving securely on'))).toBe(true);
    expect(ofConfigMap.filter(({ verb }) => verb === 'get')).toEqual([]);
  });

  it('looks the authorities up once, then follows them with three informers', () => {
    const { logs, ofConfigMap } = play(list, { flags: [AUTHENTICATION, AUTHORIZATION] });
    expect(logs.filter((line) => line.startsWith('No auth'))).toEqual([]);
    const own = ofConfigMap.filter(
      ({ verb, query }) => verb === 'get' || query.includes('extension-apiserver-authentication'),
    );
    const verbs = own.map(({ verb }) => verb).toSorted();
    expect(verbs).toEqual(['get', 'list', 'list', 'list', 'watch', 'watch', 'watch']);
    expect(own[0].userAgent).toMatch(/^kube-[a-z-]+\/v1\.27\.16 \(linux\/amd64\)$/);
    expect(logs).toContain('Starting RequestHeaderAuthRequestController');
    expect(logs).toContain('Caches are synced for RequestHeaderAuthRequestController');
  });

  it('skips the look-up where it is told to, or has the files', () => {
    for (const flags of [
      ['--authentication-skip-lookup'],
      ['--client-ca-file=/ca.crt', '--requestheader-client-ca-file=/front.crt'],
    ]) {
      const { logs, ofConfigMap } = play(list, { flags: [AUTHENTICATION, ...flags] });
      expect(logs.filter((line) => line.startsWith('No authentication'))).toEqual([]);
      expect(ofConfigMap.filter(({ verb }) => verb === 'get')).toEqual([]);
    }
  });

  it('ends where the kubeconfig is missing', () => {
    const one = play(list, { flags: [AUTHENTICATION, '--master=https://a:6443'], files: {} });
    const stat = `stat ${CONF}: no such file or directory`;
    const words = 'failed to get delegated authentication kubeconfig: ';
    expect(one.logs.at(-1)).toBe(`"command failed" err=${JSON.stringify(words + words + stat)}`);
    expect(one.exits[0]).toMatchObject({ exitCode: 1 });
    const other = play(list, { flags: [AUTHORIZATION, '--master=https://a:6443'], files: {} });
    expect(other.logs.at(-1)).toBe(
      `"command failed" err="failed to get delegated authorization kubeconfig: ${stat}"`,
    );
  });

  it('warns of a Pod whose token cannot be read', () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
    const { logs } = play(list, { env, files: {}, flags: ['--master=https://a:6443'] });
    const token = '/var/run/secrets/kubernetes.io/serviceaccount/token';
    for (const about of ['authentication', 'authorization']) {
      expect(logs).toContain(
        `failed to read in-cluster kubeconfig for delegated ${about}: ` +
          `open ${token}: no such file or directory`,
      );
    }
  });

  it('refuses a pattern of paths that is none', () => {
    const { logs } = play(list, { flags: ['--authorization-always-allow-paths=/a*b'] });
    expect(logs.at(-1)).toBe('"command failed" err="only trailing * allowed in \\"a*b\\""');
  });
});

it('a controller manager ends when the look-up fails, a scheduler goes on', () => {
  const story = { flags: [AUTHENTICATION], serverAt: '20s' };
  const manager = play('controllerManagers', story);
  expect(manager.exits[0]).toMatchObject({ exitCode: 1 });
  const last = manager.logs.at(-1) ?? '';
  const failed = 'unable to load configmap based request-header-client-ca-file: Get ';
  expect(last.startsWith(`"command failed" err="${failed}`)).toBe(true);
  expect(last.endsWith('connect: connection refused"')).toBe(true);
  const { logs, exits } = play('schedulers', story);
  expect(exits).toEqual([]);
  const [, error, going, hint] = logs;
  expect(error).toMatch(/^Error looking up in-cluster authentication configuration: Get /);
  expect(going).toBe(
    'Continuing without authentication configuration. This may treat all requests as anonymous.',
  );
  expect(hint).toMatch(/lookup to succeed, set --authentication-tolerate-lookup-failure=false$/);
  const tolerant = [...story.flags, '--authentication-tolerate-lookup-failure'];
  expect(play('controllerManagers', { ...story, flags: tolerant }).exits).toEqual([]);
});

describe('callers', () => {
  const ask = (user: string) => ({ kubectl: 'get --raw /metrics -s m', user });

  it('are reviewed by the API server, whose answer is kept for ten seconds', () => {
    const lines = [ask('jane'), ask('jane'), ask('kubernetes-admin')];
    const flags = [AUTHENTICATION, AUTHORIZATION];
    const { said, reviews } = play('controllerManagers', { flags, lines });
    expect(reviews).toHaveLength(1);
    expect(reviews[0]).toMatchObject({ verb: 'create', group: 'authorization.k8s.io' });
    expect(said.every((text) => text.includes('master_status'))).toBe(true);
    expect(said).toHaveLength(3);
  });

  it('are anonymous without authentication, and then may what the review says', () => {
    const { said, reviews } = play('controllerManagers', {
      ...{ flags: [AUTHORIZATION], lines: [ask('kubernetes-admin')] },
    });
    expect(reviews).toHaveLength(1);
    expect(said[0]).toContain('master_status');
  });

  it('are told where no review could be had', () => {
    const lines = [{ kill: 'kube-apiserver-a' }, ask('jane')];
    const flags = [AUTHENTICATION, AUTHORIZATION];
    const { said } = play('controllerManagers', { flags, lines });
    expect(said.at(-1)).toMatch(
      /Internal Server Error: .*subjectaccessreviews.*connection refused/,
    );
  });
});
