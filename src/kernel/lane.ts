/**
 * One direction of a TCP connection. Packets arrive in the order of sending. What a broken path
 * loses is sent again with growing waits, by the operating system: also for a process that has
 * ended or closed its side, until the far end has it or it gives up.
 */
import { after, millis, type SimDuration, type SimTime, seconds, TIME_ZERO } from '#base';
import type { Prepared, Seq } from '#trace';
import type { Network, Path } from './network';
import type { Life, Process } from './process';

/**
 * First and longest wait before a lost packet is sent again. Source: Linux TCP_RTO_MIN and _MAX.
 */
const RETRANSMIT_MIN = millis(200);
const RETRANSMIT_MAX = seconds(120);
/** How long a packet is sent again at most. Source: Linux tcp_retries2, 15 retries. */
const PATIENCE = millis(924_600);

/** Something on its way, over a lane or within one process. It is sent once. */
export abstract class Packet {
  /** The record that it stands for or comes from. */
  readonly of: Seq;
  /**
   * Without a message record: the end of a stream or of the connection, a question of keepalive.
   */
  readonly quiet: boolean;
  /** Absent within one process. */
  lane: Lane | undefined = undefined;

  constructor(of: Seq, quiet: boolean) {
    this.of = of;
    this.quiet = quiet;
  }

  /** It has come to the receiving process. */
  run(): void {
    if (this.lane) this.lane.receive(this);
    else this.arrive();
  }

  /** What the receiver does with it. */
  abstract arrive(): void;
}

class QuietPacket extends Packet {
  readonly #arrive: () => void;

  constructor(of: Seq, arrive: () => void) {
    super(of, true);
    this.#arrive = arrive;
  }

  arrive(): void {
    this.#arrive();
  }
}

export interface LaneOptions {
  readonly network: Network;
  readonly from: Process;
  readonly to: Process;
  /** Longest time for which a lost packet is sent again; absent for the operating system's own. */
  readonly patience?: SimDuration;
  /** A packet has come to the receiving process. */
  readonly receive: (packet: Packet) => void;
  /** A packet has come to a machine whose process has ended. */
  readonly nobody: () => void;
  /** The far end has acknowledged nothing for too long. */
  readonly gaveUp: () => void;
}

export class Lane {
  /** A packet has come to the receiving process. */
  readonly receive: (packet: Packet) => void;
  readonly #options: LaneOptions;
  readonly #network: Network;
  readonly #path: Path;
  /** The life that gets the packets. */
  readonly #receiver: Life;
  /** What the records of its packets have in common. */
  readonly #sent: Prepared<'message'>;
  /** Lost ones, and those that queue behind them. */
  readonly #waiting: Packet[] = [];
  /** When the first of the waiting ones was lost. */
  #stuckSince: SimTime = TIME_ZERO;
  #lastArrival: SimTime = TIME_ZERO;

  constructor(options: LaneOptions) {
    const { network, from, to } = options;
    this.receive = options.receive;
    this.#options = options;
    this.#network = network;
    this.#path = network.path(from.name, to.name);
    this.#receiver = to.life;
    const ends = { from: from.name, to: to.name, lost: false };
    this.#sent = network.sim.recorder.prepare('message', from.name, ends);
  }

  send(packet: Packet): void {
    packet.lane = this;
    if (this.#waiting.length > 0) {
      if (!packet.quiet) this.#record(packet.of, this.#ownArrival(), true);
      this.#waiting.push(packet);
      return;
    }
    if (this.#transmit(packet)) return;
    this.#waiting.push(packet);
    this.#stuckSince = this.#network.sim.now;
    this.#retransmitLater(RETRANSMIT_MIN);
  }

  /** Sends something without a message record; `arrive` runs in the receiver. */
  sendQuietly(of: Seq, arrive: () => void): void {
    this.send(new QuietPacket(of, arrive));
  }

  /** A reset, which is not sent again. `arrive` runs in the receiver, if the path is whole. */
  reset(arrive: () => void, cause?: Seq): void {
    const network = this.#network;
    if (network.blocked(this.#path.from, this.#path.to)) return;
    network.sim.schedule(this.#arrival(), arrive, this.#receiver, cause);
  }

  /** Forgets what waits: the far end has reset the connection. */
  drop(): void {
    this.#waiting.length = 0;
  }

  #transmit(packet: Packet): boolean {
    const { of, quiet } = packet;
    const network = this.#network;
    const { from, to } = this.#path;
    const lost = quiet ? network.blocked(from, to) : network.loses(from, to);
    const at = this.#arrival();
    if (!quiet) this.#record(of, at, lost);
    if (lost) return false;
    this.#lastArrival = at;
    const { sim } = network;
    if (this.#receiver.alive) sim.schedule(at, packet, this.#receiver, of);
    else sim.schedule(at, this.#options.nobody, undefined, of);
    return true;
  }

  #retransmitLater(wait: SimDuration): void {
    const { sim } = this.#network;
    const left = this.#stuckSince + this.#patience - sim.now;
    const next = Math.min(wait, left) as SimDuration;
    const stuckSince = this.#stuckSince;
    const again = () => {
      if (this.#stuckSince === stuckSince) this.#retransmit(wait);
    };
    sim.schedule(after(sim.now, next), again);
  }

  #retransmit(wait: SimDuration): void {
    const network = this.#network;
    if (this.#waiting.length > 0 && network.sim.now >= this.#stuckSince + this.#patience) {
      this.drop();
      this.#options.gaveUp();
      return;
    }
    let next: number = wait * 2;
    while (this.#waiting.length > 0) {
      const [packet] = this.#waiting;
      network.sim.cause = packet.of;
      if (!this.#transmit(packet)) {
        this.#retransmitLater(Math.min(next, RETRANSMIT_MAX) as SimDuration);
        return;
      }
      this.#waiting.shift();
      // The far end has heard something: its silence counts from now.
      this.#stuckSince = network.sim.now;
      next = RETRANSMIT_MIN;
    }
  }

  get #patience(): SimDuration {
    return this.#options.patience ?? PATIENCE;
  }

  /** When a packet sent now arrives; draws its latency. */
  #arrival(): SimTime {
    return Math.max(this.#ownArrival(), this.#lastArrival) as SimTime;
  }

  /** The same if no packet were before it. */
  #ownArrival(): SimTime {
    const network = this.#network;
    return after(network.sim.now, network.latencyOf(this.#path));
  }

  #record(of: Seq, arrivesAt: SimTime, lost: boolean): void {
    const { now: sentAt, recorder } = this.#network.sim;
    const { from, to } = this.#path;
    if (!lost) recorder.writeMessage(this.#sent, of, arrivesAt);
    else recorder.write('message', from, of, { of, sentAt, arrivesAt, from, to, lost });
  }
}
