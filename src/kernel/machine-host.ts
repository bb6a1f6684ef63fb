/**
 * Hosts XState machines as plain data. A machine says what comes next; the kernel owns time, ids,
 * timers and effects. No invoke, no spawn, no promise, no inline side effect, and a delayed raise
 * must have an id. An event may say how long to wait (`waitMs`).
 */
import { invariant, millis, type SimDuration } from '#base';
import type { PreparedState, PreparedTimer } from '#trace';
import {
  type Action,
  type AnyStateMachine,
  type EventObject,
  type MachineState,
  memoryOf,
  type RaiseParams,
  type RememberedStep,
  type StepMemory,
  waitIn,
} from './machine-steps';
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

/** What the record of a machine's first state names. */
const START: EventObject = { type: 'start' };

/** One delay of a machine. Its timer is armed again and again, one at a time. */
class HostedDelay {
  readonly #host: HostedMachine;
  readonly #like: PreparedTimer;
  #event: EventObject | undefined;
  #timer: Timer | undefined;

  constructor(host: HostedMachine, like: PreparedTimer) {
    this.#host = host;
    this.#like = like;
  }

  arm(process: Process, delay: SimDuration, event: EventObject): void {
    this.#timer?.cancel();
    this.#event = event;
    this.#timer = process.timerLike(this.#like, delay, this);
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Its time is over. */
  run(): void {
    this.#timer = undefined;
    this.#host.send(this.#event as EventObject);
  }
}

class Hosted implements HostedMachine {
  readonly #process: Process;
  readonly #options: HostOptions;
  readonly #memory: StepMemory;
  /** By id of the delayed raise. */
  readonly #delays = new Map<string, HostedDelay>();
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
    const step = memory.begin(options.machine, options.input);
    this.#state = step.next;
    this.#busy = true;
    this.#enter(step, START);
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
      this.#enter(step, event);
    }
    this.#busy = false;
  }

  #enter(step: RememberedStep, event: EventObject): void {
    const from = this.state;
    const to = step.next.path;
    this.state = to;
    if (from !== to) this.#process.sim.writeState(this.#recordOf(step, from, event.type));
    for (const action of step.actions) this.#carryOut(action, event);
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

  #carryOut({ type, params }: Action, during: EventObject): void {
    if (type === 'xstate.raise') this.#raise(params as RaiseParams, during);
    else if (type === 'xstate.cancel')
      this.#delays.get((params as { sendId: string }).sendId)?.cancel();
    else {
      const effect = this.#options.effects[type];
      const { id } = this.#options.machine;
      invariant(effect, `machine ${id} names the effect ${type}, which nobody carries out`);
      effect(params as never);
    }
  }

  #raise({ event, id, delay: given }: RaiseParams, during: EventObject): void {
    const delay = waitIn(given, during);
    // Without a delay it has been taken inside this very step.
    if (delay === undefined) return;
    invariant(id, `the delayed raise of ${event.type} has an id`);
    this.#delayOf(id).arm(this.#process, millis(delay), event);
  }

  #delayOf(id: string): HostedDelay {
    let delay = this.#delays.get(id);
    if (!delay) {
      const name = this.#eventName(id).replace(/^after /, '');
      const { recorder } = this.#process.sim;
      delay = new HostedDelay(this, recorder.prepareTimer(this.#options.actor, name));
      this.#delays.set(id, delay);
    }
    return delay;
  }

  /** `xstate.after.<delay>.<machine>.<state>` reads `after <delay>`. */
  #eventName(type: string): string {
    if (!type.startsWith('xstate.after.')) return type;
    const end = type.lastIndexOf(`.${this.#options.machine.id}`);
    return `after ${type.slice('xstate.after.'.length, end)}`;
  }
}

/** Starts a machine in the life of a process. Its steps are `state` records of `actor`. */
export function hostMachine(process: Process, options: HostOptions): HostedMachine {
  return new Hosted(process, options, memoryOf(options.machine));
}
