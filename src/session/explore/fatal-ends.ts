/** Processes that ended themselves in a run, each with its last words once. */
import type { FatalEnd } from '#protocol';
import type { TraceTable } from '#trace';

export function fatalEnds(table: TraceTable): readonly FatalEnd[] {
  const ends = new Map<string, FatalEnd>();
  for (let seq = 0; seq < table.length; seq += 1) {
    const record = table.recordOf(seq, 'log');
    if (record?.level !== 'fatal') continue;
    const process = table.actorOf(seq).split('/')[0];
    const { message } = record;
    ends.set(`${process}: ${message}`, { process, message });
  }
  return [...ends.values()];
}
