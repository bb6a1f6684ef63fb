/** Area `watch-cache`: the window of events, what is served from memory, and who watches it. */
import { asTime, seconds } from '#base';
import { BookmarkBuckets, type KubeObject } from '#kube';
import { type Answer, type AreaAdapter, byForms, type Question, Unsupported } from '../adapter';
import { CacherStand, inSeconds, pod, versionOf } from '../cacher-stand';
import { ErrorFact, type Facts } from '../facts';
import { Fields, isCount, opAlone } from '../read-fields';
import {
  channelSize,
  freshGet,
  freshList,
  resize,
  sinceAfterGrowth,
  windowSequence,
} from '../watch-window';

/** What a read of the storage of the cases fails with. */
const DUMMY_ERROR = 'dummy error';
/** Version that a cache of a case has when it says none. */
const FIRST = 1;

export const watchCacheAdapter: AreaAdapter = {
  area: 'watch-cache',
  calls: {
    suggestedWatchChannelSize: channelSize,
    'resize at the time of the next event': resize,
    '{since}': sinceAfterGrowth,
    WaitUntilFreshAndGet: freshGet,
    WaitUntilFreshAndList: freshList,
    sequence: (question) =>
      'watcherDeadlinesSeconds' in question.given ? buckets(question) : windowSequence(question),
    Get: (question) => bypass(question, (stand, version) => stand.get(version)),
    watch: filtered,
    ops: stopped,
  },
  callOf: byForms(
    [/^GetList (non )?recursive(?: limit=(\d+))?$/, listBypass],
    [/^watch from (\d+), then updates (\d+)\.\.(\d+)$/, startingVersion],
    [/^watch from resourceVersion (\d+) for (\d+) s$/, bookmarksAllowed],
    [/^watch from (\d+) with allowWatchBookmarks, one object added at (\d+)$/, bookmarksAgain],
    [/^storage progress notification to (\d+) while a watch from (\d+) is open$/, progress],
  ),
};

const givenOf = ({ given }: Question, ...names: readonly string[]): Fields =>
  new Fields(given, 'given').only(...names);

function buckets(question: Question): Answer {
  const deadlines = givenOf(question, 'watcherDeadlinesSeconds').list('watcherDeadlinesSeconds');
  const start = asTime(0);
  const waiting = new BookmarkBuckets<{ readonly deadline: typeof start }>(start);
  for (const value of deadlines) {
    const deadline = new Fields({ value }, 'watcherDeadlinesSeconds').atLeast('value', 0);
    waiting.add({ deadline: asTime(seconds(deadline)) }, start);
  }
  const bucketsAfterAdd = waiting.size;
  const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
  const expired = steps.map((value, index) => {
    const at = new Fields(value, `when.sequence[${index}]`).only('at').atLeast('at', 0);
    return waiting.popExpired(asTime(seconds(at)));
  });
  const expiredBuckets = expired.map(({ length }) => length);
  const watchersInBucket = expired.map((some) => some.flat().length);
  return { facts: { bucketsAfterAdd, expiredBuckets, watchersInBucket } };
}

type Read = (stand: CacherStand, version: string) => ReturnType<CacherStand['get' | 'list']>;

function bypass(question: Question, read: Read): Answer {
  const given = givenOf(question, 'cacheReady', 'backingStorage');
  const failing = given.text('backingStorage') === 'every read fails';
  if (!failing) throw new Unsupported(`given.backingStorage: ${given.text('backingStorage')}`);
  const started = given.flag('cacheReady');
  const items = [pod('foo', FIRST)];
  const stand = new CacherStand(question, { items, revision: FIRST, started });
  stand.storage.failure = DUMMY_ERROR;
  const before = stand.storage.reads;
  const step = new Fields(question.when, 'when').only('op', 'resourceVersion');
  const result = read(stand, step.text('resourceVersion'));
  const servedFrom = stand.storage.reads === before ? 'cache' : 'storage';
  const text = result.ok ? undefined : 'message' in result.failure ? result.failure.message : '';
  return { facts: { servedFrom, error: new ErrorFact(text) } };
}

type Parts = readonly (string | undefined)[];

function listBypass(question: Question, [single, limit = '0']: Parts): Answer {
  return bypass(question, (stand, resourceVersion) =>
    stand.list(single !== undefined, { resourceVersion, limit: Number(limit) }),
  );
}

const TYPES = ['ADDED', 'MODIFIED', 'DELETED'] as const;
const SELECTOR = /^spec\.nodeName=([\w-]+)$/;

/** `["MODIFIED", 3, "host", "prev empty"]`: type, version, node, and the node before. */
function filtered(question: Question): Answer {
  new Fields(question.when, 'when').only('op');
  const given = givenOf(question, 'fieldSelector', 'events');
  const node = SELECTOR.exec(given.text('fieldSelector'))?.[1];
  if (node === undefined) throw new Unsupported(`fieldSelector: ${given.text('fieldSelector')}`);
  const stand = new CacherStand(question, { revision: FIRST - 1 });
  const matches = ({ spec }: KubeObject) =>
    (spec as { readonly nodeName?: string })?.nodeName === node;
  const { heard } = stand.watch(0, { matches });
  let before = '';
  given.list('events').forEach((value, index) => {
    const event = new Fields({ value }, `given.events[${index}]`).list('value');
    const [type, version, on, was = `prev ${before || 'empty'}`] = event;
    const known = TYPES.find((each) => each === type);
    const fits = isCount(version) && typeof on === 'string' && known !== undefined;
    if (!fits || was !== `prev ${before || 'empty'}`) {
      throw new Unsupported(`given.events[${index}]: expected type, version, node, node before`);
    }
    stand.write(known, pod('pod', version, { spec: { nodeName: on } }));
    before = on;
  });
  return { facts: { events: heard.map((each) => [each.type, versionOf(each)]) } };
}

