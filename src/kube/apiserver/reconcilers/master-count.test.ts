import { describe, expect, test } from 'vitest';
import { chartOf, initialStep, nextStep, statePath } from '#kernel';
import type { EndpointSubset, Endpoints } from '../../api/objects';
import { ServerWorld } from '../testing/server-world';
import { LABEL_SKIP_MIRROR } from './endpoint-subsets';
import { dropAfterOwn, planReconcile, planRemoval } from './master-count-plan';
import { masterCountReconcilerMachine } from './master-count-reconciler-machine';

const PORTS = [{ name: 'https', port: 6443, protocol: 'TCP' }];
const one = (...ips: readonly string[]): EndpointSubset => ({
  addresses: ips.map((ip) => ({ ip })),
  ports: PORTS,
});
const endpoints = (subsets: readonly EndpointSubset[], labelled = true): Endpoints => ({
  metadata: labelled ? { name: 'kubernetes', labels: { [LABEL_SKIP_MIRROR]: 'true' } } : {},
  subsets,
});
const ipsOf = ({ subsets = [] }: Endpoints) =>
  subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));

function planOf(subsets: readonly EndpointSubset[], more: object = {}) {
  const view = { endpoints: endpoints(subsets), missing: false, ip: '10.0.0.2', ports: PORTS };
  return planReconcile({ ...view, masterCount: 3, reconcilePorts: true, ...more });
}

describe('a round', () => {
  const other = [{ ...PORTS[0], port: 443 }];
  test.each([
    ['nothing there', planOf([], { missing: true }), 'create', 'EndpointsMissing', ['10.0.0.2']],
    ['not readable', planOf([]), 'update', 'FormatIncorrect', ['10.0.0.2']],
    [
      'two subsets',
      planOf([one('10.0.0.1'), { ...one('10.0.0.3'), ports: other }]),
      ...(['update', 'FormatIncorrect', ['10.0.0.2']] as const),
    ],
    ['listed', planOf([one('10.0.0.2')]), 'none', 'AddressListed', ['10.0.0.2']],
    [
      'not listed',
      planOf([one('10.0.0.3')]),
      ...(['update', 'AddressMissing', ['10.0.0.2', '10.0.0.3']] as const),
    ],
    [
      'one too many: the one after the own leaves',
      planOf([one('10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4')]),
      ...(['update', 'TooManyAddresses', ['10.0.0.1', '10.0.0.2', '10.0.0.4']] as const),
    ],
    [
      'ports that differ, and are asked for',
      planOf([{ ...one('10.0.0.2'), ports: other }]),
      ...(['update', 'PortsDiffer', ['10.0.0.2']] as const),
    ],
    [
      'ports that differ, and are not',
      planOf([{ ...one('10.0.0.2'), ports: other }], { reconcilePorts: false }),
      ...(['none', 'AddressListed', ['10.0.0.2']] as const),
    ],
    [
      'no label',
      planOf([], { endpoints: endpoints([one('10.0.0.2')], false) }),
      ...(['update', 'SkipMirrorLabelMissing', ['10.0.0.2']] as const),
    ],
  ])('%s', (_name, plan, action, reason, ips) => {
    expect([plan.action, plan.reason, ipsOf(plan.endpoints)]).toEqual([action, reason, ips]);
    expect(plan.endpoints.metadata.labels).toEqual({ [LABEL_SKIP_MIRROR]: 'true' });
  });
});

describe('too many addresses', () => {
  test.each([
    [['a', 'own', 'b', 'c'], 2, ['a', 'own']],
    [['own', 'a', 'b'], 2, ['own', 'b']],
    [['a', 'b', 'own'], 2, ['b', 'own']],
    // The index is not corrected after the wrap: the own address is the second victim.
    [['a', 'b', 'own'], 1, ['b']],
    [['own'], 1, ['own']],
    [['a', 'b'], 1, ['a', 'b']],
  ])('%j for a count of %i leaves %j', (addresses, count, left) => {
    const list = addresses.map((ip) => ({ ip }));
    expect(dropAfterOwn(list, 'own', count).map(({ ip }) => ip)).toEqual(left);
  });
});

