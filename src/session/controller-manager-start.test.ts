/** How a controller manager starts: options, controller context, controller by controller. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import { askManager, MANAGER, playManager, type Story } from './manager-testing';
import { recordsOf } from './testing';

const KNOWS_CALLERS = '--authentication-kubeconfig=/etc/kubernetes/controller-manager.conf';
const COLLECTOR = '/debug/controllers/garbagecollector';

function play(story: Story) {
  const { table, ...left } = playManager(story);
  const starts = recordsOf(table, 'decision')
    .filter(({ name }) => name === 'start controller')
    .map(({ t, outcome, reason, saw, actor }) => {
      const { controller } = saw as { readonly controller: string };
      return { t, outcome, reason, controller, actor };
    });
  const named = (outcome: string) =>
    starts.filter((start) => start.outcome === outcome).map(({ controller }) => controller);
  const loop = recordsOf(table, 'state').filter(({ machine }) => machine === 'main-loop');
  const synced = recordsOf(table, 'decision').filter(({ name }) => name === 'caches synced');
  return { ...left, table, starts, synced, named, loop };
}

describe('a controller manager that wins its lease', () => {
  it('waits for the API server, discovers, then starts controllers in a drawn order', () => {
    const { starts, named, loop, asked, logs, synced } = play({});
    expect(starts[0]).toMatchObject({
      controller: 'serviceaccount-token',
      outcome: 'disabled',
      reason: 'there is no private key',
    });
    expect(synced.map(({ saw }) => saw)).toContainEqual({
      controller: 'serviceaccount',
      informers: ['v1.ServiceAccount', 'v1.Namespace'],
    });
    // 37 with the defaults, of which two are off, three need a cloud, two need flags.
    expect(starts).toHaveLength(38);
    expect(named('disabled').toSorted()).toEqual([
      'bootstrapsigner',
      'serviceaccount-token',
      'tokencleaner',
    ]);
    expect(named('skipped').toSorted()).toEqual([
      ...['cloud-node-lifecycle', 'csrsigning', 'nodeipam', 'route', 'service'],
    ]);
    expect(named('started')).toHaveLength(30);
    const paths = asked.filter(({ resource }) => resource === '').map(({ name }) => name);
    expect(paths).toEqual(['/healthz', '/api?timeout=32s', '/apis?timeout=32s']);
    expect(loop.map(({ to }) => to)[0]).toBe('waitingForApiServer.asking');
    expect(loop.at(-1)?.to).toBe('running');
    const lists = asked.filter(({ verb }) => verb === 'list').map(({ resource }) => resource);
    expect(new Set(lists).size).toBe(lists.length);
    expect(lists).toContain('deployments');
    expect(synced).toHaveLength(30);
    expect(logs).toContain('Waiting for caches to sync for deployment');
    expect(logs).toContain('Caches are synced for deployment');
    const lines = logs.filter((line) => /cert in-memory|^Version|Serving|successfully/.test(line));
    expect(lines).toEqual([
      'Generated self-signed cert in-memory',
      'Version: v1.27.16',
      'Serving securely on [::]:10257',
      'successfully acquired lease kube-system/kube-controller-manager',
    ]);
    expect(logs).toContain('"Warning: controller is disabled" controller="tokencleaner"');
    expect(logs).toContain('"Warning: skipping controller" controller="csrsigning"');
    const other = play({ seed: 6 }).starts.map(({ controller }) => controller);
    expect(other.toSorted()).toEqual(starts.map(({ controller }) => controller).toSorted());
    expect(other).not.toEqual(starts.map(({ controller }) => controller));
  });

  it('has canonical names and aliases since 1.28, and knows what gates turn off since 1.29', () => {
    const flags = ['--controllers=*,-ttl,-job-controller', '--allocate-node-cidrs'];
    const { named } = play({ flags, kubernetes: '1.29' });
    expect(named('disabled')).toContain('ttl-controller');
    expect(named('disabled')).toContain('job-controller');
    expect(named('started')).toContain('node-ipam-controller');
    expect(named('started')).toContain('taint-eviction-controller');
    expect(named('gate off')).toContain('storageversion-garbage-collector-controller');
    const gates = ['--feature-gates=APIServerIdentity=true,StorageVersionAPI=true'];
    expect(play({ flags: gates, kubernetes: '1.25' }).named('started')).toContain(
      'storage-version-gc',
    );
  });

  it.each([
    ['--controllers=*,foo', '1.27', '"foo" is not in the list of known controllers'],
    ['--controllers=*,-foo', '1.27', '"foo" is not in the list of known controllers'],
    ['--controllers=*,-foo', '1.28', '"foo" is not in the list of known controllers'],
    ['--controllers=+ttl', '1.27', '"+ttl" is not in the list of known controllers'],
    [
      '--controllers=deployment-controller',
      '1.27',
      '"deployment-controller" is not in the list of known controllers',
    ],
  ])('ends at once with %s in %s', (flag, kubernetes, text) => {
    const { exits, logs } = play({ flags: [flag], kubernetes });
    expect(exits[0]).toMatchObject({ name: MANAGER, exitCode: 1, reason: 'command failed' });
    expect(logs).toEqual([`"command failed" err=${JSON.stringify(text)}`]);
  });

  it('leaves one to two intervals between two starts', () => {
    const { starts } = play({ flags: ['--controller-start-interval=1s'], until: '90s' });
    const begun = starts.filter(({ outcome }) => outcome === 'started').map(({ t }) => t);
    expect(begun).toHaveLength(30);
    for (const [index, t] of begun.slice(1).entries()) {
      expect(t - begun[index]).toBeGreaterThanOrEqual(seconds(1));
    }
  });

  it('makes the accounts of its controllers where it is told to use them', () => {
    const { asked, table } = play({ flags: ['--use-service-account-credentials'] });
    const made = asked.filter(
      ({ resource, verb }) => resource === 'serviceaccounts' && verb === 'create',
    );
    expect(made.length).toBeGreaterThan(20);
    const key = '/registry/serviceaccounts/kube-system/deployment-controller';
    expect(table.archive.history(key)).toHaveLength(1);
  });

  it('ends with 255 when the API server is not healthy for ten seconds', () => {
    const hook = { process: 'kube-apiserver-a', name: 'crd-informer-synced', takes: '300s' };
    const { exits, logs, loop } = play({ timeline: [{ at: '0s', hook }], until: '60s' });
    expect(exits[0]).toMatchObject({ name: MANAGER, exitCode: 255 });
    expect(loop.at(-1)?.to).toBe('failed');
    expect(logs.at(-1)).toMatch(
      /^error building controller context: failed to wait for apiserver being healthy: timed out/,
    );
  });

  it('runs cloud controllers under a second lease while they migrate', () => {
    const { starts, table } = play({ flags: ['--enable-leader-migration'] });
    const moved = starts.filter(({ actor }) => actor.endsWith('/migration-loop'));
    expect(moved.map(({ controller }) => controller).toSorted()).toEqual([
      ...['cloud-node-lifecycle', 'route', 'service'],
    ]);
    const key = '/registry/leases/kube-system/cloud-provider-extraction-migration';
    expect(table.archive.history(key).length).toBeGreaterThan(0);
  });
});

describe('its HTTPS endpoints', () => {
  it.each([
    ['curl', '/healthz', 'ok'],
    [
      'curl',
      '/healthz?verbose',
      /^\[\+\]leaderElection ok\n\[\+\].* ok\n[\s\S]*healthz check passed/,
    ],
    ['curl', '/readyz', 'the server could not find the requested resource'],
    ['curl', '/configz', 'forbidden: User "curl" cannot get path "/configz"'],
    ['kubernetes-admin', '/configz', /"LeaseDuration":"15s"/],
    ['kubernetes-admin', '/healthz/job', 'ok'],
    ['kubernetes-admin', '/metrics', /master_status\{name="kube-controller-manager"\} 1\n/],
    ['kubernetes-admin', '/debug/flags/v', /unsupported http method/],
    ['kubernetes-admin', `${COLLECTOR}/graph?uid=1`, /garbage collector is not modelled/],
    ['curl', `${COLLECTOR}/graph`, `forbidden: User "curl" cannot get path "${COLLECTOR}/graph"`],
  ])('%s asks for %s', (user, path, wanted) => {
    expect(askManager({ until: '20s', flags: [KNOWS_CALLERS] }, user, path)).toMatch(wanted);
  });

  it('have no graph of a garbage collector that is not started', () => {
    const story = { until: '20s', flags: [KNOWS_CALLERS, '--enable-garbage-collector=false'] };
    const answer = askManager(story, 'kubernetes-admin', `${COLLECTOR}/graph`);
    expect(answer).toBe('the server could not find the requested resource');
  });
});
