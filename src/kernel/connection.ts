/**
 * One TCP connection. Packets of a direction arrive in order. What a broken path loses is sent
 * again with growing waits, as TCP does, until the connection is closed.
 */
import { after, millis, type SimDuration, type SimTime, seconds, TIME_ZERO } from '#base';
import type { Prepared, Seq } from '#trace';
import type { DialOptions, Network, Path } from './network';
import type { Life, Process } from './process';

/**
 * First and longest wait before a lost packet is sent again. Source: Linux TCP_RTO_MIN and _MAX.
 */
const RETRANSMIT_MIN = millis(200);
const RETRANSMIT_MAX = seconds(120);

/** What the client hears when its side closes. */
export type CloseListener = (reason: string, seq: Seq) => void;

/** Told when the server's side of a connection closes. */
export interface ServerSide {
  serverClosed(): void;
}

interface Packet {
  readonly of: Seq;
  readonly arrive: () => void;
}

/** One direction: what waits to be sent again, and when the last packet arrives. */
interface Lane {
  readonly up: boolean;
  readonly path: Path;
  /** The life that gets the packets. */
  readonly receiver: Life;
  /** What the records of its packets have in common. */
  readonly sent: Prepared<'message'>;
  readonly waiting: Packet[];
  lastArrival: SimTime;
}

