/**
 * Our lanes as Perfetto's processes and threads: a process each, a thread for each actor in it, and
 * one more for each further machine of an actor, since slices of one thread must nest.
 */
import type { Seq, TraceTable } from '#trace';

export interface PerfettoThread {
  readonly pid: number;
  /** Its own in the whole trace; that of a process's main thread is its pid. */
  readonly tid: number;
  readonly process: string;
  readonly name: string;
}

const PROCESS_PHASES = 'process';

export class PerfettoThreads {
  /** In order of their first record. */
  readonly all: PerfettoThread[] = [];
  readonly processes: string[] = [];
  readonly #byKey = new Map<string, PerfettoThread>();
  /** The machine whose states lie on the thread of an actor itself. */
  readonly #machineOf = new Map<string, string>();
  readonly #pids = new Map<string, number>();

  /** The thread on which a record is drawn. */
  of(table: TraceTable, seq: Seq): PerfettoThread {
    const actor = table.actorOf(seq);
    switch (table.kindOf(seq)) {
      case 'process':
        return this.#thread(table.text(seq, 'name'), undefined);
      case 'state':
        return this.#threadOfMachine(actor, table.text(seq, 'machine'));
      default:
        return this.#thread(actor, undefined);
    }
  }

  #threadOfMachine(actor: string, machine: string): PerfettoThread {
    // The main thread of a process shows its phases.
    const first = actor.includes('/') ? machine : PROCESS_PHASES;
    const own = this.#machineOf.get(actor) ?? first;
    this.#machineOf.set(actor, own);
    return this.#thread(actor, own === machine ? undefined : machine);
  }

  #thread(actor: string, machine: string | undefined): PerfettoThread {
    const key = machine === undefined ? actor : `${actor} (${machine})`;
    const known = this.#byKey.get(key);
    if (known) return known;
    const slash = actor.indexOf('/');
    const process = slash < 0 ? actor : actor.slice(0, slash);
    const pid = this.#pidOf(process);
    const main = key === process;
    const thread = {
      pid,
      tid: main ? pid : pid * THREADS_A_PROCESS + this.all.length + 1,
      process,
      name: main ? process : key.slice(process.length + 1),
    };
    this.#byKey.set(key, thread);
    this.all.push(thread);
    return thread;
  }

  #pidOf(process: string): number {
    let pid = this.#pids.get(process);
    if (pid === undefined) {
      pid = this.processes.length + 1;
      this.processes.push(process);
      this.#pids.set(process, pid);
    }
    return pid;
  }
}

/** Room for the numbers of a process's threads, so that none is the pid of another. */
const THREADS_A_PROCESS = 100_000;
