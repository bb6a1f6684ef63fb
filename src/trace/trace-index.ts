/**
 * What the page asks of a trace, kept up to date as rows arrive: rows by actor, spans of machine
 * states, phases of processes, hooks, messages under way, effects of a record, leases, connections.
 * Every answer is for a time, so going back is only another question.
 *
 * `update` costs the new rows only. Questions are answered by binary search. Beside the table it
 * keeps about 20 bytes a row.
 */
import type { SimTime } from '#base';
import {
  ActorRows,
  type HookState,
  ProcessRows,
  type ProcessState,
  type RunningTimer,
} from './actor-rows';
import { causeChain, Effects } from './causality';
import {
  type ConnectionState,
  Connections,
  type PartitionState,
  partitionsAt,
} from './connections';
import { Flights } from './flights';
import { KIND_NUMBER } from './layout';
import { type LeaseTrack, LeaseTracks, type MasterLease } from './lease-tracks';
import type { Seq } from './record';
import { countUpTo, IntList, rowOfEntry, type Span, Track, timeInSlot } from './spans';
import { NULL_EXIT, type TraceTable } from './trace-table';

export type { HoldEnd, LeaseHold } from './lease-tracks';
export { countUpTo, IntList, rowOfEntry } from './spans';
export type {
  ConnectionState,
  HookState,
  LeaseTrack,
  MasterLease,
  PartitionState,
  ProcessState,
  RunningTimer,
  Span,
  Track,
};

const NO_ROWS = new Int32Array(0);

export class TraceIndex {
  readonly table: TraceTable;
  /** Actor paths in order of their first record. */
  readonly actors: string[] = [];
  /** Process names in order of their first process record. */
  readonly processes: string[] = [];
  readonly #byId: (ActorRows | undefined)[] = [];
  readonly #byPath = new Map<string, ActorRows>();
  readonly #byProcess = new Map<string, ProcessRows>();
  readonly #effects = new Effects();
  readonly #flights = new Flights();
  readonly #connections = new Connections();
  readonly #leases = new LeaseTracks();
  readonly #faults = new IntList();
  #next = 0;

  constructor(table: TraceTable) {
    this.table = table;
  }

