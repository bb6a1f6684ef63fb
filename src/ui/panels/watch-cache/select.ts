/** What one server's watch caches hold at a time, and who watches through them. Pure. */
import type { Seq, TraceIndex } from '#trace';
import { CACHES, type CacheTrack, type ClientWatch, cacheLogOf, type Life } from './cache-log';

/** Events that a window holds at first. Source: watch_cache.go defaultLowerBoundCapacity. */
const CAPACITY = 100;
/** A bookmark is due so long after the one before, µs. Source: defaultBookmarkFrequency. */
const BOOKMARK_US = 60_000_000;
/** The last one comes so long before the time limit, µs. Source: bookmarkFrequency's pretimeout. */
const BEFORE_LIMIT_US = 2_000_000;
/** Events that may wait in one channel: least, most. Source: suggestedWatchChannelSize. */
const CHANNEL = { least: 10, most: 100 } as const;
/** Events of a full window are taken to be of so many seconds. Source: eventFreshDuration. */
const FRESH_S = 75;

export interface WatcherView {
  readonly seq: Seq;
  readonly client: string;
  readonly userAgent: string;
  /** What is watched, as far as it is narrowed; "" for all of the resource. */
  readonly what: string;
  /** The version that it began after; "" and "0" for what was there. */
  readonly from: string;
  readonly openedAt: number;
  readonly sent: number;
  /** Sent, and not arrived yet. */
  readonly underWay: number;
  /** When the next bookmark is due; undefined where it takes none. */
  readonly bookmarkAt: number | undefined;
  readonly limitAt: number;
}

export interface CacheView {
  readonly actor: string;
  readonly resource: string;
  /** State of its machine. */
  readonly state: string;
  readonly ready: boolean;
  readonly listRevision: number | undefined;
  /** The transition that ended the list. */
  readonly listed: Seq | undefined;
  readonly size: number;
  readonly capacity: number;
  /** Versions of the events that are kept. */
  readonly oldest: number | undefined;
  readonly newest: number;
  /** The oldest version from which a watch can begin. */
  readonly servedFrom: number | undefined;
  /** Events that may wait for one watcher. */
  readonly buffer: number;
  readonly watchers: readonly WatcherView[];
  /** What it decided lately, newest first. */
  readonly decisions: readonly Seq[];
}

const DECISIONS_MAX = 5;

/** Servers that have watch caches by a time, in order of their first. */
export function serversWithCaches({ table }: TraceIndex): readonly string[] {
  const names = [...cacheLogOf(table).caches.keys()];
  return [...new Set(names.map((actor) => actor.slice(0, actor.indexOf(CACHES))))];
}

/** The caches of a server, in order of the resource. */
export function selectCaches(index: TraceIndex, server: string, time: number): CacheView[] {
  const log = cacheLogOf(index.table);
  const prefix = server + CACHES;
  const open = log.watches.filter(
    (watch) => watch.server === server && watch.openedAt <= time && endOf(watch) > time,
  );
  const own = [...log.caches.values()].filter(({ actor }) => actor.startsWith(prefix));
  const begun = own.filter(({ actor }) => index.spanAt(actor, time) !== undefined);
  return begun
    .map((track) => viewOf(index, track, open, time))
    .sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

const endOf = ({ endedAt, limitAt }: ClientWatch): number => Math.min(endedAt, limitAt);

function viewOf(
  index: TraceIndex,
  track: CacheTrack,
  open: readonly ClientWatch[],
  time: number,
): CacheView {
  const resource = track.actor.slice(track.actor.indexOf(CACHES) + CACHES.length);
  const span = index.spanAt(track.actor, time);
  const ready = span?.state.startsWith('watching') ?? false;
  const life = ready ? track.lives.findLast(({ at }) => at <= time) : undefined;
  const { heard, ...window } = windowAt(track, life, time);
  const [kind] = resource.split('.', 1);
  const watchers = life
    ? open.filter((watch) => watch.resource === kind && watch.openedAt >= life.at)
    : [];
  const decided = track.decisions.filter((seq) => index.table.timeOf(seq) <= time);
  return {
    actor: track.actor,
    resource,
    state: span?.state ?? '',
    ready,
    listRevision: life?.listRevision,
    listed: life?.seq,
    ...window,
    buffer: 2 * channelOf(window.capacity),
    watchers: watchers.map((watch) => watcherOf(index, watch, heard, time)),
    decisions: decided.slice(-DECISIONS_MAX).reverse(),
  };
}

const channelOf = (capacity: number): number =>
  Math.min(Math.max(Math.ceil(capacity / FRESH_S), CHANNEL.least), CHANNEL.most);

/** The ring as it was left by its events and by the changes of its capacity. */
function windowAt(track: CacheTrack, life: Life | undefined, time: number) {
  const { events, progress, resizes } = track;
  if (!life) return { size: 0, capacity: CAPACITY, oldest: undefined, newest: 0, ...NOT_SERVED };
  const count = Math.max(life.first, events.countAt(time));
  let [size, capacity, seen] = [0, CAPACITY, life.first];
  for (const { at, to } of resizes) {
    if (at < life.at || at > time) continue;
    const before = Math.max(seen, events.countAt(at - 1));
    size = Math.min(size + before - seen, capacity, to);
    [capacity, seen] = [to, before];
  }
  size = Math.min(size + count - seen, capacity);
  const oldest = size > 0 ? events.revisions[count - size] : undefined;
  const told = progress.countAt(time);
  const list = life.listRevision ?? 0;
  const newest = Math.max(
    list,
    count > life.first ? events.revisions[count - 1] : 0,
    told > 0 ? progress.revisions[told - 1] : 0,
  );
  const complete = count - size === life.first;
  const servedFrom = complete || oldest === undefined ? list : oldest - 1;
  // What etcd said before the list is of no account.
  const heard =
    count > life.first || progress.arrivals.findLast((at) => at <= time && at > life.at);
  return { size, capacity, oldest, newest, servedFrom, heard: Boolean(heard) };
}

const NOT_SERVED = { servedFrom: undefined, heard: false };

function watcherOf(
  { table }: TraceIndex,
  watch: ClientWatch,
  heard: boolean,
  time: number,
): WatcherView {
  const request = table.recordOf(watch.seq, 'request');
  const query = new URLSearchParams(request?.query ?? '');
  const sent = countSent(table, watch, time);
  const last = watch.bookmarks.findLast((at) => at <= time) ?? watch.openedAt;
  const next = Math.min(last + BOOKMARK_US, watch.limitAt - BEFORE_LIMIT_US);
  const takes = heard && query.get('allowWatchBookmarks') === 'true' && next > last;
  const { namespace = '', name = '' } = request ?? {};
  const place = [namespace, name].filter((part) => part !== '').join('/');
  const terms = [place, query.get('fieldSelector'), query.get('labelSelector')];
  return {
    seq: watch.seq,
    client: request?.client ?? '',
    userAgent: request?.userAgent ?? '',
    what: terms.filter(Boolean).join(' '),
    from: query.get('resourceVersion') ?? '',
    openedAt: watch.openedAt,
    sent,
    underWay: sent - Math.min(sent, watch.sent.countAt(time)),
    bookmarkAt: takes ? next : undefined,
    limitAt: watch.limitAt,
  };
}

function countSent(table: TraceIndex['table'], { sent }: ClientWatch, time: number): number {
  let low = 0;
  let high = sent.seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.timeOf(sent.seqs[middle]) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
