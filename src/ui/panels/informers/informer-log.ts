/**
 * What a trace tells of informers: what each took in, up to which version it has heard, and how
 * many objects its cache holds. Each row is looked at once, as rows arrive.
 */
import { countUpTo, kindNumber, placeOf, type Seq, type TraceTable } from '#trace';
import { processOf } from '../../selected';

const DELTA = kindNumber('delta');
const STATE = kindNumber('state');
const REQUEST = kindNumber('request');
const WATCH = kindNumber('watch');
const MESSAGE = kindNumber('message');
const ARRIVES_AT = placeOf('message', 'arrivesAt');
const LOST = placeOf('message', 'lost');
const REFLECTOR = 'reflector';

export interface DeltaRow {
  readonly seq: Seq;
  readonly at: number;
  readonly type: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** resourceVersion of the object. */
  readonly version: number;
  /** Objects in the cache after it. */
  readonly items: number;
}

/** One informer of one process, over all lives of the process. */
export class InformerTrack {
  readonly actor: string;
  readonly deltas: DeltaRow[] = [];
  readonly times: number[] = [];
  /** When a version was heard of, and which. */
  readonly heardAt: number[] = [];
  readonly versions: number[] = [];
  /** `v1.Namespace`; "" before the first delta. */
  kind = '';
  /** What its list and watch are limited to; "" for no limit. */
  scope = { namespace: '', name: '' };
  #content = new Set<string>();

  constructor(actor: string) {
    this.actor = actor;
  }

  /** What stands last in the path. */
  get resource(): string {
    return this.actor.slice(this.actor.lastIndexOf('/') + 1);
  }

  /** Whether it would be told of an object: `namespace/name`, or `name`. */
  covers(key: string): boolean {
    const { namespace, name } = this.scope;
    if (namespace !== '' && !key.startsWith(`${namespace}/`)) return false;
    return name === '' || key.slice(key.lastIndexOf('/') + 1) === name;
  }

  /** A new life begins with an empty cache. */
  begin(at: number): void {
    this.#content = new Set();
    this.push({ seq: -1, at, type: '', key: '', version: 0 });
    this.hear(at, 0);
  }

  take(row: Omit<DeltaRow, 'items'>): void {
    if (row.type === 'Deleted') this.#content.delete(row.key);
    else this.#content.add(row.key);
    this.push(row);
    this.hear(row.at, Math.max(row.version, this.versions.at(-1) ?? 0));
  }

  hear(at: number, version: number): void {
    this.heardAt.push(at);
    this.versions.push(version);
  }

  /** Place of the last delta by a time; -1 for none. */
  placeAt(time: number): number {
    return countUpTo(this.times, time) - 1;
  }

  versionAt(time: number): number {
    return this.versions[countUpTo(this.heardAt, time) - 1] ?? 0;
  }

  private push(row: Omit<DeltaRow, 'items'>): void {
    this.deltas.push({ ...row, items: this.#content.size });
    this.times.push(row.at);
  }
}

export class InformerLog {
  readonly tracks = new Map<string, InformerTrack>();
  readonly #table: TraceTable;
  /** The track whose watch a request is, by its id. */
  readonly #watches = new Map<number, InformerTrack>();
  /** Bookmarks that have not arrived. */
  readonly #underWay = new Map<Seq, readonly [InformerTrack, number]>();
  /** The reflector whose state changed last: the watch with the same cause is its own. */
  #turned: { readonly cause: Seq | undefined; readonly track: InformerTrack } | undefined;
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
    if (kind === DELTA) this.#takeDelta(seq);
    else if (kind === STATE) this.#takeState(seq);
    else if (kind === REQUEST) this.#takeRequest(seq);
    else if (kind === WATCH) this.#takeWatch(seq);
    else if (kind === MESSAGE) this.#takeMessage(seq);
  }

  #trackOf(actor: string): InformerTrack {
    const known = this.tracks.get(actor);
    if (known) return known;
    const track = new InformerTrack(actor);
    this.tracks.set(actor, track);
    return track;
  }

  #takeState(seq: Seq): void {
    const table = this.#table;
    if (table.text(seq, 'machine') !== REFLECTOR) return;
    const track = this.#trackOf(table.actorOf(seq));
    this.#turned = { cause: table.causeOf(seq), track };
    if (table.text(seq, 'from') === '') track.begin(table.timeOf(seq));
  }

  #takeDelta(seq: Seq): void {
    const table = this.#table;
    const { actor, t, type, informer, namespace, name, resourceVersion } = table.recordOf(
      seq,
      'delta',
    ) ?? { ...NO_DELTA };
    const track = this.#trackOf(actor);
    track.kind = informer;
    const key = namespace === '' ? name : `${namespace}/${name}`;
    track.take({ seq, at: t, type, key, version: Number(resourceVersion) });
  }

  #takeRequest(seq: Seq): void {
    const table = this.#table;
    if (table.text(seq, 'verb') !== 'watch') return;
    const { id, client, resource, namespace, query, t, cause } =
      table.recordOf(seq, 'request') ?? NO_REQUEST;
    const fits = (track: InformerTrack) =>
      processOf(track.actor) === client && track.resource === resource;
    const turned = this.#turned?.cause === cause ? this.#turned?.track : undefined;
    const own = turned && fits(turned) ? [turned] : [...this.tracks.values()].filter(fits);
    if (own.length !== 1) return;
    const [track] = own;
    this.#watches.set(id, track);
    const asked = new URLSearchParams(query);
    const name = /^metadata\.name=([^,]+)$/.exec(asked.get('fieldSelector') ?? '')?.[1] ?? '';
    track.scope = { namespace, name };
    track.hear(t, Number(asked.get('resourceVersion') ?? 0));
  }

  #takeWatch(seq: Seq): void {
    const table = this.#table;
    const track = this.#watches.get(table.slots[0][seq]);
    if (!track || table.text(seq, 'type') !== 'BOOKMARK') return;
    this.#underWay.set(seq, [track, Number(table.text(seq, 'resourceVersion'))]);
  }

  #takeMessage(seq: Seq): void {
    const of = this.#table.slots[0][seq];
    const [track, version] = this.#underWay.get(of) ?? [];
    if (!track || version === undefined) return;
    this.#underWay.delete(of);
    if (this.#table.valueAt(seq, LOST) === true) return;
    track.hear(Number(this.#table.valueAt(seq, ARRIVES_AT)), version);
  }
}

const NO_DELTA = {
  actor: '',
  t: 0,
  type: '',
  informer: '',
  namespace: '',
  name: '',
  resourceVersion: '',
};
const NO_REQUEST = {
  ...{ id: 0, client: '', resource: '', namespace: '', query: '', t: 0 },
  cause: undefined,
};

const logs = new WeakMap<TraceTable, InformerLog>();

/** The log of a trace, up to date. It goes when the trace goes. */
export function informerLogOf(table: TraceTable): InformerLog {
  const log = logs.get(table) ?? new InformerLog(table);
  logs.set(table, log);
  return log.update();
}
