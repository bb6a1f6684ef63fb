/**
 * The part of the page's state that a link carries, both ways. View state never changes the run.
 */
import { asTime } from '#base';
import { BREAKPOINTS_MAX, type MarkedArea, type ViewState } from '#protocol';
import type { Area, Orrery, Selection } from '../stores';

/** What the address says of the page as it stands. */
export function viewOf(orrery: Orrery): ViewState {
  const { time } = orrery.playback.getState();
  const { selected } = orrery.selection.getState();
  const { from, to, pinned, folded, foldIdle } = orrery.viewport.getState();
  const { language, inspectorTab } = orrery.settings.getState();
  const { summary, scenario } = orrery.session.getState();
  const { lesson, stop } = orrery.lesson.getState();
  const { area } = orrery.marks.getState();
  const { own } = orrery.breakpoints.getState();
  // A run that is no longer the lesson's is shared without it.
  const inLesson = lesson !== undefined && lesson.scenario === scenario;
  const window = to > from ? { from: wholeTime(from), to: wholeTime(to) } : {};
  return {
    time,
    ...(selected ? { selection: printSelection(selected) } : {}),
    ...window,
    language,
    ...(pinned.size > 0 ? { pinned: [...pinned] } : {}),
    ...(folded.size > 0 ? { folded: [...folded] } : {}),
    ...(foldIdle ? { idle: 'folded' } : {}),
    ...(area ? { area: printArea(area) } : {}),
    ...(own.length > 0 ? { breakpoints: own.slice(0, BREAKPOINTS_MAX) } : {}),
    tab: inspectorTab,
    ...(inLesson ? { stop: stop + 1 } : {}),
    ...(summary
      ? { behaviourVersion: summary.behaviourVersion, traceHash: summary.traceHash.slice(0, 8) }
      : {}),
  };
}

/** Puts the page where a link says. What the link leaves open stays as it is. */
export function applyView(orrery: Orrery, view: ViewState): void {
  const { language, tab, from, to, selection, pinned, folded, idle, area, breakpoints } = view;
  if (language) orrery.settings.setState({ language });
  if (tab) orrery.settings.setState({ inspectorTab: tab });
  if (from !== undefined && to !== undefined) orrery.viewport.setState({ from, to });
  if (pinned) orrery.viewport.setState({ pinned: new Set(pinned) });
  if (folded) orrery.viewport.setState({ folded: new Set(folded) });
  if (area) orrery.marks.setState({ area: { ...area, end: area.end } });
  if (breakpoints) orrery.breakpoints.setState({ own: breakpoints, open: true });
  if (idle) orrery.viewport.setState({ foldIdle: true });
  const selected = selection === undefined ? undefined : readSelection(selection);
  orrery.selection.setState({ selected, hovered: undefined });
}

/** Whole microseconds, the earlier end first. */
function printArea({ start, end }: Area): MarkedArea {
  return end === undefined
    ? { start: wholeTime(start) }
    : { start: wholeTime(Math.min(start, end)), end: wholeTime(Math.max(start, end)) };
}

export function printSelection(selected: Selection): string {
  switch (selected.kind) {
    case 'actor':
      return `actor:${selected.path}`;
    case 'record':
      return `record:${selected.seq}`;
    case 'object':
      return `object:${selected.key}`;
  }
}

/** @returns undefined for a text that is no selection; a link may say anything. */
export function readSelection(text: string): Selection | undefined {
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1);
  if (colon < 0 || value === '') return undefined;
  switch (text.slice(0, colon)) {
    case 'actor':
      return { kind: 'actor', path: value };
    case 'record':
      return /^\d{1,9}$/.test(value) ? { kind: 'record', seq: Number(value) } : undefined;
    case 'object':
      return { kind: 'object', key: value };
    default:
      return undefined;
  }
}

/** The window moves in fractions of a microsecond while it is dragged; links have whole ones. */
function wholeTime(us: number) {
  return asTime(Math.max(0, Math.round(us)));
}
