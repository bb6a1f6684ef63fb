/**
 * One TCP connection: two lanes, who has closed which side, and how a client finds out that the
 * far end is silent.
 */
import { type SimDuration, type SimTime, takeOut } from '#base';
import type { Seq } from '#trace';
import type { DialOptions } from './dialing';
import { Keepalive } from './keepalive';
import { Lane, type Packet } from './lane';
import type { Network } from './network';
import type { Life, Process } from './process';

/** What the client hears when its side closes. */
export type CloseListener = (reason: string, seq: Seq) => void;

/** Told when the server's side of a connection closes. */
export interface ServerSide {
  serverClosed(): void;
}

interface Parts {
  readonly network: Network;
  readonly client: Process;
  readonly peer: Process;
  readonly options: DialOptions;
}

/** Nobody has the connection any more, or the far end was killed. Source: ECONNRESET in Go. */
const RESET = 'read: connection reset by peer';
/** The far end acknowledged nothing for too long. Source: ETIMEDOUT in Go. */
const TIMED_OUT = 'read: connection timed out';

export class Connection {
  readonly client: Process;
  /** Name of the process that listens. */
  readonly server: string;
  readonly peer: Process;
  /** The life of the server that took the connection; a restarted server knows nothing of it. */
  readonly peerLife: Life;
  readonly clientLife: Life;
  clientOpen = true;
  serverOpen = true;
  /** When the client heard anything last. */
  lastHeard: SimTime;
  /** Calls of the client that are in progress. */
  clientCalls = 0;
  readonly #network: Network;
  readonly #up: Lane;
  readonly #down: Lane;
  readonly #keepalive: Keepalive;
  readonly #onClientClose: CloseListener[] = [];
  /** Calls in progress, and who else wants to know. There are few, and the newest end first. */
  readonly #serverSides: ServerSide[] = [];
  readonly #onGoAway: (() => void)[] = [];
  /** The server takes no further calls on it. */
  goneAway = false;
  #calls = 0;

