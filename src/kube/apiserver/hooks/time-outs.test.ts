/**
 * Hooks that give up, and end the process, when etcd is silent for too long. A request is answered
 * with 504 after 60 s, and a poll looks at its limit between two attempts only.
 */
import { describe, expect, test } from 'vitest';
import { minutes } from '#base';
import type { Profile } from '../../profile';
import { EXIT_FATAL } from '../server-context';
import { ServerWorld } from '../testing/server-world';

const RBAC = 'rbac/bootstrap-roles';
const CLASSES = 'scheduling/bootstrap-system-priority-classes';
const FLOW_CONTROL = 'priority-and-fairness-config-producer';
const ALLOW = '--authorization-mode=AlwaysAllow';
const TIMED_OUT = 'timed out waiting for the condition';

interface Silent {
  readonly world: ServerWorld;
  readonly startedAt: number;
  /** Etcd answers again. */
  readonly heal: () => void;
}

/** The hooks have started and the first repair of addresses is done; then etcd falls silent. */
function silent(profile: Profile, mode: string, waits: readonly string[]): Silent {
  const world = new ServerWorld({ profile, flags: [[mode]] });
  // What these would say has to wait until all is over.
  for (const hook of waits) world.hookFaults.set('server-a', hook, { takes: minutes(30) });
  world.start();
  world.until(() => hookOf(world, 'crd-informer-synced', 'started') !== undefined);
  const startedAt = hookOf(world, 'crd-informer-synced', 'started') ?? 0;
  let undo = (): void => {};
  world.do(() => {
    const fault = world.etcd.outage('silent');
    undo = () => fault.undo();
  });
  return { world, startedAt, heal: () => world.do(undo) };
}

/** When a hook came to a phase, s. */
function hookOf(world: ServerWorld, name: string, phase: string): number | undefined {
  const found = world.of('hook').find((record) => record.name === name && record.phase === phase);
  return found && found.t / 1_000_000;
}

const fatal = (world: ServerWorld) =>
  world
    .of('log')
    .flatMap(({ level, actor, message }) => (level === 'fatal' ? [{ actor, message }] : []));

describe('etcd is silent', () => {
  test.each<[string, Profile, string, readonly string[], number, string]>([
    [
      RBAC,
      '1.25',
      '--authorization-mode=RBAC',
      [CLASSES],
      121,
      `unable to initialize roles: ${TIMED_OUT}`,
    ],
    [
      RBAC,
      '1.27',
      '--authorization-mode=RBAC',
      [CLASSES],
      121,
      `unable to initialize roles: ${TIMED_OUT}`,
    ],
    [
      CLASSES,
      '1.27',
      ALLOW,
      [],
      121,
      `unable to add default system priority classes: ${TIMED_OUT}`,
    ],
    [
      FLOW_CONTROL,
      '1.25',
      ALLOW,
      [CLASSES],
      304,
      'unable to initialize APF bootstrap configuration',
    ],
    [
      FLOW_CONTROL,
      '1.27',
      ALLOW,
      [CLASSES],
      304,
      `unable to initialize APF bootstrap configuration: ${TIMED_OUT}`,
    ],
  ])('%s of %s ends the process', (hook, profile, mode, waits, after, error) => {
    const { world, startedAt } = silent(profile, mode, waits);
    world.forSeconds(after - 6);
    expect(world.exitOf()).toBeUndefined();
    world.forSeconds(12);
    const message = `PostStartHook "${hook}" failed: ${error}`;
    expect(fatal(world)).toEqual([{ actor: `server-a/hooks/${hook}`, message }]);
    expect(hookOf(world, hook, 'failed')).toBeCloseTo(startedAt + after, 0);
    expect(world.exitOf()).toEqual({ t: hookOf(world, hook, 'failed'), exitCode: EXIT_FATAL });
    expect(world.of('process', 'server-a').at(-1)).toMatchObject({
      phase: 'exited',
      reason: 'fatal',
    });
  });

  test('from 1.28 on the repair of addresses is a hook that gives up first', () => {
    const { world, startedAt } = silent('1.33', '--authorization-mode=RBAC', []);
    world.forSeconds(70);
    const [{ message }] = fatal(world);
    expect(message).toBe(
      'PostStartHook "start-service-ip-repair-controllers" failed: unable to perform initial IP ' +
        'and Port allocation check',
    );
    expect(world.exitOf()?.t).toBeCloseTo(startedAt + 60, 0);
  });

  test('but answers before the last attempt is over: all are done', () => {
    const { world, heal } = silent('1.27', '--authorization-mode=RBAC', []);
    world.forSeconds(90);
    heal();
    world.until(() => hookOf(world, RBAC, 'succeeded') !== undefined, 120);
    world.until(() => hookOf(world, CLASSES, 'succeeded') !== undefined, 120);
    world.until(() => hookOf(world, FLOW_CONTROL, 'succeeded') !== undefined, 120);
    expect(world.exitOf()).toBeUndefined();
    expect(fatal(world)).toEqual([]);
  });
});
