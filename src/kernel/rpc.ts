/**
 * Calls and streams between processes over one shared connection a client and server, as HTTP/2 and
 * gRPC have it. A call within one process (loopback) needs no network.
 */
import { type SimDuration, takeOut } from '#base';
import type { Seq } from '#trace';
import type { Answer, Call, CallSpec, DialFailure, Reply, RequestFields } from './call';
import type { Connection } from './connection';
import type { DialOptions, DialResult } from './dialing';
import { type Caller, Incoming, Pending, RequestPacket } from './incoming-call';
import { KnownCalls } from './known-calls';
import type { Life, Process } from './process';

/** A client's end towards one server. */
export class RpcClient implements Caller {
  readonly #process: Process;
  readonly #life: Life;
  readonly #actor: string;
  #server: string;
  readonly #dial: DialOptions;
  #known: KnownCalls;
  /** Calls in progress, oldest first. An array: there are few, and the newest end first. */
  readonly #pending: Pending[] = [];
  readonly #onDialed: ((failure: DialFailure | undefined) => void)[] = [];
  #queue: Pending[] = [];
  #connection: Connection | undefined;
  #dialing = false;
  #closed = false;

  /** @param actor writes the request records. */
  constructor(process: Process, actor: string, server: string, dial: DialOptions) {
    this.#process = process;
    this.#life = process.life;
    this.#actor = actor;
    this.#server = server;
    this.#dial = dial;
    this.#known = this.#knownOf(server);
  }

  #knownOf(server: string): KnownCalls {
    const { sim, name } = this.#process;
    return new KnownCalls({ recorder: sim.recorder, actor: this.#actor, client: name, server });
  }

  /** Sends a request; `onReply` is called once, unless the call is cancelled. */
  call(spec: CallSpec, onReply: (reply: Reply) => void): Call {
    const { sim } = this.#process;
    const pending = new Pending(this, sim.nextId(), spec, onReply);
    this.#lookWhoListens();
    const { fields, record } = this.#known.of(spec.fields);
    pending.requestSeq = sim.writeRequest(record, pending.id);
    this.#pending.push(pending);
    if (spec.timeout !== undefined) this.#armTimeout(pending, spec.timeout);
    if (this.#server === this.#process.name) this.#deliverLoopback(pending, fields);
    else this.#sendOrQueue(pending, fields);
    return pending;
  }

  /** Opens the connection, as a call would; `done` hears once whether it is open, or why not. */
  connect(done: (failure: DialFailure | undefined) => void): void {
    if (this.#connection?.clientOpen) {
      done(undefined);
      return;
    }
    this.#onDialed.push(done);
    this.#dialOnce();
  }

  /** Closes the connection; calls in progress are forgotten, and none may follow. */
  close(): void {
    this.#closed = true;
    for (const pending of [...this.#pending]) this.#finish(pending);
    this.#queue = [];
    this.#onDialed.length = 0;
    this.#connection?.closeByClient();
    this.#connection = undefined;
  }

  #armTimeout(pending: Pending, timeout: SimDuration): void {
    pending.timeout = this.#process.later(timeout, pending, pending.requestSeq);
  }

  /** The answer has not come in time. */
  timedOut(pending: Pending): void {
    this.#giveUp(pending, 'context deadline exceeded', pending.requestSeq);
  }

  #deliverLoopback(pending: Pending, fields: RequestFields): void {
    const { sim } = this.#process;
    const packet = new RequestPacket(this, pending, fields, undefined);
    sim.schedule(sim.now, packet, this.#life, pending.requestSeq);
  }

  /** A request has arrived at the server. */
  requested(pending: Pending, fields: RequestFields, connection: Connection | undefined): void {
    if (pending.over) return;
    const { listener } = connection ? connection.peer : this.#process;
    if (connection?.goneAway) {
      const again = () => this.#sendAgain(pending, fields);
      connection.sendQuietly('down', pending.requestSeq, again);
    } else if (connection || listener) {
      pending.incoming = new Incoming(this, pending, fields, connection);
      if (listener) listener(pending.incoming);
    } else this.#fail(pending, 'connect: connection refused', pending.requestSeq);
  }

  #sendOrQueue(pending: Pending, fields: RequestFields): void {
    if (this.#connection?.clientOpen) {
      this.#transmit(this.#connection, pending, fields);
      return;
    }
    this.#queue.push(pending);
    this.#process.sim.onBehalfOf(pending.requestSeq, () => this.#dialOnce());
  }

  #dialOnce(): void {
    if (this.#dialing) return;
    this.#lookWhoListens();
    this.#dialing = true;
    const { network } = this.#process;
    network.dial(this.#process, this.#server, this.#dial, (result) => this.#dialed(result));
  }

  /** A new connection goes to whoever is at the address by then. */
  #lookWhoListens(): void {
    const { others } = this.#dial;
    if (!others || this.#dialing || this.#connection?.clientOpen) return;
    const server = this.#process.network.reached([this.#server, ...others]);
    if (server === this.#server) return;
    this.#server = server;
    this.#known = this.#knownOf(server);
  }

  #dialed(result: DialResult): void {
    this.#dialing = false;
    if (this.#closed) {
      if (result.ok) result.connection.closeByClient();
      return;
    }
    const waiting = this.#queue.splice(0).filter((pending) => !pending.over);
    if (result.ok) this.#opened(result.connection, waiting);
    else for (const pending of waiting) this.#fail(pending, result.reason, result.seq);
    const failure = result.ok ? undefined : { reason: result.reason, seq: result.seq };
    const told = this.#onDialed.splice(0);
    this.#process.sim.onBehalfOf(result.seq, () => {
      for (const done of told) done(failure);
    });
  }

  #opened(connection: Connection, waiting: readonly Pending[]): void {
    this.#connection = connection;
    connection.onClientClose((reason, seq) => this.#lost(connection, reason, seq));
    connection.onGoAway(() => this.#leave(connection));
    for (const pending of waiting) {
      this.#transmit(connection, pending, this.#known.of(pending.spec.fields).fields);
    }
  }

  #transmit(connection: Connection, pending: Pending, fields: RequestFields): void {
    pending.connection = connection;
    connection.clientCallBegan();
    connection.send('up', new RequestPacket(this, pending, fields, connection));
  }

  /** The server takes no further calls here: the next one opens a new connection. */
  #leave(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined;
  }

