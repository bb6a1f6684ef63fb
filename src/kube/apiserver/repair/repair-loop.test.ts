import { describe, expect, test } from 'vitest';
import { asTime, seconds } from '#base';
import type { TraceRecord } from '#trace';
import type { Profile } from '../../profile';
import { ServerWorld } from '../testing/server-world';

const IPS = 'server-a/ipallocator-repair-controller';
const PORTS = 'server-a/portallocator-repair-controller';
const FLAGS = ['--service-cluster-ip-range=10.96.0.0/24'];
const DUAL = ['--service-cluster-ip-range=10.96.0.0/24,2001:db8::/112'];
const IP_KEY = '/registry/ranges/serviceips';
const SIX_KEY = '/registry/ranges/secondaryserviceips';
const PORT_KEY = '/registry/ranges/servicenodeports';

interface WorldOptions {
  readonly profile?: Profile;
  readonly flags?: readonly string[];
  /** Written before the servers start. */
  readonly stored?: Readonly<Record<string, unknown>>;
}

function started({ profile = '1.27', flags = FLAGS, stored = {} }: WorldOptions = {}): ServerWorld {
  const world = new ServerWorld({ profile, flags: [flags] });
  world.forSeconds(1);
  for (const [key, value] of Object.entries(stored)) world.do(() => world.etcd.put(key, value));
  return world.start();
}

/** One task after another, until a record is there. */
function until(world: ServerWorld, found: (record: TraceRecord) => boolean, limit = 300): void {
  const { sim } = world;
  const { table } = sim.recorder;
  const end = asTime(sim.now + seconds(limit));
  let looked = table.length;
  for (;;) {
    for (; looked < table.length; looked += 1) if (found(table.record(looked))) return;
    if (sim.advance(end, 1)) throw new Error(`it is found within ${limit} s`);
  }
}

const entering = (actor: string, state: string) => (record: TraceRecord) =>
  record.kind === 'state' && record.actor === actor && record.to === state;
const phase =
  (name: string, allocator = 'cluster-ip') =>
  (record: TraceRecord) =>
    record.kind === 'repair' && record.phase === name && record.allocator === allocator;

const service = (namespace: string, name: string, spec: object) => ({
  [`/registry/services/specs/${namespace}/${name}`]: {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, namespace, uid: `uid-${name}` },
    spec,
  },
});
const withIps = (...clusterIPs: readonly string[]) => ({ clusterIP: clusterIPs[0], clusterIPs });
const range = (of: string, data: string) => ({
  kind: 'RangeAllocation',
  apiVersion: 'v1',
  metadata: {},
  range: of,
  data,
});

const latest = (world: ServerWorld, key: string) =>
  world.sim.recorder.table.archive.history(key).at(-1)?.object as
    | { readonly range: string; readonly data: string }
    | undefined;
const figures = (world: ServerWorld, name: string, actor = IPS) =>
  world
    .of('repair', actor)
    .filter((record) => record.phase === name)
    .map((it) => it.figures);

