import { describe, expect, test } from 'vitest';
import { ServerWorld } from '../../testing/server-world';

const PATH = '/apis/scheduling.k8s.io/v1/priorityclasses';
const HOOK = 'scheduling/bootstrap-system-priority-classes';
const ACTOR = 'server-a/system-priority-classes';
const FIELDS = {
  group: 'scheduling.k8s.io',
  version: 'v1',
  resource: 'priorityclasses',
};

const doneIn =
  (world: ServerWorld, actor = 'server-a') =>
  () =>
    world
      .of('hook', `${actor}/hooks/${HOOK}`)
      .some(({ phase, name }) => name === HOOK && phase === 'succeeded');

const writes = (world: ServerWorld) =>
  world.of('etcd').filter(({ op, key }) => op === 'put' && String(key).includes('priorityclasses'));

describe('the priority classes of the system', () => {
  test('stand field for field after the first tick', () => {
    const world = new ServerWorld().start();
    world.until(doneIn(world));
    const [code, body] = world.answerOf(PATH, { ...FIELDS, name: 'system-node-critical' });
    expect(code).toBe(200);
    expect(body).toMatchObject({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'system-node-critical', generation: 1 },
      value: 2_000_001_000,
      preemptionPolicy: 'PreemptLowerPriority',
      description: 'Used for system critical pods that must not be moved from their current node.',
    });
    const [, other] = world.answerOf(PATH, { ...FIELDS, name: 'system-cluster-critical' });
    expect(other).toMatchObject({ value: 2_000_000_000 });
    const [from, to] = world.of('hook', `server-a/hooks/${HOOK}`);
    expect(to.t - from.t).toBeGreaterThanOrEqual(1_000_000);
    expect(world.log(ACTOR)).toEqual([
      'created PriorityClass system-node-critical with value 2000001000',
      'created PriorityClass system-cluster-critical with value 2000000000',
      'all system priority classes are created successfully or already exist.',
    ]);
  });

  test('are not written again by a server that finds them', () => {
    const world = new ServerWorld({ flags: [[], []] });
    world.do(() => world.servers[0].start());
    world.until(doneIn(world));
    world.do(() => world.servers[1].start());
    world.until(doneIn(world, 'server-b'));
    expect(writes(world)).toHaveLength(2);
  });

  test('two servers at once: who comes second takes AlreadyExists for success', () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const world = new ServerWorld({ flags: [[], []], seed }).start();
      world.until(() => doneIn(world)() && doneIn(world, 'server-b')());
      expect(writes(world)).toHaveLength(2);
    }
  });

  test('after 30 s without etcd it is fatal', () => {
    // Without RBAC, whose hook would give up at the same time.
    const world = new ServerWorld({ flags: [['--authorization-mode=AlwaysAllow']] }).start();
    world.until(() => world.of('hook', `server-a/hooks/${HOOK}`).length > 0);
    world.do(() => world.etcd.outage('silent'));
    world.until(() => world.exitOf() !== undefined, 200);
    expect(world.exitOf()?.exitCode).toBe(255);
    const fatal = world.of('log').filter(({ level }) => level === 'fatal');
    expect(fatal.map(({ message }) => message)).toContain(
      `PostStartHook "${HOOK}" failed: unable to add default system priority classes: ` +
        'timed out waiting for the condition',
    );
    expect(world.log(ACTOR)[0]).toMatch(
      /^unable to get PriorityClass system-node-critical: .*\. Retrying\.\.\.$/,
    );
  });
});
