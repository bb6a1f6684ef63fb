import { describe, expect, it } from 'vitest';
import { asTime, NO_DURATION, seconds } from '#base';
import { runProcedure } from '#kernel';
import { nameOf } from '../api/meta';
import type { KubeObject } from '../api/objects';
import { LEASES } from '../api/resources';
import { RestWorld } from '../apiserver/registry/testing/rest-world';
import { waitForNamedCacheSync } from './cache-sync';
import { SharedInformerFactory } from './informer-factory';
import { RingGrowing } from './ring-growing';

const lease = (name: string, holderIdentity: string): KubeObject => ({
  metadata: { name, namespace: 'kube-system' },
  spec: { holderIdentity },
});

function factoryIn(world: RestWorld, resyncPeriod = NO_DURATION) {
  const [process, actor] = [world.client, 'client/informers'];
  return new SharedInformerFactory({ process, actor, client: world.clientOf(), resyncPeriod });
}

const logs = (world: RestWorld) =>
  world.records().flatMap((r) => (r.kind === 'log' ? [r.message] : []));

describe('handlers of a shared informer', () => {
  it('hear of everything again as often as they ask, and only then', () => {
    const world = new RestWorld();
    world.put('leases/kube-system/x', lease('x', 'a'));
    const factory = factoryIn(world, seconds(10));
    const informer = factory.informerFor(LEASES);
    const heard = { never: 0, common: 0, rare: 0 };
    const counting = (who: keyof typeof heard) => ({
      onUpdate: (old: KubeObject, object: KubeObject) => {
        expect(old).toBe(object);
        heard[who] += 1;
      },
    });
    informer.addEventHandler(counting('never'), NO_DURATION);
    informer.addEventHandler(counting('common'));
    const rare = informer.addEventHandler(counting('rare'), seconds(25));
    expect(rare.resyncPeriod).toBe(seconds(25));
    world.sim.schedule(world.sim.now, () => factory.start());
    world.forSeconds(61);
    expect(heard).toEqual({ never: 0, common: 6, rare: 2 });
    rare.remove();
    world.forSeconds(60);
    expect(heard).toEqual({ never: 0, common: 12, rare: 2 });
  });

  it('get the period that the informer can give', () => {
    const world = new RestWorld();
    const factory = factoryIn(world);
    const informer = factory.informerFor(LEASES);
    expect(informer.addEventHandler({}, seconds(60)).resyncPeriod).toBe(NO_DURATION);
    const common = factoryIn(world, seconds(600)).informerFor(LEASES);
    expect(common.addEventHandler({}, asTime(1) as never).resyncPeriod).toBe(seconds(1));
    expect(common.resyncCheckPeriod).toBe(seconds(1));
    expect(logs(world)).toEqual([
      "The specified resyncPeriod 1m0s is invalid because this shared informer doesn't support " +
        'resyncing',
      'resyncPeriod 1µs is too small. Changing it to the minimum allowed value of 1s',
    ]);
  });

  it('say when they have heard of the first content, and find objects by an index', () => {
    const world = new RestWorld();
    world.put('leases/kube-system/x', lease('x', 'a'));
    world.put('leases/kube-system/y', lease('y', 'b'));
    const factory = factoryIn(world);
    const informer = factory.informerFor(LEASES);
    const holder = ({ spec }: KubeObject) => [(spec as { holderIdentity: string }).holderIdentity];
    informer.addIndexers({ holder });
    const initial: [string, boolean][] = [];
    const registration = informer.addEventHandler({
      onAdd: (object, isInInitialList) => initial.push([nameOf(object), isInInitialList]),
    });
    expect(registration.hasSynced).toBe(false);
    world.sim.schedule(world.sim.now, () => factory.start());
    world.forSeconds(1);
    world.put('leases/kube-system/z', lease('z', 'b'));
    world.forSeconds(1);
    expect(registration.hasSynced).toBe(true);
    expect(initial).toEqual([
      ['x', true],
      ['y', true],
      ['z', false],
    ]);
    expect(informer.byIndex('holder', 'b').map(nameOf)).toEqual(['y', 'z']);
    expect(() => informer.addIndexers({ holder })).toThrow('running index');
  });
});

describe('whoever waits for caches', () => {
  it('looks every 100 ms and says so', () => {
    const world = new RestWorld();
    const factory = factoryIn(world);
    const informer = factory.informerFor(LEASES);
    const actor = 'client/x-controller';
    const since = world.sim.now;
    const ends: number[] = [];
    world.sim.schedule(since, () => {
      factory.start();
      const place = { process: world.client, actor };
      const named = waitForNamedCacheSync(place, 'x', [informer]);
      runProcedure(named, () => ends.push(world.sim.now - since));
      runProcedure(factory.waitForCacheSync(), () => ends.push(world.sim.now - since));
    });
    world.forSeconds(1);
    expect(ends).toEqual([100_000, 100_000]);
    expect(logs(world)).toEqual(['Waiting for caches to sync for x', 'Caches are synced for x']);
  });
});

it('a ring of notifications grows and keeps their order', () => {
  const ring = new RingGrowing<number>(2);
  for (const each of [1, 2]) ring.writeOne(each);
  expect(ring.readOne()).toBe(1);
  for (const each of [3, 4, 5]) ring.writeOne(each);
  expect(ring.length).toBe(4);
  expect([1, 2, 3, 4, 5].map(() => ring.readOne())).toEqual([2, 3, 4, 5, undefined]);
});
