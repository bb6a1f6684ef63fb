/**
 * Places a machine's states on a grid, row by row, each row in the other direction than the one
 * before, so that states that follow each other stand side by side. Pure, and the same each time.
 */
import type { ChartState, ChartTransition, MachineDescription } from '#protocol';
import { type Edge, routeEdges } from './chart-edges';

export interface ChartBox {
  readonly path: string;
  readonly label: string;
  /** The state that it lies in; '' for none. */
  readonly group: string;
  readonly column: number;
  readonly row: number;
  /** Top left corner and size, px. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly final: boolean;
  readonly initial: boolean;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly ChartBox[];
  /** There is room for the labels between neighbours. */
  readonly labelled: boolean;
  readonly edges: readonly Edge[];
}

/** Room for the chart, px. */
export interface ChartRoom {
  readonly width: number;
  readonly height: number;
}

/** Width of a character of a state's name and of a label, px. */
const STATE_CHAR_PX = 7.4;
const LABEL_CHAR_PX = 6.1;
const BOX_PADDING_PX = 24;
const LEAST_BOX_PX = 92;
const BOX_HEIGHT_PX = 34;
/** A box that also names the state round it. */
const TALL_BOX_PX = 44;
/** Between boxes of a row there is room for a label, px, within these bounds. */
const LEAST_GAP_PX = 44;
const LARGEST_GAP_PX = 104;
/** Where that would make the chart too small, labels are shown only where they matter now. */
const TIGHT_GAP_PX = 34;
/** A chart with all its labels may be this much smaller before they are given up. */
const LABELS_ARE_WORTH = 0.88;
const ROW_GAP_PX = 44;
/** Room round the drawing, px, for arcs at its edges. */
const MARGIN_PX = 26;
const SIDE_PX = 28;

/**
 * The layout whose words come out largest in this room; with labels between all neighbours unless
 * that costs too much.
 */
export function layoutChart(
  { root }: Pick<MachineDescription, 'root'>,
  room: ChartRoom,
): ChartLayout {
  const states = inOrder(root);
  const grid = (columns: number, labelled: boolean) =>
    layoutGrid(root, states, { columns, labelled });
  const scaleOf = ({ width, height }: ChartLayout): number =>
    // Above its natural size a chart gains nothing; then fewer columns look calmer.
    Math.min(1, room.width / width, room.height / height);
  const best = (labelled: boolean): ChartLayout => {
    let found = grid(1, labelled);
    for (let columns = 2; columns <= states.length; columns += 1) {
      const layout = grid(columns, labelled);
      if (scaleOf(layout) > scaleOf(found) + 1e-9) found = layout;
    }
    return found;
  };
  const all = best(true);
  const tight = best(false);
  return scaleOf(all) >= scaleOf(tight) * LABELS_ARE_WORTH ? all : tight;
}

/** Leaf states in the order in which one gets to them, nearest to the initial one first. */
export function inOrder(root: ChartState): readonly ChartState[] {
  const byPath = new Map(statesOf(root).map((state) => [state.path, state]));
  const initial = root.states.find(({ path }) => lastPart(path) === root.initial);
  const begin = initial && leafOf(byPath, initial.path);
  const order = new Set<ChartState>(begin ? [begin] : []);
  // A set is walked in the order of adding, also while it grows.
  for (const state of order) {
    for (const { target } of outOf(root, state)) {
      const next = leafOf(byPath, target);
      if (next) order.add(next);
    }
  }
  for (const leaf of leavesOf(root)) order.add(leaf);
  return [...order];
}

/** Transitions of a state and of those it lies in. */
function outOf(root: ChartState, { path }: ChartState): readonly ChartTransition[] {
  return statesOf(root)
    .filter((state) => state.path === path || path.startsWith(`${state.path}.`))
    .reverse()
    .flatMap((state) => state.transitions);
}

interface GridForm {
  readonly columns: number;
  readonly labelled: boolean;
}

