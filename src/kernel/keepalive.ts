/**
 * How a client finds out that the far end of a connection is silent: after some time without a word
 * it asks, and when no answer comes it closes. While nothing keeps answers away, questions pass
 * unseen; they are sent for real only once something does.
 *
 * Upstream    grpc-go internal/transport/http2_client.go (keepalive), golang.org/x/net/http2
 *             Transport (ReadIdleTimeout, PingTimeout)
 */
import { after, type SimTime } from '#base';
import type { Connection } from './connection';
import type { DialOptions } from './dialing';
import type { Network } from './network';

export interface KeepaliveOptions {
  readonly network: Network;
  readonly connection: Connection;
  readonly options: DialOptions;
}

export class Keepalive {
  readonly #network: Network;
  readonly #connection: Connection;
  readonly #options: DialOptions;
  #watching = false;
  /** Nothing is in progress, so it does not ask. */
  #dormant = false;

  constructor({ network, connection, options }: KeepaliveOptions) {
    this.#network = network;
    this.#connection = connection;
    this.#options = options;
  }

  /** Looks again when the next question is due. */
  watch(): void {
    const { clientOpen, clientLife } = this.#connection;
    if (this.#watching || this.#dormant || !clientOpen) return;
    this.#watching = true;
    const { sim } = this.#network;
    sim.schedule(this.#nextQuestion(), () => this.#due(), clientLife);
  }

  /** Whoever sleeps for want of calls wakes up, and asks at once. */
  callBegan(): void {
    if (!this.#dormant) return;
    this.#dormant = false;
    if (this.#silent) this.#ask();
  }

  get #silent(): boolean {
    return this.#connection.silent(this.#options.keepaliveTimeout);
  }

  /** All questions before now were answered, each a whole idle time after the one before. */
  #nextQuestion(): SimTime {
    const { lastHeard } = this.#connection;
    const { keepaliveIdle } = this.#options;
    const passed = Math.ceil((this.#network.sim.now - lastHeard) / keepaliveIdle);
    return (lastHeard + Math.max(1, passed) * keepaliveIdle) as SimTime;
  }

  #due(): void {
    this.#watching = false;
    const { clientOpen, lastHeard, clientCalls } = this.#connection;
    const { keepaliveIdle, keepaliveOnlyInCalls } = this.#options;
    if (!clientOpen || !this.#silent) return;
    if (lastHeard + keepaliveIdle > this.#network.sim.now) this.watch();
    else if (keepaliveOnlyInCalls && clientCalls === 0) this.#dormant = true;
    else this.#ask();
  }

  #ask(): void {
    this.#watching = true;
    const { sim } = this.#network;
    const connection = this.#connection;
    const asked = sim.now;
    const of = sim.causeOfLater() ?? 0;
    connection.sendQuietly('up', of, () => connection.sendQuietly('down', of, () => {}));
    const at = after(asked, this.#options.keepaliveTimeout);
    const over = () => {
      this.#watching = false;
      if (!connection.clientOpen) return;
      if (connection.lastHeard < asked) connection.keepaliveFailed();
      else if (this.#silent) this.watch();
    };
    sim.schedule(at, over, connection.clientLife);
  }
}
