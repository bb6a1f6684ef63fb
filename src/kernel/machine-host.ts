/**
 * Hosts XState machines as plain data. A machine says what comes next; the kernel owns time, ids,
 * timers and effects. No invoke, no spawn, no promise, no inline side effect, and a delayed raise
 * must have an id.
 *
 * Uses the machine's public `transition` with one inert scope, several times cheaper than the
 * free function of that name; a test compares both on random sequences of events. Steps that
 * depend on the state and the event's name only are remembered: machines whose context has come
 * back to an earlier value take the remembered step.
 */
import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { invariant, millis } from '#base';
import type { PreparedState } from '#trace';
import type { Process, Timer } from './process';

export type MachineEffect = (params: never) => void;

export interface HostOptions {
  /** Path of the actor that the machine belongs to. */
  readonly actor: string;
  readonly machine: AnyStateMachine;
  /** One function for each named action that leaves the machine. */
  readonly effects: Readonly<Record<string, MachineEffect>>;
  readonly input?: unknown;
}

/** A machine that runs in a process. */
export interface HostedMachine {
  /** Dotted path of the current state. */
  readonly state: string;
  readonly context: unknown;
  matches(path: string): boolean;
  hasTag(tag: string): boolean;
  /** Takes an event; an event sent while another is taken waits for it. */
  send(event: EventObject): void;
}

interface Action {
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
interface MachineState {
  readonly snapshot: AnyMachineSnapshot;
  readonly path: string;
  /** By name of the event; undefined as long as nobody asked, and where too many are remembered. */
  steps: Map<string, RememberedStep> | undefined;
}
interface RememberedStep {
  readonly next: MachineState;
  readonly actions: readonly Action[];
}

const stateOf = (snapshot: AnyMachineSnapshot): MachineState => ({
  snapshot,
  path: statePath(snapshot.value),
  steps: undefined,
});

/** Steps taken before, by machine. A state stands for its value and context. */
class StepMemory {
  readonly #states = new Map<string, MachineState>();
  static readonly limit = 4_096;

  take(machine: AnyStateMachine, state: MachineState, event: EventObject): RememberedStep {
    const steps = isBare(event) ? this.#stepsOf(state) : undefined;
    const known = steps?.get(event.type);
    if (known) return known;
    const { next, actions } = nextStep(machine, state.snapshot, event);
    const step = { next: steps ? this.#keep(stateOf(next)) : stateOf(next), actions };
    steps?.set(event.type, step);
    return step;
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

/** Whether an event says nothing but its name. */
function isBare(event: EventObject): boolean {
  for (const field in event) if (field !== 'type') return false;
  return true;
}

class Hosted implements HostedMachine {
  readonly #process: Process;
  readonly #options: HostOptions;
  readonly #memory: StepMemory;
  readonly #timers = new Map<string, Timer>();
  readonly #waiting: EventObject[] = [];
  /** The records of steps that machines remember. */
  readonly #records = new Map<RememberedStep, PreparedState>();
  #state: MachineState;
  #busy = false;
  state = '';

  constructor(process: Process, options: HostOptions, memory: StepMemory) {
    this.#process = process;
    this.#options = options;
    this.#memory = memory;
    const { next, actions } = initialStep(options.machine, options.input);
    this.#state = stateOf(next);
    this.#busy = true;
    this.#enter({ next: this.#state, actions }, 'start');
    this.#drain();
  }

  get context(): unknown {
    return this.#state.snapshot.context;
  }

  matches(path: string): boolean {
    return this.state === path || this.state.startsWith(`${path}.`);
  }

  hasTag(tag: string): boolean {
    return this.#state.snapshot.hasTag(tag);
  }

  send(event: EventObject): void {
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    this.#drain();
  }

  #drain(): void {
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      if (this.#state.snapshot.status !== 'active') continue;
      const step = this.#memory.take(this.#options.machine, this.#state, event);
      this.#state = step.next;
      this.#enter(step, event.type);
    }
    this.#busy = false;
  }

  #enter(step: RememberedStep, event: string): void {
    const from = this.state;
    const to = step.next.path;
    this.state = to;
    if (from !== to) this.#process.sim.writeState(this.#recordOf(step, from, event));
    for (const action of step.actions) this.#carryOut(action);
  }

  #recordOf(step: RememberedStep, from: string, type: string): PreparedState {
    const known = this.#records.get(step);
    if (known) return known;
    const { actor, machine } = this.#options;
    const fields = { machine: machine.id, from, to: step.next.path, event: this.#eventName(type) };
    const record = this.#process.sim.recorder.prepareState(actor, fields);
    // A step that nobody remembers will not come again.
    if (step.next.steps) this.#records.set(step, record);
    return record;
  }

  #carryOut({ type, params }: Action): void {
    if (type === 'xstate.raise') this.#raise(params as RaiseParams);
    else if (type === 'xstate.cancel') this.#cancel((params as { sendId: string }).sendId);
    else {
      const effect = this.#options.effects[type];
      const { id } = this.#options.machine;
      invariant(effect, `machine ${id} names the effect ${type}, which nobody carries out`);
      effect(params as never);
    }
  }

  #raise({ event, id, delay }: RaiseParams): void {
    // Without a delay it has been taken inside this very step.
    if (delay === undefined) return;
    invariant(id, `the delayed raise of ${event.type} has an id`);
    const name = this.#eventName(id).replace(/^after /, '');
    const { actor } = this.#options;
    const fire = () => {
      this.#timers.delete(id);
      this.send(event);
    };
    this.#timers.get(id)?.cancel();
    this.#timers.set(id, this.#process.timer(actor, name, millis(delay), fire));
  }

  #cancel(id: string): void {
    this.#timers.get(id)?.cancel();
    this.#timers.delete(id);
  }

  /** `xstate.after.<delay>.<machine>.<state>` reads `after <delay>`. */
  #eventName(type: string): string {
    if (!type.startsWith('xstate.after.')) return type;
    const end = type.lastIndexOf(`.${this.#options.machine.id}`);
    return `after ${type.slice('xstate.after.'.length, end)}`;
  }
}

interface RaiseParams {
  readonly event: EventObject;
  readonly id?: string;
  readonly delay?: number;
}

const memories = new WeakMap<AnyStateMachine, StepMemory>();

/** Starts a machine in the life of a process. Its steps are `state` records of `actor`. */
export function hostMachine(process: Process, options: HostOptions): HostedMachine {
  let memory = memories.get(options.machine);
  if (!memory) {
    memory = new StepMemory();
    memories.set(options.machine, memory);
  }
  return new Hosted(process, options, memory);
}