  /** A call that the server has not begun may be sent again. */
  #sendAgain(pending: Pending, fields: RequestFields): void {
    if (pending.over) return;
    pending.connection?.clientCallEnded();
    pending.connection = undefined;
    this.#sendOrQueue(pending, fields);
  }

  #lost(connection: Connection, reason: string, seq: Seq): void {
    this.#leave(connection);
    for (const pending of [...this.#pending]) {
      if (pending.connection !== connection) continue;
      if (connection.goneAway && !pending.incoming) {
        this.#sendAgain(pending, this.#known.of(pending.spec.fields).fields);
      } else if (pending.replied) this.ended(pending, reason, seq);
      else this.#fail(pending, reason, seq);
    }
  }

  #fail(pending: Pending, reason: string, cause: Seq): void {
    if (pending.over) return;
    this.#finish(pending);
    const answer = { id: pending.id, code: 0, reason, resourceVersion: 0 };
    const seq = this.#process.write('response', this.#actor, answer, cause);
    this.#process.sim.onBehalfOf(seq, () => pending.onReply({ ok: false, reason, seq }));
  }

  /** Gives up: the server is told. */
  cancel(pending: Pending): void {
    if (pending.over) return;
    this.#finish(pending);
    this.#tellCancelled(pending);
  }

  /** Gives up, says why, and tells the server. */
  abort(pending: Pending, reason: string): void {
    if (!pending.over) this.#giveUp(pending, reason, this.#process.sim.cause ?? pending.requestSeq);
  }

  #giveUp(pending: Pending, reason: string, cause: Seq): void {
    this.#tellCancelled(pending);
    this.#fail(pending, reason, cause);
  }

  #tellCancelled(pending: Pending): void {
    const { incoming, connection, requestSeq } = pending;
    const { sim } = this.#process;
    if (!incoming) return;
    const tell = () => incoming.cancelled();
    if (connection) connection.sendQuietly('up', sim.causeOfLater() ?? requestSeq, tell);
    else sim.schedule(sim.now, tell, incoming.life);
  }

  #finish(pending: Pending): void {
    pending.over = true;
    pending.connection?.clientCallEnded();
    if (pending.timeout) this.#process.sim.cancel(pending.timeout);
    takeOut(this.#pending, pending);
  }

  /** The answer has arrived. */
  replied(pending: Pending, answer: Answer, seq: Seq): void {
    if (pending.over) return;
    pending.replied = true;
    if (pending.timeout) this.#process.sim.cancel(pending.timeout);
    if (!pending.spec.onPiece || answer.code >= 300) this.#finish(pending);
    const { code, body, warnings, headers } = answer;
    pending.onReply({ ok: true, code, body, seq, warnings, headers });
  }

  /** A piece of a stream has arrived. */
  piece(pending: Pending, piece: unknown, seq: Seq): void {
    if (!pending.over) pending.spec.onPiece?.(piece, seq);
  }

  /** A stream has ended. */
  ended(pending: Pending, reason: string, seq: Seq): void {
    if (pending.over) return;
    this.#finish(pending);
    this.#process.sim.onBehalfOf(seq, () => pending.spec.onEnd?.(reason, seq));
  }

  get life(): Life {
    return this.#life;
  }

  get process(): Process {
    return this.#process;
  }
}
