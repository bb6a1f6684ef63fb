/**
 * Two servers over one etcd, clients that read and write at random, and processes that are killed:
 * every list is what etcd had at its version, every watch tells each change once and in order, no
 * write is lost, and a write on old news is a conflict.
 */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { asTime, seconds } from '#base';
import { type Procedure, perform, runProcedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { CONFIG_MAPS } from '../../api/resources';
import type { RestClient, RestResult } from '../../client';
import { good, RestWorld } from './testing/rest-world';

const RUNS = { seed: 1, numRuns: 10 };
/** Whole simulations, which a busy machine runs slowly, ms. */
vi.setConfig({ testTimeout: 120_000 });

const PREFIX = '/registry/configmaps/';
const NAMES = ['a', 'b', 'c', 'd'];
const BUSY = seconds(30);
/** What refuses a write; anything else would be a fault. */
const REFUSALS = new Set([
  'Conflict',
  'NotFound',
  'AlreadyExists',
  'Timeout',
  'ServiceUnavailable',
]);

interface Write {
  readonly name: string;
  /** The version it was based on; undefined for a create. */
  readonly on: string | undefined;
  readonly at: string;
}

/** What the clients of one run saw. */
class Story {
  readonly world: RestWorld;
  readonly writes: Write[] = [];
  readonly lists: { readonly version: string; readonly items: readonly string[] }[] = [];
  /** Streams: where each began, and the versions that it told of. */
  readonly streams: { readonly after: number; readonly versions: number[]; ended: boolean }[] = [];
  readonly faults: string[] = [];
  conflicts = 0;

  constructor(world: RestWorld) {
    this.world = world;
  }

  /** Revisions of the kind, oldest first, with whether something was there afterwards. */
  get history() {
    return this.world.sim.recorder.table.archive.rows.filter(({ key }) => key.startsWith(PREFIX));
  }

  /** What etcd had at a version: `key@version`, in order. */
  contentAt(version: number): readonly string[] {
    const last = new Map<string, string | undefined>();
    for (const { key, revision, object } of this.history) {
      if (revision <= version) last.set(key, object === undefined ? undefined : `${revision}`);
    }
    const there = [...last].filter(([, revision]) => revision !== undefined);
    return there.map(([key, revision]) => `${key}@${revision}`).sort();
  }

  note(result: RestResult<KubeObject>, name: string, on: string | undefined): void {
    if (result.ok) this.writes.push({ name, on, at: result.object.metadata.resourceVersion ?? '' });
    else if (result.status?.code === 409) this.conflicts += 1;
    else if (result.status && !REFUSALS.has(result.status.reason ?? '')) {
      // etcd could not be reached: what became of the write is not known.
      if (result.status.code !== 500) this.faults.push(JSON.stringify(result.status));
    }
  }
}

function* pause(world: RestWorld, us: number): Procedure<void> {
  yield* perform<undefined>((resume) => {
    world.client.later(us as never, () => resume(undefined));
  });
}

const itemOf = ({ metadata }: KubeObject): string =>
  `${PREFIX}${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`;

/** Reads and writes a few objects until the busy time is over. */
function* act(story: Story, client: RestClient, who: number): Procedure<void> {
  const { world } = story;
  const random = world.client.random(`client-${who}`);
  for (let round = 0; world.sim.now < BUSY; round += 1) {
    const name = NAMES[random.int(0, NAMES.length - 1)];
    const metadata = { name, namespace: 'default', annotations: { by: `${who}/${round}` } };
    const read = yield* client.get(CONFIG_MAPS, 'default', name);
    yield* pause(world, random.int(0, 60_000));
    if (!read.ok) story.note(yield* client.create(CONFIG_MAPS, { metadata }), name, undefined);
    else if (random.chance(250_000)) yield* client.delete(CONFIG_MAPS, 'default', name);
    else {
      const { resourceVersion } = read.object.metadata;
      const update = { metadata: { ...metadata, resourceVersion } };
      story.note(yield* client.update(CONFIG_MAPS, update), name, resourceVersion);
    }
    const asked = ['', '0', read.ok ? (read.object.metadata.resourceVersion ?? '') : ''];
    const resourceVersion = asked[random.int(0, 2)];
    const listed = yield* client.list(CONFIG_MAPS, '', { resourceVersion });
    if (listed.ok) {
      const version = listed.object.metadata.resourceVersion ?? '';
      if (Number(version) < Number(resourceVersion)) story.faults.push(`older than ${version}`);
      story.lists.push({ version, items: listed.object.items.map(itemOf).sort() });
    }
    yield* pause(world, random.int(10_000, 200_000));
  }
}

/** Lists and watches; goes on after the last version, and from a list where that is refused. */
function follow(story: Story, client: RestClient, after?: number): void {
  const again = (from?: number) =>
    story.world.client.later(seconds(0.2), () => follow(story, client, from));
  if (after === undefined) {
    runProcedure(client.list(CONFIG_MAPS, '', { resourceVersion: '0' }), (listed) => {
      if (!listed.ok) again();
      else follow(story, client, Number(listed.object.metadata.resourceVersion));
    });
    return;
  }
  const stream = { after, versions: [] as number[], ended: false };
  const last = () => stream.versions.at(-1) ?? after;
  let expired = false;
  const watch = client.watch(CONFIG_MAPS, '', {
    resourceVersion: String(after),
    allowWatchBookmarks: true,
    timeoutSeconds: 7,
    onEvent: ({ type, object }) => {
      if (type === 'ERROR') expired = true;
      else if (type !== 'BOOKMARK') {
        stream.versions.push(Number((object as KubeObject).metadata.resourceVersion));
      }
    },
    onEnd: () => {
      stream.ended = true;
      again(expired ? undefined : last());
    },
  });
  runProcedure(watch, (opened) => {
    if (opened.ok) story.streams.push(stream);
    else again(after);
  });
}

/** Kills a server or etcd, and starts it again a little later. */
function planCrashes(world: RestWorld, crashes: readonly (readonly [number, number])[]): void {
  const victims = [...world.servers, world.etcd.process];
  crashes.forEach(([which, atMs], index) => {
    const victim = victims[which % victims.length];
    const at = world.sim.now + seconds(index * 6 + atMs / 1_000);
    world.sim.planStep(asTime(at), () => victim.kill());
    world.sim.planStep(asTime(at + seconds(2)), () => victim.start());
  });
}

function check(story: Story): void {
  const { history, streams, lists, writes, faults } = story;
  expect(faults).toEqual([]);
  for (const { version, items } of lists) {
    expect([version, items]).toEqual([version, story.contentAt(Number(version))]);
  }
  for (const { after, versions, ended } of streams) {
    const until = ended ? (versions.at(-1) ?? after) : Number.POSITIVE_INFINITY;
    const told = history.map(({ revision }) => revision).filter((at) => at > after && at <= until);
    expect(versions).toEqual(told);
  }
  for (const { name, on, at } of writes) {
    const rows = history.filter(({ key }) => key === `${PREFIX}default/${name}`);
    const place = rows.findIndex(({ revision }) => String(revision) === at);
    const before = rows[place - 1];
    const base = before?.object === undefined ? undefined : String(before.revision);
    expect([name, at, place >= 0, base]).toEqual([name, at, true, on]);
  }
}

it('keeps its word on lists, watches, writes and conflicts, whoever is killed', () => {
  const total = { lists: 0, writes: 0, conflicts: 0, streams: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff }),
      fc.array(fc.tuple(fc.nat(2), fc.nat(3_000)), { maxLength: 4 }),
      (seed, crashes) => {
        const world = new RestWorld(seed, 2);
        const story = new Story(world);
        planCrashes(world, crashes);
        world.sim.schedule(world.sim.now, () => {
          for (let who = 0; who < 4; who += 1) {
            const client = world.clientOf(`server-${'ab'[who % 2]}`);
            runProcedure(act(story, client, who), () => {});
          }
          for (const server of ['server-a', 'server-b']) follow(story, world.clientOf(server));
        });
        world.forSeconds(60);
        check(story);
        const items = good(world.run(world.clientOf().list(CONFIG_MAPS, ''))).items;
        expect(items.map(itemOf).sort()).toEqual(story.contentAt(Number.POSITIVE_INFINITY));
        total.lists += story.lists.length;
        total.writes += story.writes.length;
        total.conflicts += story.conflicts;
        total.streams += story.streams.length;
      },
    ),
    RUNS,
  );
  // The test is of no use if nothing happens.
  expect(Math.min(total.lists, total.writes)).toBeGreaterThan(1_000);
  expect(Math.min(total.conflicts, total.streams)).toBeGreaterThan(20);
});