describe('the first run', () => {
  test('makes the ranges, and only then the server is ready', () => {
    const world = started();
    until(
      world,
      (it) => it.kind === 'hook' && it.name === 'bootstrap-controller' && it.phase === 'succeeded',
    );
    expect(latest(world, IP_KEY)).toMatchObject({ range: '10.96.0.0/24', data: '' });
    expect(latest(world, PORT_KEY)).toMatchObject({ range: '30000-32767', data: '' });
    expect(latest(world, SIX_KEY)).toBeUndefined();
    const passed = ['readingSnapshot', 'listingServices', 'rebuilding', 'checkingLeaks'];
    expect(world.states(IPS)).toEqual([...passed, 'saving', 'waiting']);
    expect(world.states(PORTS)).toEqual([...passed, 'saving', 'waiting']);
    const nothing = { run: 1, try: 1, resourceVersion: '', range: '', data: '' };
    expect(figures(world, 'snapshot')).toEqual([{ ...nothing, configured: '10.96.0.0/24' }]);
    expect(figures(world, 'saved', PORTS)).toMatchObject([{ basedOn: '', range: '30000-32767' }]);
  });

  test('makes three ranges of two families', () => {
    const world = started({ flags: DUAL });
    until(world, phase('saved', 'secondary-cluster-ip'));
    expect(latest(world, SIX_KEY)).toMatchObject({ range: '2001:db8::/112', data: '' });
  });

  test('is waited for by a hook of its own from 1.28 on', () => {
    const world = started({ profile: '1.28' });
    const name = 'start-service-ip-repair-controllers';
    until(world, (it) => it.kind === 'hook' && it.name === name && it.phase === 'succeeded');
    expect(world.states(IPS).at(-1)).toBe('waiting');
    expect(world.states(PORTS).at(-1)).toBe('waiting');
    const deadline = world.of('timer').filter((it) => it.name === 'first-repair-deadline');
    expect(deadline.map((it) => it.phase)).toEqual(['armed', 'cancelled']);
  });
});

