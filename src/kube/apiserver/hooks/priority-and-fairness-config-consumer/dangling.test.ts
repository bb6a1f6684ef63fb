import { describe, expect, test } from 'vitest';
import { asTime, seconds } from '#base';
import type { KubeObject } from '../../../api/objects';
import { ServerWorld, type ServerWorldOptions } from '../../testing/server-world';
import { brokenLevel, danglingCondition, RecentWrites } from './decide-dangling';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const SCHEMAS = '/registry/flowschemas/';
const LEVELS = '/registry/prioritylevelconfigurations/';
const ACTOR = 'server-a/priority-and-fairness-config';
const HOOK = 'priority-and-fairness-config-producer';

const patches = (world: ServerWorld) =>
  world
    .of('request')
    .filter(({ verb, resource }) => verb === 'patch' && resource === 'flowschemas');
const schemaPuts = (world: ServerWorld, name: string) =>
  world.of('etcd').filter(({ op, key }) => op === 'put' && key === `${SCHEMAS}${name}`);

function started(options: ServerWorldOptions = {}): ServerWorld {
  const world = new ServerWorld(options).start();
  const [last] = world.servers.slice(-1);
  world.until(() =>
    world.of('hook', `${last.name}/hooks/${HOOK}`).some(({ phase }) => phase === 'succeeded'),
  );
  world.forSeconds(2);
  return world;
}

function get(world: ServerWorld, name: string, version = 'v1beta3'): KubeObject {
  const resource = 'flowschemas';
  const path = `/apis/${GROUP}/${version}/${resource}/${name}`;
  const [code, body] = world.answerOf(path, { group: GROUP, version, resource, name });
  expect(code).toBe(200);
  return body as KubeObject;
}

describe('the condition Dangling', () => {
  test.each([
    ['1.25', 'v1beta2'],
    ['1.27', 'v1beta3'],
    ['1.33', 'v1'],
  ] as const)('%s: is applied once to each schema', (profile, version) => {
    const world = started({ profile });
    const level = 'named "workload-low" and it exists';
    expect(get(world, 'service-accounts', version).status).toEqual({
      conditions: [
        {
          type: 'Dangling',
          status: 'False',
          lastTransitionTime: expect.stringMatching(/^2023-04-11T00:00:\d\dZ$/),
          reason: 'Found',
          message: `This FlowSchema references the PriorityLevelConfiguration object ${level}`,
        },
      ],
    });
    const sent = patches(world);
    // The level of the probes is a mandatory one, and those come after the suggested schemas.
    expect(sent.filter(({ name }) => name === 'probes')).toHaveLength(2);
    expect(sent).toHaveLength(13 + 1);
    expect(sent[0]).toMatchObject({
      subresource: 'status',
      query: 'fieldManager=api-priority-and-fairness-config-consumer-v1&force=true',
    });
    expect(schemaPuts(world, 'service-accounts')).toHaveLength(2);
    world.forSeconds(130);
    expect(patches(world)).toHaveLength(sent.length);
    expect(world.log(ACTOR)).toEqual([
      'Starting API Priority and Fairness config controller',
      'Running API Priority and Fairness config worker',
    ]);
  });

  test('says so when the level goes, and when it comes back', () => {
    const world = started();
    world.do(() => world.etcd.drop(`${LEVELS}workload-low`));
    world.forSeconds(2);
    expect(get(world, 'service-accounts').status).toMatchObject({
      conditions: [{ type: 'Dangling', status: 'True', reason: 'NotFound' }],
    });
    expect(world.of('decision', ACTOR).at(-1)).toMatchObject({
      name: 'dangling',
      outcome: 'write',
      reason: 'True: NotFound',
      saw: [{ kind: 'FlowSchema', name: 'service-accounts' }],
    });
    world.forSeconds(61);
    expect(get(world, 'service-accounts').status).toMatchObject({
      conditions: [{ status: 'False', reason: 'Found' }],
    });
  });

  test('servers that start together make no more of it than one', () => {
    const world = started({ flags: [[], [], []] });
    const before = schemaPuts(world, 'probes').length;
    world.forSeconds(130);
    expect(schemaPuts(world, 'probes')).toHaveLength(before);
    expect(before).toBeLessThanOrEqual(4);
  });

  test('nobody writes it without flow control', () => {
    const flags = [['--enable-priority-and-fairness=false']];
    const world = started({ flags });
    expect(patches(world)).toEqual([]);
    expect(get(world, 'probes').status).toBeUndefined();
  });

  test('one who writes something else is answered six times, and then after a while', () => {
    const world = started();
    const fight = (): void => {
      const { resourceVersion: _, ...metadata } = get(world, 'probes').metadata;
      const object = { ...get(world, 'probes'), metadata, status: { conditions: [] } };
      world.do(() => world.etcd.put(`${SCHEMAS}probes`, object, 0));
      world.forSeconds(1);
    };
    for (let round = 0; round < 10; round += 1) fight();
    const probes = () => patches(world).filter(({ name }) => name === 'probes');
    expect(probes()).toHaveLength(6);
    const delays = () => world.of('decision', ACTOR).filter(({ outcome }) => outcome === 'delay');
    expect(delays().length).toBeGreaterThan(0);
    expect(get(world, 'probes').status).toEqual({ conditions: [] });
    world.forSeconds(150);
    expect(get(world, 'probes').status).toMatchObject({ conditions: [{ reason: 'Found' }] });
  });
});

