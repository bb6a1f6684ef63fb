/**
 * Places a machine's states and the labels of its transitions with dagre. Pure, and the same each
 * time.
 */
import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import type { ChartState } from '#protocol';
import { type ChartGraph, chartGraph, type GraphEdge, isAnyState, liesIn } from './chart-graph';
import { LOOP_PX, type Rect, type Route, routesOf, transposed, type Way } from './chart-routes';
import { LABEL_LINE_PX } from './chart-sizes';

/** Along which the machine goes on. */
export type ChartDirection = 'down' | 'right';

export interface ChartBox extends Rect {
  readonly path: string;
  readonly name: string;
  readonly kind: 'state' | 'group' | 'any';
  readonly final: boolean;
  readonly initial: boolean;
  /** Where the name of a group stands; others have theirs in the middle. */
  readonly title: Rect | undefined;
}

export interface ChartEdge extends GraphEdge, Route {}

export interface ChartLayout {
  /** Whether the labels of transitions have room; without, the chart is much smaller. */
  readonly labelled: boolean;
  readonly width: number;
  readonly height: number;
  /** Outer before inner. */
  readonly boxes: readonly ChartBox[];
  readonly edges: readonly ChartEdge[];
  /** From the name of a group to the state in it that is entered first. */
  readonly entries: readonly Route[];
}

/** Widest letter of a name in a common sans-serif, on average over a name; of a label. */
const NAME_CHAR_PX = 7.5;
const LABEL_CHAR_PX = 6.4;
/**
 * Boxes of states, px: how high, how wide at least, how much wider than their names; and a letter
 * of the title of those round them, which is as large as a name where all is drawn small.
 */
const LABELLED_BOX = { height: 30, least: 74, besideName: 22, titleChar: 6.7 };
const BARE_BOX = { height: 24, least: 52, besideName: 12, titleChar: NAME_CHAR_PX };
const TITLE_BOX_PX = 17;
const BESIDE_LABEL_PX = 8;
const ANY_BOX: Size = { width: 84, height: 24 };

/** A type and not an interface, for dagre takes only what may have further fields. */
type Size = { readonly width: number; readonly height: number };

const titleOf = (path: string): string => `${path}#`;

/** Between boxes beside each other, lines beside each other, and rows; and round it all, px. */
const LABELLED = { nodesep: 20, edgesep: 10, margin: 8, ranksep: { down: 22, right: 30 } };
const BARE = { nodesep: 10, edgesep: 7, margin: 8, ranksep: { down: 13, right: 18 } };

export function layoutChart(
  root: ChartState,
  direction: ChartDirection,
  labelled = true,
): ChartLayout {
  const graph = chartGraph(root);
  const lay = (more: number) => layGraph(graph, { turn: direction === 'right', labelled }, more);
  const laid = lay(0);
  const more = beyond(laid);
  return more > 0 ? lay(Math.ceil(more)) : laid;
}

/** @param more wider margin, px */
function layGraph(graph: ChartGraph, how: How, more: number): ChartLayout {
  const placed = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ compound: true, multigraph: true });
  const { nodesep, edgesep, margin, ranksep } = how.labelled ? LABELLED : BARE;
  const around = { marginx: margin + more, marginy: margin + more };
  placed.setGraph({
    nodesep,
    edgesep,
    ranksep: how.turn ? ranksep.right : ranksep.down,
    ...around,
  });
  addStates(placed, graph, how);
  const ways = addEdges(placed, graph, how);
  layout(placed);
  return read(placed, { graph, ways, ...how });
}

