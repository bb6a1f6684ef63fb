/** Files that a person opened, between the choice and what becomes of them. */
import { asTime, type InputFault } from '#base';
import type { ImportFile, Opened } from '#protocol';
import type { OpenReport, Orrery } from '../stores';
import { endOf } from './edit-scenario';

export interface Opening {
  readonly openId: number;
  readonly files: readonly ImportFile[];
  /** Why others of them were not even read. */
  readonly refused: readonly InputFault[];
}

/** Adds the reasons for files that were not even read. */
export function withFaults(opened: Opened, refused: readonly InputFault[]): Opened {
  if (refused.length === 0 || opened.kind === 'trace') return opened;
  return { ...opened, faults: [...opened.faults, ...refused] };
}

/** What there is to say; undefined for an untouched scenario or a trace. */
export function reportOf({ files, refused }: Opening, opened: Opened): OpenReport | undefined {
  if (!isWorthReading(opened)) return undefined;
  const names = [...files.map(({ name }) => name), ...refused.map(({ path }) => path)];
  return { files: names, opened };
}

function isWorthReading(opened: Opened): boolean {
  if (opened.kind !== 'scenario') return opened.kind === 'refused';
  return opened.notes.length + opened.faults.length > 0;
}

/** Puts the page at the start; it plays unless there is something to read or motion is unwanted. */
export function viewOpened({ settings, playback, viewport, selection }: Orrery, opened: Opened) {
  const still = settings.getState().reducedMotion || opened.kind === 'trace';
  playback.setState({ time: asTime(0), playing: !still && !isWorthReading(opened) });
  selection.setState({ selected: undefined, hovered: undefined });
  if (opened.kind === 'scenario') viewport.setState({ from: 0, to: endOf(opened.scenario) });
}