  constructor({ network, client, peer, options }: Parts) {
    this.#network = network;
    this.client = client;
    this.peer = peer;
    this.server = peer.name;
    this.peerLife = peer.life;
    this.clientLife = client.life;
    this.lastHeard = network.sim.now;
    this.#up = new Lane({
      network,
      from: client,
      to: peer,
      patience: options.userTimeout,
      receive: (packet) => {
        if (this.serverOpen) packet.arrive();
        else this.#resetClient();
      },
      nobody: () => this.#resetClient(),
      gaveUp: () => this.#later(this.clientLife, () => this.#clientSideClosed(TIMED_OUT)),
    });
    this.#down = new Lane({
      network,
      from: peer,
      to: client,
      receive: (packet) => {
        this.lastHeard = network.sim.now;
        if (this.clientOpen) packet.arrive();
        else this.#resetServer();
      },
      nobody: () => this.#resetServer(),
      gaveUp: () => this.#later(this.peerLife, () => this.#serverSideClosed()),
    });
    this.#keepalive = new Keepalive({ network, connection: this, options });
  }

  onClientClose(listener: CloseListener): void {
    this.#onClientClose.push(listener);
  }

  onServerClose(listener: ServerSide): void {
    this.#serverSides.push(listener);
  }

  /** Told at the client when the server takes no further calls. */
  onGoAway(listener: () => void): void {
    this.#onGoAway.push(listener);
  }

  /** The server takes no further calls; it closes as soon as none is in progress. */
  goAway(): void {
    if (this.goneAway || !this.serverOpen) return;
    this.goneAway = true;
    const cause = this.#network.sim.causeOfLater() ?? this.peer.lastSeq ?? 0;
    this.#down.sendQuietly(cause, () => {
      for (const listener of this.#onGoAway) listener();
    });
    this.#closeWhenIdle();
  }

  /** The client has begun a call. */
  clientCallBegan(): void {
    this.clientCalls += 1;
    this.#keepalive.callBegan();
  }

  /** The client waits for nothing more from a call. */
  clientCallEnded(): void {
    this.clientCalls -= 1;
  }

  /** The server has begun to work on a call. */
  callBegan(call: ServerSide): void {
    this.#calls += 1;
    this.#serverSides.push(call);
  }

  /** The server has nothing more to send for a call. */
  callEnded(call: ServerSide): void {
    this.#calls -= 1;
    takeOut(this.#serverSides, call);
    this.#closeWhenIdle();
  }

  send(direction: 'up' | 'down', packet: Packet): void {
    if (direction === 'up') this.#up.send(packet);
    else this.#down.send(packet);
  }

  /** Sends something in its place in the order, without a message record. */
  sendQuietly(direction: 'up' | 'down', of: Seq, arrive: () => void): void {
    if (direction === 'up') this.#up.sendQuietly(of, arrive);
    else this.#down.sendQuietly(of, arrive);
  }

  /** The client closes it, quietly. */
  closeByClient(): void {
    if (!this.clientOpen) return;
    this.clientOpen = false;
    this.#network.forget(this);
    this.#finish();
  }

  /** The server closes it; the client hears of it when the path is whole. */
  closeByServer(reason: string): void {
    if (!this.serverOpen) return;
    const cause = this.#network.sim.causeOfLater() ?? this.peer.lastSeq ?? 0;
    this.#serverSideClosed();
    this.#down.sendQuietly(cause, () => this.#clientSideClosed(reason));
  }

  /** One of the two ended. Its operating system closes the connection. */
  processExited(process: Process): void {
    if (process === this.client && !this.clientLife.alive) this.closeByClient();
    else if (process === this.peer && !this.peerLife.alive && this.serverOpen) {
      this.serverOpen = false;
      this.#down.sendQuietly(process.lastSeq ?? 0, () => this.#clientSideClosed(RESET));
    }
  }

  /** Something may keep the far end from answering: lets the client find out. */
  watchSilence(): void {
    this.#keepalive.watch();
  }

  /** Whether the far end would not answer a question now. */
  silent(patience: SimDuration): boolean {
    const { peerLife, server } = this;
    return peerLife.paused || this.#network.cutOff(this.client.name, server, patience);
  }

  /** The far end has not answered: the client closes its side. */
  keepaliveFailed(): void {
    this.#clientSideClosed('keepalive timed out');
    this.#finish();
  }

  /** The client's side is closed; the server hears of it when the path is whole. */
  #finish(): void {
    const cause = this.#network.sim.causeOfLater() ?? this.client.lastSeq ?? 0;
    this.#up.sendQuietly(cause, () => this.#serverSideClosed());
  }

  #closeWhenIdle(): void {
    if (this.goneAway && this.#calls === 0) this.closeByServer('server sent GOAWAY');
  }

  /** Nobody has this connection any more: the operating system there answers with a reset. */
  #resetClient(): void {
    if (!this.clientOpen) return;
    this.#down.reset(() => {
      this.#up.drop();
      this.#clientSideClosed(RESET);
    });
  }

  /** The same the other way round. */
  #resetServer(): void {
    if (!this.serverOpen) return;
    this.#up.reset(() => {
      this.#down.drop();
      this.#serverSideClosed();
    });
  }

  #clientSideClosed(reason: string): void {
    if (!this.clientOpen) return;
    this.clientOpen = false;
    this.#network.forget(this);
    const { client, server } = this;
    const phase = reason.includes('timed out') ? 'timed-out' : 'closed';
    const fields = { client: client.name, server, phase, reason };
    const seq = client.write('connection', client.name, fields);
    for (const listener of this.#onClientClose) listener(reason, seq);
  }

  #serverSideClosed(): void {
    if (!this.serverOpen) return;
    this.serverOpen = false;
    for (const side of [...this.#serverSides]) side.serverClosed();
  }

  /** In a task of that process, which may be paused. */
  #later(life: Life, run: () => void): void {
    const { sim } = this.#network;
    sim.schedule(sim.now, run, life);
  }
}
