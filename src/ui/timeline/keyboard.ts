/** Keys while the timeline has the focus. */
import { isTyping, type KeyPress, keyNames } from '../commands/keys';
import { clearSelection, seekToSelection, TIMELINE_ACTS, walk } from './acts';
import { neighbourInLane } from './hit';
import type { Lane } from './lanes';
import type { TimelineModel } from './timeline-model';

/** What a key led to, for the quiet voice of the page. */
export type KeyOutcome = 'done' | 'moved' | 'no-cause' | 'no-effect' | undefined;

export interface TimelineKeyEvent extends KeyPress {
  readonly target: EventTarget | null;
}

/** @returns undefined when the key means nothing here. */
export function handleKey(model: TimelineModel, event: TimelineKeyEvent): KeyOutcome {
  if (isTyping(event.target)) return undefined;
  const names = keyNames(event);
  const act = TIMELINE_ACTS.find(({ keys }) => keys.some((key) => names.includes(key)));
  if (act) {
    act.run(model.orrery);
    return 'moved';
  }
  switch (names[0]) {
    case '[':
      return walk(model.orrery, -1) ? 'done' : 'no-cause';
    case ']':
      return walk(model.orrery, 1) ? 'done' : 'no-effect';
    case 'Escape':
      clearSelection(model.orrery);
      return 'done';
    case 'Enter':
      seekToSelection(model.orrery);
      return 'done';
    case 'ArrowLeft':
      return stepInLane(model, -1);
    case 'ArrowRight':
      return stepInLane(model, 1);
    case 'ArrowUp':
      return changeLane(model, -1);
    case 'ArrowDown':
      return changeLane(model, 1);
    default:
      return undefined;
  }
}

function allLanes(model: TimelineModel): readonly Lane[] {
  const { layout } = model.lanes.getState();
  return [...layout.sticky, ...layout.scrolled];
}

/** The record that stepping starts from: the selected one, else the last before the playhead. */
function fromRecord({ orrery }: TimelineModel): number {
  const { selected } = orrery.selection.getState();
  const { table } = orrery.trace;
  const chosen = selected?.kind === 'record' && selected.seq < table.length;
  return chosen ? selected.seq : table.lastAt(orrery.playback.getState().time);
}

function select({ orrery }: TimelineModel, seq: number): void {
  orrery.selection.setState({ selected: { kind: 'record', seq } });
}

function stepInLane(model: TimelineModel, direction: 1 | -1): KeyOutcome {
  const lanes = allLanes(model);
  const lane = lanes.find(({ id }) => id === model.selectedLane()) ?? lanes[0];
  if (!lane) return 'done';
  const seq = neighbourInLane(model.feed, lane, fromRecord(model), direction);
  if (seq !== undefined) select(model, seq);
  return 'done';
}

/** Goes to the record of the next lane that is nearest before the present one. */
function changeLane(model: TimelineModel, direction: 1 | -1): KeyOutcome {
  const lanes = allLanes(model).filter(({ node }) => node !== undefined);
  const current = lanes.findIndex(({ id }) => id === model.selectedLane());
  const from = fromRecord(model);
  const start = current < 0 && direction < 0 ? lanes.length : current;
  for (let place = start + direction; lanes[place]; place += direction) {
    const before = neighbourInLane(model.feed, lanes[place], from + 1, -1);
    const seq = before ?? neighbourInLane(model.feed, lanes[place], from, 1);
    if (seq === undefined) continue;
    select(model, seq);
    return 'done';
  }
  return 'done';
}
