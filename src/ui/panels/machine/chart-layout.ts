/**
 * Places a machine's states on a grid, row by row, each row in the other direction than the one
 * before, so that states that follow each other stand side by side. Pure, and the same each time.
 */
import type { ChartState, ChartTransition, MachineDescription } from '#protocol';
import { type Edge, routeEdges } from './chart-edges';
import { BARE, type ChartForm, LABELLED, nameLines, SMALL, SMALLEST } from './chart-form';

export interface ChartBox {
  readonly path: string;
  /** Its name, in one line or two. */
  readonly lines: readonly string[];
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
  readonly form: ChartForm;
  /** By how much it is drawn larger than laid out. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly ChartBox[];
  readonly edges: readonly Edge[];
}

/** Room for the chart, px. */
export interface ChartRoom {
  readonly width: number;
  readonly height: number;
}

/** Width of a character of a label, px. */
const LABEL_CHAR_PX = 6.1;
/** Between boxes of a row there is room for a label, px, within these bounds. */
const LEAST_GAP_PX = 44;
const LARGEST_GAP_PX = 104;
/** Names are written no smaller than this, px; a chart that needs more room scrolls. */
const LEAST_FONT_PX = 9;
/** A chart with more in it may be this much smaller before that is given up. */
const WORTH = 0.88;

/**
 * The layout whose words come out largest in this room, with as much beside the states' names as
 * there is room for.
 */
export function layoutChart(
  { root }: Pick<MachineDescription, 'root'>,
  room: ChartRoom,
): ChartLayout {
  const states = inOrder(root);
  const layouts = [LABELLED, BARE, SMALL, SMALLEST].map((form) =>
    bestColumns(root, states, { form, room }),
  );
  const sizeOf = ({ form, scale }: ChartLayout): number => form.fontPx * scale;
  const [labelled, bare, small, smallest] = layouts;
  const large = sizeOf(labelled) >= sizeOf(bare) * WORTH ? labelled : bare;
  const dense = sizeOf(small) >= sizeOf(smallest) * WORTH ? small : smallest;
  // Small forms waste no room, so they are for charts that would not be readable otherwise.
  const chosen = sizeOf(large) >= LEAST_FONT_PX ? large : dense;
  const { fontPx, largestScale } = chosen.form;
  const scale = Math.min(largestScale, Math.max(LEAST_FONT_PX / fontPx, chosen.scale));
  return { ...chosen, scale };
}

interface BestInput {
  readonly form: ChartForm;
  readonly room: ChartRoom;
}

/** The number of columns with which a form comes out largest. Its scale may be any. */
function bestColumns(
  root: ChartState,
  states: readonly ChartState[],
  { form, room }: BestInput,
): ChartLayout {
  let best: ChartLayout | undefined;
  for (let columns = 1; columns <= states.length; columns += 1) {
    const grid = layoutGrid(root, states, { columns, form });
    const scale = Math.min(room.width / grid.width, room.height / grid.height);
    // Above its largest size a chart gains nothing; then fewer columns look calmer.
    const useful = (n: number) => Math.min(form.largestScale, n);
    if (!best || useful(scale) > useful(best.scale) + 1e-9) best = { ...grid, scale };
  }
  return best ?? { ...layoutGrid(root, states, { columns: 1, form }), scale: 1 };
}

/**
 * Leaf states in the order in which one gets to them, nearest to the initial one first; those in
 * which everything ends stand last, out of the way of the others.
 */
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
  const all = [...order];
  return [...all.filter(({ final }) => !final), ...all.filter(({ final }) => final)];
}

/** Transitions of a state and of those it lies in. */
function outOf(root: ChartState, { path }: ChartState): readonly ChartTransition[] {
  return statesOf(root)
    .filter((state) => state.path === path || path.startsWith(`${state.path}.`))
    .reverse()
    .flatMap((state) => state.transitions);
}

interface Grid {
  readonly columns: number;
  readonly form: ChartForm;
}

function layoutGrid(
  root: ChartState,
  states: readonly ChartState[],
  { columns, form }: Grid,
): Omit<ChartLayout, 'scale'> {
  const groupOf = form.groupPx > 0 ? groups(root) : () => '';
  const names = states.map(({ path }) => nameLines(lastPart(path), form));
  const { width, height } = boxSize(names, { form, grouped: states.map((s) => groupOf(s.path)) });
  const place = (index: number) => {
    const row = Math.floor(index / columns);
    const along = index % columns;
    return { row, column: row % 2 === 0 ? along : columns - 1 - along };
  };
  const arrows = arrowsOf(root, states);
  const places = new Map(states.map(({ path }, index) => [path, place(index)]));
  const gap = form.id === 'labelled' ? gapFor(arrows, places) : form.gapPx;
  const boxes = states.map((state, index): ChartBox => {
    const { row, column } = place(index);
    return {
      path: state.path,
      lines: names[index],
      group: groupOf(state.path),
      column,
      row,
      x: form.sidePx + column * (width + gap),
      y: form.marginPx + row * (height + form.rowGapPx),
      width,
      height,
      final: state.final === true,
      initial: index === 0,
    };
  });
  const rows = Math.ceil(states.length / columns);
  const edges = routeEdges(boxes, arrows, form.bends);
  const across = form.sidePx * 2 + columns * width + (columns - 1) * gap;
  const labels = form.boxPx === BARE.boxPx ? edges.map(labelEnd) : [];
  return {
    form,
    width: Math.max(across, ...labels),
    height: form.marginPx * 2 + rows * height + (rows - 1) * form.rowGapPx,
    boxes,
    edges,
  };
}

/** All boxes have the size of the largest, so that the rows stay even. */
function boxSize(
  names: readonly (readonly string[])[],
  { form, grouped }: { readonly form: ChartForm; readonly grouped: readonly string[] },
) {
  const longest = Math.max(0, ...names.flat().map((line) => line.length));
  const lines = Math.max(1, ...names.map((name) => name.length));
  // The name of the state round it is written at three quarters of the size.
  const group = Math.max(0, ...grouped.map((name) => name.length)) * 0.75;
  return {
    width: Math.max(form.leastBoxPx, Math.max(longest, group) * form.charPx + form.paddingPx),
    height: form.boxPx + (lines - 1) * form.linePx + (group > 0 ? form.groupPx : 0),
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