/** How far lines without labels, with which dagre does not reckon, lie outside a chart, px. */
function beyond({ width, height, edges }: ChartLayout): number {
  const points = edges.flatMap(({ path }) =>
    [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );
  return Math.max(0, ...points.flatMap(([x, y]) => [-x, -y, x - width, y - height]));
}

type Placed = Graph<GraphLabel, NodeLabel, EdgeLabel>;

const turned = ({ width, height }: Size, turn: boolean): Size =>
  turn ? { width: height, height: width } : { width, height };

interface How {
  readonly turn: boolean;
  readonly labelled: boolean;
}

function addStates(placed: Placed, { states }: ChartGraph, { turn, labelled }: How): void {
  const { height, least, besideName, titleChar } = labelled ? LABELLED_BOX : BARE_BOX;
  for (const { path, name, parent, group } of states) {
    if (group) {
      placed.setNode(path, { width: 0, height: 0 });
      const title = { width: name.length * titleChar + 20, height: TITLE_BOX_PX };
      placed.setNode(titleOf(path), turned(title, turn));
      placed.setParent(titleOf(path), path);
    } else {
      const width = Math.max(least, name.length * NAME_CHAR_PX + besideName);
      placed.setNode(path, turned(isAnyState(path) ? ANY_BOX : { width, height }, turn));
    }
    if (parent !== undefined) placed.setParent(path, parent);
  }
}

/** What dagre cannot do: an edge at a box round others ends at something in it, and is cut. */
function addEdges(
  placed: Placed,
  { states, edges }: ChartGraph,
  { turn, labelled }: How,
): readonly Way[] {
  const groups = new Set(states.filter(({ group }) => group).map(({ path }) => path));
  for (const { path, parent, initial } of states) {
    if (!initial || parent === undefined) continue;
    const to = groups.has(path) ? titleOf(path) : path;
    placed.setEdge(titleOf(parent), to, { width: 0, height: 0, minlen: 1, weight: 4 }, 'entry');
  }
  return edges.map(({ from, to, labels }) => {
    const leaves = groups.has(from) && !liesIn(to, from);
    const enters = groups.has(to) && !liesIn(from, to);
    const inside = states.filter(({ path, group }) => !group && liesIn(path, from));
    const start = leaves ? inside[inside.length - 1].path : groups.has(from) ? titleOf(from) : from;
    const end = groups.has(to) ? titleOf(to) : to;
    const longest = Math.max(...labels.map((label) => label.length));
    const label = {
      width: labelled ? longest * LABEL_CHAR_PX + BESIDE_LABEL_PX : start === end ? LOOP_PX : 0,
      height: labelled ? labels.length * LABEL_LINE_PX + 2 : start === end ? LOOP_PX : 0,
    };
    placed.setEdge(
      { v: start, w: end, name: `${from} ${to}` },
      { ...turned(label, turn), labelpos: 'c' },
    );
    const cut = { cutStart: leaves ? from : undefined, cutEnd: enters ? to : undefined };
    return { start, end, name: `${from} ${to}`, ...cut };
  });
}

interface ReadInput extends How {
  readonly graph: ChartGraph;
  readonly ways: readonly Way[];
}

function read(placed: Placed, { graph, ways, turn, labelled }: ReadInput): ChartLayout {
  const rects = new Map(placed.nodes().map((id) => [id, rectOf(placed.node(id))]));
  const entries = placed
    .edges()
    .filter(({ name }) => name === 'entry')
    .map(({ v, w }) => ({
      start: v,
      end: w,
      name: 'entry',
      cutStart: undefined,
      cutEnd: undefined,
    }));
  const all = [...ways, ...entries].map((way) => ({
    ...way,
    edge: placed.edge({ v: way.start, w: way.end, name: way.name }),
  }));
  const routes = routesOf(all, rects, turn);
  const back = (rect: Rect): Rect => (turn ? transposed(rect) : rect);
  const size = turned(
    { width: placed.graph().width ?? 0, height: placed.graph().height ?? 0 },
    turn,
  );
  return {
    ...size,
    labelled,
    boxes: graph.states.map(({ path, name, group, final, initial, parent }) => {
      const title = rects.get(titleOf(path));
      return {
        ...back(rects.get(path) as Rect),
        path,
        name,
        kind: isAnyState(path) ? 'any' : group ? 'group' : 'state',
        final,
        initial: initial && parent === undefined,
        title: title && back(title),
      };
    }),
    edges: graph.edges.map((edge, place) => ({ ...edge, ...routes[place] })),
    entries: routes.slice(graph.edges.length),
  };
}

function rectOf({ x = 0, y = 0, width, height }: NodeLabel): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}
