/** What an informer's store holds of each key, beside what etcd holds at the same time. Pure. */
import { compareText } from '#base';
import type { TraceIndex } from '#trace';
import { type InformerTrack, informerLogOf } from './informer-log';
import { prefixOf } from './select';

export interface StoreRow {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The key in etcd; undefined where etcd never had one. */
  readonly stored: string | undefined;
  /** resourceVersion of the informer's copy; undefined where it has none. */
  readonly own: number | undefined;
  /** resourceVersion in etcd; undefined where there is no such object now. */
  readonly server: number | undefined;
}

export const differs = ({ own, server }: StoreRow): boolean => own !== server;

/** Rows that differ first, then by key. Nothing for an actor that has no store. */
export function selectStore(index: TraceIndex, actor: string, time: number): readonly StoreRow[] {
  const { table } = index;
  const track = informerLogOf(table).tracks.get(actor);
  if (!track) return [];
  const own = storeOf(track, time);
  const rows = new Map<string, StoreRow>();
  const prefix = prefixOf(track);
  const last = table.lastAt(time);
  for (const stored of table.archive.keys()) {
    const begin = prefix.exec(stored)?.[0];
    if (begin === undefined) continue;
    const key = stored.slice(begin.length);
    if (!track.covers(key)) continue;
    const row = table.archive.at(stored, last);
    const server = row?.object === undefined ? undefined : row.revision;
    if (server !== undefined || own.has(key)) {
      rows.set(key, { key, stored, own: own.get(key), server });
    }
  }
  for (const [key, version] of own) {
    if (!rows.has(key)) rows.set(key, { key, stored: undefined, own: version, server: undefined });
  }
  return [...rows.values()].sort(
    (a, b) => Number(differs(b)) - Number(differs(a)) || compareText(a.key, b.key),
  );
}

/** Each key's version after the deltas of the present life. */
function storeOf(track: InformerTrack, time: number): ReadonlyMap<string, number> {
  const store = new Map<string, number>();
  const end = track.placeAt(time) + 1;
  const begin = track.deltas.findLastIndex(({ seq }, place) => seq < 0 && place < end) + 1;
  for (let place = begin; place < end; place += 1) {
    const { type, key, version } = track.deltas[place];
    if (type === 'Deleted') store.delete(key);
    else store.set(key, version);
  }
  return store;
}
