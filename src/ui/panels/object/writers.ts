/** Who asked for a write, and what the steps of the timeline and the console wrote. Pure. */
import type { Archive, RevisionRow, Seq, TraceTable } from '#trace';
import { processOf } from '../../selected';

/** The client behind the timeline's verbs of the API. */
const CLIENT = 'kubectl';
const STORE = 'etcd';

interface Own {
  readonly seq: Seq;
  readonly key: string;
}

interface Found {
  /** Rows looked at so far, and the last of them. */
  rows: number;
  last: RevisionRow | undefined;
  /** Oldest first. */
  readonly own: Own[];
}

const foundIn = new WeakMap<Archive, Found>();

/**
 * @param upTo the last record that counts
 * @returns the key that a step wrote last; undefined where none did
 */
export function lastOwnKey(table: TraceTable, upTo: Seq): string | undefined {
  return ownWrites(table).findLast(({ seq }) => seq <= upTo)?.key;
}

function ownWrites(table: TraceTable): readonly Own[] {
  const { archive } = table;
  const { rows } = archive;
  const known = foundIn.get(archive);
  // What was looked at may have been cut off and written anew.
  const holds = known && rows[known.rows - 1] === known.last;
  const found = holds ? known : { rows: 0, last: undefined, own: [] };
  foundIn.set(archive, found);
  for (; found.rows < rows.length; found.rows += 1) {
    const row = rows[found.rows];
    const { seq, key } = row;
    if (isOwn(table, seq)) found.own.push({ seq, key });
    found.last = row;
  }
  return found.own;
}

/** By the client of a step, or by a step past the API servers. */
function isOwn(table: TraceTable, seq: Seq): boolean {
  const cause = table.causeOf(seq);
  const byStep = cause !== undefined && table.recordOf(cause, 'fault') !== undefined;
  return byStep || writerOf(table, seq) === CLIENT;
}

/** Causes looked at to find who asked for a write. */
const CAUSES_TO_WRITER = 24;
/** What lies between the write and who asked for it: what the server asked of etcd before. */
const BETWEEN: ReadonlySet<string> = new Set(['request', 'response', 'message', 'connection']);

/**
 * The process that wanted a write: the client of the API server that asked etcd for it, or that
 * server, where it did so of its own accord.
 */
export function writerOf(table: TraceTable, seq: Seq): string | undefined {
  let server: string | undefined;
  let at = table.causeOf(seq);
  for (let i = 0; i < CAUSES_TO_WRITER && at !== undefined; i += 1) {
    const request = table.recordOf(at, 'request');
    if (request && request.server !== STORE) return processOf(request.client);
    server ??= request && processOf(request.client);
    if (server !== undefined && !BETWEEN.has(table.kindOf(at))) break;
    at = table.causeOf(at);
  }
  return server;
}