describe('what is decided', () => {
  const now = '2023-04-11T00:00:00Z';
  const schema = (conditions?: unknown[]): KubeObject => ({
    metadata: { name: 'a' },
    spec: { priorityLevelConfiguration: { name: 'level' } },
    ...(conditions ? { status: { conditions } } : {}),
  });
  const levels = new Set(['level']);
  const found = danglingCondition(schema(), levels, now);

  test('the same is not written again, whenever it was said', () => {
    const later = '2024-01-01T00:00:00Z';
    expect(found).toMatchObject({ status: 'False', lastTransitionTime: now });
    expect(danglingCondition(schema([found]), levels, later)).toBeUndefined();
    expect(danglingCondition(schema([found]), new Set(), later)).toMatchObject({
      status: 'True',
      lastTransitionTime: later,
    });
  });

  const level = (name: string, spec: object): KubeObject => ({ metadata: { name }, spec });
  const queue = { type: 'Queue', queuing: { queues: 1 } };
  test.each([
    ['sound', level('a', { type: 'Limited', limited: { limitResponse: queue } }), undefined],
    ['no limits', level('a', { type: 'Limited' }), 'top'],
    ['exempt by another name', level('a', { type: 'Exempt', exempt: {} }), 'non-alignment'],
    [
      'nothing is queued',
      level('a', { type: 'Limited', limited: { limitResponse: { type: 'Queue' } } }),
      'limit response',
    ],
  ])('a level: %s', (_name, object, text) => {
    const broken = brokenLevel(object, true);
    if (text === undefined) expect(broken).toBeUndefined();
    else expect(broken).toContain(text);
  });

  test('the exempt level has a spec of its own only from 1.28 on', () => {
    const exempt = level('exempt', { type: 'Exempt' });
    expect(brokenLevel(exempt, false)).toBeUndefined();
    expect(brokenLevel(exempt, true)).toBe('broken union structure at the top, for Exempt');
  });

  test('six writes within a minute are enough', () => {
    const recent = new RecentWrites();
    const at = (length: number) => asTime(seconds(length));
    for (let count = 0; count < 6; count += 1) {
      expect(recent.tooMany('a', at(count))).toBe(false);
      recent.add('a', at(count));
    }
    expect(recent.tooMany('a', at(60))).toBe(true);
    expect(recent.tooMany('b', at(60))).toBe(false);
    expect(recent.tooMany('a', at(61))).toBe(false);
  });
});
