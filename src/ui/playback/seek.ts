/** Moving the playhead by hand. Every one of these pauses: nothing resumes by itself. */
import { asTime } from '#base';
import type { RecordKind, Seq } from '#trace';
import type { Orrery } from '../stores';
import { currentRecord, neighbour, nextSpeed } from './advance';

export function seek(orrery: Orrery, us: number): void {
  const { reached } = orrery.session.getState();
  const time = asTime(Math.round(Math.max(0, Math.min(us, reached))));
  orrery.playback.setState({ time, playing: false });
}

/** Selects a record and puts the playhead on it. */
export function goToRecord(orrery: Orrery, seq: Seq): void {
  const { table } = orrery.trace;
  if (seq < 0 || seq >= table.length) return;
  orrery.selection.setState({ selected: { kind: 'record', seq } });
  orrery.playback.setState({ time: table.timeOf(seq), playing: false });
}

/** Steps to the record before or after the current one. @returns it, or undefined at either end. */
export function step(
  orrery: Orrery,
  direction: 1 | -1,
  kinds?: ReadonlySet<RecordKind>,
): Seq | undefined {
  const { table } = orrery.trace;
  const { time } = orrery.playback.getState();
  const { selected } = orrery.selection.getState();
  const from = currentRecord(table, time, selected);
  const next = neighbour(table, from, direction, kinds);
  if (next === undefined) orrery.playback.setState({ playing: false });
  else goToRecord(orrery, next);
  return next;
}

/** Plays or pauses; at the end of a finished run playing begins again at the start. */
export function togglePlaying(orrery: Orrery): void {
  const { playing, time } = orrery.playback.getState();
  const { reached, status } = orrery.session.getState();
  const atEnd = (status === 'done' || status === 'stopped') && time >= reached;
  orrery.playback.setState({
    playing: !playing,
    ...(atEnd && !playing ? { time: asTime(0) } : {}),
  });
}

export function changeSpeed(orrery: Orrery, direction: 1 | -1): void {
  const { speed } = orrery.playback.getState();
  orrery.playback.setState({ speed: nextSpeed(speed, direction) });
}
