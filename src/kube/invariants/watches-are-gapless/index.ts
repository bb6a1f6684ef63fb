/**
 * Every watch delivers the changes below its prefix in the order of their revisions and leaves none
 * out. Looked at are the watches of API servers at etcd, on which all others rest.
 */
import { placeOf, type RecordOf, type Seq, type TraceTable } from '#trace';
import type { InvariantDescriptor } from '../invariant-descriptor';

const VERB = placeOf('request', 'verb');
const GROUP = placeOf('request', 'group');
const ID = placeOf('watch', 'id');
const TYPE = placeOf('watch', 'type');
const REVISION = placeOf('watch', 'resourceVersion');

interface OpenWatch {
  readonly prefix: string;
  /** The newest revision delivered; undefined until the first. */
  delivered: number | undefined;
  /** Place in the archive's rows from which the next search goes on. */
  next: number;
}

class WatchBook {
  readonly #table: TraceTable;
  readonly #open = new Map<number, OpenWatch>();

  constructor(table: TraceTable) {
    this.#table = table;
  }

  opened(seq: Seq): void {
    const isWatch = this.#table.valueAt(seq, VERB) === 'watch';
    if (!isWatch || this.#table.valueAt(seq, GROUP) !== 'etcdserverpb') return;
    const request = this.#table.record(seq) as RecordOf<'request'>;
    const next = this.#table.archive.rows.length;
    this.#open.set(request.id, { prefix: request.name, delivered: undefined, next });
  }

  delivered(seq: Seq): string | undefined {
    const table = this.#table;
    const type = table.valueAt(seq, TYPE);
    if (type === 'BOOKMARK' || type === 'ERROR') return undefined;
    const id = table.valueAt(seq, ID) as number;
    const watch = this.#open.get(id);
    if (!watch) return undefined;
    const revision = table.valueAt(seq, REVISION) as number;
    const { delivered, prefix } = watch;
    watch.delivered = revision;
    if (delivered === undefined) {
      this.#skipTo(watch, revision);
      return undefined;
    }
    if (revision < delivered) return `watch ${id} delivers ${revision} after ${delivered}`;
    const missed = this.#missed(watch, delivered, revision);
    return missed === undefined
      ? undefined
      : `watch ${id} of ${prefix} leaves out revision ${missed}`;
  }

  #skipTo(watch: OpenWatch, revision: number): void {
    const { rows } = this.#table.archive;
    while (watch.next > 0 && rows[watch.next - 1].revision > revision) watch.next -= 1;
    while (watch.next < rows.length && rows[watch.next].revision <= revision) watch.next += 1;
  }

  #missed(watch: OpenWatch, after: number, upTo: number): number | undefined {
    const { rows } = this.#table.archive;
    for (; watch.next < rows.length; watch.next += 1) {
      const { key, revision } = rows[watch.next];
      if (revision >= upTo) {
        if (revision > upTo) return undefined;
        continue;
      }
      if (revision > after && isWatched(watch, key)) return revision;
    }
    return undefined;
  }
}

/** A watch is of all keys below a prefix, or of one key. */
const isWatched = ({ prefix }: OpenWatch, key: string): boolean =>
  prefix.endsWith('/') ? key.startsWith(prefix) : key === prefix;

export const watchesAreGapless: InvariantDescriptor = {
  name: 'watches-are-gapless',
  states: {
    en: 'Every watch delivers each change below its prefix once, in the order of revisions.',
    zh: '每个 watch 都按修订号顺序、不多不少地送达其前缀下的每个变更。',
  },
  kinds: ['request', 'watch'],
  watch: (table) => {
    const book = new WatchBook(table);
    return {
      look(seq) {
        if (table.kindOf(seq) === 'watch') return book.delivered(seq);
        book.opened(seq);
        return undefined;
      },
    };
  },
};
