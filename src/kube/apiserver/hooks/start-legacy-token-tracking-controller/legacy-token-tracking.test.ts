import { describe, expect, test } from 'vitest';
import { ServerWorld } from '../../testing/server-world';
import { isDate, TRACKING_CONFIG_MAP } from './legacy-token-tracking-controller';

const KEY = `/registry/configmaps/kube-system/${TRACKING_CONFIG_MAP}`;
const PATH = `/api/v1/namespaces/kube-system/configmaps/${TRACKING_CONFIG_MAP}`;
const FIELDS = {
  version: 'v1',
  resource: 'configmaps',
  namespace: 'kube-system',
  name: TRACKING_CONFIG_MAP,
};
const writes = (world: ServerWorld, op = 'put') =>
  world.of('etcd').filter((record) => record.op === op && record.key === KEY);

describe('the ConfigMap of legacy tokens', () => {
  test('says since which day, and is written by one of two servers', () => {
    const world = new ServerWorld({ flags: [[], []] }).start();
    world.forSeconds(120);
    expect(writes(world)).toHaveLength(1);
    const [code, body] = world.answerOf(PATH, FIELDS);
    expect(code).toBe(200);
    expect(body).toMatchObject({
      metadata: { name: TRACKING_CONFIG_MAP, namespace: 'kube-system' },
      data: { since: '2023-04-11' },
    });
  });

  test('comes back half an hour after the first create when it is deleted', () => {
    const world = new ServerWorld().start();
    world.until(() => writes(world).length === 1);
    const first = writes(world)[0].t;
    world.do(() => world.etcd.drop(KEY));
    world.forSeconds(1_700);
    expect(writes(world)).toHaveLength(1);
    world.forSeconds(100);
    expect(writes(world)[1].t - first).toBeGreaterThanOrEqual(1_799_000_000);
  });

  test('a faulty day is put right', () => {
    const world = new ServerWorld().start();
    world.until(() => writes(world).length === 1);
    const metadata = { name: TRACKING_CONFIG_MAP, namespace: 'kube-system', uid: 'u' };
    const broken = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { since: 'soon' } };
    world.do(() => world.etcd.put(KEY, broken, 0));
    world.forSeconds(5);
    const [, body] = world.answerOf(PATH, FIELDS);
    expect(body).toMatchObject({ data: { since: '2023-04-11' } });
  });

  test('1.26 removes it, as its gate is off', () => {
    const world = new ServerWorld({ profile: '1.26' });
    const metadata = { name: TRACKING_CONFIG_MAP, namespace: 'kube-system', uid: 'u' };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: {} };
    world.do(() => world.etcd.put(KEY, object, 0));
    world.start();
    world.until(() => writes(world, 'delete').length === 1);
    world.forSeconds(60);
    expect(writes(world).filter(({ actor }) => actor.includes('server'))).toEqual([]);
  });

  test('1.25 knows nothing of it', () => {
    const world = new ServerWorld({ profile: '1.25' }).start();
    world.forSeconds(60);
    expect(writes(world)).toEqual([]);
  });
});

test.each([
  ['2023-04-11', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2023-13-01', false],
  ['2023-4-1', false],
  ['', false],
  [undefined, false],
])('%s is a day: %s', (text, expected) => expect(isDate(text)).toBe(expected));
