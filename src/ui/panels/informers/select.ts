/** What the informers and work queues of one process hold at a time, against etcd. Pure. */
import { compareText } from '#base';
import type { RevisionRow, Seq, TraceIndex, TraceTable } from '#trace';
import { processOf } from '../../selected';
import { type DeltaRow, type InformerTrack, informerLogOf } from './informer-log';

/** Deltas that are shown, newest first. */
const DELTAS_MAX = 8;

/** Places of resources whose name does not stand in the key as it is. Source: storage paths. */
const PLACES: Readonly<Record<string, string>> = {
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
};

export interface InformerView {
  readonly actor: string;
  readonly resource: string;
  /** State of its reflector. */
  readonly state: string;
  readonly items: number;
  /** The newest version it has heard of. */
  readonly known: number;
  /** Revision of the newest change of the resource in etcd; 0 for none. */
  readonly newest: number;
  /** Changes that etcd has and it has not, oldest first. */
  readonly behind: readonly RevisionRow[];
  /** Newest first. */
  readonly deltas: readonly DeltaRow[];
}

/** Processes that have informers, in the order in which they began. */
export function processesWithInformers({ table }: TraceIndex): readonly string[] {
  return [...new Set([...informerLogOf(table).tracks.keys()].map(processOf))];
}

/** The informers of a process that have begun, in order of the resource. */
export function selectInformers(index: TraceIndex, process: string, time: number): InformerView[] {
  const tracks = [...informerLogOf(index.table).tracks.values()];
  const own = tracks.filter(({ actor }) => processOf(actor) === process);
  return own
    .flatMap((track) => {
      const state = index.spanAt(track.actor, time)?.state;
      return state === undefined ? [] : [viewOf(index, track, state, time)];
    })
    .sort((a, b) => compareText(a.resource, b.resource) || compareText(a.actor, b.actor));
}

function viewOf(
  index: TraceIndex,
  track: InformerTrack,
  state: string,
  time: number,
): InformerView {
  const place = track.placeAt(time);
  const { actor, resource } = track;
  const known = track.versionAt(time);
  const deltas: DeltaRow[] = [];
  for (let at = place; at >= 0 && deltas.length < DELTAS_MAX; at -= 1) {
    const row = track.deltas[at];
    if (row.seq < 0) break;
    deltas.push(row);
  }
  const { behind, newest } = newsOf(index, track, known, time);
  return {
    ...{ actor, resource, state, known, newest, behind, deltas },
    items: track.deltas[place]?.items ?? 0,
  };
}

/** Where etcd keeps objects of the resource: how every key of them begins. */
export function prefixOf({ resource, kind }: InformerTrack): RegExp {
  const place = PLACES[resource] ?? resource;
  const group = kind.includes('/') ? kind.slice(0, kind.indexOf('/')) : '';
  const inGroup = group === '' ? '' : `(?:${group.replaceAll('.', '\\.')}/)?`;
  return new RegExp(`^/[^/]+/${inGroup}${place}/`);
}

/** Changes of etcd by the beginning of their keys; each row is looked at once. */
class RowsByPrefix {
  readonly #known = new Map<string, { next: number; readonly rows: RevisionRow[] }>();

  of(prefix: RegExp, all: readonly RevisionRow[]): readonly RevisionRow[] {
    let known = this.#known.get(prefix.source);
    // A run that was made anew has fewer rows than before.
    if (!known || known.next > all.length) known = { next: 0, rows: [] };
    this.#known.set(prefix.source, known);
    for (; known.next < all.length; known.next += 1) {
      const row = all[known.next];
      if (prefix.test(row.key)) known.rows.push(row);
    }
    return known.rows;
  }
}

const rowsOf = new WeakMap<TraceTable, RowsByPrefix>();

function newsOf({ table }: TraceIndex, track: InformerTrack, known: number, time: number) {
  const byPrefix = rowsOf.get(table) ?? new RowsByPrefix();
  rowsOf.set(table, byPrefix);
  const prefix = prefixOf(track);
  const rows = byPrefix.of(prefix, table.archive.rows);
  const last = table.lastAt(time);
  const behind: RevisionRow[] = [];
  let newest = 0;
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row.seq > last || !track.covers(row.key.replace(prefix, ''))) continue;
    if (newest === 0) newest = row.revision;
    if (row.revision <= known) break;
    behind.unshift(row);
  }
  return { behind, newest };
}

