import { describe, expect, test } from 'vitest';
import { seconds } from '#base';
import { PROFILES } from '../profile';
import { ServerWorld } from './testing/server-world';

const ready = (world: ServerWorld) => () => world.states().includes('serving.ready');

/** A started world whose first server is ready. */
function readyWorld(options: ConstructorParameters<typeof ServerWorld>[0] = {}): ServerWorld {
  const world = new ServerWorld(options).start();
  world.until(ready(world), 30);
  return world;
}

describe('start', () => {
  const world = readyWorld();

  test('goes through its states in order', () => {
    expect(world.states()).toEqual([
      'completingOptions',
      'buildingServerChain.connectingEtcd',
      'buildingServerChain.genericConfig',
      'buildingServerChain.apiExtensions',
      'buildingServerChain.kubeApiServer',
      'buildingServerChain.aggregator',
      'openingListener',
      'serving.notReady',
      'serving.ready',
    ]);
  });

  test('becomes ready with the slowest hook, not before its one second', () => {
    const seen = world.of('hook').filter(({ phase }) => phase === 'succeeded');
    const last = seen.at(-1);
    expect(last?.name).toMatch(/rbac|priority/);
    const first = world.of('hook').find(({ phase }) => phase === 'started');
    expect((last?.t ?? 0) - (first?.t ?? 0)).toBeGreaterThan(1_000_000);
  });

  test('records each change of readyz, ending in success', () => {
    const readyz = world.of('health').filter(({ endpoint }) => endpoint === 'readyz');
    expect(readyz[0].code).toBe(500);
    expect(readyz.at(-1)).toMatchObject({ code: 200, failing: [] });
    const failing = readyz.map((record) => (record.failing as string[]).length);
    expect(failing).toEqual([...failing].sort((a, b) => b - a));
  });

  test('serves what it says', () => {
    expect(world.answerOf('/readyz')).toEqual([200, 'ok']);
    expect(world.answerOf('/livez/poststarthook/rbac/bootstrap-roles')).toEqual([200, 'ok']);
    const [code, body] = world.answerOf('/readyz?verbose');
    expect(code).toBe(200);
    const lines = String(body).split('\n');
    expect(lines.slice(0, 6)).toEqual([
      '[+]ping ok',
      '[+]log ok',
      '[+]etcd ok',
      '[+]etcd-readiness ok',
      '[+]informer-sync ok',
      '[+]poststarthook/start-kube-apiserver-admission-initializer ok',
    ]);
    expect(lines.slice(-3)).toEqual(['[+]shutdown ok', 'readyz check passed', '']);
    const at = lines.indexOf('[+]autoregister-completion ok');
    expect(lines[at - 1]).toBe('[+]poststarthook/kube-apiserver-autoregistration ok');
    expect(lines[at + 1]).toBe('[+]poststarthook/apiservice-openapi-controller ok');
    expect(world.answerOf('/version')[1]).toContain('"gitVersion":"v1.27.16"');
    expect(world.answerOf('/nothing')).toEqual([404, '404 page not found\n']);
    expect(world.answerOf('/metrics')[1]).toContain('subresource="/readyz"');
    expect(world.answerOf('/')[1]).toContain('/livez/ping');
  });

  test('writes its identity Lease into kube-system and renews it', () => {
    world.forSeconds(25);
    const phases = world.of('lease', 'server-a/identity-lease').map(({ phase }) => phase);
    expect(phases.slice(0, 3)).toEqual(['acquired', 'renewed', 'renewed']);
    const puts = world.of('etcd').filter(({ key }) => key.startsWith('/registry/leases/'));
    const { metadata, spec } = puts[0].object as {
      metadata: { name: string; labels: Record<string, string> };
      spec: { holderIdentity: string; leaseDurationSeconds: number };
    };
    expect(metadata.name).toMatch(/^apiserver-[a-z2-7]{26}$/);
    expect(metadata.labels).toEqual({
      'apiserver.kubernetes.io/identity': 'kube-apiserver',
      'kubernetes.io/hostname': 'server-a',
    });
    expect(spec.holderIdentity.startsWith(`${metadata.name}_`)).toBe(true);
    expect(spec.leaseDurationSeconds).toBe(3_600);
  });
});

