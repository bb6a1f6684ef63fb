/**
 * The discrete-event loop. Tasks run in order of (time, number); steps of the timeline run at the
 * end of their instant, in list order. The only input is the seed and what was scheduled; the
 * only output is the recorder.
 */
import { broken, invariant, type SimTime, TIME_ZERO } from '#base';
import {
  type FieldsOf,
  kindNumber,
  type Prepared,
  type PreparedState,
  type PreparedTimer,
  Recorder,
  type RecordKind,
  type Seq,
} from '#trace';
import type { ByClock } from './process-clock';
import { type RandomStream, RandomStreams } from './random';
import { TaskQueue } from './task-queue';

/** Most tasks in one instant. Beyond it two actors answer each other without time passing. */
const MAX_TASKS_AN_INSTANT = 2_000_000;
const TIMER = kindNumber('timer');

/**
 * Who owns a task: a life of a process. A dead owner's tasks are dropped, a paused one's are
 * held.
 */
export interface TaskOwner {
  readonly alive: boolean;
  readonly paused: boolean;
  /** Keeps a task that came due while paused. */
  hold(task: Task): void;
}

/** What a task does. Where many tasks do the same, an object costs less than a closure for each. */
export type Work = (() => void) | { run(): void };

export interface Task {
  readonly owner: TaskOwner | undefined;
  cause: Seq | null;
  /** Absent once it has been done or cancelled. */
  work: Work | undefined;
  /** Present where its time is told by the clock of its owner. */
  byClock: ByClock | undefined;
}

export interface SimulationOptions {
  readonly seed: number;
  /** What clocks show at t = 0, ms since 1970. */
  readonly epochMs: number;
  /** The run ends where one more record would be written. */
  readonly maxRecords: number;
}

/** 0: a step of the timeline; 1: the end of one; 2: a look at what came of them. */
export type StepRank = 0 | 1 | 2;

interface PlannedStep {
  readonly at: SimTime;
  readonly rank: StepRank;
  readonly run: () => void;
}

export class Simulation {
  readonly recorder: Recorder;
  readonly epochMs: number;
  /** The record behind the work in progress; new records name it as their cause. */
  cause: Seq | null = null;
  /** A further record behind it: the timer that came due while its process was paused. */
  lateFor: Seq | undefined;
  truncated = false;
  /** Tasks run so far. */
  taskCount = 0;
  #now: SimTime = TIME_ZERO;
  #ids = 0;
  #instantTasks = 0;
  /** The first record that the task in progress may have written. */
  #firstOfTask = 0;
  readonly #queue = new TaskQueue<Task>();
  readonly #steps: PlannedStep[] = [];
  readonly #random: RandomStreams;
  readonly #maxRecords: number;

