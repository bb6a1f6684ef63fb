/**
 * What a trace tells of watch caches: their lists, the events that etcd delivered to them, and who
 * watches through them. Each row is looked at once, as rows arrive.
 */
import { countUpTo, kindNumber, placeOf, type Seq, type TraceTable } from '#trace';
import { processOf } from '../../selected';

const REQUEST = kindNumber('request');
const WATCH = kindNumber('watch');
const MESSAGE = kindNumber('message');
const STATE = kindNumber('state');
const TIMER = kindNumber('timer');
const DECISION = kindNumber('decision');
const LOST = placeOf('message', 'lost');
const ARRIVES_AT = placeOf('message', 'arrivesAt');

/** What stands between a server and the resource in the path of a cache. */
export const CACHES = '/watch-cache/';
const STORE_GROUP = 'etcdserverpb';
const TIME_LIMIT = 'watch timeout';

/** Things that were sent, in order, and when each came, µs; Infinity for what never did. */
export class Deliveries {
  readonly seqs: Seq[] = [];
  readonly revisions: number[] = [];
  readonly arrivals: number[] = [];

  push(seq: Seq, revision: number, at: number): number {
    this.seqs.push(seq);
    this.revisions.push(revision);
    return this.arrivals.push(at) - 1;
  }

  /** How many had come by a time. */
  countAt(time: number): number {
    return countUpTo(this.arrivals, time);
  }
}

export interface Life {
  /** The transition that ended the list. */
  readonly seq: Seq;
  readonly at: number;
  /** Version of the list; undefined until the watch names it. */
  listRevision: number | undefined;
  /** Its events begin at this place of all that were delivered. */
  readonly first: number;
}

export interface Resize {
  readonly seq: Seq;
  readonly at: number;
  readonly to: number;
}

/** One cache of one server, over its whole run. */
export interface CacheTrack {
  readonly actor: string;
  readonly lives: Life[];
  readonly events: Deliveries;
  /** Words of etcd about its revision, without an event. */
  readonly progress: Deliveries;
  readonly resizes: Resize[];
  readonly decisions: Seq[];
}

/** One client that watches, from its request on. */
export interface ClientWatch {
  readonly seq: Seq;
  readonly id: number;
  readonly server: string;
  /** The server itself watches: what stays inside a process has no message. */
  readonly loopback: boolean;
  readonly resource: string;
  openedAt: number;
  /** When its time limit is over. */
  limitAt: number;
  endedAt: number;
  readonly sent: Deliveries;
  readonly bookmarks: number[];
}

type Delivered = readonly [to: Deliveries, place: number];

export class CacheLog {
  readonly caches = new Map<string, CacheTrack>();
  readonly watches: ClientWatch[] = [];
  readonly #table: TraceTable;
  /** The cache whose next watch of etcd is to come, by server. */
  readonly #opening = new Map<string, CacheTrack>();
  readonly #byPrefix = new Map<string, CacheTrack>();
  readonly #ofStore = new Map<number, CacheTrack>();
  readonly #ofClient = new Map<number, ClientWatch>();
  readonly #byRequest = new Map<Seq, ClientWatch>();
  readonly #byLimit = new Map<string, ClientWatch>();
  readonly #underWay = new Map<Seq, Delivered>();
  #next = 0;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  update(): this {
    const { kind, length } = this.#table;
    for (; this.#next < length; this.#next += 1) this.#take(kind[this.#next], this.#next);
    return this;
  }

