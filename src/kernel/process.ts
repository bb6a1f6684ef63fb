/**
 * An operating-system process of a component. It owns its tasks, its clock and its random
 * streams; all it knows dies with it. Each start boots a new program with a new life.
 */
import { after, invariant, type SimDuration, type SimTime } from '#base';
import type { FieldsOf, PreparedTimer, RecordKind, Seq } from '#trace';
import type { IncomingCall } from './call';
import type { Network } from './network';
import { type ByClock, ProcessClock, retimedAt, UNWATCHED } from './process-clock';
import type { DurationRange, RandomStream } from './random';
import { carryOut, type Simulation, type Task, type TaskOwner, type Work } from './simulation';

export type ProcessPhase = 'stopped' | 'starting' | 'running' | 'terminating' | 'exited';

/** Exit code of a process ended by a signal: 128 + its number. Source: POSIX shells. */
const EXIT_SIGKILL = 137;
const EXIT_SIGTERM = 143;

/** What a program hears from the operating system. */
export interface Program {
  /** SIGTERM or SIGINT, the first, second ... time. Without it a signal ends the process. */
  onTerminate?(count: number): void;
}

export interface ProcessSpec {
  readonly name: string;
  /** From exec to the first instruction. */
  readonly startDelay: DurationRange;
  /** The first instruction. */
  readonly boot: (process: Process) => Program;
}

/** A timer that has been armed. */
export interface Timer {
  readonly firesAt: SimTime;
  /** Seq of the record that armed it. */
  readonly armed: Seq;
  /** Stops it and says so in the trace; nothing happens when it has fired or was stopped. */
  cancel(): void;
}

export class Life implements TaskOwner {
  alive = true;
  paused = false;
  readonly held: Task[] = [];

  hold(task: Task): void {
    this.held.push(task);
  }
}

class ArmedTimer implements Timer, ByClock {
  readonly #sim: Simulation;
  readonly #like: PreparedTimer;
  readonly #task: Task;
  firesAt: SimTime;
  armed: Seq;

  constructor({ sim, life }: Process, like: PreparedTimer, at: SimTime, work: Work) {
    this.#sim = sim;
    this.#like = like;
    this.firesAt = at;
    this.armed = sim.writeTimer(like, 'armed', at);
    this.#task = sim.schedule(at, work, life, this.armed);
    this.#task.byClock = this;
  }

  cancel(): void {
    if (!this.#task.work) return;
    this.#sim.cancel(this.#task);
    this.#sim.writeTimer(this.#like, 'cancelled', this.firesAt);
  }

  /** Its process's clock runs at another rate: it is armed anew, on behalf of what did that. */
  retimed(at: SimTime): void {
    if (at === this.firesAt) return;
    this.#sim.writeTimer(this.#like, 'cancelled', this.firesAt);
    this.firesAt = at;
    this.armed = this.#sim.writeTimer(this.#like, 'armed', at);
    this.#task.cause = this.armed;
  }
}

export class Process {
  readonly name: string;
  readonly sim: Simulation;
  readonly network: Network;
  readonly clock: ProcessClock;
  phase: ProcessPhase = 'stopped';
  life = new Life();
  /** Answers calls; undefined while the port is closed. */
  listener: ((call: IncomingCall) => void) | undefined;
  /** Told after its exit has been recorded: whoever looks after it. It outlives its life. */
  onExit: (() => void) | undefined;
  /** Record of the last change of phase. */
  lastSeq: Seq | null = null;
  /** How often it was started. */
  starts = 0;
  readonly #spec: ProcessSpec;
  /** By their names within this process. */
  readonly #streams = new Map<string, RandomStream>();
  #program: Program = {};
  #signals = 0;

  constructor(sim: Simulation, network: Network, spec: ProcessSpec) {
    this.sim = sim;
    this.network = network;
    this.name = spec.name;
    this.#spec = spec;
    this.life.alive = false;
    this.clock = new ProcessClock(sim, (before) => this.#retime(before));
  }

  get running(): boolean {
    return this.life.alive;
  }

  /** Its own clock, ms since 1970: what it would print as a time of day. */
  wallMs(): number {
    return this.clock.wallMs();
  }

  /** Its own clock, µs since the start of the run: it never jumps, but may run fast or slow. */
  ownTime(): SimTime {
    return this.clock.ownTime();
  }

  /** A random stream of its own. Restarts go on in the same stream. */
  random(name: string): RandomStream {
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = this.sim.random(`${this.name}/${name}`);
      this.#streams.set(name, stream);
    }
    return stream;
  }

