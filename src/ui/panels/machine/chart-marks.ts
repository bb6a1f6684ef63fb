/** What of a chart is lit at the playhead. Pure. */

import { isAnyState, liesIn } from './chart-graph';
import type { ChartEdge } from './chart-layout';
import type { MachineView } from './select';

/** Just taken, could be taken next, or neither. */
export type EdgeKind = 'plain' | 'next' | 'last';

export interface ChartMarks {
  readonly kinds: ReadonlyMap<ChartEdge, EdgeKind>;
  /** States that the next transition may lead to. */
  readonly next: ReadonlySet<string>;
}

type Lit = Pick<MachineView, 'current' | 'last' | 'next'>;

export function chartMarks(edges: readonly ChartEdge[], { current, last, next }: Lit): ChartMarks {
  const taken = last && current === last.to ? takenEdge(edges, last) : undefined;
  const targets = new Set(next.map(({ target }) => target));
  // Where nothing can follow, nothing of the machine's own does either.
  const open = current !== undefined && next.length > 0;
  const isNext = ({ from }: ChartEdge): boolean => open && leaves(from, current);
  return {
    kinds: new Map(
      edges.map((edge) => [edge, edge === taken ? 'last' : isNext(edge) ? 'next' : 'plain']),
    ),
    next: targets,
  };
}

/** Whether an edge that begins at `from` may be taken in `state`. */
function leaves(from: string, state: string): boolean {
  return isAnyState(from) || liesIn(state, from);
}

/** Of the edges between two states the one with the event; the innermost, as the machine does. */
function takenEdge(
  edges: readonly ChartEdge[],
  { from, to, event }: NonNullable<MachineView['last']>,
): ChartEdge | undefined {
  const between = edges
    .filter((edge) => leaves(edge.from, from) && liesIn(to, edge.to))
    .sort((a, b) => depth(b.from) - depth(a.from));
  const named = between.find(({ labels }) =>
    labels.some((label) => label === event || label.startsWith(`${event} [`)),
  );
  return named ?? between[0];
}

const depth = (path: string): number => (isAnyState(path) ? 0 : path.split('.').length);