interface Parts {
  readonly network: Network;
  readonly client: Process;
  readonly peer: Process;
  readonly options: DialOptions;
}

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
  readonly #network: Network;
  readonly #options: DialOptions;
  readonly #up: Lane;
  readonly #down: Lane;
  readonly #onClientClose: CloseListener[] = [];
  /** Calls in progress, and who else wants to know. There are few, and the newest end first. */
  readonly #serverSides: ServerSide[] = [];
  readonly #onGoAway: (() => void)[] = [];
  /** The server takes no further calls on it. */
  goneAway = false;
  #calls = 0;
  #lastHeard: SimTime;
  #watching = false;

  constructor({ network, client, peer, options }: Parts) {
    this.#network = network;
    this.client = client;
    this.peer = peer;
    this.server = peer.name;
    this.peerLife = peer.life;
    this.clientLife = client.life;
    this.#options = options;
    this.#lastHeard = network.sim.now;
    this.#up = laneOf(network, [client, peer], true);
    this.#down = laneOf(network, [peer, client], false);
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
    const cause = this.#network.sim.cause ?? this.peer.lastSeq;
    this.sendQuietly(() => {
      for (const listener of this.#onGoAway) listener();
    }, cause ?? 0);
    this.#closeWhenIdle();
  }

  /** The server has begun to work on a call. */
  callBegan(call: ServerSide): void {
    this.#calls += 1;
    this.#serverSides.push(call);
  }

  /** The server has nothing more to send for a call. */
  callEnded(call: ServerSide): void {
    this.#calls -= 1;
    this.#serverSides.splice(this.#serverSides.lastIndexOf(call), 1);
    this.#closeWhenIdle();
  }

  /** Sends what record `of` stands for; `arrive` runs in the receiver when it gets there. */
  send(direction: 'up' | 'down', of: Seq, arrive: () => void): void {
    const lane = direction === 'up' ? this.#up : this.#down;
    if (lane.waiting.length > 0) {
      this.#message(lane, of, this.#arrivalOn(lane), true);
      lane.waiting.push({ of, arrive });
      return;
    }
    if (this.#transmit(lane, of, arrive)) return;
    lane.waiting.push({ of, arrive });
    this.#retransmitLater(lane, RETRANSMIT_MIN);
  }

  /** Tells the client something in its place in the order, without a message record. */
  sendQuietly(arrive: () => void, cause: Seq): void {
    const { sim } = this.#network;
    if (this.#network.blocked(this.client.name, this.server)) return;
    const at = Math.max(this.#arrivalOn(this.#down), this.#down.lastArrival) as SimTime;
    this.#down.lastArrival = at;
    const heard = () => {
      if (this.clientOpen) arrive();
    };
    sim.schedule(at, heard, this.clientLife, cause);
  }

  /** The client closes it, quietly. */
  closeByClient(): void {
    if (!this.clientOpen) return;
    this.clientOpen = false;
    this.#network.forget(this);
    const { sim } = this.#network;
    if (this.#network.blocked(this.client.name, this.server)) return;
    sim.schedule(this.#arrivalOn(this.#up), () => this.#serverSideClosed(), this.peerLife);
  }

  /** The server closes it (the client hears of it after the latency, if the path is whole). */
  closeByServer(reason: string): void {
    if (!this.serverOpen) return;
    this.#serverSideClosed();
    this.#tellClient(reason);
  }

  /** One of the two ended. */
  processExited(process: Process): void {
    if (process === this.client && !this.clientLife.alive) this.closeByClient();
    else if (process === this.peer && !this.peerLife.alive) {
      this.serverOpen = false;
      this.#tellClient('read: connection reset by peer', process.lastSeq ?? undefined);
    }
  }

  /** Lets the client find out that the peer has gone silent: keepalive after idle time. */
  watchSilence(): void {
    if (this.#watching || !this.clientOpen) return;
    this.#watching = true;
    const { sim } = this.#network;
    const { keepaliveIdle, keepaliveTimeout } = this.#options;
    const asked = Math.max(sim.now, this.#lastHeard + keepaliveIdle);
    const heardBefore = this.#lastHeard;
    const at = (asked + keepaliveTimeout) as SimTime;
    sim.schedule(at, () => this.#checkSilence(heardBefore), this.clientLife);
  }

  #checkSilence(heardBefore: SimTime): void {
    this.#watching = false;
    if (!this.clientOpen) return;
    const silent = this.peerLife.paused || this.#network.blocked(this.client.name, this.server);
    if (silent && this.#lastHeard === heardBefore) this.#clientSideClosed('keepalive timed out');
    else if (silent) this.watchSilence();
  }

  #closeWhenIdle(): void {
    if (this.goneAway && this.#calls === 0) this.closeByServer('server sent GOAWAY');
  }

  #transmit(lane: Lane, of: Seq, arrive: () => void): boolean {
    const { up, path, receiver } = lane;
    const { sim } = this.#network;
    const lost = this.#network.loses(path.from, path.to);
    const at = Math.max(this.#arrivalOn(lane), lane.lastArrival) as SimTime;
    this.#message(lane, of, at, lost);
    if (lost) return false;
    lane.lastArrival = at;
    const receive = up ? () => this.#receiveUp(arrive) : () => this.#receiveDown(arrive);
    sim.schedule(at, receive, receiver, of);
    if (up && !receiver.alive) {
      // Nobody has this connection any more: the other operating system answers with a reset.
      sim.schedule(at, () => this.#tellClient('read: connection reset by peer'));
    }
    return true;
  }

  #receiveUp(arrive: () => void): void {
    if (this.serverOpen) arrive();
    else this.#tellClient('read: connection reset by peer');
  }

  #receiveDown(arrive: () => void): void {
    this.#lastHeard = this.#network.sim.now;
    if (this.clientOpen) arrive();
  }

  #retransmitLater(lane: Lane, wait: SimDuration): void {
    const { sim } = this.#network;
    sim.schedule(after(sim.now, wait), () => this.#retransmit(lane, wait));
  }

  #retransmit(lane: Lane, wait: SimDuration): void {
    const senderOpen = lane.up ? this.clientOpen : this.serverOpen;
    if (!senderOpen) lane.waiting.length = 0;
    while (lane.waiting.length > 0) {
      const { of, arrive } = lane.waiting[0];
      this.#network.sim.cause = of;
      if (!this.#transmit(lane, of, arrive)) {
        const longer = Math.min(wait * 2, RETRANSMIT_MAX) as SimDuration;
        this.#retransmitLater(lane, longer);
        return;
      }
      lane.waiting.shift();
    }
  }

  #tellClient(reason: string, cause?: Seq): void {
    const { sim } = this.#network;
    if (!this.clientOpen || this.#network.blocked(this.client.name, this.server)) return;
    const at = Math.max(this.#arrivalOn(this.#down), this.#down.lastArrival) as SimTime;
    sim.schedule(at, () => this.#clientSideClosed(reason), this.clientLife, cause);
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

  /** When a packet sent now would arrive if none were before it; draws its latency. */
  #arrivalOn({ path }: Lane): SimTime {
    return after(this.#network.sim.now, this.#network.latencyOf(path));
  }

  #message({ path, sent }: Lane, of: Seq, arrivesAt: SimTime, lost: boolean): void {
    const { now: sentAt, recorder } = this.#network.sim;
    if (!lost) {
      recorder.writePrepared(sent, of, { of, sentAt, arrivesAt });
      return;
    }
    const { from, to } = path;
    recorder.write('message', from, of, { of, sentAt, arrivesAt, from, to, lost });
  }
}

function laneOf(network: Network, [sender, receiver]: [Process, Process], up: boolean): Lane {
  const path = network.path(sender.name, receiver.name);
  const { from, to } = path;
  const sent = network.sim.recorder.prepare('message', from, { from, to, lost: false });
  return { up, path, receiver: receiver.life, sent, waiting: [], lastArrival: TIME_ZERO };
}
