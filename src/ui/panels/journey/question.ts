/** Which write the tab follows. Pure. */
import type { Seq, TraceIndex } from '#trace';
import { keyToShow } from '../object/select';
import type { Focus } from '../panel';

/** Causes that are looked through for a write. */
const CHAIN_MAX = 200;

/**
 * The write that the selected record made or came from, else the chosen object's at the playhead,
 * else that of the object that the tab Object shows.
 */
export function writeInQuestion(index: TraceIndex, focus: Focus, time: number): Seq | undefined {
  const { table } = index;
  if (focus.seq !== undefined) {
    const behind = [focus.seq, ...index.causeChain(focus.seq, CHAIN_MAX)];
    const write = behind.find((seq) => table.archive.bySeq(seq) !== undefined);
    if (write !== undefined) return write;
  }
  const upTo = table.lastAt(time);
  const key = keyToShow(table, focus, upTo);
  return key === undefined ? undefined : table.archive.at(key, upTo)?.seq;
}
