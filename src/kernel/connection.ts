/**
 * One TCP connection. Packets of a direction arrive in order. What a broken path loses is sent
 * again with growing waits, as TCP does, until the connection is closed.
 */
import { after, millis, type SimDuration, type SimTime, seconds, TIME_ZERO } from '#base';
import type { Seq } from '#trace';
import type { DialOptions, Network } from './network';
import type { Life, Process } from './process';

/**
 * First and longest wait before a lost packet is sent again. Source: Linux TCP_RTO_MIN and _MAX.
 */
const RETRANSMIT_MIN = millis(200);
const RETRANSMIT_MAX = seconds(120);

/** What the client hears when its side closes. */
export type CloseListener = (reason: string, seq: Seq) => void;

interface Packet {
  readonly of: Seq;
  readonly arrive: () => void;
}

/** One direction: what waits to be sent again, and when the last packet arrives. */
interface Lane {
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
  readonly #up: Lane = { waiting: [], lastArrival: TIME_ZERO };
  readonly #down: Lane = { waiting: [], lastArrival: TIME_ZERO };
  readonly #onClientClose: CloseListener[] = [];
  readonly #onServerClose = new Set<() => void>();
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
  }

  onClientClose(listener: CloseListener): void {
    this.#onClientClose.push(listener);
  }

  onServerClose(listener: () => void): void {
    this.#onServerClose.add(listener);
  }

  forgetServerClose(listener: () => void): void {
    this.#onServerClose.delete(listener);
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
  callBegan(): void {
    this.#calls += 1;
  }

  /** The server has nothing more to send for a call. */
  callEnded(): void {
    this.#calls -= 1;
    this.#closeWhenIdle();
  }

  /** Sends what record `of` stands for; `arrive` runs in the receiver when it gets there. */
  send(direction: 'up' | 'down', of: Seq, arrive: () => void): void {
    const lane = direction === 'up' ? this.#up : this.#down;
    const packet = { of, arrive };
    if (lane.waiting.length > 0) {
      this.#record(direction, packet, true);
      lane.waiting.push(packet);
      return;
    }
    if (this.#transmit(direction, packet)) return;
    lane.waiting.push(packet);
    this.#retransmitLater(direction, RETRANSMIT_MIN);
  }

  /** Tells the client something in its place in the order, without a message record. */
  sendQuietly(arrive: () => void, cause: Seq): void {
    const { sim } = this.#network;
    if (this.#network.blocked(this.client.name, this.server)) return;
    const latency = this.#network.latency(this.server, this.client.name);
    const at = Math.max(after(sim.now, latency), this.#down.lastArrival) as SimTime;
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
    const latency = this.#network.latency(this.client.name, this.server);
    sim.schedule(after(sim.now, latency), () => this.#serverSideClosed(), this.peerLife);
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

  #transmit(direction: 'up' | 'down', packet: Packet): boolean {
    const { sim } = this.#network;
    const [from, to] = this.#ends(direction);
    const lost = this.#network.loses(from, to);
    const lane = direction === 'up' ? this.#up : this.#down;
    const latency = this.#network.latency(from, to);
    const at = Math.max(after(sim.now, latency), lane.lastArrival) as SimTime;
    this.#message(packet.of, [from, to], at, lost);
    if (lost) return false;
    lane.lastArrival = at;
    const life = direction === 'up' ? this.peerLife : this.clientLife;
    const receive = direction === 'up' ? this.#receiveUp : this.#receiveDown;
    sim.schedule(at, () => receive.call(this, packet), life, packet.of);
    if (!this.peerLife.alive && direction === 'up') {
      // Nobody has this connection any more: the other operating system answers with a reset.
      sim.schedule(at, () => this.#tellClient('read: connection reset by peer'));
    }
    return true;
  }

  #receiveUp(packet: Packet): void {
    if (this.serverOpen) packet.arrive();
    else this.#tellClient('read: connection reset by peer');
  }

  #receiveDown(packet: Packet): void {
    this.#lastHeard = this.#network.sim.now;
    if (this.clientOpen) packet.arrive();
  }

  #retransmitLater(direction: 'up' | 'down', wait: SimDuration): void {
    const { sim } = this.#network;
    sim.schedule(after(sim.now, wait), () => this.#retransmit(direction, wait));
  }

  #retransmit(direction: 'up' | 'down', wait: SimDuration): void {
    const lane = direction === 'up' ? this.#up : this.#down;
    const senderOpen = direction === 'up' ? this.clientOpen : this.serverOpen;
    if (!senderOpen) lane.waiting.length = 0;
    while (lane.waiting.length > 0) {
      const packet = lane.waiting[0];
      this.#network.sim.cause = packet.of;
      if (!this.#transmit(direction, packet)) {
        const longer = Math.min(wait * 2, RETRANSMIT_MAX) as SimDuration;
        this.#retransmitLater(direction, longer);
        return;
      }
      lane.waiting.shift();
    }
  }

  #tellClient(reason: string, cause?: Seq): void {
    const { sim } = this.#network;
    if (!this.clientOpen || this.#network.blocked(this.client.name, this.server)) return;
    const latency = this.#network.latency(this.server, this.client.name);
    const at = Math.max(after(sim.now, latency), this.#down.lastArrival) as SimTime;
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
    for (const listener of [...this.#onServerClose]) listener();
  }

  #ends(direction: 'up' | 'down'): [string, string] {
    const up: [string, string] = [this.client.name, this.server];
    return direction === 'up' ? up : [this.server, this.client.name];
  }

  #record(direction: 'up' | 'down', packet: Packet, lost: boolean): void {
    const ends = this.#ends(direction);
    const at = after(this.#network.sim.now, this.#network.latency(ends[0], ends[1]));
    this.#message(packet.of, ends, at, lost);
  }

  #message(of: Seq, [from, to]: [string, string], arrivesAt: SimTime, lost: boolean): void {
    const { sim } = this.#network;
    const fields = { of, sentAt: sim.now, arrivesAt, from, to, lost };
    sim.recorder.write('message', from, of, fields);
  }
}
