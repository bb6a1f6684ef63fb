/** What the index keeps of each actor and each process, and what it says about them. */
import type { SimTime } from '#base';
import type { Seq } from './record';
import { IntList, Track } from './spans';

export interface HookState {
  readonly name: string;
  readonly type: 'post-start' | 'pre-shutdown';
  readonly phase: 'started' | 'succeeded' | 'failed';
  readonly since: SimTime;
  readonly seq: Seq;
}

/** What a process was doing at a time. */
export interface ProcessState {
  readonly phase: 'starting' | 'running' | 'terminating' | 'exited';
  readonly since: SimTime;
  readonly exitCode: number | null;
  readonly reason: string;
  readonly seq: Seq;
}

/** A timer that was armed and had neither fired nor been cancelled. */
export interface RunningTimer {
  readonly name: string;
  readonly armedAt: SimTime;
  readonly firesAt: SimTime;
  readonly seq: Seq;
}

/** Name of the track of a process's phases. */
const PROCESS_MACHINE = 'process';

/** Everything one actor wrote. */
export class ActorRows {
  readonly path: string;
  readonly rows = new IntList();
  readonly timers = new IntList();
  /** One per machine, in order of the first record; most actors have one. */
  readonly tracks: Track[] = [];

  constructor(path: string) {
    this.path = path;
  }
}

/** One process: its phases, the actors inside it, and its hooks of all lives. */
export class ProcessRows {
  readonly phases: Track;
  readonly inside: ActorRows[] = [];
  readonly hooks = new IntList();

  constructor(name: string) {
    this.phases = new Track(name, PROCESS_MACHINE, 1);
  }
}
