import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import { ServerWorld, type ServerWorldOptions } from '../../testing/server-world';
import { AUTOUPDATE, bootstrapConfiguration } from './bootstrap-configuration';
import { updateNeeded } from './ensure';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const HOOK = 'priority-and-fairness-config-producer';
const SCHEMAS = '/registry/flowschemas/';
const LEVELS = '/registry/prioritylevelconfigurations/';

const keysOf = (world: ServerWorld, op = 'put') =>
  world
    .of('etcd')
    .filter((record) => record.op === op)
    .map(({ key }) => String(key))
    .filter((key) => key.startsWith(SCHEMAS) || key.startsWith(LEVELS));
const done =
  (world: ServerWorld, server = 'server-a') =>
  () =>
    world.of('hook', `${server}/hooks/${HOOK}`).some(({ phase }) => phase === 'succeeded');

/** Nobody writes conditions. */
const ALONE = ['--enable-priority-and-fairness=false'];

function started(options: ServerWorldOptions = {}): ServerWorld {
  const world = new ServerWorld({ flags: [ALONE], ...options });
  world.do(() => world.servers[0].start());
  world.until(done(world));
  return world;
}

function get(world: ServerWorld, resource: string, name: string, version = 'v1beta3') {
  const path = `/apis/${GROUP}/${version}/${resource}/${name}`;
  const [code, body] = world.answerOf(path, { group: GROUP, version, resource, name });
  expect(code).toBe(200);
  return body as KubeObject;
}

const bare = (object: KubeObject): KubeObject => {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata };
};

describe('the configuration of flow control', () => {
  test('stands field for field', () => {
    const world = started();
    expect(keysOf(world)).toHaveLength(13 + 8);
    expect(get(world, 'prioritylevelconfigurations', 'workload-low')).toMatchObject({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
      metadata: { name: 'workload-low', annotations: { [AUTOUPDATE]: 'true' }, generation: 1 },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 100,
          lendablePercent: 90,
          limitResponse: {
            type: 'Queue',
            queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 },
          },
        },
      },
    });
    expect(get(world, 'flowschemas', 'probes').spec).toEqual({
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: [
            { kind: 'Group', group: { name: 'system:unauthenticated' } },
            { kind: 'Group', group: { name: 'system:authenticated' } },
          ],
          nonResourceRules: [
            { verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] },
          ],
        },
      ],
    });
  });

  test.each([
    ['1.25', 'v1beta2', { assuredConcurrencyShares: 5 }],
    ['1.33', 'v1', { nominalConcurrencyShares: 5, lendablePercent: 0 }],
  ] as const)('%s speaks %s', (profile, version, limited) => {
    const world = started({ profile });
    const level = get(world, 'prioritylevelconfigurations', 'catch-all', version);
    expect(level.spec).toMatchObject({
      limited: { ...limited, limitResponse: { type: 'Reject' } },
    });
    world.forSeconds(130);
    expect(keysOf(world)).toHaveLength(13 + 8);
  });

  test('is written once by two servers that start together, and left alone for minutes', () => {
    const world = new ServerWorld({ flags: [ALONE, ALONE] }).start();
    world.until(() => done(world)() && done(world, 'server-b')());
    world.forSeconds(130);
    const written = keysOf(world);
    expect(new Set(written).size).toBe(written.length);
  });

  test('what is missing comes back within a minute', () => {
    const world = started();
    world.do(() => world.etcd.drop(`${SCHEMAS}service-accounts`));
    world.forSeconds(61);
    expect(keysOf(world).filter((key) => key === `${SCHEMAS}service-accounts`)).toHaveLength(2);
  });

  test('an operator may change what is suggested, and not what is mandatory', () => {
    const world = started();
    for (const [key, name] of [
      [`${LEVELS}system`, 'system'],
      [`${LEVELS}catch-all`, 'catch-all'],
    ]) {
      const object = bare(get(world, 'prioritylevelconfigurations', name));
      const annotations = { [AUTOUPDATE]: 'false' };
      const limited = { nominalConcurrencyShares: 7, limitResponse: { type: 'Reject' } };
      const metadata = { ...object.metadata, annotations };
      const changed = { ...object, metadata, spec: { type: 'Limited', limited } };
      world.do(() => world.etcd.put(key, changed, 0));
    }
    world.forSeconds(61);
    const shares = (name: string) =>
      (get(world, 'prioritylevelconfigurations', name).spec as { limited: object }).limited;
    expect(shares('system')).toMatchObject({ nominalConcurrencyShares: 7 });
    expect(shares('catch-all')).toMatchObject({ nominalConcurrencyShares: 5 });
  });

  test('what is in no configuration and may be changed is removed', () => {
    const world = started();
    const probes = get(world, 'flowschemas', 'probes');
    const metadata = { ...bare(probes).metadata, name: 'old' };
    world.do(() => world.etcd.put(`${SCHEMAS}old`, { ...probes, metadata }, 0));
    world.forSeconds(61);
    expect(keysOf(world, 'delete')).toEqual([`${SCHEMAS}old`]);
  });
});

describe('whether an object is updated', () => {
  const [wanted] = bootstrapConfiguration('v1beta3', false).suggested.levels;
  const at = (generation: number, annotations: Record<string, string> | undefined, spec: unknown) =>
    ({ ...wanted, metadata: { name: 'system', generation, annotations }, spec }) as KubeObject;
  const other = { type: 'Exempt' };
  const yes = { [AUTOUPDATE]: 'true' };
  const no = { [AUTOUPDATE]: 'false' };

  test.each([
    ['up to date', at(1, yes, wanted.spec), 'suggested', undefined],
    ['another spec', at(2, yes, other), 'suggested', ['true', wanted.spec]],
    ['an operator took it', at(2, no, other), 'suggested', undefined],
    ['no annotation, never changed', at(1, undefined, other), 'suggested', ['true', wanted.spec]],
    ['no annotation, changed', at(2, undefined, other), 'suggested', ['false', other]],
    ['mandatory whatever it says', at(2, no, other), 'mandatory', ['true', wanted.spec]],
  ] as const)('%s', (_name, current, strategy, expected) => {
    const object = updateNeeded(current, wanted, strategy);
    const found = object && [object.metadata.annotations?.[AUTOUPDATE], object.spec];
    expect(found).toEqual(expected);
  });
});
