import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import { ServerWorld, type ServerWorldOptions } from '../../testing/server-world';
import { AUTOUPDATE, bootstrapConfiguration } from './bootstrap-configuration';
import { updateNeeded } from './ensure';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const HOOK = 'priority-and-fairness-config-producer';
const SCHEMAS = '/registry/flowschemas/';
const LEVELS = '/registry/prioritylevelconfigurations/';

/** What the exempt level says of itself from 1.28 on. */
const NO_SHARES = { nominalConcurrencyShares: 0, lendablePercent: 0 };

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

interface SchemaRow {
  readonly matchingPrecedence: number;
  readonly priorityLevelConfiguration: { readonly name: string };
  readonly rules: readonly [
    { readonly resourceRules: readonly { resources: readonly string[] }[] },
  ];
}
interface LevelRow {
  readonly limited: Readonly<Record<string, unknown>>;
}

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
    ['1.25', 'v1beta2', { assuredConcurrencyShares: 5 }, undefined],
    ['1.27', 'v1beta3', { nominalConcurrencyShares: 5, lendablePercent: 0 }, undefined],
    ['1.28', 'v1beta3', { nominalConcurrencyShares: 5, lendablePercent: 0 }, NO_SHARES],
    ['1.29', 'v1', { nominalConcurrencyShares: 5, lendablePercent: 0 }, NO_SHARES],
    ['1.33', 'v1', { nominalConcurrencyShares: 5, lendablePercent: 0 }, NO_SHARES],
  ] as const)('%s speaks %s', (profile, version, limited, exempt) => {
    const world = started({ profile });
    const level = get(world, 'prioritylevelconfigurations', 'catch-all', version);
    expect(level.spec).toEqual({
      type: 'Limited',
      limited: { ...limited, limitResponse: { type: 'Reject' } },
    });
    expect(get(world, 'prioritylevelconfigurations', 'exempt', version).spec).toEqual({
      type: 'Exempt',
      ...(exempt ? { exempt } : {}),
    });
    world.forSeconds(130);
    expect(keysOf(world)).toHaveLength(13 + 8);
  });

  test.each([
    ['1.25', 'v1beta2'],
    ['1.27', 'v1beta3'],
    ['1.29', 'v1'],
    ['1.33', 'v1'],
  ] as const)('%s: shares, precedences and locks', (profile, version) => {
    const { suggested, mandatory } = bootstrapConfiguration(version, profile >= '1.28');
    const rows = ({ schemas }: typeof suggested) =>
      schemas.map(({ metadata, spec }) => {
        const { matchingPrecedence: at, priorityLevelConfiguration: of } = spec as SchemaRow;
        return `${at} ${metadata.name} -> ${of.name}`;
      });
    expect([...rows(suggested), ...rows(mandatory)]).toEqual([
      '500 system-nodes -> system',
      '400 system-node-high -> node-high',
      '2 probes -> exempt',
      '100 system-leader-election -> leader-election',
      '200 workload-leader-election -> leader-election',
      '150 endpoint-controller -> workload-high',
      '800 kube-controller-manager -> workload-high',
      '800 kube-scheduler -> workload-high',
      '900 kube-system-service-accounts -> workload-high',
      '9000 service-accounts -> workload-low',
      '9900 global-default -> global-default',
      '1 exempt -> exempt',
      '10000 catch-all -> catch-all',
    ]);
    const [locks] = suggested.schemas.filter(({ metadata }) =>
      /^workload-l/.test(metadata.name ?? ''),
    );
    const [rules] = (locks.spec as SchemaRow).rules;
    expect(rules.resourceRules.map(({ resources }) => resources)).toEqual([
      ['endpoints', 'configmaps'],
      ['leases'],
    ]);
    const lent = suggested.levels.map(({ spec }) => (spec as LevelRow).limited);
    const shares = version === 'v1beta2' ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
    expect(lent.map((each) => each[shares])).toEqual([30, 40, 10, 40, 100, 20]);
    expect(lent.map(({ lendablePercent }) => lendablePercent)).toEqual(
      version === 'v1beta2' ? Array(6).fill(undefined) : [33, 25, 0, 50, 90, 50],
    );
  });

  test('levels are there before the schemas that name them', () => {
    const keys = keysOf(started());
    const firstSchema = keys.findIndex((key) => key.startsWith(SCHEMAS));
    expect(keys.slice(0, firstSchema)).toHaveLength(6);
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
