/**
 * Two servers over one etcd, clients that read and write at random, and processes that are killed:
 * every list is what etcd had at its version, in pages or not; every watch tells each change once,
 * in order and by its type, also one from version 0, and a bookmark comes after what it covers; no
 * write and no patch is lost; a write on old news is a conflict; what has a finalizer goes when the
 * last one does.
 */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { asTime, seconds } from '#base';
import { type Procedure, perform, runProcedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { CONFIG_MAPS } from '../../api/resources';
import type { RestClient, RestResult } from '../../client';
import { good, RestWorld } from './testing/rest-world';

const RUNS = {
  seed: Number(process.env.SWARM_SEED ?? 1),
  numRuns: Number(process.env.SWARM_RUNS ?? 10),
};
/** Whole simulations, which a busy machine runs slowly, ms. */
vi.setConfig({ testTimeout: 12_000 * RUNS.numRuns });

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
  /** The version it was based on; undefined for a create, and any for a patch. */
  readonly on: string | undefined;
  readonly at: string;
  /** What it wrote. */
  readonly by: string;
}

/** What a watch told. */
interface Stream {
  /** The version it began after; undefined for one from version 0. */
  readonly after: number | undefined;
  readonly events: { readonly type: string; readonly key: string; readonly version: number }[];
  /** Versions of bookmarks, and how many events had come before each. */
  readonly bookmarks: (readonly [version: number, told: number])[];
  ended: boolean;
}

/** Any version: whoever wrote last. */
const ANY = 'any';
/** Bodies of patches, and what keeps an object that is deleted. */
const MERGE_PATCH = 'application/merge-patch+json';
const FINALIZER = 'test.example.com/hold';

/** What the clients of one run saw. */
class Story {
  readonly world: RestWorld;
  readonly writes: Write[] = [];
  readonly lists: { readonly version: string; readonly items: readonly string[] }[] = [];
  readonly streams: Stream[] = [];
  readonly faults: string[] = [];
  conflicts = 0;
  /** Patches, lists in pages, and objects that a finalizer kept and let go. */
  readonly count = { patches: 0, paged: 0, kept: 0, freed: 0 };

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

