import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Procedure, runProcedure } from '#kernel';
import type { KubeObject, Service } from '../../api/objects';
import { SERVICES } from '../../api/resources';
import type { RestClient } from '../../client';
import { good, RestWorld } from './testing/rest-world';
import { takenIPs, takenPorts } from './testing/service-ranges';

const RUNS = { seed: 1, numRuns: 15 };
/** Whole simulations, which a busy machine runs slowly, ms. */
vi.setConfig({ testTimeout: 60_000 });

const NAMES = ['a', 'b', 'c', 'd'];
const TYPES = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', 'Headless'] as const;

const specOf = (type: (typeof TYPES)[number], more: object): object => {
  const ports = [{ name: 'p', port: 80 }];
  if (type === 'ExternalName') return { type, externalName: 'a.b' };
  if (type === 'Headless') return { ports, clusterIP: 'None', selector: { app: 'x' } };
  const local = type === 'LoadBalancer' ? { externalTrafficPolicy: 'Local' } : {};
  return { type, ports, ...local, ...more };
};

const ACT = fc.record({
  verb: fc.constantFrom('create', 'update', 'delete'),
  name: fc.constantFrom(...NAMES),
  type: fc.constantFrom(...TYPES),
  /** Asks for an address and a port that others ask for too. */
  named: fc.boolean(),
  server: fc.constantFrom('server-a', 'server-b'),
  at: fc.integer({ min: 0, max: 60 }),
});

type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

/** What it comes to does not matter: half of these lose to others. */
function* carryOut(client: RestClient, { verb, name, type, named }: Act): Procedure<void> {
  const wish =
    named && type !== 'ClusterIP' ? { ports: [{ name: 'p', port: 80, nodePort: 30_500 }] } : {};
  const spec = specOf(type, named ? { clusterIP: '10.96.0.20', ...wish } : {});
  const object: KubeObject = { metadata: { name, namespace: 'default' }, spec: spec as object };
  if (verb === 'create') yield* client.create(SERVICES, object);
  else if (verb === 'update') {
    const { clusterIP: _, ...rest } = spec as Record<string, unknown>;
    yield* client.update(SERVICES, { ...object, spec: named ? spec : rest });
  } else yield* client.delete(SERVICES, 'default', name);
}

function play(seed: number, acts: readonly Act[]): RestWorld {
  const world = new RestWorld(seed, 2);
  const clients = {
    'server-a': world.clientOf('server-a'),
    'server-b': world.clientOf('server-b'),
  };
  const start = world.sim.now;
  for (const act of acts) {
    const at = (start + act.at * 1_000) as typeof start;
    world.sim.schedule(at, () => {
      runProcedure(carryOut(clients[act.server as keyof typeof clients], act), () => {});
    });
  }
  world.forSeconds(30);
  return world;
}

function inUse(world: RestWorld) {
  const { items } = good(world.run(world.clientOf().list(SERVICES, 'default')));
  const specs = items.map((item) => (item as Service).spec);
  return {
    ips: specs.flatMap(({ clusterIPs = [] }) => clusterIPs.filter((ip) => ip !== 'None')),
    ports: specs.flatMap(({ ports = [], healthCheckNodePort }) => [
      ...ports.flatMap(({ nodePort }) => (nodePort ? [nodePort] : [])),
      ...(healthCheckNodePort ? [healthCheckNodePort] : []),
    ]),
  };
}

const byNumber = (a: number, b: number) => a - b;

describe('two servers over one etcd', () => {
  it('hand out no address and no port twice, and all that is in use is taken', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.array(ACT, { maxLength: 40 }), (seed, acts) => {
        const world = play(seed, acts);
        const { ips, ports } = inUse(world);
        expect(new Set(ips).size).toBe(ips.length);
        expect(new Set(ports).size).toBe(ports.length);
        expect(takenIPs(world)).toEqual(expect.arrayContaining(ips));
        expect(takenPorts(world)).toEqual(expect.arrayContaining(ports));
      }),
      RUNS,
    );
  });

  it('leave nothing taken that is not in use, when requests come one by one', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.array(ACT, { maxLength: 20 }), (seed, acts) => {
        const spaced = acts.map((act, index) => ({ ...act, at: index * 500 }));
        const world = play(seed, spaced);
        const { ips, ports } = inUse(world);
        expect([...takenIPs(world)].sort()).toEqual([...ips].sort());
        expect(takenPorts(world)).toEqual([...ports].sort(byNumber));
      }),
      RUNS,
    );
  });
});
