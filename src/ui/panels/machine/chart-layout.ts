/**
 * Places a machine's states and transitions. The graph library is loaded when a chart is first
 * shown.
 */
import type { ChartState, MachineDescription } from '#protocol';

export interface ChartBox {
  readonly path: string;
  readonly label: string;
  /** Top left corner and size, px. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Holds other states. */
  readonly group: boolean;
  readonly final: boolean;
  readonly initial: boolean;
}

export interface ChartEdge {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
  /** SVG path data. */
  readonly path: string;
  /** Middle of the label. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly ChartBox[];
  readonly edges: readonly ChartEdge[];
}

export type ChartDirection = 'LR' | 'TB';

/** Width of one character of a state's name and of a label, px, in the chart's monospaced faces. */
const STATE_CHAR_PX = 7.6;
const LABEL_CHAR_PX = 6.3;
const LABEL_LINE_PX = 14;
const BOX_HEIGHT_PX = 34;
const BOX_PADDING_PX = 26;
/** Room round the drawing, px, so that thick outlines are not cut. */
const MARGIN_PX = 6;

/** A transition drawn once for all events that lead from one state to the same other. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly events: string[];
}

export async function layoutChart(
  { root }: Pick<MachineDescription, 'root'>,
  direction: ChartDirection,
): Promise<ChartLayout> {
  const { default: dagre } = await import('@dagrejs/dagre');
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: false });
  graph.setGraph({
    rankdir: direction,
    nodesep: 26,
    ranksep: 34,
    edgesep: 14,
    marginx: MARGIN_PX,
    marginy: MARGIN_PX,
  });
  const states = allStates(root);
  for (const state of states) {
    graph.setNode(state.path, boxSize(state));
    const parent = states.find((other) => other.states.includes(state));
    if (parent) graph.setParent(state.path, parent.path);
  }
  const arrows = arrowsOf(states);
  for (const arrow of arrows) graph.setEdge(arrow.from, arrow.to, labelSize(arrow.events));
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    boxes: states.map((state) => boxOf(state, graph.node(state.path), root)),
    edges: arrows.map((arrow) => edgeOf(arrow, graph.edge(arrow.from, arrow.to))),
  };
}

/** All states below the root, outer before inner. */
export function allStates(root: ChartState): readonly ChartState[] {
  return root.states.flatMap((state) => [state, ...allStates(state)]);
}

/**
 * Arrows between leaf states: dagre cannot end an edge at a group, so a group is stood for by the
 * state it begins in. Transitions of a state to itself are left to the list of what could come
 * next.
 */
function arrowsOf(states: readonly ChartState[]): readonly Arrow[] {
  const byPath = new Map(states.map((state) => [state.path, state]));
  const arrows = new Map<string, Arrow>();
  for (const state of states) {
    for (const { event, target } of state.transitions) {
      const from = leafOf(byPath, state.path);
      const to = leafOf(byPath, target);
      if (from === undefined || to === undefined || from === to) continue;
      const known = arrows.get(`${from} ${to}`);
      if (known) known.events.push(event);
      else arrows.set(`${from} ${to}`, { from, to, events: [event] });
    }
  }
  return [...arrows.values()];
}

function leafOf(byPath: ReadonlyMap<string, ChartState>, path: string): string | undefined {
  const state = byPath.get(path);
  if (!state || state.states.length === 0) return state?.path;
  const initial = state.states.find((inner) => inner.path.endsWith(`.${state.initial}`));
  return leafOf(byPath, (initial ?? state.states[0]).path);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function boxSize({ path }: ChartState): { width: number; height: number } {
  const width = Math.max(84, nameOf(path).length * STATE_CHAR_PX + BOX_PADDING_PX);
  return { width, height: BOX_HEIGHT_PX };
}

function labelSize(events: readonly string[]) {
  const longest = Math.max(...events.map((event) => event.length));
  return {
    width: longest * LABEL_CHAR_PX + 12,
    height: events.length * LABEL_LINE_PX + 4,
    labelpos: 'c' as const,
  };
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(state: ChartState, { x, y, width, height }: Placed, root: ChartState): ChartBox {
  return {
    path: state.path,
    label: nameOf(state.path),
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    group: state.states.length > 0,
    final: state.final === true,
    initial: root.initial !== undefined && nameOf(state.path) === root.initial,
  };
}

interface PlacedEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly x?: number;
  readonly y?: number;
}

function edgeOf(arrow: Arrow, { points, x, y }: PlacedEdge): ChartEdge {
  const middle = points[Math.floor(points.length / 2)];
  return { ...arrow, path: smoothPath(points), labelX: x ?? middle.x, labelY: y ?? middle.y };
}

/** A curve through the midpoints of the given points: no corners, ends where the points end. */
function smoothPath(points: PlacedEdge['points']): string {
  const [first, ...rest] = points;
  const round = (n: number): number => Math.round(n * 10) / 10;
  let path = `M${round(first.x)},${round(first.y)}`;
  for (let i = 0; i < rest.length - 1; i += 1) {
    const corner = rest[i];
    const next = rest[i + 1];
    const last = i === rest.length - 2;
    const endX = last ? next.x : (corner.x + next.x) / 2;
    const endY = last ? next.y : (corner.y + next.y) / 2;
    path += `Q${round(corner.x)},${round(corner.y)} ${round(endX)},${round(endY)}`;
  }
  if (rest.length === 1) path += `L${round(rest[0].x)},${round(rest[0].y)}`;
  return path;
}
