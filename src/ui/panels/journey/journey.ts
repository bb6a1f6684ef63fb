/**
 * The way of one write: who heard of it, hop by hop, from etcd's revision to what controllers asked
 * for. Read off a trace as far as it goes. Pure.
 */
import type { RevisionRow, Seq, TraceIndex, TraceTable } from '#trace';
import { processOf } from '../../selected';
import { type InformerTrack, informerLogOf } from '../informers/informer-log';
import { prefixOf } from '../informers/select';
import type { Hop, Pending } from './hops';
import { type Work, worksOf } from './works';

/** A server's watch cache of the resource. */
export interface CacheWay {
  readonly server: string;
  readonly hops: readonly Hop[];
  readonly pending: Pending | undefined;
}

/** One who watches or lists the object: an informer, or a client without one. */
export interface Follower {
  /** The informer's actor; of others the process. */
  readonly name: string;
  readonly process: string;
  readonly hops: readonly Hop[];
  readonly pending: Pending | undefined;
  readonly works: readonly Work[];
}

export interface Journey {
  readonly write: RevisionRow;
  readonly at: number;
  readonly deleted: boolean;
  /** Writes of the same key before and after it. */
  readonly before: Seq | undefined;
  readonly after: Seq | undefined;
  readonly caches: readonly CacheWay[];
  /** Those with work first, the servers' own last. */
  readonly followers: readonly Follower[];
}

/** The journey of what an etcd record wrote; undefined where it wrote nothing. */
export function journeyOf(index: TraceIndex, seq: Seq): Journey | undefined {
  const { table } = index;
  const write = table.archive.bySeq(seq);
  if (!write) return undefined;
  const history = table.archive.history(write.key);
  const place = history.indexOf(write);
  const told = toldOf(index, seq);
  const first: Hop = { kind: 'write', seq, at: table.timeOf(seq), actor: table.actorOf(seq) };
  return {
    write,
    at: table.timeOf(seq),
    deleted: write.object === undefined,
    before: history[place - 1]?.seq,
    after: history[place + 1]?.seq,
    caches: told.caches.map((told) => cacheWay(first, told)),
    followers: followersOf({ index, first, write, next: history[place + 1]?.seq }, told),
  };
}

/** An event on its way, from who sends it to who hears of it. */
interface Sent {
  readonly seq: Seq;
  readonly from: string;
  readonly to: string;
  readonly at: number;
  /** Infinity when it is lost. */
  readonly arrivesAt: number;
  /** The event of etcd from which the server has it. */
  readonly also: Seq | undefined;
}

interface Told {
  readonly caches: readonly Sent[];
  readonly clients: readonly Sent[];
}

function toldOf(index: TraceIndex, write: Seq): Told {
  const { table } = index;
  const events = index.effectsOf(write).filter((seq) => table.kindOf(seq) === 'watch');
  const all = events.map((seq) => sentOf(index, seq));
  const ofStore = ({ seq }: Sent) => table.text(seq, 'resource') === 'kv';
  return { caches: all.filter(ofStore), clients: all.filter((sent) => !ofStore(sent)) };
}

function sentOf(index: TraceIndex, seq: Seq): Sent {
  const { table } = index;
  const from = processOf(table.actorOf(seq));
  const at = table.timeOf(seq);
  const carrier = index.effectsOf(seq).find((effect) => table.kindOf(effect) === 'message');
  const message = carrier === undefined ? undefined : table.recordOf(carrier, 'message');
  const [also] = table.also.get(seq) ?? [];
  // What stays inside a process has no message.
  if (!message) return { seq, from, to: from, at, arrivesAt: at, also };
  const arrivesAt = message.lost ? Number.POSITIVE_INFINITY : message.arrivesAt;
  return { seq, from, to: message.to, at, arrivesAt, also };
}

function cacheWay(first: Hop, { seq, from, to, at, arrivesAt }: Sent): CacheWay {
  const hops: Hop[] = [first, { kind: 'told', seq, at, actor: from }];
  if (arrivesAt === Number.POSITIVE_INFINITY) {
    return { server: to, hops, pending: { kind: 'lost', since: at } };
  }
  hops.push({ kind: 'cache', seq, at: arrivesAt, actor: `${to}/watch-cache` });
  return { server: to, hops, pending: undefined };
}

interface Asked {
  readonly index: TraceIndex;
  readonly first: Hop;
  readonly write: RevisionRow;
  /** The write of the same key after it. */
  readonly next: Seq | undefined;
}

function followersOf(asked: Asked, told: Told): readonly Follower[] {
  const { table } = asked.index;
  const tracks = [...informerLogOf(table).tracks.values()];
  const taking = tracks.filter((track) => track.kind !== '' && keyFor(track, asked.write));
  const mine = (track: InformerTrack) => {
    const process = processOf(track.actor);
    return told.clients.filter(
      ({ to, seq }) => to === process && table.text(seq, 'resource') === track.resource,
    );
  };
  const informers = taking.map((track) => informerWay(asked, track, mine(track), told));
  const known = new Set(taking.flatMap((track) => mine(track).map(({ seq }) => seq)));
  const others = told.clients.filter(({ seq }) => !known.has(seq));
  const servers = new Set(told.clients.map(({ from }) => from));
  const rank = ({ works, process }: Follower) =>
    works.length > 0 ? 0 : servers.has(process) ? 2 : 1;
  return [...informers, ...others.map((sent) => plainWay(asked.first, sent, told))].sort(
    (a, b) => rank(a) - rank(b),
  );
}