describe('every version', () => {
  test.each(PROFILES)('%s becomes ready, answers and leaves', (profile) => {
    const world = readyWorld({ profile, flags: [[], []] });
    world.forSeconds(12);
    expect(world.answerOf('/readyz')).toEqual([200, 'ok']);
    expect(world.of('endpoints').at(-1)?.leases).toEqual(['10.0.0.11', '10.0.0.12']);
    world.do(() => world.servers[0].terminate());
    world.forSeconds(2);
    expect(world.exitOf()?.exitCode).toBe(0);
    expect(world.log().filter((line) => line.startsWith('"command failed"'))).toEqual([]);
  });
});

describe('a start that fails', () => {
  test('options that do not fit: the error of the command, code 1', () => {
    const flags = [['--service-cluster-ip-range=10.0.0.0/8', '--apiserver-count=0']];
    const world = new ServerWorld({ flags }).start();
    world.forSeconds(1);
    expect(world.exitOf()?.exitCode).toBe(1);
    expect(world.log().at(-1)).toBe(
      `"command failed" err="[--apiserver-count should be a positive number, but value '0' ` +
        'provided, specified --service-cluster-ip-range is too large; for 32-bit addresses, ' +
        'the mask must be >= 12]"',
    );
    expect(world.states()).toEqual(['completingOptions', 'failed']);
  });

  test('an unknown reconciler is fatal, code 255', () => {
    const world = new ServerWorld({ flags: [['--endpoint-reconciler-type=magic']] }).start();
    world.forSeconds(2);
    expect(world.exitOf()?.exitCode).toBe(255);
    expect(world.log().at(-1)).toBe('Reconciler not implemented: magic');
  });

  test('families that do not match end the building of the chain', () => {
    const world = new ServerWorld({ flags: [['--service-cluster-ip-range=fd00::/108']] }).start();
    world.forSeconds(3);
    expect(world.exitOf()?.exitCode).toBe(1);
    expect(world.states().slice(-2)).toEqual(['buildingServerChain.kubeApiServer', 'failed']);
    expect(world.log().at(-1)).toBe(
      '"command failed" err="error creating bootstrap controller: service IP family ' +
        '\\"fd00::/108\\" must match public address family \\"10.0.0.11\\""',
    );
  });

  test('a step on a hook that is not there is said and ignored', () => {
    const world = new ServerWorld();
    world.hookFaults.set('server-a', 'no-such-hook', { fail: 'x' });
    world.start().forSeconds(3);
    expect(world.exitOf()).toBeUndefined();
    expect(world.log()).toContain(
      'this server has no post-start hook no-such-hook (1.27): step ignored',
    );
  });

  test('no etcd: it waits 20 s, then the same', () => {
    const world = new ServerWorld({ etcd: false }).start();
    world.forSeconds(30);
    expect(world.exitOf()).toEqual({ t: 20, exitCode: 1 });
    expect(world.log().at(-1)).toBe('"command failed" err="context deadline exceeded"');
  });

  test('etcd comes in time', () => {
    const world = new ServerWorld({ etcd: false }).start();
    world.forSeconds(12);
    world.do(() => world.etcd.process.start());
    world.until(ready(world), 20);
    expect(world.exitOf()).toBeUndefined();
  });

  test('a hook that fails is fatal, code 255', () => {
    const world = new ServerWorld();
    world.hookFaults.set('server-a', 'rbac/bootstrap-roles', { fail: 'no quorum' });
    world.start().forSeconds(5);
    expect(world.exitOf()?.exitCode).toBe(255);
    const actor = 'server-a/hooks/rbac/bootstrap-roles';
    expect(world.log(actor)).toEqual(['PostStartHook "rbac/bootstrap-roles" failed: no quorum']);
    expect(world.of('hook', actor).map(({ phase }) => phase)).toEqual(['started', 'failed']);
    expect(world.states().at(-1)).toBe('failed');
    // The fault was for one start only.
    world.do(() => world.servers[0].start());
    world.until(ready(world), 30);
  });

  test('a second signal ends it at once, code 1', () => {
    const world = readyWorld({ flags: [['--shutdown-delay-duration=30s']] });
    world.do(() => world.servers[0].terminate());
    world.forSeconds(5);
    const { now } = world;
    world.do(() => world.servers[0].terminate());
    expect(world.exitOf()).toEqual({ t: now, exitCode: 1 });
    expect(world.states().at(-1)).toBe('exitedAtOnce');
  });
});

