import { describe, expect, test } from 'vitest';
import { seconds } from '#base';
import { NAMESPACES } from '../api/resources';
import { SIGNAL_NAMES } from './lifecycle-signals';
import { ServerWorld } from './testing/server-world';

function readyWorld(flags: readonly string[]): ServerWorld {
  const world = new ServerWorld({ flags: [flags, []] }).start();
  world.until(() => world.states().includes('serving.ready'), 30);
  world.forSeconds(12);
  return world;
}

/** Signals in the order in which the log names them. */
const signalsOf = (world: ServerWorld): readonly string[] =>
  world.log().flatMap((line) => {
    const name = /name="(\w+)"$/.exec(line)?.[1];
    return name !== undefined && SIGNAL_NAMES.some((each) => each === name) ? [name] : [];
  });

const terminate = (world: ServerWorld): number => {
  world.do(() => world.servers[0].terminate());
  return world.now;
};

/** A request that etcd keeps open: the store answers it after `length` seconds more. */
function slowRequest(world: ServerWorld, length: number) {
  const slow = world.etcd.slow(seconds(length));
  const fields = { verb: 'list', group, version, resource, name: '' };
  const pending = world.get('', fields);
  world.forSeconds(0.1);
  slow.undo();
  return pending;
}

const { group, version, resource } = NAMESPACES;
const WATCH = { verb: 'watch', group, version, resource, query: 'watch=true' };

describe('by default', () => {
  const world = readyWorld(['--shutdown-delay-duration=5s']);
  const inFlight = slowRequest(world, 8);
  const start = terminate(world);

  test('readyz fails at once, the rest is served during the delay', () => {
    world.forSeconds(1);
    expect(world.answerOf('/readyz/shutdown')).toEqual([
      500,
      'internal server error: process is shutting down\n',
    ]);
    expect(world.answerOf('/healthz')).toEqual([200, 'ok']);
    expect(world.answerOf('/livez')).toEqual([200, 'ok']);
    const last = world
      .of('health')
      .filter(({ endpoint }) => endpoint === 'readyz')
      .at(-1);
    expect(last).toMatchObject({ code: 500, failing: ['shutdown'], t: start * 1_000_000 });
  });

  test('the own address has left within a second', () => {
    const removed = world
      .of('hook')
      .find(({ type, phase }) => type === 'pre-shutdown' && phase === 'succeeded');
    expect((removed?.t ?? 0) / 1_000_000 - start).toBeLessThan(1);
    expect(world.states().at(-1)).toBe('terminating.waitingForDelay');
  });

  test('after the delay the port refuses, and the request in flight is answered', () => {
    world.forSeconds(start + 5.5 - world.now);
    expect(world.answerOf('/healthz')).toEqual([
      0,
      'dial tcp server-a: connect: connection refused',
    ]);
    expect(world.states().at(-1)).toBe('terminating.draining');
    world.forSeconds(4);
    expect(inFlight.reply).toMatchObject({ ok: true, code: 200 });
  });

  test('the signals come in order, then it exits with code 0', () => {
    expect(signalsOf(world)).toEqual([
      'ShutdownInitiated',
      'PreShutdownHooksStopped',
      'AfterShutdownDelayDuration',
      'NotAcceptingNewRequest',
      'HTTPServerStoppedListening',
      'InFlightRequestsDrained',
    ]);
    expect(world.exitOf()?.exitCode).toBe(0);
    expect(world.log().at(-1)).toBe('[graceful-termination] apiserver is exiting');
  });
});

describe('with --shutdown-send-retry-after', () => {
  const world = readyWorld(['--shutdown-send-retry-after=true']);
  const inFlight = slowRequest(world, 3);
  terminate(world);
  world.forSeconds(1);

  test('new requests are told to come back, health paths are served', () => {
    expect(world.answerOf('/version')).toEqual([
      429,
      'The apiserver is shutting down, please try again later.',
    ]);
    expect(world.answerOf('/livez')).toEqual([200, 'ok']);
    expect(world.states().at(-1)).toBe('terminating.draining');
  });

  test('the listener closes after the requests have drained', () => {
    world.forSeconds(6);
    expect(inFlight.reply).toMatchObject({ ok: true, code: 200 });
    expect(signalsOf(world).slice(-3)).toEqual([
      'NotAcceptingNewRequest',
      'InFlightRequestsDrained',
      'HTTPServerStoppedListening',
    ]);
    expect(world.exitOf()?.exitCode).toBe(0);
  });

  test('the end is said once', () => {
    const ends = world.log().filter((line) => line.includes('apiserver is exiting'));
    expect(ends).toHaveLength(1);
  });
});