  note(result: RestResult<KubeObject>, write: Omit<Write, 'at'>): void {
    if (result.ok) this.writes.push({ ...write, at: result.object.metadata.resourceVersion ?? '' });
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

/** Deletes an object; one with a finalizer is there until it is gone from it. */
function* remove(story: Story, client: RestClient, object: KubeObject): Procedure<void> {
  const { name = '', finalizers = [], deletionTimestamp, resourceVersion } = object.metadata;
  const held = finalizers.length > 0;
  if (deletionTimestamp === undefined || !held) {
    const gone = yield* client.delete(CONFIG_MAPS, 'default', name);
    if (gone.ok && held && 'metadata' in gone.object && gone.object.kind === 'ConfigMap') {
      story.count.kept += 1;
      const { metadata } = gone.object as KubeObject;
      if (!metadata.deletionTimestamp) story.faults.push(`${name} is not being deleted`);
    }
    return;
  }
  const freed = { ...object, metadata: { ...object.metadata, finalizers: [], resourceVersion } };
  const result = yield* client.update(CONFIG_MAPS, freed);
  if (result.ok) story.count.freed += 1;
}

/** One list, from a version or in pages. */
function* look(story: Story, client: RestClient, known: string, paged: boolean): Procedure<void> {
  const resourceVersion = paged ? '' : known;
  const items: string[] = [];
  let token = '';
  do {
    const page = paged ? { limit: 1, ...(token === '' ? {} : { continue: token }) } : {};
    const listed = yield* client.list(CONFIG_MAPS, '', { resourceVersion, ...page });
    if (!listed.ok) return;
    const { resourceVersion: version = '', continue: next = '' } = listed.object.metadata;
    if (Number(version) < Number(resourceVersion)) story.faults.push(`older than ${version}`);
    items.push(...listed.object.items.map(itemOf));
    token = next;
    if (token === '') story.lists.push({ version, items: items.sort() });
    else yield* pause(story.world, 30_000);
  } while (token !== '');
  if (paged) story.count.paged += 1;
}

/** Reads and writes a few objects until the busy time is over. */
function* act(story: Story, client: RestClient, who: number): Procedure<void> {
  const { world } = story;
  const random = world.client.random(`client-${who}`);
  for (let round = 0; world.sim.now < BUSY; round += 1) {
    const name = NAMES[random.int(0, NAMES.length - 1)];
    const by = `${who}/${round}`;
    const metadata = { name, namespace: 'default', annotations: { by } };
    const read = yield* client.get(CONFIG_MAPS, 'default', name);
    yield* pause(world, random.int(0, 60_000));
    if (!read.ok) {
      const finalizers = random.chance(300_000) ? [FINALIZER] : [];
      const result = yield* client.create(CONFIG_MAPS, { metadata: { ...metadata, finalizers } });
      story.note(result, { name, on: undefined, by });
    } else if (read.object.metadata.deletionTimestamp || random.chance(250_000)) {
      yield* remove(story, client, read.object);
    } else if (random.chance(300_000)) {
      const patch = { metadata: { annotations: { by } } };
      const body = { contentType: MERGE_PATCH, patch } as const;
      story.note(yield* client.patch(CONFIG_MAPS, 'default', name, body), { name, on: ANY, by });
      story.count.patches += 1;
    } else {
      const { resourceVersion, finalizers } = read.object.metadata;
      const update = { metadata: { ...metadata, finalizers, resourceVersion } };
      const result = yield* client.update(CONFIG_MAPS, update);
      story.note(result, { name, on: resourceVersion, by });
    }
    const asked = ['', '0', read.ok ? (read.object.metadata.resourceVersion ?? '') : ''];
    yield* look(story, client, asked[random.int(0, 2)], random.chance(250_000));
    yield* pause(world, random.int(10_000, 200_000));
  }
}

/**
 * Watches from version 0 first; goes on after the last version, and from version 0 where that is
 * refused.
 */
function follow(story: Story, client: RestClient, after?: number): void {
  const again = (from?: number) =>
    story.world.client.later(seconds(0.2), () => follow(story, client, from));
  const stream: Stream = { after, events: [], bookmarks: [], ended: false };
  let last = after;
  let expired = false;
  const watch = client.watch(CONFIG_MAPS, '', {
    resourceVersion: String(after ?? 0),
    allowWatchBookmarks: true,
    timeoutSeconds: 7,
    onEvent: ({ type, object }) => {
      if (type === 'ERROR') {
        expired = true;
        return;
      }
      const { namespace, name, resourceVersion } = (object as KubeObject).metadata;
      const version = Number(resourceVersion);
      if (type === 'BOOKMARK') stream.bookmarks.push([version, stream.events.length]);
      else stream.events.push({ type, key: `${PREFIX}${namespace}/${name}`, version });
      last = Math.max(last ?? 0, version);
    },
    onEnd: () => {
      stream.ended = true;
      again(expired ? undefined : last);
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

/** Whether a stream told each change once, in order, by its type, and its bookmarks in time. */
function checkChanges(story: Story, stream: Stream, after: number, skipped: number): boolean {
  const { history } = story;
  const events = stream.events.slice(skipped);
  const until = stream.ended ? (events.at(-1)?.version ?? after) : Number.POSITIVE_INFINITY;
  const told = history.filter(({ revision }) => revision > after && revision <= until);
  const there = new Set(story.contentAt(after).map((item) => item.split('@')[0]));
  const expected = told.map(({ key, revision, object }) => {
    const before = there.has(key);
    if (object === undefined) there.delete(key);
    else there.add(key);
    const type = object === undefined ? 'DELETED' : before ? 'MODIFIED' : 'ADDED';
    return { type, key, version: revision };
  });
  const covered = stream.bookmarks.every(([version, count]) => {
    const due = told.filter(({ revision }) => revision <= version).length;
    return version < after || count - skipped === due;
  });
  return covered && JSON.stringify(events) === JSON.stringify(expected);
}

/** From version 0 the content at some version comes first, in any order, then what follows it. */
function checkFromZero(story: Story, stream: Stream): boolean {
  const starts = [0, ...story.history.map(({ revision }) => revision)];
  return starts.some((start) => {
    const content = story.contentAt(start);
    const first = stream.events.slice(0, content.length);
    const items = first.map(({ key, version }) => `${key}@${version}`).sort();
    const added = first.every(({ type }) => type === 'ADDED');
    const same = added && JSON.stringify(items) === JSON.stringify(content);
    return same && checkChanges(story, stream, start, content.length);
  });
}

function check(story: Story): void {
  const { history, streams, lists, writes, faults } = story;
  expect(faults).toEqual([]);
  for (const { version, items } of lists) {
    expect([version, items]).toEqual([version, story.contentAt(Number(version))]);
  }
  for (const stream of streams) {
    const { after } = stream;
    const kept =
      after === undefined ? checkFromZero(story, stream) : checkChanges(story, stream, after, 0);
    expect([stream, kept]).toEqual([stream, true]);
  }
  for (const { name, on, at, by } of writes) {
    const rows = history.filter(({ key }) => key === `${PREFIX}default/${name}`);
    const place = rows.findIndex(({ revision }) => String(revision) === at);
    const before = rows[place - 1];
    const base = before?.object === undefined ? undefined : String(before.revision);
    const written = JSON.stringify(rows[place]?.object ?? '').includes(JSON.stringify(by));
    expect([name, at, place >= 0, written]).toEqual([name, at, true, true]);
    if (on !== ANY) expect([name, at, base]).toEqual([name, at, on]);
  }
}

it('keeps its word on lists, watches, writes and conflicts, whoever is killed', () => {
  const total = { lists: 0, writes: 0, conflicts: 0, streams: 0 };
  const seen = { patches: 0, paged: 0, kept: 0, freed: 0, bookmarks: 0, fromZero: 0 };
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
        for (const [name, count] of Object.entries(story.count)) {
          seen[name as keyof typeof story.count] += count;
        }
        seen.bookmarks += story.streams.flatMap(({ bookmarks }) => bookmarks).length;
        seen.fromZero += story.streams.filter(({ after }) => after === undefined).length;
      },
    ),
    RUNS,
  );
  // The test is of no use if nothing happens.
  expect(Math.min(total.lists, total.writes)).toBeGreaterThan(1_000);
  expect(Math.min(total.conflicts, total.streams)).toBeGreaterThan(20);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(15);
});