  constructor(options: SimulationOptions) {
    this.recorder = new Recorder(() => this.#now);
    this.epochMs = options.epochMs;
    this.#random = new RandomStreams(options.seed);
    this.#maxRecords = options.maxRecords;
  }

  get now(): SimTime {
    return this.#now;
  }

  random(name: string): RandomStream {
    return this.#random.stream(name);
  }

  /** A number that no other call of this run got. */
  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** Writes a record whose cause, unless given, is the record behind the work in progress. */
  write<K extends RecordKind>(
    kind: K,
    actor: string,
    fields: FieldsOf<K>,
    cause: Seq | null = this.cause,
  ): Seq {
    return this.recorder.write(kind, actor, cause, fields, this.#lateBeside(cause));
  }

  /** Writes a request that differs from others like it in its id alone. */
  writeRequest(like: Prepared<'request'>, id: number): Seq {
    const { cause } = this;
    return this.recorder.writeRequest(like, id, cause, this.#lateBeside(cause));
  }

  writeState(state: PreparedState): Seq {
    const { cause } = this;
    return this.recorder.writeState(state, cause, this.#lateBeside(cause));
  }

  writeTimer(timer: PreparedTimer, phase: 'armed' | 'cancelled', firesAt: SimTime): Seq {
    const { cause } = this;
    return this.recorder.writeTimer(timer, cause, { phase, firesAt }, this.#lateBeside(cause));
  }

  #lateBeside(cause: Seq | null): readonly Seq[] | undefined {
    const late = this.lateFor;
    return late !== undefined && late !== cause ? [late] : undefined;
  }

  /**
   * Writes a record that needed further records beside its cause, which is the work in progress.
   */
  writeAlso<K extends RecordKind>(
    kind: K,
    actor: string,
    fields: FieldsOf<K>,
    also: readonly Seq[],
  ): Seq {
    const late = this.lateFor;
    const all = late === undefined ? also : [...also, late];
    return this.recorder.write(kind, actor, this.cause, fields, all);
  }

  /** Does `work` at `at`, on behalf of `cause`. The returned task is cancelled by `cancel`. */
  schedule(at: SimTime, work: Work, owner?: TaskOwner, cause?: Seq | null): Task {
    if (!(at >= this.#now)) broken(`time ${at} is not before now, ${this.#now}`);
    const behind = cause === undefined ? this.#causeAt(at) : cause;
    const task: Task = { owner, cause: behind, work, byClock: undefined };
    this.#queue.push(at, task);
    return task;
  }

  #causeAt(at: SimTime): Seq | null {
    return at === this.#now ? this.cause : this.causeOfLater();
  }

  /**
   * What stands behind work at a later time. A timer is the cause of what happens when it fires;
   * what follows later names what the timer's work wrote.
   */
  causeOfLater(): Seq | null {
    const { cause, recorder } = this;
    const { kind } = recorder.table;
    if (cause === null || kind[cause] !== TIMER) return cause;
    let last = recorder.length - 1;
    while (last >= this.#firstOfTask && kind[last] === TIMER) last -= 1;
    return last >= this.#firstOfTask ? last : cause;
  }

  cancel(task: Task): void {
    task.work = undefined;
  }

  /** Moves what waits by the clock of `owner`, each to the time that `timeOf` says. */
  retime(owner: TaskOwner, timeOf: (at: SimTime) => SimTime): void {
    const moved = this.#queue.move((at, { owner: whose, work, byClock }) =>
      whose === owner && work && byClock ? timeOf(at as SimTime) : at,
    );
    for (const { at, task } of moved) task.byClock?.retimed(at as SimTime);
  }

  /**
   * Puts a step at the end of the instant `at`. Steps of one instant run in order of rank, those
   * of one rank in the order of planning.
   */
  planStep(at: SimTime, run: () => void, rank: StepRank = 0): void {
    invariant(at >= this.#now, `a step at ${at} is not before now, ${this.#now}`);
    const after = (step: PlannedStep) => step.at > at || (step.at === at && step.rank > rank);
    let index = this.#steps.length;
    while (index > 0 && after(this.#steps[index - 1])) index -= 1;
    this.#steps.splice(index, 0, { at, rank, run });
  }

  /** Does `work` on behalf of another record. */
  onBehalfOf(cause: Seq | null, work: () => void): void {
    const before = this.cause;
    this.cause = cause;
    work();
    this.cause = before;
  }

  /**
   * Runs until `until` (included) or until `maxTasks` were run.
   * @returns true when the run has reached `until` or its limit of records.
   */
  advance(until: SimTime, maxTasks = Number.POSITIVE_INFINITY): boolean {
    if (this.#isFull()) return true;
    for (let count = 0; count < maxTasks; count += 1) {
      const stepAt = this.#steps.length > 0 ? this.#steps[0].at : Number.POSITIVE_INFINITY;
      const taskAt = this.#queue.firstAt;
      const at = Math.min(stepAt, taskAt);
      if (at > until) {
        this.#now = until;
        return true;
      }
      this.#enter(at as SimTime);
      if (taskAt <= stepAt) this.runTask(this.#queue.pop());
      else this.#runStepsOf(at as SimTime);
      if (this.#isFull()) return true;
    }
    return false;
  }

  /** Ends the run where its limit of records is passed, even in the middle of a task. */
  #isFull(): boolean {
    if (this.recorder.length <= this.#maxRecords) return false;
    this.recorder.table.cut(this.#maxRecords);
    this.truncated = true;
    return true;
  }

  /** Runs one task now, or leaves it to its paused owner. */
  runTask(task: Task): void {
    const { owner, work } = task;
    if (!work) return;
    if (owner) {
      if (!owner.alive) return;
      if (owner.paused) {
        owner.hold(task);
        return;
      }
    }
    this.taskCount += 1;
    this.#firstOfTask = this.recorder.length;
    task.work = undefined;
    this.cause = task.cause;
    carryOut(work);
    this.cause = null;
    this.lateFor = undefined;
  }

  #enter(at: SimTime): void {
    if (at > this.#now) this.#instantTasks = 0;
    this.#instantTasks += 1;
    if (this.#instantTasks > MAX_TASKS_AN_INSTANT) {
      broken(`fewer than ${MAX_TASKS_AN_INSTANT} tasks at ${at} µs`);
    }
    this.#now = at;
  }

  #runStepsOf(at: SimTime): void {
    while (this.#steps.length > 0 && this.#steps[0].at === at) {
      const step = this.#steps.shift() as PlannedStep;
      this.cause = null;
      step.run();
    }
    this.cause = null;
  }
}

export function carryOut(work: Work): void {
  if (typeof work === 'function') work();
  else work.run();
}
