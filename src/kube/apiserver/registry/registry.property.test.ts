import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '#base';
import { type Procedure, perform, runProcedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { ENDPOINTS, LEASES } from '../../api/resources';
import { type RestClient, type RestWatchEvent, reasonOf } from '../../client';
import { good, RestWorld } from './testing/rest-world';

const RUNS = { seed: 1, numRuns: 12 };
/** Whole simulations, which a busy machine runs slowly, ms. */
const PATIENCE_MS = 60_000;

vi.setConfig({ testTimeout: PATIENCE_MS });

/** Adds one to a counter, again after each conflict, as retry.RetryOnConflict does. */
function* increment(client: RestClient, times: number): Procedure<void> {
  let left = times;
  while (left > 0) {
    const read = yield* client.get(LEASES, 'default', 'counter');
    if (!read.ok) continue;
    const { leaseTransitions } = read.object.spec as { leaseTransitions: number };
    const spec = { leaseTransitions: leaseTransitions + 1 };
    const written = yield* client.update(LEASES, { ...read.object, spec });
    if (written.ok) left -= 1;
    else if (reasonOf(written) !== 'Conflict') throw new Error(reasonOf(written));
  }
}

describe('racing writers', () => {
  it('lose no update, whatever server they ask', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff }),
        fc.integer({ min: 2, max: 4 }),
        (seed, n) => {
          const world = new RestWorld(seed, 3);
          const counter: KubeObject = {
            metadata: { name: 'counter', namespace: 'default' },
            spec: { leaseTransitions: 0 },
          };
          const client = world.clientOf();
          good(world.run(client.create(LEASES, counter)));
          world.sim.schedule(world.sim.now, () => {
            for (let writer = 0; writer < n; writer += 1) {
              const own = world.clientOf(`server-${'abc'[writer % 3]}`);
              runProcedure(increment(own, 5), () => {});
            }
          });
          world.forSeconds(20);
          const { spec } = good(world.run(client.get(LEASES, 'default', 'counter')));
          expect(spec).toEqual({ leaseTransitions: 5 * n });
        },
      ),
      RUNS,
    );
  });

  it('let only one of two creates through', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), (seed) => {
        const world = new RestWorld(seed, 2);
        const object = { metadata: { name: 'x', namespace: 'default' } };
        const results: boolean[] = [];
        world.sim.schedule(world.sim.now, () => {
          for (const server of ['server-a', 'server-b']) {
            const create = world.clientOf(server).create(ENDPOINTS, object);
            runProcedure(create, ({ ok }) => results.push(ok));
          }
        });
        world.forSeconds(2);
        expect(results.sort()).toEqual([false, true]);
      }),
      RUNS,
    );
  });
});

/** What a stream of events makes of an empty beginning, and each event that does not fit. */
function replay(events: readonly RestWatchEvent[]) {
  const state = new Map<string, string>();
  const faults: string[] = [];
  let last = 0;
  for (const { type, object } of events) {
    const { name = '', resourceVersion = '' } = (object as KubeObject).metadata;
    const fits = Number(resourceVersion) > last && state.has(name) === (type !== 'ADDED');
    if (!fits) faults.push(`${type} ${name} ${resourceVersion} after ${last}`);
    last = Number(resourceVersion);
    if (type === 'DELETED') state.delete(name);
    else state.set(name, resourceVersion);
  }
  return { state, faults };
}

function* pause(world: RestWorld, us: number): Procedure<void> {
  yield* perform<undefined>((resume) => {
    world.client.later(us as never, () => resume(undefined));
  });
}

/** Creates, changes and deletes a few objects at random, with pauses. */
function* churn(world: RestWorld, client: RestClient, rounds: number): Procedure<void> {
  const random = world.client.random('churn');
  for (let round = 0; round < rounds; round += 1) {
    const name = `x${random.int(0, 3)}`;
    const metadata = { name, namespace: 'default', annotations: { round: String(round) } };
    if (random.chance(300_000)) yield* client.delete(ENDPOINTS, 'default', name);
    else yield* client.update(ENDPOINTS, { metadata });
    yield* pause(world, random.int(0, 20_000));
  }
}

describe('watches', () => {
  it('are gapless: from any version and after any rejoin they tell the whole story', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff }),
        fc.array(fc.integer({ min: 1, max: 8_000 }), { minLength: 1, maxLength: 4 }),
        (seed, joinsMs) => {
          const world = new RestWorld(seed, 2);
          const first = String(world.etcd.revision);
          const streams: RestWatchEvent[][] = [];
          const client = world.clientOf();
          world.sim.schedule(world.sim.now, () => {
            runProcedure(churn(world, world.clientOf('server-b'), 200), () => {});
          });
          for (const [index, joinMs] of joinsMs.entries()) {
            const events: RestWatchEvent[] = [];
            streams.push(events);
            const at = world.sim.now + seconds(joinMs / 1_000);
            world.sim.schedule(at as never, () => {
              const options = { resourceVersion: first, timeoutSeconds: 1 + (index % 3) };
              follow(client, options, events);
            });
          }
          world.forSeconds(15);
          const items = good(world.run(client.list(ENDPOINTS, 'default'))).items;
          const stored = new Map(
            items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]),
          );
          for (const events of streams) {
            expect(replay(events)).toEqual({ state: stored, faults: [] });
          }
        },
      ),
      RUNS,
    );
  });
});

/** Watches again from the last version whenever the stream ends. */
function follow(
  client: RestClient,
  options: { readonly resourceVersion: string; readonly timeoutSeconds: number },
  events: RestWatchEvent[],
): void {
  let { resourceVersion } = options;
  const watch = client.watch(ENDPOINTS, 'default', {
    ...options,
    onEvent: (event) => {
      events.push(event);
      resourceVersion = (event.object as KubeObject).metadata.resourceVersion ?? '';
    },
    onEnd: () => follow(client, { ...options, resourceVersion }, events),
  });
  runProcedure(watch, () => {});
}
