/**
 * How connections come up: TCP, whose lost packets are sent again until the client gives up, then
 * TLS, for which the server's process must run.
 *
 * Simplified  a TCP handshake with TLS costs one round trip
 */
import { after, type SimDuration, type SimTime, seconds } from '#base';
import type { Seq } from '#trace';
import { Connection } from './connection';
import type { Network } from './network';
import type { Life, Process } from './process';

/**
 * First wait before a lost SYN is sent again; doubles each time. Source: Linux TCP_TIMEOUT_INIT.
 */
const SYN_RETRY = seconds(1);
/** How the reason of a connection begins that TCP took and TLS did not. */
const HANDSHAKE = 'tls handshake:';

/** How long a client waits for a connection, and how it finds out that one is dead. */
export interface DialOptions {
  readonly dialTimeout: SimDuration;
  /** Silence after which the client asks whether the peer is there. */
  readonly keepaliveIdle: SimDuration;
  /** How long it waits for that answer. */
  readonly keepaliveTimeout: SimDuration;
  /** Whether it asks only while a call is in progress. */
  readonly keepaliveOnlyInCalls?: boolean;
  /** How long it waits for TLS once TCP is up; absent for the rest of the dial timeout. */
  readonly handshakeTimeout?: SimDuration;
  /** How long it lets packets go unacknowledged; absent for the operating system's own patience. */
  readonly userTimeout?: SimDuration;
  /** What is known of the far end beforehand: no machine has that address. */
  readonly silent?: boolean;
  /** The same: its name has no address, or who listens there takes no such connection. */
  readonly refusal?: string | undefined;
  /** Other processes that may listen at the same address, when the named one does not. */
  readonly others?: readonly string[] | undefined;
}

export type DialResult =
  | { readonly ok: true; readonly connection: Connection; readonly seq: Seq }
  | { readonly ok: false; readonly reason: string; readonly seq: Seq };

/** What a client asks for. */
export interface DialRequest {
  readonly client: Process;
  readonly server: string;
  readonly options: DialOptions;
  readonly done: (result: DialResult) => void;
}

interface Attempt extends DialRequest {
  /** The life of the client that asked. */
  readonly life: Life;
  readonly deadline: SimTime;
}

/** A connection that TCP has taken and that waits for TLS. */
interface Handshake {
  readonly life: Life;
  /** The process that should have answered has ended. */
  reset(cause: Seq | null): void;
}

export class Dialer {
  readonly #network: Network;
  readonly #handshakes = new Set<Handshake>();

  constructor(network: Network) {
    this.#network = network;
  }

  /** See `Network.dial`. */
  dial(request: DialRequest): void {
    const { client, options } = request;
    const { clock } = client;
    const deadline = after(this.#network.sim.now, clock.trueLength(options.dialTimeout));
    this.#sendSyn({ ...request, life: client.life, deadline }, SYN_RETRY);
  }

  /** Those who wait for TLS of a process that has ended are told by its operating system. */
  processExited(process: Process): void {
    for (const handshake of [...this.#handshakes]) {
      if (handshake.life !== process.life) continue;
      this.#handshakes.delete(handshake);
      handshake.reset(process.lastSeq);
    }
  }

  #sendSyn(attempt: Attempt, retry: SimDuration): void {
    const { sim } = this.#network;
    const { client, life, server, options, deadline } = attempt;
    const network = this.#network;
    const there: [string, string] = [client.name, server];
    const back: [string, string] = [server, client.name];
    const lost = options.silent || network.loses(...there) || network.loses(...back);
    const trip = lost ? retry : network.latency(...there) + network.latency(...back);
    const at = after(sim.now, trip as SimDuration);
    if (at > deadline) {
      const reason = `dial tcp ${server}: i/o timeout`;
      // A client that was stopped meanwhile is late.
      const late = Math.max(deadline, sim.now) as SimTime;
      sim.schedule(late, () => this.#failed(attempt, 'timed-out', reason), life);
      return;
    }
    const next = lost
      ? () => this.#sendSyn(attempt, (retry * 2) as SimDuration)
      : () => this.#answered(attempt);
    sim.schedule(at, next, life);
  }

  #answered(attempt: Attempt): void {
    const { server, options } = attempt;
    const peer = this.#network.processes.get(server);
    const listens = peer?.life.alive && peer.listener;
    if (options.refusal !== undefined && (listens || !peer)) {
      this.#failed(attempt, 'closed', options.refusal);
      return;
    }
    if (!peer?.life.alive || !peer.listener) {
      this.#failed(attempt, 'closed', `dial tcp ${server}: connect: connection refused`);
      return;
    }
    if (peer.life.paused) {
      this.#waitForHandshake(attempt, peer);
      return;
    }
    this.#opened(attempt, peer);
  }

  /** The operating system has taken the connection, but its process does not run. */
  #waitForHandshake(attempt: Attempt, peer: Process): void {
    const { sim } = this.#network;
    const { client, life, server, options, deadline } = attempt;
    const patience = options.handshakeTimeout;
    const until =
      patience === undefined ? deadline : after(sim.now, client.clock.trueLength(patience));
    const late = Math.max(until, sim.now) as SimTime;
    const giveUp = sim.schedule(
      late,
      () => {
        this.#handshakes.delete(handshake);
        this.#failed(attempt, 'timed-out', `${HANDSHAKE} timed out`);
      },
      life,
    );
    const back = (run: () => void, cause?: Seq | null) => {
      sim.cancel(giveUp);
      sim.schedule(after(sim.now, this.#network.latency(server, client.name)), run, life, cause);
    };
    const reset = (cause: Seq | null) =>
      back(() => this.#failed(attempt, 'closed', `${HANDSHAKE} connection reset by peer`), cause);
    const handshake: Handshake = { life: peer.life, reset };
    this.#handshakes.add(handshake);
    const resumed = () => {
      if (this.#handshakes.delete(handshake)) back(() => this.#opened(attempt, peer));
    };
    peer.life.hold({ owner: peer.life, cause: sim.cause, work: resumed, byClock: undefined });
  }

  #opened(attempt: Attempt, peer: Process): void {
    const { client, options, done } = attempt;
    const connection = new Connection({ network: this.#network, client, peer, options });
    this.#network.keep(connection);
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
