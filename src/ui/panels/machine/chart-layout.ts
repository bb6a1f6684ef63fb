/**
 * Places a machine's states and the labels of its transitions with dagre. Pure, and the same each
 * time.
 */
import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import type { ChartState } from '#protocol';
import { type ChartGraph, chartGraph, type GraphEdge, isAnyState, liesIn } from './chart-graph';
import { type Rect, type Route, routesOf, transposed, type Way } from './chart-routes';
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
const TITLE_CHAR_PX = 6.7;
const LABEL_CHAR_PX = 6.4;
const BOX_PX = 30;
const TITLE_BOX_PX = 17;
const LEAST_BOX_PX = 74;
const BESIDE_NAME_PX = 22;
const BESIDE_LABEL_PX = 8;
const ANY_BOX: Size = { width: 84, height: 24 };

/** A type and not an interface, for dagre takes only what may have further fields. */
type Size = { readonly width: number; readonly height: number };

const titleOf = (path: string): string => `${path}#`;

export function layoutChart(root: ChartState, direction: ChartDirection): ChartLayout {
  const graph = chartGraph(root);
  const turn = direction === 'right';
  const placed = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ compound: true, multigraph: true });
  placed.setGraph({ nodesep: 20, edgesep: 10, ranksep: turn ? 30 : 22, marginx: 8, marginy: 8 });
  addStates(placed, graph, turn);
  const ways = addEdges(placed, graph, turn);
  layout(placed);
  return read(placed, { graph, ways, turn });
}

type Placed = Graph<GraphLabel, NodeLabel, EdgeLabel>;

const turned = ({ width, height }: Size, turn: boolean): Size =>
  turn ? { width: height, height: width } : { width, height };

function addStates(placed: Placed, { states }: ChartGraph, turn: boolean): void {
  for (const { path, name, parent, group } of states) {
    if (group) {
      placed.setNode(path, { width: 0, height: 0 });
      const title = { width: name.length * TITLE_CHAR_PX + 20, height: TITLE_BOX_PX };
      placed.setNode(titleOf(path), turned(title, turn));
      placed.setParent(titleOf(path), path);
    } else {
      const width = Math.max(LEAST_BOX_PX, name.length * NAME_CHAR_PX + BESIDE_NAME_PX);
      placed.setNode(path, turned(isAnyState(path) ? ANY_BOX : { width, height: BOX_PX }, turn));
    }
    if (parent !== undefined) placed.setParent(path, parent);
  }
}

/** What dagre cannot do: an edge at a box round others ends at something in it, and is cut. */
function addEdges(placed: Placed, { states, edges }: ChartGraph, turn: boolean): readonly Way[] {
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
      width: longest * LABEL_CHAR_PX + BESIDE_LABEL_PX,
      height: labels.length * LABEL_LINE_PX + 2,
    };
    placed.setEdge(
      { v: start, w: end, name: `${from} ${to}` },
      { ...turned(label, turn), labelpos: 'c' },
    );
    const cut = { cutStart: leaves ? from : undefined, cutEnd: enters ? to : undefined };
    return { start, end, name: `${from} ${to}`, ...cut };
  });
}

interface ReadInput {
  readonly graph: ChartGraph;
  readonly ways: readonly Way[];
  readonly turn: boolean;
}

function read(placed: Placed, { graph, ways, turn }: ReadInput): ChartLayout {
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
