import { describe, expect, it } from 'vitest';
import { nameOf } from '../api/meta';
import type { KubeObject } from '../api/objects';
import { LEASES, NAMESPACES } from '../api/resources';
import { good, RestWorld } from '../apiserver/registry/testing/rest-world';
import { SharedInformerFactory } from './informer-factory';
import { SharedInformer } from './shared-informer';

const ACTOR = 'client/informers/leases';

const lease = (name: string, holderIdentity = 'a'): KubeObject => ({
  metadata: { name, namespace: 'kube-system' },
  spec: { holderIdentity },
});

function informed(world: RestWorld) {
  const heard: string[] = [];
  const process = world.client;
  const client = world.clientOf();
  const informer = new SharedInformer({ process, actor: ACTOR, client, of: LEASES });
  informer.addEventHandler({
    onAdd: (object) => heard.push(`add ${nameOf(object)}`),
    onUpdate: (old, object) => {
      const same = old.metadata.resourceVersion === object.metadata.resourceVersion;
      heard.push(`${same ? 'same' : 'update'} ${nameOf(object)}`);
    },
    onDelete: (object) => heard.push(`delete ${nameOf(object)}`),
  });
  const start = () => world.sim.schedule(world.sim.now, () => informer.start());
  const names = () => informer.list('').map(nameOf);
  return { heard, informer, start, names };
}

const states = (world: RestWorld) =>
  world.records().flatMap((r) => (r.kind === 'state' && r.actor === ACTOR ? [r.to] : []));
const requests = (world: RestWorld) =>
  world
    .records()
    .flatMap((r) =>
      r.kind === 'request' && r.actor === 'client' && r.resource === 'leases'
        ? [`${r.verb} ${r.query}`]
        : [],
    );