describe('a slow hook', () => {
  const world = new ServerWorld({ flags: [['--livez-grace-period=8s']] });
  const name = 'apiservice-discovery-controller';
  world.hookFaults.set('server-a', name, { takes: seconds(12) });
  world.start();
  world.forSeconds(6);

  test('keeps readyz failing with its name alone', () => {
    const [code, body] = world.answerOf('/readyz');
    expect(code).toBe(500);
    const failing = String(body)
      .split('\n')
      .filter((line) => line.startsWith('[-]'));
    expect(failing).toEqual([`[-]poststarthook/${name} failed: reason withheld`]);
    const single = world.answerOf(`/readyz/poststarthook/${name}`);
    expect(single).toEqual([500, 'internal server error: not finished\n']);
    expect(world.answerOf(`/readyz?exclude=poststarthook/${name}`)).toEqual([200, 'ok']);
  });

  test('is spared by livez for the grace period, as the aggregator added it', () => {
    expect(world.answerOf('/livez')).toEqual([200, 'ok']);
    expect(world.answerOf('/healthz')[0]).toBe(500);
    world.forSeconds(4);
    expect(world.answerOf('/livez')[0]).toBe(500);
    const livez = world.of('health').filter(({ endpoint }) => endpoint === 'livez');
    expect(livez.slice(-2).map(({ code }) => code)).toEqual([200, 500]);
  });

  test('ends in the instant in which it returns', () => {
    const returned = () =>
      world.of('hook').find((hook) => hook.name === name && hook.phase === 'succeeded');
    world.until(() => returned() !== undefined, 10);
    const done = returned();
    const last = world
      .of('health')
      .filter(({ endpoint }) => endpoint === 'readyz')
      .at(-1);
    expect(last).toMatchObject({ code: 200, t: done?.t });
  });
});

test('a hook of an inner server has no grace', () => {
  const world = new ServerWorld({ flags: [['--livez-grace-period=60s']] });
  world.hookFaults.set('server-a', 'bootstrap-controller', { takes: seconds(12) });
  world.start().forSeconds(5);
  const [code, body] = world.answerOf('/livez');
  expect(code).toBe(500);
  expect(body).toContain('[-]poststarthook/bootstrap-controller failed');
});

test('an unknown path is 503 until every path is installed', () => {
  const world = new ServerWorld();
  const name = 'apiservice-registration-controller';
  world.hookFaults.set('server-a', name, { takes: seconds(1) });
  world.start();
  world.until(() => world.states().includes('serving.notReady'));
  const [code, body] = world.answerOf('/apis/unknown');
  expect(code).toBe(503);
  expect(body).toMatchObject({
    message:
      'the request has been made before all known HTTP paths have been installed, please try again',
    details: { retryAfterSeconds: 5 },
  });
  world.until(ready(world), 30);
  expect(world.answerOf('/apis/unknown')[0]).toBe(404);
});

test('etcd goes silent: the check fails after its 2 s, and heals', () => {
  const world = readyWorld();
  const outage = world.etcd.outage('silent');
  world.forSeconds(2);
  const before = world.now;
  const pending = world.get('/readyz/etcd');
  world.until(() => pending.reply !== undefined);
  expect(world.now - before).toBeGreaterThanOrEqual(2);
  expect(pending.reply).toMatchObject({
    code: 500,
    body: 'internal server error: error getting data from etcd: context deadline exceeded\n',
  });
  outage.undo();
  world.forSeconds(15);
  expect(world.answerOf('/readyz/etcd')).toEqual([200, 'ok']);
});
