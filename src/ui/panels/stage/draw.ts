/** Draws the stage at the playhead, and tells React the little that it has to lay out anew. */
import { type RefObject, useCallback, useRef, useState } from 'react';
import { asTime } from '#base';
import { canAct, possibleActs, processOf, selectedProcess } from '../../selected';
import { actedSince } from '../../session/own-acts';
import type { Orrery } from '../../stores';
import { beadsAt } from './beads';
import type { StageModel } from './model';
import type { TipPlace } from './overlays';
import { type BeadColours, beadColours, paintBeads } from './paint-beads';
import { paintScene, shareShown } from './paint-scene';
import { Painter } from './painter';
import type { Scene } from './scene';
import { type EndpointsView, type ProcessView, type StageView, stageAt } from './select';
import type { Note } from './stage-history';
import { type Tool, toolsFor } from './tool-state';
import { groupName, hookLine, namedWithVersion, type StageText, tipLine } from './wording';

/** What the cards and the tools show. Changes only when one of them has to. */
export interface Shown {
  readonly seq: number;
  readonly note: Note | undefined;
  /** The note is of the story as it was before the person acted. */
  readonly noteIsOld: boolean;
  readonly endpoints: EndpointsView;
  readonly selected: string | undefined;
  readonly tools: readonly Tool[];
  readonly processes: ReadonlyMap<string, ProcessView>;
}