  write<K extends RecordKind>(
    kind: K,
    actor: string,
    fields: FieldsOf<K>,
    cause: Seq | null = this.sim.cause,
  ): Seq {
    return this.sim.write(kind, actor, fields, cause);
  }

  log(actor: string, level: 'info' | 'warning' | 'error' | 'fatal', message: string): Seq {
    return this.write('log', actor, { level, message });
  }

  /** Does `work` after a length of its own time, without a record. For work, not for waiting. */
  later(delay: SimDuration, work: Work, cause?: Seq | null): Task {
    const { sim, clock, life } = this;
    const task = sim.schedule(after(sim.now, clock.trueLength(delay)), work, life, cause);
    task.byClock = UNWATCHED;
    return task;
  }

  /** Arms a timer that people see. Its work has the arming record as cause. */
  timer(actor: string, name: string, delay: SimDuration, run: () => void): Timer {
    return this.timerLike(this.sim.recorder.prepareTimer(actor, name), delay, run);
  }

  /** The same, for those who arm one like it again and again. */
  timerLike(like: PreparedTimer, delay: SimDuration, work: Work): Timer {
    return new ArmedTimer(this, like, after(this.sim.now, this.clock.trueLength(delay)), work);
  }

  /** Starts it. @returns false when it is running already. */
  start(): boolean {
    if (this.life.alive) return false;
    this.life = new Life();
    this.#signals = 0;
    this.starts += 1;
    this.#program = {};
    this.#enter('starting', null, 'exec');
    const delay = this.random('start').duration(this.#spec.startDelay);
    this.sim.schedule(after(this.sim.now, delay), () => this.#boot(), this.life, this.lastSeq);
    return true;
  }

  /** SIGTERM. @returns false when it is not running. */
  terminate(): boolean {
    if (!this.life.alive) return false;
    this.#signals += 1;
    const count = this.#signals;
    if (this.phase !== 'terminating') this.#enter('terminating', null, 'SIGTERM');
    const cause = count === 1 ? this.lastSeq : this.sim.cause;
    this.sim.schedule(this.sim.now, () => this.#onSignal(count), this.life, cause);
    return true;
  }

  /** SIGKILL. @returns false when it is not running. */
  kill(): boolean {
    if (!this.life.alive) return false;
    this.exit(EXIT_SIGKILL, 'SIGKILL');
    return true;
  }

  /** SIGSTOP: nothing of it runs; what comes due is held. */
  pause(): boolean {
    if (!this.life.alive || this.life.paused) return false;
    this.life.paused = true;
    this.lastSeq = this.#record(this.phase, null, 'SIGSTOP');
    this.network.peerWentSilent(this);
    return true;
  }

  /** SIGCONT: what was held runs now, in its order. */
  resume(): boolean {
    if (!this.life.alive || !this.life.paused) return false;
    this.life.paused = false;
    const cause = this.#record(this.phase, null, 'SIGCONT');
    this.lastSeq = cause;
    for (const task of this.life.held.splice(0)) {
      const { work } = task;
      if (!work) continue;
      const late = () => {
        if (!task.work) return;
        task.work = undefined;
        this.sim.lateFor = task.cause ?? undefined;
        carryOut(work);
      };
      this.sim.schedule(this.sim.now, late, this.life, cause);
    }
    return true;
  }

  /** Ends it: tasks are dropped, the port closes, peers are told by the operating system. */
  exit(exitCode: number, reason: string): void {
    invariant(this.life.alive, `${this.name} is running when it exits`);
    this.life.alive = false;
    this.listener = undefined;
    this.#enter('exited', exitCode, reason);
    this.network.processExited(this);
    this.onExit?.();
  }

  #boot(): void {
    this.#enter('running', null, 'first instruction');
    this.sim.cause = this.lastSeq;
    const life = this.life;
    const program = this.#spec.boot(this);
    if (life.alive) this.#program = program;
  }

  #onSignal(count: number): void {
    if (this.#program.onTerminate) this.#program.onTerminate(count);
    else this.exit(EXIT_SIGTERM, 'SIGTERM');
  }

  #enter(phase: ProcessPhase, exitCode: number | null, reason: string): void {
    this.phase = phase;
    this.lastSeq = this.#record(phase, exitCode, reason);
  }

  #record(phase: ProcessPhase, exitCode: number | null, reason: string): Seq {
    return this.write('process', this.name, { name: this.name, phase, exitCode, reason });
  }

  #retime(before: number): void {
    const { sim, life, clock } = this;
    const { now } = sim;
    sim.retime(life, (at) => retimedAt(at, clock, before, now));
  }
}