function layoutGrid(
  root: ChartState,
  states: readonly ChartState[],
  { columns, labelled }: GridForm,
): ChartLayout {
  const groupOf = groups(root);
  const longest = Math.max(0, ...states.map(({ path }) => lastPart(path).length));
  const width = Math.max(LEAST_BOX_PX, longest * STATE_CHAR_PX + BOX_PADDING_PX);
  const height = states.some(({ path }) => groupOf(path) !== '') ? TALL_BOX_PX : BOX_HEIGHT_PX;
  const place = (index: number) => {
    const row = Math.floor(index / columns);
    const along = index % columns;
    return { row, column: row % 2 === 0 ? along : columns - 1 - along };
  };
  const arrows = arrowsOf(root, states);
  const places = new Map(states.map(({ path }, index) => [path, place(index)]));
  const gap = labelled ? gapFor(arrows, places) : TIGHT_GAP_PX;
  const boxes = states.map((state, index): ChartBox => {
    const { row, column } = place(index);
    return {
      path: state.path,
      label: lastPart(state.path),
      group: groupOf(state.path),
      column,
      row,
      x: SIDE_PX + column * (width + gap),
      y: MARGIN_PX + row * (height + ROW_GAP_PX),
      width,
      height,
      final: state.final === true,
      initial: index === 0,
    };
  });
  const rows = Math.ceil(states.length / columns);
  const edges = routeEdges(boxes, arrows);
  const across = SIDE_PX * 2 + columns * width + (columns - 1) * gap;
  return {
    width: Math.max(across, ...edges.map(labelEnd)),
    height: MARGIN_PX * 2 + rows * height + (rows - 1) * ROW_GAP_PX,
    boxes,
    labelled,
    edges,
  };
}

/** Transitions between two leaf states, drawn as one arrow for all their events. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
}

/**
 * A transition of a group is drawn from the leaf that the group begins in. Those of a state to
 * itself are left to the list of what could come next.
 */
function arrowsOf(root: ChartState, leaves: readonly ChartState[]): readonly Arrow[] {
  const all = statesOf(root);
  const byPath = new Map(all.map((state) => [state.path, state]));
  const known = new Set(leaves.map(({ path }) => path));
  const arrows = new Map<string, { from: string; to: string; events: string[] }>();
  for (const state of all) {
    for (const { event, target } of state.transitions) {
      const from = leafOf(byPath, state.path)?.path;
      const to = leafOf(byPath, target)?.path;
      if (from === undefined || to === undefined || from === to || !known.has(to)) continue;
      const arrow = arrows.get(`${from} ${to}`);
      if (!arrow) arrows.set(`${from} ${to}`, { from, to, events: [event] });
      else if (!arrow.events.includes(event)) arrow.events.push(event);
    }
  }
  return [...arrows.values()];
}

/** Wide enough for the labels between neighbours of a row. */
function gapFor(
  arrows: readonly Arrow[],
  places: ReadonlyMap<string, { readonly row: number; readonly column: number }>,
): number {
  const widths = arrows.map(({ from, to, events }) => {
    const a = places.get(from);
    const b = places.get(to);
    const side = a && b && a.row === b.row && Math.abs(a.column - b.column) === 1;
    return side ? Math.max(...events.map((event) => event.length)) * LABEL_CHAR_PX + 16 : 0;
  });
  return Math.min(LARGEST_GAP_PX, Math.max(LEAST_GAP_PX, ...widths));
}

/** Where the label beside an upright arrow ends, px. */
function labelEnd({ anchor, labelX, events }: Edge): number {
  return anchor === 'start' ? labelX + events[0].length * LABEL_CHAR_PX + 4 : 0;
}

/** All states below the root, outer before inner. */
export function statesOf(root: ChartState): readonly ChartState[] {
  return root.states.flatMap((state) => [state, ...statesOf(state)]);
}

function leavesOf(root: ChartState): readonly ChartState[] {
  return statesOf(root).filter(({ states }) => states.length === 0);
}

/** The leaf that one is in after entering a state. */
function leafOf(byPath: ReadonlyMap<string, ChartState>, path: string): ChartState | undefined {
  const state = byPath.get(path);
  if (!state || state.states.length === 0) return state;
  const initial = state.states.find((inner) => lastPart(inner.path) === state.initial);
  return leafOf(byPath, (initial ?? state.states[0]).path);
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Name of the state that a leaf lies in, seen from the root. */
function groups(root: ChartState): (path: string) => string {
  const prefix = root.path === '' ? '' : `${root.path}.`;
  return (path) => {
    const inside = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const dot = inside.lastIndexOf('.');
    return dot < 0 ? '' : inside.slice(0, dot);
  };
}
