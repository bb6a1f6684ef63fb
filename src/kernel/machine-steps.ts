/**
 * The steps of XState machines, nothing executed.
 *
 * Uses the machine's public `transition` with one inert scope, several times cheaper than the
 * free function of that name; a test compares both on random sequences of events. Steps that
 * depend on the state and the event's name only are remembered: machines whose context has come
 * back to an earlier value take the remembered step. An event may also say how long to wait
 * (`waitMs`); no guard may look at that, and a step that only waits so long is remembered too.
 */
import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';

// Nobody else in the kernel knows the library.
export type { AnyStateMachine, EventObject };

export interface Action {
  readonly type: string;
  readonly params: unknown;
}
interface Step {
  readonly next: AnyMachineSnapshot;
  readonly actions: readonly Action[];
}

const idle = () => {};
let collected: Action[] = [];
/** What XState asks of its surroundings, none of which is there. The version is pinned for this. */
const SCOPE = {
  self: { id: 'kernel', sessionId: 'kernel', send: idle },
  id: 'kernel',
  sessionId: 'kernel',
  logger: idle,
  defer: idle,
  emit: idle,
  stopChild: idle,
  system: { _sendInspectionEvent: idle },
  actionExecutor: (action: Action) => {
    collected.push({ type: action.type, params: action.params });
  },
} as unknown as AnyActorScope;

function collect(transition: () => AnyMachineSnapshot): Step {
  collected = [];
  const next = transition();
  const actions = collected;
  collected = [];
  return { next, actions };
}

/** The first snapshot of a machine and the actions of entering it. */
export function initialStep(machine: AnyStateMachine, input?: unknown): Step {
  return collect(() => machine.getInitialSnapshot(SCOPE, input) as AnyMachineSnapshot);
}

/** One step of a machine, nothing executed. */
export function nextStep(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): Step {
  return collect(() => machine.transition(snapshot as never, event, SCOPE) as AnyMachineSnapshot);
}

/** Dotted path of a state value; parallel regions are joined by a comma. */
export function statePath(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([key, inner]) => {
      const rest = typeof inner === 'object' && Object.keys(inner as object).length === 0;
      return rest ? key : `${key}.${statePath(inner)}`;
    })
    .join(',');
}

/** Where a machine is. States that are remembered know the steps that lead on from them. */
export interface MachineState {
  readonly snapshot: AnyMachineSnapshot;
  readonly path: string;
  /** By name of the event; undefined as long as nobody asked, and where too many are remembered. */
  steps: Map<string, RememberedStep> | undefined;
}
export interface RememberedStep {
  readonly next: MachineState;
  readonly actions: readonly Action[];
  /** It does more with the wait of the event than to wait, so it is taken anew each time. */
  readonly anew?: boolean;
}

export const stateOf = (snapshot: AnyMachineSnapshot): MachineState => ({
  snapshot,
  path: statePath(snapshot.value),
  steps: undefined,
});

/** Steps taken before, by machine. A state stands for its value and context. */
export class StepMemory {
  readonly #states = new Map<string, MachineState>();
  /** The step into a machine that is given nothing. */
  #first: RememberedStep | undefined;
  static readonly limit = 4_096;

  /** The step into a machine's first state. */
  begin(machine: AnyStateMachine, input: unknown): RememberedStep {
    if (input === undefined && this.#first) return this.#first;
    const { next, actions } = initialStep(machine, input);
    if (input !== undefined) return { next: stateOf(next), actions };
    this.#first = { next: this.#keep(stateOf(next)), actions };
    return this.#first;
  }

  take(machine: AnyStateMachine, state: MachineState, event: EventObject): RememberedStep {
    const payload = payloadOf(event);
    if (payload === 'other') return takeStep(machine, state, event);
    const steps = this.#stepsOf(state);
    const known = steps?.get(event.type);
    if (known && !known.anew) return known;
    if (!steps || known) return takeStep(machine, state, event);
    const real = takeStep(machine, state, event);
    const learned =
      payload === 'none'
        ? real
        : takeStep(machine, state, { ...event, waitMs: WAIT_OF_EVENT } as EventObject);
    const anew =
      payload === 'wait' && !onlyWaits(state.snapshot, event as WaitEvent, [real, learned]);
    const step = { next: this.#keep(learned.next), actions: learned.actions, anew };
    steps.set(event.type, step);
    return anew ? real : step;
  }

  #stepsOf(state: MachineState): Map<string, RememberedStep> | undefined {
    state.steps ??= this.#keep(state).steps;
    return state.steps;
  }

  /** The state remembered for this one. */
  #keep(state: MachineState): MachineState {
    const { status, context } = state.snapshot;
    const key = `${status}|${state.path}|${JSON.stringify(context)}`;
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= StepMemory.limit) return state;
    state.steps = new Map();
    this.#states.set(key, state);
    return state;
  }
}

/** Stands in a remembered step for the wait that the event names. No delay is negative. */
const WAIT_OF_EVENT = Number.MIN_SAFE_INTEGER;

interface WaitEvent extends EventObject {
  readonly waitMs: number;
}

/** What an event says beside its name: nothing, how long to wait, or something else. */
function payloadOf(event: EventObject): 'none' | 'wait' | 'other' {
  let payload: 'none' | 'wait' = 'none';
  for (const field in event) {
    if (field === 'waitMs') payload = 'wait';
    else if (field !== 'type') return 'other';
  }
  return payload;
}

/**
 * Whether a step does nothing with the wait but to wait so long: it is taken with the wait and with
 * `WAIT_OF_EVENT`, and both keep the context and differ in delays alone.
 */
function onlyWaits(
  { context }: AnyMachineSnapshot,
  { waitMs }: WaitEvent,
  [real, learned]: readonly [RememberedStep, RememberedStep],
): boolean {
  const sameState = real.next.path === learned.next.path;
  const kept = [real, learned].every(({ next }) => next.snapshot.context === context);
  if (!sameState || !kept || real.actions.length !== learned.actions.length) return false;
  return learned.actions.every(({ type, params }, index) => {
    const other = real.actions[index];
    if (type !== other.type) return false;
    if (type !== 'xstate.raise') return JSON.stringify(params) === JSON.stringify(other.params);
    const [{ delay, id }, wanted] = [params as RaiseParams, other.params as RaiseParams];
    const wait = delay === WAIT_OF_EVENT ? waitMs : delay;
    return id === wanted.id && wait === wanted.delay;
  });
}

function takeStep(
  machine: AnyStateMachine,
  state: MachineState,
  event: EventObject,
): RememberedStep {
  const { next, actions } = nextStep(machine, state.snapshot, event);
  return { next: stateOf(next), actions };
}

/** A delay of a step, where it may be the wait that the event names. */
export const waitIn = (delay: number | undefined, event: EventObject): number | undefined =>
  delay === WAIT_OF_EVENT ? (event as WaitEvent).waitMs : delay;

export interface RaiseParams {
  readonly event: EventObject;
  readonly id?: string;
  readonly delay?: number;
}

const memories = new WeakMap<AnyStateMachine, StepMemory>();

/** What is remembered of a machine, wherever it runs. */
export function memoryOf(machine: AnyStateMachine): StepMemory {
  const known = memories.get(machine);
  if (known) return known;
  const memory = new StepMemory();
  memories.set(machine, memory);
  return memory;
}