  #take(kind: number, seq: Seq): void {
    if (kind === MESSAGE) this.#takeMessage(seq);
    else if (kind === WATCH) this.#takeWatch(seq);
    else if (kind === REQUEST) this.#takeRequest(seq);
    else if (kind === TIMER) this.#takeTimer(seq);
    else if (kind === STATE || kind === DECISION) {
      const actor = this.#table.actorOf(seq);
      if (!actor.includes(CACHES)) return;
      if (kind === STATE) this.#takeState(actor, seq);
      else this.#takeDecision(actor, seq);
    }
  }

  #trackOf(actor: string): CacheTrack {
    const known = this.caches.get(actor);
    if (known) return known;
    const track: CacheTrack = {
      actor,
      lives: [],
      events: new Deliveries(),
      progress: new Deliveries(),
      resizes: [],
      decisions: [],
    };
    this.caches.set(actor, track);
    return track;
  }

  #takeState(actor: string, seq: Seq): void {
    const track = this.#trackOf(actor);
    const { to, event, t } = this.#table.recordOf(seq, 'state') ?? { to: '', event: '', t: 0 };
    if (event === 'listed') {
      const first = track.events.seqs.length;
      track.lives.push({ seq, at: t, listRevision: undefined, first });
    }
    if (to === 'watching.streaming') this.#opening.set(processOf(actor), track);
  }

  #takeDecision(actor: string, seq: Seq): void {
    const track = this.#trackOf(actor);
    track.decisions.push(seq);
    const to = /^\d+ -> (\d+) events$/.exec(this.#table.text(seq, 'outcome'))?.[1];
    if (to) track.resizes.push({ seq, at: this.#table.timeOf(seq), to: Number(to) });
  }

  #takeRequest(seq: Seq): void {
    const table = this.#table;
    if (table.text(seq, 'verb') !== 'watch') return;
    const { id, client, server, group, resource, name, query, t } = table.recordOf(
      seq,
      'request',
    ) ?? {
      ...NO_REQUEST,
    };
    if (group !== STORE_GROUP) {
      const watch: ClientWatch = {
        seq,
        id,
        server,
        loopback: client === server,
        resource,
        openedAt: t,
        limitAt: Number.POSITIVE_INFINITY,
        endedAt: Number.POSITIVE_INFINITY,
        sent: new Deliveries(),
        bookmarks: [],
      };
      this.watches.push(watch);
      this.#ofClient.set(id, watch);
      this.#byRequest.set(seq, watch);
      return;
    }
    const place = `${client} ${name}`;
    const track = this.#opening.get(client) ?? this.#byPrefix.get(place);
    this.#opening.delete(client);
    if (!track) return;
    this.#byPrefix.set(place, track);
    this.#ofStore.set(id, track);
    const from = /(?:^|&)revision=(\d+)/.exec(query)?.[1];
    const life = track.lives.at(-1);
    if (life) life.listRevision ??= Number(from ?? 1) - 1;
  }

  #takeWatch(seq: Seq): void {
    const { slots } = this.#table;
    const id = slots[0][seq];
    const track = this.#ofStore.get(id);
    const watch = track ? undefined : this.#ofClient.get(id);
    if (!track && !watch) return;
    const type = this.#table.text(seq, 'type');
    const revision = Number(this.#table.text(seq, 'resourceVersion'));
    const at = this.#table.timeOf(seq);
    if (watch && type === 'BOOKMARK') watch.bookmarks.push(at);
    const to = watch ? watch.sent : type === 'BOOKMARK' ? track?.progress : track?.events;
    if (!to || type === 'ERROR') return;
    const place = to.push(seq, revision, at);
    if (!watch?.loopback) this.#underWay.set(seq, [to, place]);
  }

  #takeMessage(seq: Seq): void {
    const of = this.#table.slots[0][seq];
    const found = this.#underWay.get(of);
    if (!found) return;
    const [to, place] = found;
    const lost = this.#table.valueAt(seq, LOST) === true;
    to.arrivals[place] = lost
      ? Number.POSITIVE_INFINITY
      : Number(this.#table.valueAt(seq, ARRIVES_AT));
    if (!lost) this.#underWay.delete(of);
  }

  #takeTimer(seq: Seq): void {
    const { slots, strings } = this.#table;
    if (strings[slots[0][seq]] !== TIME_LIMIT) return;
    const { phase, firesAt, t, actor } = this.#table.recordOf(seq, 'timer') ?? NO_TIMER;
    const limit = `${processOf(actor)} ${firesAt}`;
    if (phase !== 'armed') {
      const ended = this.#byLimit.get(limit);
      if (ended) ended.endedAt = t;
      return;
    }
    const watch = this.#byRequest.get(this.#table.causeOf(seq) ?? -1);
    if (!watch) return;
    watch.openedAt = t;
    watch.limitAt = firesAt;
    this.#byLimit.set(limit, watch);
  }
}

const NO_REQUEST = {
  id: 0,
  client: '',
  server: '',
  group: '',
  resource: '',
  name: '',
  query: '',
  t: 0,
};
const NO_TIMER = { phase: '', firesAt: 0, t: 0, actor: '' };

const logs = new WeakMap<TraceTable, CacheLog>();

/** The log of a trace, up to date. It goes when the trace goes. */
export function cacheLogOf(table: TraceTable): CacheLog {
  const log = logs.get(table) ?? new CacheLog(table);
  logs.set(table, log);
  return log.update();
}