/** What the informer calls the object; undefined where it is none of its resource. */
function keyFor(track: InformerTrack, { key }: RevisionRow): string | undefined {
  const prefix = prefixOf(track).exec(key);
  return prefix ? key.slice(prefix[0].length) : undefined;
}

/** From the write to the client: what the server heard, what it sent, what came. */
function wayTo(first: Hop, sent: Sent, { caches }: Told) {
  const cache = caches.find(({ seq }) => seq === sent.also);
  const before = cache ? cacheWay(first, cache).hops : [first];
  const { seq, from, to, at, arrivesAt } = sent;
  const hops: Hop[] = [...before, { kind: 'event', seq, at, actor: from }];
  const lost = arrivesAt === Number.POSITIVE_INFINITY;
  if (!lost) hops.push({ kind: 'reflector', seq, at: arrivesAt, actor: to });
  return { hops, pending: lost ? ({ kind: 'lost', since: at } as const) : undefined };
}

function plainWay(first: Hop, sent: Sent, told: Told): Follower {
  const { hops, pending } = wayTo(first, sent, told);
  const heard = hops.map((hop) =>
    hop.kind === 'reflector' ? { ...hop, kind: 'client' as const } : hop,
  );
  return { name: sent.to, process: sent.to, hops: heard, pending, works: [] };
}

function informerWay(
  asked: Asked,
  track: InformerTrack,
  mine: readonly Sent[],
  told: Told,
): Follower {
  const { index, first } = asked;
  const { table } = index;
  const common = { name: track.actor, process: processOf(track.actor) };
  const delta = deltaOf(asked, track);
  const cause = delta === undefined ? undefined : table.causeOf(delta);
  const sent =
    mine.find(({ seq }) => seq === cause) ?? (delta === undefined ? mine.at(-1) : undefined);
  if (delta !== undefined) {
    const way = sent ? wayTo(first, sent, told).hops : listed(table, first, cause);
    const works = cause === undefined ? [] : worksOf(index, delta, cause);
    const hops = [...way, ...takenIn(track, table, delta)];
    return { ...common, hops, works, pending: undefined };
  }
  const way = sent ? wayTo(first, sent, told) : { hops: [first], pending: undefined };
  const pending = way.pending ?? missing(asked, track, way.hops);
  return { ...common, hops: way.hops, pending, works: [] };
}

/** The delta by which the informer took the write in. */
function deltaOf({ index, write, next }: Asked, track: InformerTrack): Seq | undefined {
  const { table } = index;
  const key = keyFor(track, write);
  const end = next ?? Number.POSITIVE_INFINITY;
  const gone = write.object === undefined;
  const row = track.deltas.find((delta) => {
    if (delta.seq <= write.seq || delta.key !== key) return false;
    // A list tells of a deletion by what it lacks, so the version is that of the object before.
    if (gone && delta.type === 'Deleted')
      return delta.seq < end || versionOf(table, delta.seq) === write.revision;
    return versionOf(table, delta.seq) === write.revision;
  });
  return row?.seq;
}

const versionOf = (table: TraceTable, seq: Seq): number =>
  Number(table.text(seq, 'resourceVersion'));

/** It came with a list: the request and its answer. */
function listed(table: TraceTable, first: Hop, answer: Seq | undefined): readonly Hop[] {
  if (answer === undefined || table.kindOf(answer) !== 'response') return [first];
  const request = table.causeOf(answer);
  const hop = (kind: Hop['kind'], seq: Seq): Hop => ({
    ...{ kind, seq },
    at: table.timeOf(seq),
    actor: table.actorOf(seq),
  });
  const asked = request === undefined ? [] : [hop('list', request)];
  return [first, ...asked, hop('listed', answer)];
}

/** The delta queue, the store and the listeners: one instant, told by one record. */
function takenIn(track: InformerTrack, table: TraceTable, seq: Seq): readonly Hop[] {
  const row = track.deltas.find((delta) => delta.seq === seq);
  const hop = { seq, at: table.timeOf(seq), actor: track.actor };
  return [
    { ...hop, kind: 'fifo', what: row?.type },
    { ...hop, kind: 'indexer', count: row?.items },
    { ...hop, kind: 'listener' },
  ];
}

/** Why an informer has no delta of the write: it heard of a newer version, or of nothing yet. */
function missing({ write }: Asked, track: InformerTrack, hops: readonly Hop[]): Pending {
  const since = hops[hops.length - 1].at;
  const place = track.versions.findIndex(
    (version, at) => version >= write.revision && track.heardAt[at] > hops[0].at,
  );
  const at = place < 0 ? undefined : track.heardAt[place];
  return at === undefined ? { kind: 'unheard', since } : { kind: 'overtaken', since, at };
}