  /** Takes in the rows that are new since the last call. */
  update(): void {
    this.#effects.update(this.table);
    for (; this.#next < this.table.length; this.#next += 1) this.#take(this.#next);
  }

  /** Records of one actor, in order. A view: valid until the next `update`. */
  rowsOf(actor: string): Int32Array {
    return this.#byPath.get(actor)?.rows.view() ?? NO_ROWS;
  }

  /** Rows of `fault` records, in order. */
  faultRows(): Int32Array {
    return this.#faults.view();
  }

  /** States of each machine of an actor; for a process name first its phases. No copies. */
  tracksOf(actor: string): readonly Track[] {
    const own = this.#byPath.get(actor)?.tracks ?? [];
    const process = this.#byProcess.get(actor);
    return process && process.phases.entries().length > 0 ? [process.phases, ...own] : own;
  }

  /** Spans of one actor that touch [from, to], in order; for a process name its phases too. */
  spansOf(actor: string, from = 0, to = Number.MAX_SAFE_INTEGER): readonly Span[] {
    const lists = this.tracksOf(actor).map((track) => track.spans(this.table, from, to));
    if (lists.length === 1) return lists[0];
    return lists.flat().sort((a, b) => a.seq - b.seq);
  }

  /** The span of that actor that holds `time`; of several machines the one that changed last. */
  spanAt(actor: string, time: number): Span | undefined {
    const upTo = this.table.lastAt(time);
    let best: Span | undefined;
    for (const track of this.tracksOf(actor)) {
      const span = track.spanAtPlace(this.table, track.placeUpTo(upTo));
      if (span && (best === undefined || span.seq > best.seq)) best = span;
    }
    return best;
  }

  /** The phase of a process; undefined before its first record. */
  processPhaseAt(name: string, time: number): ProcessState | undefined {
    const phases = this.#byProcess.get(name)?.phases;
    const place = phases?.placeUpTo(this.table.lastAt(time)) ?? -1;
    if (!phases || place < 0) return undefined;
    const seq = rowOfEntry(phases.entries()[place]);
    const { slots, strings } = this.table;
    const exitCode = slots[2][seq];
    return {
      phase: strings[slots[1][seq]] as ProcessState['phase'],
      since: this.table.timeOf(seq),
      exitCode: exitCode === NULL_EXIT ? null : exitCode,
      reason: strings[slots[3][seq]],
      seq,
    };
  }

  /** Hooks of a server in its current life, in order of their start; none after it exited. */
  hooksAt(server: string, time: number): readonly HookState[] {
    const process = this.#byProcess.get(server);
    if (!process) return [];
    const upTo = this.table.lastAt(time);
    const rows = process.hooks.view();
    const hooks = new Map<string, HookState>();
    const first = countUpTo(rows, this.#lifeStart(process, upTo));
    for (let index = first; index < rows.length && rows[index] <= upTo; index += 1) {
      const record = this.table.recordOf(rows[index], 'hook');
      if (!record) continue;
      const { name, type, phase, t, seq } = record;
      hooks.set(`${type} ${name}`, { name, type, phase, since: t, seq } as HookState);
    }
    return [...hooks.values()];
  }

  /** Timers of an actor that run at `time`, in order of arming. */
  timersAt(actor: string, time: number): readonly RunningTimer[] {
    const rows = this.#byPath.get(actor)?.timers.view() ?? NO_ROWS;
    const process = this.#byProcess.get(actor.split('/')[0]);
    const upTo = this.table.lastAt(time);
    const running = new Map<string, RunningTimer>();
    const first = process ? countUpTo(rows, this.#lifeStart(process, upTo)) : 0;
    for (let index = first; index < rows.length && rows[index] <= upTo; index += 1) {
      const seq = rows[index];
      const name = this.table.strings[this.table.slots[0][seq]];
      running.delete(name);
      const firesAt = timeInSlot(this.table, seq, 2);
      if (this.table.strings[this.table.slots[1][seq]] !== 'armed' || firesAt <= time) continue;
      running.set(name, { name, armedAt: this.table.timeOf(seq), firesAt, seq });
    }
    return [...running.values()];
  }

  /** Message records sent at or before `time` that arrive (or get lost) after it. */
  messagesAt(time: number): readonly Seq[] {
    return this.#flights.at(this.table, time);
  }

  /** Records whose cause is `seq`, in order; with a limit, the newest ones. */
  effectsOf(seq: Seq, limit?: number): readonly Seq[] {
    return this.#effects.of(seq, limit);
  }

  /** The causes behind a record, nearest first, without itself; at most `limit`, by default 10. */
  causeChain(seq: Seq, limit = 10): readonly Seq[] {
    return causeChain(this.table, seq, limit);
  }

  /** Leases in order of their first write: master leases and those of `lease` records. */
  leases(): readonly LeaseTrack[] {
    return this.#leases.tracks;
  }

  /** Every master lease written by `time`, also those gone since. */
  masterLeasesAt(time: number): readonly MasterLease[] {
    return this.#leases.mastersAt(this.table, time);
  }

  /** When the etcd lease named by the put `seq` runs out, as known at `time`. */
  leaseExpiryOf(seq: Seq, time = Number.MAX_SAFE_INTEGER): SimTime | undefined {
    return this.#leases.expiryOf(this.table, seq, this.table.lastAt(time));
  }

  /** Every pair of processes that has had a connection by `time`. */
  connectionsAt(time: number): readonly ConnectionState[] {
    return this.#connections.at(this.table, time);
  }

  /** Partitions of the network in force at `time`. */
  partitionsAt(time: number): readonly PartitionState[] {
    return partitionsAt(this.table, this.#faults.view(), time);
  }

  #take(seq: Seq): void {
    const { table } = this;
    const actor = this.#byId[table.actor[seq]] ?? this.#addActor(table.actor[seq]);
    actor.rows.push(seq);
    switch (table.kind[seq]) {
      case KIND_NUMBER.state:
        this.#trackOf(actor, table.slots[0][seq]).begin(seq);
        break;
      case KIND_NUMBER.message:
        this.#flights.take(table, seq);
        break;
      case KIND_NUMBER.timer:
        actor.timers.push(seq);
        this.#leases.takeTimer(table, seq);
        break;
      case KIND_NUMBER.etcd:
        this.#leases.takeEtcd(table, seq);
        break;
      case KIND_NUMBER.connection:
        this.#connections.take(table, seq);
        break;
      case KIND_NUMBER.process:
        this.#takeProcess(seq);
        break;
      case KIND_NUMBER.hook:
        this.#processOf(table.strings[table.slots[0][seq]]).hooks.push(seq);
        break;
      case KIND_NUMBER.lease:
        this.#leases.takeLease(table, seq);
        break;
      case KIND_NUMBER.fault:
        this.#faults.push(seq);
        break;
    }
  }

  #addActor(id: number): ActorRows {
    const path = this.table.strings[id];
    const actor = new ActorRows(path);
    this.#byId[id] = actor;
    this.#byPath.set(path, actor);
    this.actors.push(path);
    const slash = path.indexOf('/');
    if (slash > 0) this.#processOf(path.slice(0, slash)).inside.push(actor);
    return actor;
  }

  #processOf(name: string): ProcessRows {
    let process = this.#byProcess.get(name);
    if (!process) {
      process = new ProcessRows(name);
      this.#byProcess.set(name, process);
    }
    return process;
  }

  #trackOf(actor: ActorRows, machineId: number): Track {
    const machine = this.table.strings[machineId];
    let track = actor.tracks.find((candidate) => candidate.machine === machine);
    if (!track) {
      track = new Track(actor.path, machine, 2);
      actor.tracks.push(track);
    }
    return track;
  }

  #takeProcess(seq: Seq): void {
    const { slots, strings } = this.table;
    const name = strings[slots[0][seq]];
    const process = this.#processOf(name);
    if (process.phases.entries().length === 0) this.processes.push(name);
    process.phases.begin(seq);
    const phase = strings[slots[1][seq]];
    if (phase !== 'starting' && phase !== 'exited') return;
    for (const actor of process.inside) for (const track of actor.tracks) track.close(seq);
    this.#connections.endClient(name, seq);
  }

  /** Row from which the present life counts: the last start or exit; -1 when there was none. */
  #lifeStart(process: ProcessRows, upTo: Seq): Seq {
    const { phases } = process;
    for (let place = phases.placeUpTo(upTo); place >= 0; place -= 1) {
      const seq = phases.entries()[place];
      const phase = phases.stateOf(this.table, seq);
      if (phase === 'starting' || phase === 'exited') return seq;
    }
    return -1;
  }
}
