/**
 * The graph behind a machine's chart: states as boxes, some round others, and one edge for all
 * events that lead from one state to another. Pure; knows nothing of places.
 */
import type { ChartState, ChartTransition } from '#protocol';

/**
 * Where transitions of the machine itself begin: they leave whatever state it is in. Each has a box
 * of its own before the state that it leads to, so that none crosses the chart.
 */
const ANY_STATE = '*';

export const isAnyState = (path: string): boolean => path.startsWith(ANY_STATE);

export interface GraphState {
  /** Dotted path; see `isAnyState` for boxes that stand for all states. */
  readonly path: string;
  readonly name: string;
  /** Path of the state round it; undefined for none. */
  readonly parent: string | undefined;
  readonly group: boolean;
  readonly final: boolean;
  /** Where its machine, or the state round it, begins. */
  readonly initial: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Events, each with its guard in brackets when it has one. */
  readonly labels: readonly string[];
}

export interface ChartGraph {
  /** Outer before inner, else in the order in which one gets to them. */
  readonly states: readonly GraphState[];
  readonly edges: readonly GraphEdge[];
}

export function chartGraph(root: ChartState): ChartGraph {
  const states = inOrder(root, undefined);
  const known = new Set(states.map(({ path }) => path));
  const edges = edgesOf(root).filter(({ to }) => known.has(to));
  const anywhere = edges.filter(({ from }) => isAnyState(from));
  return { states: [...anywhere.map(({ from }) => anyState(from)), ...states], edges };
}

function anyState(path: string): GraphState {
  return { path, name: '', parent: undefined, group: false, final: false, initial: false };
}

/** The words of a transition at its edge. */
export function edgeLabel({ event, guard }: ChartTransition): string {
  return guard === undefined ? event : `${event} [${guard}]`;
}

/** Whether `path` is `around`, or lies in it. */
export function liesIn(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`);
}

/** States of one level in the order in which one gets to them, each followed by what it holds. */
function inOrder(around: ChartState, parent: string | undefined): readonly GraphState[] {
  const first = around.states.find(({ path }) => path === around.initial) ?? around.states[0];
  const order = new Set<ChartState>(first ? [first] : []);
  // A set is walked in the order of adding, also while it grows.
  for (const state of order) {
    for (const { target } of transitionsInside(state)) {
      const next = around.states.find(({ path }) => liesIn(target, path));
      if (next) order.add(next);
    }
  }
  for (const state of around.states) order.add(state);
  return [...order].flatMap((state) => [
    {
      path: state.path,
      name: state.path.slice(state.path.lastIndexOf('.') + 1),
      parent,
      group: state.states.length > 0,
      final: state.final === true,
      initial: state === first,
    },
    ...inOrder(state, state.path),
  ]);
}

function transitionsInside(state: ChartState): readonly ChartTransition[] {
  return [...state.transitions, ...state.states.flatMap(transitionsInside)];
}

function edgesOf(root: ChartState): readonly GraphEdge[] {
  const edges = new Map<string, { from: string; to: string; labels: string[] }>();
  const walk = (state: ChartState): void => {
    for (const transition of state.transitions) {
      const to = transition.target;
      const from = state === root ? `${ANY_STATE}${to}` : state.path;
      const key = `${from} ${to}`;
      const edge = edges.get(key) ?? { from, to, labels: [] };
      edges.set(key, edge);
      const label = edgeLabel(transition);
      if (!edge.labels.includes(label)) edge.labels.push(label);
    }
    for (const inner of state.states) walk(inner);
  };
  walk(root);
  return [...edges.values()];
}