test('a removal takes out the own address only, and all of an empty subset', () => {
  const left = (subsets: readonly EndpointSubset[]) => {
    const plan = planRemoval(endpoints(subsets), '10.0.0.2');
    return plan && (plan.subsets ?? []).map(({ addresses = [] }) => addresses.map(({ ip }) => ip));
  };
  expect(left([])).toBeUndefined();
  expect(left([one('10.0.0.2')])).toEqual([]);
  expect(left([one('10.0.0.3', '10.0.0.2')])).toEqual([['10.0.0.3']]);
  expect(left([one('10.0.0.3')])).toEqual([['10.0.0.3']]);
});

test('the machine reaches every state and comes back', () => {
  const walk = (events: readonly string[]) => {
    let step = initialStep(masterCountReconcilerMachine);
    return events.map((type) => {
      step = nextStep(masterCountReconcilerMachine, step.next, { type });
      return statePath(step.next.value);
    });
  };
  const walks = [
    ['reconcileAsked', 'writePlanned', 'endpointsWritten', 'stepDone'],
    ['reconcileAsked', 'nothingPlanned', 'stepFailed'],
    ['reconcileAsked', 'writePlanned', 'stepFailed'],
    ['removalAsked', 'leftAlone'],
    ['removalAsked', 'stepFailed'],
    ['removalAsked', 'writePlanned', 'endpointsWritten', 'stepDone'],
    ['removalAsked', 'writePlanned', 'stepFailed'],
  ];
  for (const events of walks) expect(walk(events).at(-1)).toBe('idle');
  const reached = new Set(walks.flatMap(walk));
  const all = chartOf(masterCountReconcilerMachine).states.map(({ path }) => path);
  expect([...reached].sort()).toEqual([...all].sort());
});

describe('servers that count', () => {
  const flags = ['--endpoint-reconciler-type=master-count', '--apiserver-count=2'];
  const world = new ServerWorld({ flags: [flags, flags] }).start();
  const listed = () => {
    const key = '/registry/services/endpoints/default/kubernetes';
    const { archive } = world.sim.recorder.table;
    return ipsOf((archive.history(key).at(-1)?.object ?? {}) as Endpoints);
  };
  world.forSeconds(25);

  test('list themselves without a lease, and say what they found at the start', () => {
    expect(listed()).toEqual(['10.0.0.11', '10.0.0.12']);
    expect(world.of('etcd').filter(({ key }) => key.includes('masterleases'))).toEqual([]);
    expect(world.log()).toContain('Using reconciler: master-count');
    const stale = world.log('server-a/bootstrap-controller')[0];
    expect(stale).toContain('Found stale data, removed previous endpoints on kubernetes service');
    const outcomes = world.of('endpoints').map(({ action }) => action);
    expect(new Set(outcomes)).toEqual(new Set(['create', 'update', 'none']));
  });

  test('keep a dead one, and let a leaving one go', () => {
    world.do(() => world.servers[1].kill());
    world.forSeconds(60);
    expect(listed()).toEqual(['10.0.0.11', '10.0.0.12']);
    world.do(() => world.servers[0].terminate());
    world.forSeconds(5);
    expect(listed()).toEqual(['10.0.0.12']);
  });
});

test('without a reconciler nobody writes the endpoints', () => {
  const world = new ServerWorld({ flags: [['--endpoint-reconciler-type=none']] }).start();
  world.forSeconds(25);
  expect(world.of('etcd').filter(({ key }) => key.includes('endpoints/'))).toEqual([]);
  const services = world.of('etcd').filter(({ key }) => key.includes('services/specs/default/'));
  expect(services.length).toBe(1);
});
