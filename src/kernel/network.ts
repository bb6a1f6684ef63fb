/**
 * The network between processes: latency, loss, slower links, partitions, and connections that
 * open, break and time out as TCP's do.
 *
 * Simplified  a TCP handshake with TLS costs one round trip. FIN and RST draw no message record.
 *             A lost FIN is not sent again: the peer learns from its own next packet or its
 *             keepalive.
 */
import { after, type SimDuration, type SimTime, seconds } from '#base';
import type { Seq } from '#trace';
import { Connection } from './connection';
import { Process, type ProcessSpec } from './process';
import type { DurationRange, RandomStream } from './random';
import type { Simulation } from './simulation';

/**
 * First wait before a lost SYN is sent again; doubles each time. Source: Linux TCP_TIMEOUT_INIT.
 */
const SYN_RETRY = seconds(1);

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

/** How long a client waits for a connection, and how it finds out that one is dead. */
export interface DialOptions {
  readonly dialTimeout: SimDuration;
  /** Silence after which the client asks whether the peer is there. */
  readonly keepaliveIdle: SimDuration;
  /** How long it waits for that answer. */
  readonly keepaliveTimeout: SimDuration;
}

export type DialResult =
  | { readonly ok: true; readonly connection: Connection; readonly seq: Seq }
  | { readonly ok: false; readonly reason: string; readonly seq: Seq };

export class Network {
  readonly sim: Simulation;
  readonly processes = new Map<string, Process>();
  readonly #latency: DurationRange;
  readonly #lossPerMillion: number;
  readonly #partitions: Sides[] = [];
  readonly #slow: SlowLink[] = [];
  readonly #connections = new Set<Connection>();

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
    return { heal: () => remove(this.#partitions, sides) };
  }

  delay(sides: Sides, add: SimDuration, jitter: SimDuration): NetworkFault {
    const slow = { ...sides, add, jitter };
    this.#slow.push(slow);
    return { heal: () => remove(this.#slow, slow) };
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
    const deadline = after(this.sim.now, options.dialTimeout);
    this.#sendSyn({ client, server, options, done, deadline }, SYN_RETRY);
  }

  /** The operating system closes the connections of a process that ended. */
  processExited(process: Process): void {
    for (const connection of [...this.#connections]) connection.processExited(process);
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

  forget(connection: Connection): void {
    this.#connections.delete(connection);
  }

  #sendSyn(attempt: Attempt, retry: SimDuration): void {
    const { sim } = this;
    const { client, server, deadline } = attempt;
    const lost = this.loses(client.name, server) || this.loses(server, client.name);
    const trip = lost
      ? retry
      : ((this.latency(client.name, server) + this.latency(server, client.name)) as SimDuration);
    const at = after(sim.now, trip);
    if (at > deadline) {
      const reason = `dial tcp ${server}: i/o timeout`;
      sim.schedule(deadline, () => this.#failed(attempt, 'timed-out', reason), client.life);
      return;
    }
    const next = lost
      ? () => this.#sendSyn(attempt, (retry * 2) as SimDuration)
      : () => this.#answered(attempt);
    sim.schedule(at, next, client.life);
  }

  #answered(attempt: Attempt): void {
    const { client, server, options, done } = attempt;
    const peer = this.processes.get(server);
    if (!peer?.life.alive || !peer.listener) {
      this.#failed(attempt, 'closed', `dial tcp ${server}: connect: connection refused`);
      return;
    }
    const connection = new Connection({ network: this, client, peer, options });
    this.#connections.add(connection);
    const seq = this.#record(attempt, 'opened', '');
    done({ ok: true, connection, seq });
  }

  #failed(attempt: Attempt, phase: string, reason: string): void {
    attempt.done({ ok: false, reason, seq: this.#record(attempt, phase, reason) });
  }

  #record({ client, server }: Attempt, phase: string, reason: string): Seq {
    return client.write('connection', client.name, { client: client.name, server, phase, reason });
  }
}

interface Attempt {
  readonly client: Process;
  readonly server: string;
  readonly options: DialOptions;
  readonly done: (result: DialResult) => void;
  readonly deadline: SimTime;
}

function crosses(sides: Sides, a: string, b: string): boolean {
  const { between, and } = sides;
  return (between.includes(a) && and.includes(b)) || (between.includes(b) && and.includes(a));
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
