import { describe, expect, test } from 'vitest';
import { apiGroups, enabledVersions } from '../../api/api-groups';
import { LEASES } from '../../api/resources';
import { PROFILES, type Profile, switchesOf } from '../../profile';
import { hooksOf } from '../hooks';
import {
  completeAndValidate,
  gateEnabled,
  parseApiServerFlags,
  withImpliedFlags,
} from '../options';
import { ServerWorld } from '../testing/server-world';

function optionsOf(profile: Profile, ...flags: readonly string[]) {
  const args = withImpliedFlags(['--advertise-address=10.0.0.11', ...flags]);
  const parsed = parseApiServerFlags(args, profile);
  if (!parsed.ok) throw new Error(parsed.message);
  const checked = completeAndValidate(parsed.options, { address: undefined });
  if (!checked.ok) throw new Error(checked.errors.join());
  return checked.options;
}

/** `group/version` of everything that is served. */
function servedBy(profile: Profile, ...flags: readonly string[]): readonly string[] {
  const options = optionsOf(profile, ...flags);
  return apiGroups(profile).flatMap(({ name }) =>
    enabledVersions(options, name).map(({ version }) => `${name}/${version}`),
  );
}

const readyWorld = (profile: Profile, ...flags: readonly string[]) => {
  const world = new ServerWorld({ profile, flags: [flags] }).start();
  world.until(() => world.states().includes('serving.ready'), 30);
  return world;
};

describe('the groups', () => {
  test('of the default profile, in the order of installation', () => {
    expect(servedBy('1.27')).toEqual([
      'apiextensions.k8s.io/v1',
      '/v1',
      'authentication.k8s.io/v1',
      'authorization.k8s.io/v1',
      'autoscaling/v2',
      'autoscaling/v1',
      'batch/v1',
      'certificates.k8s.io/v1',
      'coordination.k8s.io/v1',
      'discovery.k8s.io/v1',
      'networking.k8s.io/v1',
      'node.k8s.io/v1',
      'policy/v1',
      'rbac.authorization.k8s.io/v1',
      'scheduling.k8s.io/v1',
      'storage.k8s.io/v1',
      'flowcontrol.apiserver.k8s.io/v1beta3',
      'flowcontrol.apiserver.k8s.io/v1beta2',
      'apps/v1',
      'admissionregistration.k8s.io/v1',
      'events.k8s.io/v1',
      'apiregistration.k8s.io/v1',
    ]);
  });

  test.each([
    ['1.25', ['autoscaling/v2beta2', 'storage.k8s.io/v1beta1'], ['v1beta2', 'v1beta1']],
    ['1.26', ['storage.k8s.io/v1beta1'], ['v1beta3', 'v1beta2']],
    ['1.29', [], ['v1', 'v1beta3']],
    ['1.33', [], ['v1']],
  ] as const)('of %s: what is different', (profile, more, flowcontrol) => {
    const group = 'flowcontrol.apiserver.k8s.io/';
    const rest = (list: readonly string[]) => list.filter((each) => !each.startsWith(group));
    const served = servedBy(profile);
    const usual = new Set(rest(servedBy('1.27')));
    expect(rest(served).filter((each) => !usual.has(each))).toEqual(more);
    const flow = served.filter((each) => each.startsWith(group));
    expect(flow).toEqual(flowcontrol.map((version) => group + version));
  });

  test.each([
    ['api/beta=false', ['flowcontrol.apiserver.k8s.io/v1beta3', 'batch/v1'], [false, true]],
    ['api/all=false,v1=true', ['batch/v1', '/v1'], [false, true]],
    ['batch/v1=false', ['batch/v1', '/v1'], [false, true]],
    ['api/ga=false,batch/v1=true', ['batch/v1', 'apps/v1'], [true, false]],
    ['batch/v1beta1=true', ['batch/v1beta1'], [false]],
  ])('--runtime-config=%s', (value, versions, on) => {
    const flags = [`--runtime-config=${value}`, '--enable-priority-and-fairness=false'];
    const served = servedBy('1.27', ...flags);
    expect(versions.map((version) => served.includes(version))).toEqual(on);
  });
});

describe('the chain', () => {
  test.each(PROFILES)('%s has the checks of its hooks in order', (profile) => {
    const world = readyWorld(profile);
    const options = optionsOf(profile);
    const gate = (name: string) => gateEnabled(profile, options.featureGates, name);
    const hooks = hooksOf({ switches: switchesOf(profile), options, gate });
    const names = hooks.filter(({ type }) => type === 'post-start').map(({ name }) => name);
    const [, body] = world.answerOf('/readyz?verbose');
    const lines = [...String(body).matchAll(/poststarthook\/(\S+) ok/g)].map(([, name]) => name);
    expect(lines).toEqual(names);
  });

  test('says what it installs, server by server', () => {
    const log = readyWorld('1.27').log();
    const at = (line: string) => log.indexOf(line);
    const order = [
      '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""',
      'Adding GroupVersion apiextensions.k8s.io v1 to ResourceManager',
      'Using reconciler: lease',
      'API group "internal.apiserver.k8s.io" is not enabled, skipping.',
      'Adding GroupVersion  v1 to ResourceManager',
      'Adding GroupVersion authentication.k8s.io v1 to ResourceManager',
      'Skipping API authentication.k8s.io/v1beta1 because it has no resources.',
      'Adding GroupVersion events.k8s.io v1 to ResourceManager',
      'Adding GroupVersion apiregistration.k8s.io v1 to ResourceManager',
      'Serving securely on [::]:6443',
      'sd_notify: READY=1',
      '[graceful-termination] waiting for shutdown to be initiated',
    ];
    const places = order.map(at);
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('answers 404 for what --runtime-config switches off', () => {
    const { group, version, resource } = LEASES;
    const list = { verb: 'list', group, version, resource, name: '' };
    expect(readyWorld('1.27').answerOf('', list)[0]).toBe(200);
    const flags = ['--runtime-config=coordination.k8s.io/v1=false'];
    const world = readyWorld('1.27', ...flags);
    expect(world.answerOf('', list)).toEqual([404, '404 page not found\n']);
    expect(world.log()).toContain('API group "coordination.k8s.io" is not enabled, skipping.');
  });

  test('lists its paths', () => {
    const { paths } = JSON.parse(String(readyWorld('1.27').answerOf('/')[1]));
    for (const path of ['/api/v1', '/apis/batch/v1', '/apis/apiregistration.k8s.io', '/version']) {
      expect(paths).toContain(path);
    }
    expect(paths).not.toContain('/apis/batch/v1beta1');
    expect(paths).toEqual([...paths].sort());
  });
});