export interface WaitingKey {
  readonly key: string;
  readonly dueAt: number;
}
export interface FailingKey {
  readonly key: string;
  readonly failures: number;
  /** The wait of its last failure, µs. */
  readonly delay: number;
}

/** A work queue, in upstream's parts. */
export interface QueueView {
  readonly name: string;
  readonly actor: string;
  /** Keys that wait for a worker, in order. */
  readonly queue: readonly string[];
  /** Keys that need work, whether they wait or come again. */
  readonly dirty: readonly string[];
  readonly processing: readonly string[];
  readonly waiting: readonly WaitingKey[];
  readonly failing: readonly FailingKey[];
  /** Its records by then. */
  readonly count: number;
}

/** What is done to one queue, record by record. */
class QueueReplay {
  readonly #queue: string[] = [];
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #waiting = new Map<string, number>();
  readonly #failing = new Map<string, FailingKey>();
  #count = 0;

  take(op: string, key: string, delay: number, at: number): void {
    this.#count += 1;
    // Its timer has fired, and added the key unless it was dirty.
    if ((this.#waiting.get(key) ?? at + 1) <= at) this.#waiting.delete(key);
    if (op === 'add') this.#add(key);
    else if (op === 'get') this.#get(key);
    else if (op === 'done') this.#done(key);
    else if (op === 'wait') this.#wait(key, at + delay);
    else if (op === 'requeue') {
      this.#wait(key, at + delay);
      const failures = (this.#failing.get(key)?.failures ?? 0) + 1;
      this.#failing.set(key, { key, failures, delay });
    } else this.#failing.delete(key);
  }

  #add(key: string): void {
    this.#dirty.add(key);
    if (!this.#processing.has(key)) this.#queue.push(key);
  }

  #get(key: string): void {
    this.#dirty.delete(key);
    this.#processing.add(key);
    const place = this.#queue.indexOf(key);
    if (place >= 0) this.#queue.splice(place, 1);
  }

  #done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.has(key)) this.#queue.push(key);
  }

  /** The earlier of two waits counts. */
  #wait(key: string, dueAt: number): void {
    this.#waiting.set(key, Math.min(dueAt, this.#waiting.get(key) ?? dueAt));
  }

  view(name: string, actor: string, time: number): QueueView {
    const waiting = [...this.#waiting].map(([key, dueAt]) => ({ key, dueAt }));
    return {
      ...{ name, actor, count: this.#count },
      queue: [...this.#queue],
      dirty: [...this.#dirty],
      processing: [...this.#processing],
      // A key that was dirty when its time came is added no more.
      waiting: waiting.filter(({ key, dueAt }) => dueAt > time || !this.#dirty.has(key)),
      failing: [...this.#failing.values()],
    };
  }
}

/** The queues of the present life of a process, in order of their names. */
export function selectQueues(index: TraceIndex, process: string, time: number): QueueView[] {
  const { table } = index;
  const queues = new Map<string, { readonly actor: string; readonly replay: QueueReplay }>();
  const last = table.lastAt(time);
  const since = lifeOf(index, process, time);
  for (const actor of index.actors) {
    if (processOf(actor) !== process) continue;
    for (const seq of index.rowsOf(actor)) {
      if (seq > last) break;
      const record = seq < since ? undefined : table.recordOf(seq, 'queue');
      if (!record) continue;
      const { controller, op, key, delay, t } = record;
      const known = queues.get(controller) ?? { actor, replay: new QueueReplay() };
      queues.set(controller, known);
      known.replay.take(op, key, delay, t);
    }
  }
  return [...queues]
    .map(([name, { actor, replay }]) => replay.view(name, actor, time))
    .sort((a, b) => compareText(a.name, b.name));
}

/** The record with which the present life of the process began. */
function lifeOf(index: TraceIndex, process: string, time: number): Seq {
  const starts = index.spansOf(process, 0, time).filter(({ state }) => state === 'starting');
  return starts.at(-1)?.seq ?? 0;
}
