/** `get --raw` of the paths of a controller manager and of a scheduler. */
import { expect, it } from 'vitest';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

/** What the console says to each line, asked from the twelfth second on, one a second. */
function said(lines: readonly string[], flags: readonly string[] = [], kubernetes = '1.27') {
  const timeline = lines.map((kubectl, index) => ({ at: `${12 + index}s`, kubectl }));
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 5, until: '40s', kubernetes, apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: 'm', startAt: '5s', flags: [...flags] }],
      schedulers: [{ name: 's', startAt: '5s', flags: [...flags] }],
      timeline: timeline as never[],
    }),
  );
  const logs = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  return logs.map(({ message }) => message);
}

const KNOWS_CALLERS = '--authentication-kubeconfig=/etc/kubernetes/component.conf';
const NOT_FOUND = 'Error from server (NotFound): the server could not find the requested resource';

it('asks the process that --server names', () => {
  const lines = [
    'get --raw /configz --server=https://m:10257',
    'get --raw /healthz -s m',
    'get nodes -s m',
    'get --raw /healthz -s nobody',
  ];
  expect(said(lines, [KNOWS_CALLERS])).toEqual([
    expect.stringMatching(/^\{"kubecontrollermanager\.config\.k8s\.io":\{"Generic":/),
    'ok',
    NOT_FOUND,
    'Unable to connect to the server: dial tcp: lookup nobody: no such host',
  ]);
});

it('is refused as anybody where the process does not know who calls', () => {
  const forbidden = (path: string) =>
    'Error from server (Forbidden): forbidden: ' +
    `User "system:anonymous" cannot get path "${path}"`;
  const lines = ['get --raw /configz -s m', 'get --raw /healthz -s m', 'get --raw /metrics -s s'];
  expect(said(lines)).toEqual([forbidden('/configz'), 'ok', forbidden('/metrics')]);
  const always = '--authorization-always-allow-paths=/healthz,metri*';
  expect(said(['get --raw /metrics -s s', 'get --raw /readyz -s s'], [always])).toEqual([
    'leader_election_master_status{name="kube-scheduler"} 1',
    forbidden('/readyz'),
  ]);
});

it('reads what a scheduler shows', () => {
  const lines = [
    'get --raw /healthz?verbose -s s',
    'get --raw /healthz/leaderElection -s https://s:10259',
    'get --raw /livez -s s',
    'get --raw /configz -s s',
    'get --raw /debug/flags/v -s s',
  ];
  const [healthz, one, livez, configz, flags] = said(lines, [KNOWS_CALLERS]);
  expect(healthz).toBe('[+]leaderElection ok\nhealthz check passed');
  expect(one).toBe('ok');
  expect(livez).toBe(NOT_FOUND);
  expect(flags).toContain('unsupported http method');
  const { componentconfig } = JSON.parse(configz);
  expect(componentconfig).toMatchObject({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    Parallelism: 16,
    LeaderElection: { LeaderElect: true, LeaseDuration: '15s', ResourceName: 'kube-scheduler' },
    ClientConnection: { QPS: 50, Burst: 100 },
    EnableProfiling: true,
    Profiles: [{ SchedulerName: 'default-scheduler' }],
  });
  const lines31 = ['get --raw /livez?verbose -s s', 'get --raw /readyz?verbose -s s'];
  expect(said(lines31, [KNOWS_CALLERS], '1.31')).toEqual([
    '[+]ping ok\nlivez check passed',
    '[+]leaderElection ok\n[+]shutdown ok\n[+]sched-handler-sync ok\nreadyz check passed',
  ]);
});

it('tells what the checks of health found, where the version and the gate have it', () => {
  const slis = 'get --raw /metrics/slis -s s';
  const lines = ['get --raw /healthz -s s', 'get --raw /healthz?verbose -s s', slis];
  expect(said(lines, [KNOWS_CALLERS])[2]).toBe(
    '# HELP kubernetes_healthcheck [ALPHA] This metric records the result of a single ' +
      'healthcheck.\n# TYPE kubernetes_healthcheck gauge\n' +
      'kubernetes_healthcheck{name="leaderElection",type="healthz"} 1\n' +
      '# HELP kubernetes_healthchecks_total [ALPHA] This metric records the results of all ' +
      'healthcheck.\n# TYPE kubernetes_healthchecks_total counter\n' +
      'kubernetes_healthchecks_total{name="leaderElection",status="success",type="healthz"} 2',
  );
  const ofManager = ['get --raw /healthz -s m', 'get --raw /metrics/slis -s m'];
  expect(said(ofManager, [KNOWS_CALLERS])[1]).toContain(
    'kubernetes_healthcheck{name="leaderElection",type="healthz"} 1\n',
  );
  expect(said([slis], [KNOWS_CALLERS], '1.26')).toEqual([NOT_FOUND]);
  const levels = (version: string) =>
    said([lines[0], slis], [KNOWS_CALLERS], version)[1].match(/\[[A-Z]+\]/g);
  expect(levels('1.28')).toEqual(['[BETA]', '[BETA]']);
  expect(levels('1.29')).toEqual(['[STABLE]', '[STABLE]']);
  const gate = '--feature-gates=ComponentSLIs=';
  expect(said([slis], [KNOWS_CALLERS, `${gate}false`])).toEqual([NOT_FOUND]);
  expect(said([slis], [KNOWS_CALLERS, `${gate}true`], '1.26')).toEqual(['']);
});

it('has paths for its profile unless --profiling=false', () => {
  const lines = ['symbol', '', 'cmdline'].map((name) => `get --raw /debug/pprof/${name} -s m`);
  const [symbol, index, unknown] = said(lines, [KNOWS_CALLERS]);
  expect(symbol).toBe('num_symbols: 1');
  expect(index).toContain('profiles are not modelled here');
  expect(unknown).toBe(NOT_FOUND);
  const flags = ['get --raw /debug/flags -s s'];
  expect(said(flags, [KNOWS_CALLERS])[0]).toContain('<title>/debug/flags/</title>');
  const off = [KNOWS_CALLERS, '--profiling=false'];
  expect(said(lines, off)).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
});

it('has no API, as every line but that of a path finds', () => {
  const lines = [
    ...['get nodes -s m', 'describe svc kubernetes -s m', 'delete ns shop -s m'],
    ...['api-resources -s m', 'version -s m'],
  ];
  const later = said(lines, [KNOWS_CALLERS]);
  expect(later.slice(0, 4)).toEqual(new Array(4).fill(NOT_FOUND));
  expect(later[4]).toMatch(/^Client Version: v1\.27/);
  expect(later[5]).toBe(NOT_FOUND);
  const unknown = (name: string) => `error: the server doesn't have a resource type "${name}"`;
  const asIn125 = said(['get nodes -s m', 'get svc,ns -s m'], [KNOWS_CALLERS], '1.25');
  expect(asIn125).toEqual([unknown('nodes'), unknown('svc')]);
  const forbidden =
    'Error from server (Forbidden): forbidden: User "system:anonymous" cannot get path "/api"';
  expect(said(['get nodes -s m'])).toEqual([forbidden]);
});