describe('an open watch', () => {
  test('holds the end for 60 s', () => {
    const world = readyWorld([]);
    const watch = world.get('', WATCH);
    world.forSeconds(1);
    expect(watch.reply).toMatchObject({ ok: true, code: 200 });
    const start = terminate(world);
    world.forSeconds(30);
    expect(world.states().at(-1)).toBe('terminating.stoppingHttpServer');
    world.forSeconds(40);
    expect((world.exitOf()?.t ?? 0) - start).toBeCloseTo(60, 0);
    expect(world.exitOf()?.exitCode).toBe(0);
  });

  test('is ended within the grace period of watches', () => {
    const world = readyWorld(['--shutdown-watch-termination-grace-period=10s']);
    const watches = Array.from({ length: 3 }, () => world.get('', WATCH));
    world.forSeconds(1);
    expect(watches.every(({ reply }) => reply?.ok)).toBe(true);
    const start = terminate(world);
    world.forSeconds(11);
    expect((world.exitOf()?.t ?? 0) - start).toBeLessThan(2);
    // Three of the test, and nine of the server's own informers.
    expect(world.log()).toContainEqual(
      '"[graceful-termination] active watch request(s) have drained" duration="10s" ' +
        'activeWatchesBefore=12 activeWatchesAfter=0 error=null',
    );
  });
});

describe('six hundred open watches', () => {
  /** Of the server's own informers; they were admitted first. */
  const OWN = 9;
  const COUNT = 600;

  /** Seconds from the signal to the end of each watch, as its client sees it. */
  function endsAfterStop(grace: string) {
    const flag = `--shutdown-watch-termination-grace-period=${grace}`;
    const world = new ServerWorld({ flags: [[flag], []] }).start();
    world.until(() => world.states().includes('serving.ready'), 30);
    world.forSeconds(12);
    const ends: number[] = [];
    const onEnd = () => ends.push(world.now);
    const heard: unknown[] = [];
    const onPiece = (piece: unknown) => heard.push(piece);
    for (let each = 0; each < COUNT; each += 1) world.get('', { ...WATCH, onEnd, onPiece });
    world.forSeconds(1);
    const start = terminate(world);
    world.forSeconds(0.1);
    const before = heard.length;
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'made-meanwhile' } };
    world.get('', { verb: 'create', group, version, resource, body }, 'server-b');
    world.forSeconds(65);
    return { ends: ends.map((end) => end - start), heard: heard.slice(before) };
  }

  test.each([
    ['25s', 200],
    ['2s', (OWN + COUNT) / 2],
  ])('end in a straight line when they have %s', (grace, rate) => {
    const { ends, heard } = endsAfterStop(grace);
    expect(ends).toHaveLength(COUNT);
    const off = ends.map((end, index) => end - ends[0] - index / rate);
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.001);
    expect(heard).toEqual([]);
  });

  test('end in one instant when they have no period, and go on until then', () => {
    const { ends, heard } = endsAfterStop('0s');
    expect(ends).toHaveLength(COUNT);
    expect(ends[0]).toBeCloseTo(60, 0);
    expect(ends[COUNT - 1] - ends[0]).toBeLessThan(0.001);
    expect(heard).toHaveLength(COUNT);
  });
});

test('a signal during the start is obeyed when the server serves', () => {
  const world = new ServerWorld().start();
  world.until(() => world.states().at(-1)?.startsWith('buildingServerChain') ?? false);
  terminate(world);
  world.forSeconds(30);
  expect(world.exitOf()?.exitCode).toBe(0);
  const states = world.states();
  expect(states.slice(states.indexOf('openingListener'))).toEqual([
    'openingListener',
    'terminating.leaving',
    'terminating.waitingForDelay',
    'terminating.draining',
    'terminating.stoppingHttpServer',
    'exited',
  ]);
});

test('a killed server cleans nothing up', () => {
  const world = readyWorld([]);
  world.do(() => world.servers[0].kill());
  world.forSeconds(1);
  const stops = world.of('hook').filter(({ type }) => type === 'pre-shutdown');
  expect(stops).toEqual([]);
  expect(world.exitOf()?.exitCode).toBe(137);
});
