/**
 * The network between processes: latency, loss, slower links, partitions, and connections that
 * open, break and time out as TCP's do.
 *
 * Simplified  FIN and RST draw no message record.
 */
import { type SimDuration, takeOut } from '#base';
import type { Connection } from './connection';
import { Dialer, type DialOptions, type DialResult } from './dialing';
import { Process, type ProcessSpec } from './process';
import type { DurationRange, RandomStream } from './random';
import type { Simulation } from './simulation';

export interface NetworkOptions {
  readonly latency: DurationRange;
  /** Lost packets in a million. */
  readonly lossPerMillion: number;
}

/** Two sides of a fault. A process name, or several. */
export interface Sides {
  readonly between: readonly string[];
  readonly and: readonly string[];
}

interface SlowLink extends Sides {
  readonly add: SimDuration;
  readonly jitter: SimDuration;
}

/** The way of packets from one process to another. */
export interface Path {
  readonly from: string;
  readonly to: string;
  /** The stream that their latencies are drawn from. */
  readonly latency: RandomStream;
}

/** A fault that can be healed. */
export interface NetworkFault {
  heal(): void;
}

export class Network {
  readonly sim: Simulation;
  readonly processes = new Map<string, Process>();
  readonly #latency: DurationRange;
  readonly #lossPerMillion: number;
  readonly #partitions: Sides[] = [];
  readonly #slow: SlowLink[] = [];
  readonly #connections = new Set<Connection>();
  readonly #dialer = new Dialer(this);

  constructor(sim: Simulation, options: NetworkOptions) {
    this.sim = sim;
    this.#latency = options.latency;
    this.#lossPerMillion = options.lossPerMillion;
  }

  addProcess(spec: ProcessSpec): Process {
    const process = new Process(this.sim, this, spec);
    this.processes.set(spec.name, process);
    return process;
  }

  /** Whether packets between the two are lost. */
  blocked(a: string, b: string): boolean {
    return this.#partitions.some((sides) => crosses(sides, a, b));
  }

  partition(sides: Sides): NetworkFault {
    this.#partitions.push(sides);
    for (const connection of this.#connections) {
      if (crosses(sides, connection.client.name, connection.server)) connection.watchSilence();
    }
    return { heal: () => takeOut(this.#partitions, sides) };
  }

  delay(sides: Sides, add: SimDuration, jitter: SimDuration): NetworkFault {
    const slow = { ...sides, add, jitter };
    this.#slow.push(slow);
    for (const connection of this.#connections) {
      if (crosses(sides, connection.client.name, connection.server)) connection.watchSilence();
    }
    return { heal: () => takeOut(this.#slow, slow) };
  }

  /** Whether no answer can come within `patience`, as packets are lost or links too slow. */
  cutOff(a: string, b: string, patience: SimDuration): boolean {
    if (this.blocked(a, b)) return true;
    let roundTrip = 0;
    for (const slow of this.#slow) if (crosses(slow, a, b)) roundTrip += 2 * slow.add;
    return roundTrip >= patience;
  }

  /** The way from one process to the other, found once by those who send many packets. */
  path(from: string, to: string): Path {
    return { from, to, latency: this.sim.random(`network/${from}/${to}`) };
  }

  /** Time a packet takes from one process to the other, drawn now. */
  latency(from: string, to: string): SimDuration {
    return this.latencyOf(this.path(from, to));
  }

  /** The same for a known way. */
  latencyOf({ from, to, latency: stream }: Path): SimDuration {
    let latency: number = stream.duration(this.#latency);
    for (const slow of this.#slow) {
      if (!crosses(slow, from, to)) continue;
      latency += slow.add + stream.int(0, slow.jitter);
    }
    return latency as SimDuration;
  }

  /** Whether this packet gets lost: a partition, or chance. */
  loses(from: string, to: string): boolean {
    if (this.#partitions.length > 0 && this.blocked(from, to)) return true;
    if (this.#lossPerMillion === 0) return false;
    return this.sim.random(`loss/${from}/${to}`).chance(this.#lossPerMillion);
  }

  /**
   * Opens a connection. The answer comes in a task of the client, with the connection's record.
   * Refused when nothing listens; `i/o timeout` when no packet gets through in time.
   */
  dial(client: Process, server: string, options: DialOptions, done: (r: DialResult) => void): void {
    this.#dialer.dial({ client, server, options, done });
  }

  /**
   * Who is reached, of processes of one address: the first that listens, else the first that runs,
   * else the first.
   */
  reached(names: readonly string[]): string {
    const alive = names.filter((name) => this.processes.get(name)?.life.alive);
    return alive.find((name) => this.processes.get(name)?.listener) ?? alive[0] ?? names[0];
  }

  /** The operating system closes the connections of a process that ended. */
  processExited(process: Process): void {
    for (const connection of [...this.#connections]) connection.processExited(process);
    this.#dialer.processExited(process);
  }

  /**
   * The graceful end of a server's connections: idle ones close now, the others when their last
   * call is over; none takes a further call. `done` hears once, when none is open.
   */
  drainServer(process: Process, done: () => void): void {
    const { life } = process;
    const open = new Set<Connection>();
    for (const connection of this.#connections) {
      if (connection.peerLife === life && connection.serverOpen) open.add(connection);
    }
    if (open.size === 0) done();
    for (const connection of [...open]) {
      const serverClosed = () => {
        open.delete(connection);
        if (open.size === 0) done();
      };
      connection.onServerClose({ serverClosed });
    }
    for (const connection of [...open]) connection.goAway();
  }

  /** A paused process answers nothing; its clients may notice. */
  peerWentSilent(process: Process): void {
    for (const connection of this.#connections) {
      if (connection.server === process.name) connection.watchSilence();
    }
  }

  /** Keeps a connection that has been opened, so that faults find it. */
  keep(connection: Connection): void {
    this.#connections.add(connection);
  }

  forget(connection: Connection): void {
    this.#connections.delete(connection);
  }
}

function crosses(sides: Sides, a: string, b: string): boolean {
  const { between, and } = sides;
  return (between.includes(a) && and.includes(b)) || (between.includes(b) && and.includes(a));
}