describe('a run', () => {
  const stored = {
    ...service('a', 'one', withIps('10.96.0.5')),
    ...service('a', 'two', withIps('10.96.0.5', '2001:db8::5')),
    ...service('b', 'far', withIps('10.97.0.1')),
    ...service('b', 'headless', withIps('None')),
    ...service('b', 'odd', withIps('010.096.000.007')),
    ...service('c', 'broken', withIps('ten')),
    ...service('c', 'ports', {
      ports: [
        { port: 1, nodePort: 30001, protocol: 'TCP' },
        { port: 2, nodePort: 20000, protocol: 'TCP' },
      ],
      healthCheckNodePort: 30001,
    }),
  };

  test('tells what every Service claims, in the order read', () => {
    const world = started({ stored });
    until(world, phase('saved'));
    const [{ items, data }] = figures(world, 'rebuilt') as [{ items: object[]; data: string }];
    const told = items.map((it) => Object.values(it).slice(1, 4).join(' '));
    expect(told).toEqual([
      'one 10.96.0.5 not-allocated',
      'two 10.96.0.5 already-allocated',
      'two 2001:db8::5 family-not-configured',
      'far 10.97.0.1 out-of-range',
      'odd 10.96.0.7 not-allocated',
      'broken ten not-valid',
    ]);
    // Bits 4 and 6.
    expect(data).toBe('UA==');
    expect(latest(world, IP_KEY)?.data).toBe('UA==');
    const decisions = world.of('decision', IPS).filter(({ name }) => name === 'doRunOnce');
    expect(decisions[1]).toMatchObject({
      outcome: 'already-allocated',
      saw: [{ kind: 'Service', namespace: 'a', name: 'two' }, { name: 'serviceips' }],
    });
    expect(world.log(IPS)).toContain(
      'the cluster IP <nil> for service broken/c is not a valid IP; please recreate',
    );
  });

  test('of ports tells them too', () => {
    const world = started({ stored });
    until(world, phase('saved', 'node-port'));
    const [{ items }] = figures(world, 'rebuilt', PORTS) as [{ items: object[] }];
    expect(items).toMatchObject([
      { port: 30001, verdict: 'not-allocated', reason: 'PortNotAllocated' },
      { port: 20000, verdict: 'out-of-range', reason: 'PortOutOfRange' },
      { port: 30001, verdict: 'already-allocated', reason: 'PortAlreadyAllocated' },
    ]);
    expect(latest(world, PORT_KEY)?.data).toBe('Ag==');
  });

  test('is held up by its own errors, a millisecond for two', () => {
    const world = started({ stored });
    until(world, phase('rebuilt'));
    const at = world.of('log', IPS).map(({ t }) => t);
    expect(at).toHaveLength(6);
    expect(at[5] - at[0]).toBeGreaterThanOrEqual(2_000);
    expect(at[5] - at[0]).toBeLessThanOrEqual(3_000);
  });

  test('takes the range as it is stored, and saves the configured one', () => {
    const own = range(
      '10.96.0.0/16',
      'gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=',
    );
    const world = started({ stored: { [IP_KEY]: own } });
    until(world, phase('saved'));
    const leaks = figures(world, 'leak');
    expect(leaks).toMatchObject([
      { ip: '10.96.0.1', outcome: 'flagged', before: null, counter: 1 },
      { ip: '10.96.1.96', outcome: 'flagged', error: expect.stringContaining('not in the valid') },
    ]);
    expect(world.log(IPS)).toContain(
      'the cluster IP 10.96.1.96 may have leaked, but can not be allocated: the provided IP ' +
        '(10.96.1.96) is not in the valid range. The range of valid IPs is 10.96.0.0/24',
    );
    expect(latest(world, IP_KEY)).toMatchObject({ range: '10.96.0.0/24', data: 'AQ==' });
  });

  test.each([
    ['10.96.0.0/24', '****', 'with error:illegal base64 data at input byte 0'],
    ['ten', '', 'with error:invalid CIDR address: ten'],
  ])('fails over a stored range of %s, %s', (of, data, text) => {
    const world = started({ stored: { [IP_KEY]: range(of, data) } });
    until(world, entering(IPS, 'waiting'));
    const what = 'unable to rebuild allocator from snapshots for family:IPv4';
    expect(world.log(IPS)).toEqual([`${what} ${text}`]);
    expect(
      world
        .of('hook')
        .filter((it) => it.phase === 'succeeded' && it.name === 'bootstrap-controller'),
    ).toEqual([]);
  });

  test('that changes nothing writes nothing, every three minutes, and says so once', () => {
    const world = started();
    world.forSeconds(11 * 60);
    const saved = figures(world, 'saved', PORTS) as { resourceVersion: string }[];
    expect(saved.map((it) => it.resourceVersion).slice(1)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    const quiet = world.of('decision', PORTS).filter(({ outcome }) => outcome === 'none');
    expect(quiet).toHaveLength(1);
    const ticks = world.of('state', PORTS).filter(({ to }) => to === 'readingSnapshot');
    const ends = world.of('state', PORTS).filter(({ to }) => to === 'waiting');
    expect(ticks.slice(1).map(({ t }, index) => t - ends[index].t)).toEqual([180e6, 180e6, 180e6]);
  });
});

describe('a conflict', () => {
  /** Somebody writes the range between the snapshot and the save, so often. */
  function lost(times: number): ServerWorld {
    const world = started();
    until(world, phase('saved'));
    for (let count = 1; count <= times; count += 1) {
      until(world, phase('snapshot'));
      world.do(() => world.etcd.put(IP_KEY, { ...range('10.96.0.0/24', ''), touched: count }));
    }
    until(world, entering(IPS, 'waiting'));
    return world;
  }

  test('starts the run over after about 10 ms', () => {
    const world = lost(1);
    const message =
      'Operation cannot be fulfilled on serviceipallocations "": ' +
      'the provided resource version does not match';
    expect(figures(world, 'conflict')).toMatchObject([{ run: 2, try: 1, message }]);
    expect(figures(world, 'saved')).toMatchObject([{ run: 1 }, { run: 2, try: 2 }]);
    expect(world.log(IPS).filter((line) => line.startsWith('Operation'))).toEqual([]);
    const [wait] = world.of('timer', IPS).filter(({ name }) => name === 'conflictBackoff');
    expect(wait.firesAt - wait.t).toBeGreaterThanOrEqual(10_000);
    expect(wait.firesAt - wait.t).toBeLessThanOrEqual(11_000);
  });

  test('is the error of the run the fourth time', () => {
    const world = lost(4);
    expect(figures(world, 'conflict')).toHaveLength(4);
    expect(figures(world, 'saved')).toHaveLength(1);
    expect(world.log(IPS).at(-1)).toMatch(
      /^Operation cannot be fulfilled on serviceipallocations ""/,
    );
    const waits = world.of('timer', IPS).filter(({ name }) => name === 'conflictBackoff');
    const lengths = waits.map(({ t, firesAt }) => (firesAt - t) / 1_000);
    expect(lengths).toHaveLength(3);
    [10, 50, 250].forEach((base, index) => {
      expect(lengths[index]).toBeGreaterThanOrEqual(base);
      expect(lengths[index]).toBeLessThanOrEqual(base * 1.1);
    });
  });
});

describe('a stored range that nobody can read', () => {
  function unreadable(profile: Profile): ServerWorld {
    const world = started({ profile, stored: { [IP_KEY]: range('no range', '') } });
    until(world, entering(IPS, 'readingSnapshot'));
    return world;
  }

  test('ends the process a minute after the start of the loop', () => {
    const world = unreadable('1.27');
    const since = world.now;
    world.forSeconds(70);
    const broken = 'unable to rebuild allocator from snapshots for family:IPv4';
    expect(world.log(IPS)[0]).toBe(`${broken} with error:invalid CIDR address: no range`);
    const exit = world.exitOf();
    expect(exit?.exitCode).toBe(255);
    expect(exit?.t).toBeCloseTo(since + 60, 1);
    const text = 'Unable to perform initial IP and Port allocation check';
    expect(world.log('server-a/bootstrap-controller')).toContain(text);
  });

  test('fails the hook after a minute from 1.28 on', () => {
    const world = unreadable('1.28');
    world.forSeconds(70);
    expect(world.exitOf()?.exitCode).toBe(255);
    const name = 'start-service-ip-repair-controllers';
    const why = 'unable to perform initial IP and Port allocation check';
    const said = world.log(`server-a/hooks/${name}`);
    expect(said).toContain(`PostStartHook "${name}" failed: ${why}`);
  });
});

describe('without etcd', () => {
  /** etcd dies as the first run begins. */
  function dark(profile: Profile): ServerWorld {
    const world = started({ profile });
    until(world, entering(IPS, 'readingSnapshot'));
    world.do(() => world.etcd.process.kill());
    return world;
  }

  test('the run fails at once', () => {
    const world = dark('1.27');
    until(world, entering(IPS, 'waiting'));
    expect(world.log(IPS)[0]).toMatch(/^unable to refresh the service IP block: /);
    expect(world.states(IPS)).toEqual(['readingSnapshot', 'reportingError', 'waiting']);
  });

  test('the store is asked each second from 1.32 on, and the run goes on when it answers', () => {
    const world = dark('1.32');
    world.forSeconds(12);
    expect(world.exitOf()).toBeUndefined();
    world.do(() => world.etcd.process.start());
    until(world, phase('saved'));
    expect(world.now).toBeLessThan(30);
    expect(new Set(world.states(IPS))).toContain('waitingForStore');
    expect(world.log(IPS)[0]).toMatch(/^unable to refresh the service IP block: /);
  });

  test('for 30 s', () => {
    const world = dark('1.32');
    const since = world.now;
    until(world, entering(IPS, 'reportingError'));
    expect(world.log(IPS).at(-1)).toBe(
      'unable to refresh the service IP block: context deadline exceeded',
    );
    expect(world.now - since).toBeGreaterThanOrEqual(30);
  });
});

test.each<Profile>(['1.27', '1.28'])('the loops stop with the server (%s)', (profile) => {
  const world = started({ profile });
  world.forSeconds(30);
  world.do(() => world.servers[0].terminate());
  world.until(() => world.exitOf() !== undefined);
  expect(world.states(IPS).at(-1)).toBe('stopped');
  expect(world.states(PORTS).at(-1)).toBe('stopped');
});
