/** A machine's states and transitions as plain data, for those who draw it. */

interface ChartTransitionData {
  readonly event: string;
  readonly target: string;
  readonly guard?: string;
}

export interface ChartStateData {
  readonly path: string;
  readonly tags: readonly string[];
  readonly initial?: string;
  readonly final?: boolean;
  readonly states: readonly ChartStateData[];
  readonly transitions: readonly ChartTransitionData[];
}

/** The parts of an XState state node that are read here. */
interface NodeLike {
  readonly key: string;
  readonly path: readonly string[];
  readonly type: string;
  readonly tags: readonly string[];
  readonly machine: { readonly id: string };
  readonly initial?: { readonly target?: readonly NodeLike[] };
  readonly states: Readonly<Record<string, NodeLike>>;
  readonly transitions: ReadonlyMap<string, readonly TransitionLike[]>;
  readonly always?: readonly TransitionLike[];
}
interface TransitionLike {
  readonly eventType: string;
  readonly target?: readonly NodeLike[];
  readonly guard?: unknown;
}

const pathOf = (node: NodeLike): string => node.path.join('.');

/** The chart of a machine, from its root. Transitions without a target are left out. */
export function chartOf(machine: { readonly root: unknown }): ChartStateData {
  return chartState(machine.root as NodeLike);
}

function chartState(node: NodeLike): ChartStateData {
  const outgoing = [...(node.transitions?.values() ?? [])].flat();
  const transitions = [...outgoing, ...(node.always ?? [])].flatMap((transition) =>
    chartTransitions(node, transition),
  );
  const initial = node.initial?.target?.[0];
  return {
    path: pathOf(node),
    tags: node.tags,
    ...(initial ? { initial: pathOf(initial) } : {}),
    ...(node.type === 'final' ? { final: true } : {}),
    states: Object.values(node.states).map(chartState),
    transitions,
  };
}

function chartTransitions(node: NodeLike, transition: TransitionLike): ChartTransitionData[] {
  const guard = guardName(transition.guard);
  const event = eventName(transition.eventType, node.machine.id);
  return (transition.target ?? []).map((target) => ({
    event,
    target: pathOf(target),
    ...(guard === undefined ? {} : { guard }),
  }));
}

function guardName(guard: unknown): string | undefined {
  if (typeof guard === 'string') return guard;
  const type = (guard as { type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? type : undefined;
}

function eventName(type: string, machineId: string): string {
  if (type === '') return 'always';
  if (!type.startsWith('xstate.after.')) return type;
  return `after ${type.slice('xstate.after.'.length, type.lastIndexOf(`.${machineId}`))}`;
}