/** Most writes of one case. */
const MOST_WRITES = 10_000;

function startingVersion(question: Question, parts: Parts): Answer {
  opAlone(question.when);
  const object = givenOf(question, 'object').text('object');
  const [, name, made] = /^([\w-]+) at (\d+)$/.exec(object) ?? [];
  if (name === undefined) throw new Unsupported(`given.object: ${object}`);
  const [from, first, last] = parts.map(Number);
  if (last - first > MOST_WRITES) throw new Unsupported(`when.op: more than ${MOST_WRITES}`);
  const revision = Number(made);
  const stand = new CacherStand(question, { items: [pod(name, revision)], revision });
  const { heard } = stand.watch(from);
  for (let version = first; version <= last; version += 1) {
    stand.write('MODIFIED', pod(name, version));
  }
  return { facts: { firstEventRV: heard.length > 0 ? versionOf(heard[0]) : null } };
}

/** A new object every so often, for so many seconds. */
function bookmarksAllowed(question: Question, [from, length]: Parts): Answer {
  opAlone(question.when);
  const names = ['allowWatchBookmarks', 'requestDeadlineSeconds', 'newObjectEverySeconds'];
  const given = givenOf(question, ...names);
  const stand = new CacherStand(question, { revision: FIRST });
  const allowBookmarks = given.flag('allowWatchBookmarks');
  const limit = inSeconds(given.atLeast('requestDeadlineSeconds', 0));
  const { heard } = stand.watch(Number(from), { allowBookmarks }, limit);
  const every = inSeconds(given.atLeast('newObjectEverySeconds', 0));
  if (every <= 0) throw new Unsupported('given.newObjectEverySeconds: more than 0');
  let version = FIRST;
  const end = inSeconds(Number(length));
  if (end > every * MOST_WRITES) throw new Unsupported(`when.op: more than ${MOST_WRITES}`);
  for (let passed = 0; passed < end; passed += every) {
    version += 1;
    stand.write('ADDED', pod(`pod-${version}`, version));
    stand.rig.advance(every);
  }
  const versions = heard.map(versionOf);
  const rising = versions.every((each, index) => index === 0 || each >= versions[index - 1]);
  const bookmarkReceived = heard.some(({ type }) => type === 'BOOKMARK');
  return { facts: { bookmarkReceived, bookmarkRVNotBelowLastSeen: rising } };
}

function bookmarksAgain(question: Question, parts: Parts): Answer {
  opAlone(question.when);
  const [revision, added] = parts.map(Number);
  const given = givenOf(question, 'bookmarkFrequencySeconds', 'requestDeadlineSeconds');
  const bookmarkPeriod = inSeconds(given.count('bookmarkFrequencySeconds'));
  const stand = new CacherStand(question, { revision, bookmarkPeriod });
  const limit = inSeconds(given.atLeast('requestDeadlineSeconds', 0));
  const { heard } = stand.watch(revision, { allowBookmarks: true }, limit);
  stand.write('ADDED', pod('pod', added));
  stand.rig.advance(inSeconds(5));
  const bookmarks = heard.filter(({ type }) => type === 'BOOKMARK').length;
  // Of as many as the case asks for at least; more are not counted.
  return { facts: { atLeastBookmarksIn5s: Math.min(bookmarks, 2) } };
}

function progress(question: Question, parts: Parts): Answer {
  opAlone(question.when);
  const [reached, from] = parts.map(Number);
  const given = givenOf(question, 'bookmarkFrequencySeconds', 'cacheRV');
  const bookmarkPeriod = inSeconds(given.count('bookmarkFrequencySeconds'));
  const stand = new CacherStand(question, { revision: given.count('cacheRV'), bookmarkPeriod });
  const { heard } = stand.watch(from, { allowBookmarks: true }, inSeconds(60));
  stand.storage.progress(reached);
  stand.rig.advance(inSeconds(10));
  const bookmark = heard.find(({ type }) => type === 'BOOKMARK');
  return { facts: { bookmarkRV: bookmark ? versionOf(bookmark) : null } };
}

const READS: Readonly<Record<string, (stand: CacherStand) => { readonly ok: boolean }>> = {
  Watch: (stand) => stand.watch(0),
  Get: (stand) => stand.get('1'),
  GetList: (stand) => stand.list(false, { resourceVersion: '1', limit: 0 }),
};

function stopped(question: Question): Answer {
  const cacher = givenOf(question, 'cacher').text('cacher');
  if (cacher !== 'stopped') throw new Unsupported(`given.cacher: ${cacher}`);
  const stand = new CacherStand(question, { items: [pod('foo', FIRST)], revision: FIRST });
  const open = stand.watch(0);
  stand.cacher.stop();
  const ops = new Fields(question.when, 'when').only('ops').texts('ops');
  const unknown = ops.find((op) => !Object.hasOwn(READS, op));
  if (unknown !== undefined) throw new Unsupported(`when.ops: ${unknown}`);
  const results = ops.map((op) => READS[op](stand).ok);
  const facts: Facts = {
    allFail: results.every((ok) => !ok),
    openWatchesClosed: open.ends.length === 1,
  };
  return { facts };
}
