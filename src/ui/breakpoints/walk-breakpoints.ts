import { currentRecord, goToRecord } from '../playback';
import type { Orrery } from '../stores';
import { findStop } from './breakpoints';

/** Goes to the next or the last record that a breakpoint names. @returns whether there is one. */
export function walkBreakpoints(orrery: Orrery, direction: 1 | -1): boolean {
  const { table } = orrery.trace;
  const { selected } = orrery.selection.getState();
  const from = currentRecord(table, orrery.playback.getState().time, selected);
  const reached = table.lastAt(orrery.session.getState().reached);
  const wanted = from + direction;
  const inside = direction > 0 ? wanted <= reached : wanted >= 0;
  const stop = inside ? findStop(orrery, wanted, direction > 0 ? reached : 0) : undefined;
  if (stop) goToRecord(orrery, stop.seq);
  orrery.breakpoints.setState({ open: true, hit: stop });
  return stop !== undefined;
}