describe('a shared informer', () => {
  it('lists, then watches from the version of the list', () => {
    const world = new RestWorld();
    const { heard, informer, start, names } = informed(world);
    const client = world.clientOf();
    const x = good(world.run(client.create(LEASES, lease('x'))));
    expect(informer.hasSynced).toBe(false);
    start();
    world.forSeconds(1);
    expect(informer.hasSynced).toBe(true);
    const version = world.etcd.revision;
    good(world.run(client.create(LEASES, lease('y'))));
    good(world.run(client.update(LEASES, { ...x, spec: { holderIdentity: 'b' } })));
    good(world.run(client.delete(LEASES, 'kube-system', 'y')));
    world.forSeconds(1);
    expect(heard).toEqual(['add x', 'add y', 'update x', 'delete y']);
    expect(names()).toEqual(['x']);
    expect(informer.get('kube-system', 'x')?.spec).toEqual({ holderIdentity: 'b' });
    const [list, watch] = requests(world).filter((line) => !line.startsWith('create'));
    expect(list).toBe('list limit=500&resourceVersion=0');
    expect(watch).toMatch(
      new RegExp(
        `^watch allowWatchBookmarks=true&resourceVersion=${version}&timeout=\\w+` +
          '&timeoutSeconds=[345]\\d\\d&watch=true$',
      ),
    );
    expect(states(world)).toEqual(['listing', 'watching.opening', 'watching.streaming']);
  });

  it('writes a delta for each object, caused by its watch record', () => {
    const world = new RestWorld();
    const { start } = informed(world);
    start();
    world.forSeconds(1);
    good(world.run(world.clientOf().create(LEASES, lease('x'))));
    world.forSeconds(1);
    const records = world.records();
    const delta = records.find((r) => r.kind === 'delta' && r.actor === ACTOR);
    expect(delta).toMatchObject({
      type: 'Added',
      informer: 'coordination.k8s.io/v1.Lease',
      namespace: 'kube-system',
      name: 'x',
    });
    expect(records[delta?.cause ?? -1]).toMatchObject({ kind: 'watch', name: 'x' });
  });

  it('tells a late handler of what is there', () => {
    const world = new RestWorld();
    const { informer, start } = informed(world);
    good(world.run(world.clientOf().create(LEASES, lease('x'))));
    start();
    world.forSeconds(1);
    const late: string[] = [];
    informer.addEventHandler({ onAdd: (object) => late.push(nameOf(object)) });
    expect(late).toEqual(['x']);
  });

  it('waits for a server that refuses connections, and lists again: its cache begins anew', () => {
    const world = new RestWorld();
    const { heard, start } = informed(world);
    start();
    world.forSeconds(2);
    world.put('leases/kube-system/w', lease('w'));
    world.forSeconds(1);
    world.servers[0].kill();
    world.forSeconds(5);
    world.put('leases/kube-system/x', lease('x'));
    world.servers[0].start();
    world.forSeconds(60);
    expect(heard).toEqual(['add w', 'same w', 'add x']);
    expect(states(world)).toContain('watching.waiting');
    expect(requests(world).filter((line) => line.startsWith('list'))).toHaveLength(2);
  });

  it('lists again after the history it needs was compacted', () => {
    const world = new RestWorld();
    const { heard, start, names } = informed(world);
    for (const name of ['x', 'y']) world.put(`leases/kube-system/${name}`, lease(name));
    start();
    world.forSeconds(2);
    world.servers[0].kill();
    world.forSeconds(1);
    world.etcd.drop('/registry/leases/kube-system/y');
    world.put('leases/kube-system/z', lease('z'));
    world.etcd.compactNow();
    world.servers[0].start();
    world.forSeconds(100);
    expect(names()).toEqual(['x', 'z']);
    expect(heard).toEqual(['add x', 'add y', 'same x', 'add z', 'delete y']);
    expect(states(world)).toContain('backingOff');
  });

  it('says what failed, and waits longer each time', () => {
    const world = new RestWorld();
    const { informer, start } = informed(world);
    world.servers[0].kill();
    start();
    world.forSeconds(20);
    const logs = world
      .records()
      .flatMap((r) => (r.kind === 'log' ? [`${r.level} ${r.message}`] : []));
    const place = 'k8s.io/client-go/informers/factory.go:134';
    const why =
      'failed to list *v1.Lease: Get "https://server-a:6443/apis/coordination.k8s.io/v1/leases?' +
      'limit=500&resourceVersion=0": dial tcp server-a:6443: connect: connection refused';
    expect(logs.slice(0, 2)).toEqual([
      `warning ${place}: ${why}`,
      `error ${place}: Failed to watch *v1.Lease: ${why}`,
    ]);
    expect(logs.length).toBeGreaterThan(4);
    expect(logs.length).toBeLessThan(12);
    expect(informer.hasSynced).toBe(false);
  });

  it('watches again at once when its time is over', () => {
    const world = new RestWorld();
    const { start } = informed(world);
    start();
    world.forSeconds(2_000);
    const lines = requests(world);
    expect(lines.filter((line) => line.startsWith('list'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('watch')).length).toBeGreaterThanOrEqual(4);
  });

  it('calls a watch that ends within a second and brought nothing a failure', () => {
    const world = new RestWorld();
    const { start } = informed(world);
    start();
    world.forSeconds(0.5);
    world.servers[0].kill();
    world.forSeconds(1);
    const logs = world.records().flatMap((r) => (r.kind === 'log' ? [r.message] : []));
    const place = 'k8s.io/client-go/informers/factory.go:134';
    expect(logs).toEqual([
      `${place}: watch of *v1.Lease ended with: very short watch: ${place}: Unexpected watch ` +
        'close - watch lasted less than a second and no items received',
    ]);
    expect(states(world).at(-1)).toBe('backingOff');
    world.servers[0].start();
    world.forSeconds(5);
    const lists = requests(world).filter((line) => line.startsWith('list'));
    expect(lists.at(-1)).toMatch(/^list resourceVersion=\d+$/);
  });

  it('hears nothing of a list that was asked for before it was stopped', () => {
    const world = new RestWorld();
    const { heard, informer, start } = informed(world);
    world.put('leases/kube-system/x', lease('x'));
    start();
    world.forSeconds(0.001);
    world.sim.schedule(world.sim.now, () => informer.stop());
    world.forSeconds(5);
    expect([heard, informer.hasSynced]).toEqual([[], false]);
  });

  it('stops', () => {
    const world = new RestWorld();
    const { heard, informer, start } = informed(world);
    start();
    world.forSeconds(1);
    world.sim.schedule(world.sim.now, () => informer.stop());
    world.put('leases/kube-system/x', lease('x'));
    world.forSeconds(1_000);
    expect(heard).toEqual([]);
    expect(states(world).at(-1)).toBe('stopped');
  });
});

describe('a factory of informers', () => {
  it('hands out one informer for each resource and says which have not synced', () => {
    const world = new RestWorld();
    let synced = 0;
    const factory = new SharedInformerFactory({
      process: world.client,
      actor: 'client/informers',
      client: world.clientOf(),
      onSynced: () => {
        synced += 1;
      },
    });
    const informer = factory.informerFor(NAMESPACES);
    expect(factory.informerFor(NAMESPACES)).toBe(informer);
    factory.informerFor(LEASES);
    expect(factory.notSynced()).toEqual([]);
    world.sim.schedule(world.sim.now, () => factory.start());
    world.sim.schedule(world.sim.now, () => {
      expect(factory.notSynced()).toEqual(['*v1.Lease', '*v1.Namespace']);
    });
    world.forSeconds(1);
    expect(factory.notSynced()).toEqual([]);
    expect(synced).toBe(2);
    expect(informer.get('', 'default')).toMatchObject({ status: { phase: 'Active' } });
  });
});
