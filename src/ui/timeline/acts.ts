/** What a person can do with the timeline, as functions of the page's stores alone. */
import { parseGoDuration } from '#base';
import { goToRecord, seek } from '../playback';
import { actorOfSelection } from '../selected';
import type { Orrery } from '../stores';
import { axisOf } from './axis';
import { glideTo, goalOf } from './glide';
import {
  centreWindow,
  clampWindow,
  fitWindow,
  lengthOf,
  panWindow,
  revealInWindow,
  type TimeWindow,
  zoomWindow,
} from './window';

/** Length of the axis while nothing says how long the run will be, µs. */
const LEAST_END = 1_000_000;
/** Factor of one zoom by key or button. */
const ZOOM_STEP = 0.62;
/** Part of the window's length of one move by key. */
const PAN_STEP = 0.22;

/** Length of the whole axis, µs: as long as the run will be, as far as that is known. */
export function endOfRun({ session, trace }: Orrery): number {
  const { scenario, reached, summary } = session.getState();
  const { table } = trace;
  const last = table.length > 0 ? table.t[table.length - 1] : 0;
  const until = scenario ? parseGoDuration(scenario.spec.until) : undefined;
  const planned = summary?.truncated ? 0 : (until ?? 0);
  return Math.max(LEAST_END, planned, reached, last);
}

/** The window that acts start from, within the run. */
function currentWindow(orrery: Orrery): TimeWindow {
  return clampWindow(goalOf(orrery), endOfRun(orrery));
}

/** Moves the window as it stands on the axis, on which idle stretches may be folded. */
function moveWindow(
  orrery: Orrery,
  move: (shown: TimeWindow, end: number, placeOf: (time: number) => number) => TimeWindow,
): void {
  const axis = axisOf(orrery, endOfRun(orrery));
  const shown = axis.window(currentWindow(orrery));
  const moved = move(shown, axis.of(endOfRun(orrery)), (time) => axis.of(time));
  if (moved !== shown) glideTo(orrery, axis.times(moved));
}

/** What a zoom by key keeps in place: the playhead while it is in view, else the middle. */
function zoomCentre(orrery: Orrery, { from, to }: TimeWindow): number {
  const { time } = orrery.playback.getState();
  return time >= from && time <= to ? time : (from + to) / 2;
}

/** @param direction 1 zooms in, -1 out */
export function zoom(orrery: Orrery, direction: 1 | -1, at?: number): void {
  const window = currentWindow(orrery);
  const factor = direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP;
  const centre = at ?? zoomCentre(orrery, window);
  moveWindow(orrery, (shown, end, placeOf) => zoomWindow(shown, factor, placeOf(centre), end));
}

/** @param direction 1 is later, -1 earlier */
export function pan(orrery: Orrery, direction: 1 | -1): void {
  moveWindow(orrery, (shown, end) => panWindow(shown, direction * PAN_STEP, end));
}

export function showAll(orrery: Orrery): void {
  glideTo(orrery, { from: 0, to: endOfRun(orrery) });
}

/** Puts a stretch into view with some room around it. */
export function showStretch(orrery: Orrery, from: number, to: number): void {
  moveWindow(orrery, (_, end, placeOf) => fitWindow(placeOf(from), placeOf(to), end));
}

/** Moves the window no more than needed to have a time in view. */
export function reveal(orrery: Orrery, time: number): void {
  moveWindow(orrery, (shown, end, placeOf) => revealInWindow(shown, placeOf(time), end));
}

/** Time and length of what is selected, µs; the playhead when nothing is. */
function selectedStretch(orrery: Orrery): TimeWindow {
  const { selection, playback, trace, index } = orrery;
  const { selected } = selection.getState();
  const { time } = playback.getState();
  if (selected?.kind === 'record' && selected.seq < trace.table.length) {
    const at = trace.table.t[selected.seq];
    const span = index.spanAt(trace.table.actorOf(selected.seq), at);
    const running = span?.seq === selected.seq;
    return { from: at, to: running ? (span.to ?? endOfRun(orrery)) : at };
  }
  const actor = actorOfSelection(orrery, selected);
  const span = actor === undefined ? undefined : index.spanAt(actor, time);
  return span ? { from: span.from, to: span.to ?? endOfRun(orrery) } : { from: time, to: time };
}

/** Centres what is selected; when it is centred already, fits it. */
export function centreSelection(orrery: Orrery): void {
  const stretch = selectedStretch(orrery);
  moveWindow(orrery, (window, end, placeOf) => {
    const [from, to] = [placeOf(stretch.from), placeOf(stretch.to)];
    const centred = centreWindow(window, (from + to) / 2, end);
    const already = Math.abs(centred.from - window.from) < lengthOf(window) * 0.01;
    const fitted = to > from ? fitWindow(from, to, end) : zoomWindow(window, ZOOM_STEP, from, end);
    return already ? fitted : centred;
  });
}

export function clearSelection({ selection }: Orrery): void {
  selection.setState({ selected: undefined });
}

function selectedRecord({ selection, trace }: Orrery): number | undefined {
  const { selected } = selection.getState();
  const known = selected?.kind === 'record' && selected.seq < trace.table.length;
  return known ? selected.seq : undefined;
}

/** Goes to the cause (-1) or the first effect (1) of the record. @returns whether there was one. */
export function walk(orrery: Orrery, direction: 1 | -1): boolean {
  const seq = selectedRecord(orrery);
  if (seq === undefined) return false;
  const { index, trace } = orrery;
  const next = direction < 0 ? trace.table.causeOf(seq) : index.effectsOf(seq)[0];
  if (next !== undefined) goToRecord(orrery, next);
  return next !== undefined;
}

/** Puts the playhead on the selected record. */
export function seekToSelection(orrery: Orrery): void {
  const seq = selectedRecord(orrery);
  if (seq !== undefined) seek(orrery, orrery.trace.table.t[seq]);
}

/** Folds stretches in which nothing happens, or opens them again. The window keeps its ends. */
export function toggleIdleFolds({ viewport }: Orrery): void {
  viewport.setState(({ foldIdle }) => ({ foldIdle: !foldIdle }));
}

/** An act that a key anywhere on the page may do. Keys by position are written `[KeyW]`. */
export interface TimelineAct {
  readonly id:
    | 'zoom-in'
    | 'zoom-out'
    | 'pan-left'
    | 'pan-right'
    | 'centre-selection'
    | 'show-all'
    | 'fold-idle';
  readonly keys: readonly string[];
  readonly run: (orrery: Orrery) => void;
}

export const TIMELINE_ACTS: readonly TimelineAct[] = [
  { id: 'zoom-in', keys: ['[KeyW]'], run: (orrery) => zoom(orrery, 1) },
  { id: 'zoom-out', keys: ['[KeyS]'], run: (orrery) => zoom(orrery, -1) },
  { id: 'pan-left', keys: ['[KeyA]'], run: (orrery) => pan(orrery, -1) },
  { id: 'pan-right', keys: ['[KeyD]'], run: (orrery) => pan(orrery, 1) },
  { id: 'centre-selection', keys: ['[KeyF]'], run: centreSelection },
  { id: 'show-all', keys: ['0'], run: showAll },
  { id: 'fold-idle', keys: ['z'], run: toggleIdleFolds },
];
