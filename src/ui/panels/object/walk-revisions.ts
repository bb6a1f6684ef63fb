/** The way from one revision of the shown object to the next, for buttons and keys. */
import type { Orrery } from '../../stores';
import { focusOf } from '../panel';
import { keyToShow, placeAt } from './select';

/** Puts the playhead on the revision before or after the one there. @returns whether there is. */
export function walkRevisions(orrery: Orrery, direction: 1 | -1): boolean {
  const { table } = orrery.trace;
  const { time: now } = orrery.playback.getState();
  const key = keyToShow(table, focusOf(orrery), table.lastAt(now));
  if (key === undefined) return false;
  const times = table.archive.history(key).map(({ seq }) => table.timeOf(seq));
  const shown = times[placeAt(table, key, now)] ?? -1;
  // Of several at one instant the last is what is seen.
  const next = direction > 0 ? times.find((at) => at > now) : times.findLast((at) => at < shown);
  if (next === undefined || next > orrery.session.getState().reached) return false;
  orrery.playback.setState({ time: next, playing: false });
  orrery.selection.setState({ selected: { kind: 'object', key } });
  return true;
}