export interface DrawInput {
  readonly orrery: Orrery;
  readonly model: StageModel;
  readonly scene: Scene | undefined;
  readonly t: StageText;
  readonly tip: TipPlace | undefined;
  /** The process under the pointer or the focus. */
  readonly hovered: RefObject<string | undefined>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

/** How long a change counts as being now: wall µs while playing, and its bounds in virtual µs. */
const MOMENT_WALL_US = 1_500_000;
const MOMENT_MIN_US = 300_000;
const MOMENT_MAX_US = 6_000_000;
/** Faster than this a lease, renewed every 10 s, would flicker more than three times a second. */
const CALM_SPEED = 30;

const NOTHING: Shown = {
  seq: -1,
  note: undefined,
  noteIsOld: false,
  endpoints: { exists: false, revision: 0, written: undefined, addresses: [] },
  selected: undefined,
  tools: toolsFor(undefined, []),
  processes: new Map(),
};

export function useDraw(input: DrawInput) {
  const [shown, setShown] = useState(NOTHING);
  const shownKey = useRef('');
  const painter = useRef<Painter>(undefined);
  painter.current ??= new Painter();
  const beads = useRef<BeadPainter>(undefined);
  beads.current ??= new BeadPainter();
  const draw = () => {
    const { orrery, model } = input;
    const { time, speed } = orrery.playback.getState();
    const moment = momentAt(speed);
    const view = stageAt(model, time, moment);
    if (input.scene && painter.current) {
      paintStage(painter.current, input.scene, { input, view, moment });
      beads.current?.paint(input, input.scene, time);
    }
    const { selected, tools } = toolsOf(orrery, view);
    const noteIsOld = isOldNote(orrery, view.note, time);
    const key = `${noteIsOld} ${keyOf(view, selected, tools)}`;
    if (key === shownKey.current) return;
    shownKey.current = key;
    const { seq, note, endpoints, processes } = view;
    setShown({ seq, note, noteIsOld, endpoints, selected, tools, processes });
  };
  const adopt = useCallback((root: ParentNode) => painter.current?.adopt(root), []);
  /** What the tools can do at this moment, which the picture shows from the next frame on. */
  const toolsNow = () => {
    const { time, speed } = input.orrery.playback.getState();
    return toolsOf(input.orrery, stageAt(input.model, time, momentAt(speed)));
  };
  return { draw, adopt, shown, toolsNow };
}

function toolsOf(orrery: Orrery, { time, processes }: StageView) {
  const selected = selectedProcess(orrery);
  const tools = toolsFor(
    selected === undefined ? undefined : processes.get(selected),
    selected === undefined ? [] : possibleActs(orrery.index, selected, asTime(time)),
    canAct(orrery) ? undefined : orrery.session.getState().fixed ? 'isOther' : 'isTrace',
  );
  return { selected, tools };
}

function isOldNote({ trace, session }: Orrery, note: Note | undefined, time: number): boolean {
  if (note === undefined) return false;
  return actedSince(session.getState().scenario, trace.table.timeOf(note.seq), time);
}

function momentAt(speed: number): number {
  return Math.max(MOMENT_MIN_US, Math.min(MOMENT_MAX_US, MOMENT_WALL_US * speed));
}

/** All of `Shown` that can be seen, as text. */
function keyOf(view: StageView, selected: string | undefined, tools: readonly Tool[]): string {
  const { note, endpoints, processes } = view;
  const addresses = endpoints.addresses.map(
    ({ ip, server, look, fresh, lease }) => `${ip}${server}${look}${fresh}${lease !== undefined}`,
  );
  const looks = [...processes.values()].map(({ look, paused }) => `${look}${paused}`);
  const verbs = tools.map(({ because }) => because);
  const first = view.seq < 0 ? 'before' : '';
  return [first, note?.seq, endpoints.revision, ...addresses, selected, ...verbs, ...looks].join(
    ' ',
  );
}

interface Picture {
  readonly input: DrawInput;
  readonly view: StageView;
  readonly moment: number;
}

function paintStage(painter: Painter, scene: Scene, picture: Picture): void {
  const { input, view, moment } = picture;
  const { orrery, t } = input;
  const { reducedMotion } = orrery.settings.getState();
  const { playing, speed } = orrery.playback.getState();
  const motion = { reducedMotion, calm: playing && speed > CALM_SPEED };
  const selected = selectedProcess(orrery);
  const looks = { selected, hovered: pointedAt(input), openHook: input.tip?.of };
  paintScene(painter, scene, view, { t, moment, ...looks, ...motion });
  for (const { ip, lease } of view.endpoints.addresses) {
    const share = lease ? shareShown(lease, motion) : 0;
    painter.style(`addressLease:${ip}`, 'transform', `scaleX(${share.toFixed(3)})`);
  }
  if (input.tip) paintTip(painter, scene, picture);
}

/** The process under the pointer here, or the one whose record is pointed at elsewhere. */
function pointedAt({ orrery, hovered }: DrawInput): string | undefined {
  if (hovered.current !== undefined) return hovered.current;
  const { hovered: record, selected } = orrery.selection.getState();
  const seq = record ?? (selected?.kind === 'record' ? selected.seq : undefined);
  const { table } = orrery.trace;
  return seq === undefined || seq >= table.length ? undefined : processOf(table.actorOf(seq));
}

function paintTip(painter: Painter, scene: Scene, { input: { tip, t }, view }: Picture): void {
  const [what, id, index] = (tip as TipPlace).of.split(':');
  const process = view.processes.get(id);
  if (what === 'hook') {
    const hook = process?.hooks[Number(index)];
    painter.text('tip:title', hook?.name ?? '');
    painter.text('tip:line', hook ? hookLine(t, hook) : '');
    return;
  }
  const vertex = scene.vertices.find((each) => each.id === id);
  painter.text(
    'tip:title',
    (process && namedWithVersion(process)) ?? (vertex ? groupName(t, vertex) : ''),
  );
  painter.text('tip:line', process ? tipLine(t, process) : t('showMembers'));
}

/** The canvas above the picture, in device pixels. */
class BeadPainter {
  #colours: BeadColours | undefined;
  #theme: string | undefined;

  paint({ orrery, model, canvas }: DrawInput, scene: Scene, time: number): void {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = window.devicePixelRatio || 1;
    resize(element, scene, ratio);
    const theme = document.documentElement.dataset.theme ?? '';
    if (!this.#colours || this.#theme !== theme) {
      this.#colours = beadColours(element);
      this.#theme = theme;
    }
    const { playing, speed } = orrery.playback.getState();
    const { reducedMotion } = orrery.settings.getState();
    const { selected } = orrery.selection.getState();
    const focus = !playing && selected?.kind === 'record' ? selected.seq : undefined;
    const beads = beadsAt(model, { time, speed: playing ? speed : 0, reducedMotion, focus });
    const still = reducedMotion || !playing;
    paintBeads({ context, colours: this.#colours, ratio, still }, scene, beads);
  }
}

function resize(element: HTMLCanvasElement, { frame: { size } }: Scene, ratio: number): void {
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (element.width === width && element.height === height) return;
  element.width = width;
  element.height = height;
  element.style.width = `${size.width}px`;
  element.style.height = `${size.height}px`;
}
