/**
 * Calls and streams between processes over one shared connection a client and server, as HTTP/2 and
 * gRPC have it. A call within one process (loopback) needs no network.
 */
import { after, type SimDuration } from '#base';
import type { FieldsOf, Seq } from '#trace';
import type { Connection } from './connection';
import type { DialOptions, DialResult } from './network';
import type { Life, Process } from './process';
import type { Task } from './simulation';

/** The fields of the request record that the caller chooses. */
export type CallFields = Omit<FieldsOf<'request'>, 'id' | 'client' | 'server'>;

export interface CallSpec {
  readonly fields: CallFields;
  readonly body: unknown;
  /** Silence after which the caller gives up; none means never. */
  readonly timeout?: SimDuration;
  /** For streams: each piece that arrives, with the record it came in. */
  readonly onPiece?: (piece: unknown, seq: Seq) => void;
  /** For streams: the end, after a reply was given. */
  readonly onEnd?: (reason: string, seq: Seq) => void;
}

/** What came back: an answer of the server, or why there is none. */
export type Reply =
  | { readonly ok: true; readonly code: number; readonly body: unknown; readonly seq: Seq }
  | { readonly ok: false; readonly reason: string; readonly seq: Seq };

/** A call in progress, at the caller. */
export interface Call {
  readonly id: number;
  readonly requestSeq: Seq;
  /** Gives up: no reply, piece or end will be heard; the server is told. */
  cancel(): void;
}

/** Why no connection could be opened, with its record. */
export interface DialFailure {
  readonly reason: string;
  readonly seq: Seq;
}

export interface Answer {
  readonly code: number;
  readonly reason: string;
  /** 0 for none. */
  readonly resourceVersion: number;
  readonly body: unknown;
}

/** A call at the server. */
export interface IncomingCall {
  readonly id: number;
  readonly fields: FieldsOf<'request'>;
  readonly body: unknown;
  readonly requestSeq: Seq;
  readonly loopback: boolean;
  /** Set by the server: told when the caller has gone. */
  onCancel: (() => void) | undefined;
  /** Answers; `actor` writes the response record. @returns its seq. */
  reply(actor: string, answer: Answer): Seq;
  /** Sends a piece of a stream; `of` is the watch record it stands for. */
  push(of: Seq, piece: unknown): void;
  /** Ends a stream. */
  end(reason: string): void;
}

interface Pending {
  readonly id: number;
  readonly spec: CallSpec;
  readonly requestSeq: Seq;
  readonly onReply: (reply: Reply) => void;
  incoming: Incoming | undefined;
  timeout: Task | undefined;
  replied: boolean;
  over: boolean;
}

/** A client's end towards one server. */
export class RpcClient {
  readonly #process: Process;
  readonly #life: Life;
  readonly #actor: string;
  readonly #server: string;
  readonly #dial: DialOptions;
  readonly #pending = new Map<number, Pending>();
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
  }

  /** Sends a request; `onReply` is called once, unless the call is cancelled. */
  call(spec: CallSpec, onReply: (reply: Reply) => void): Call {
    const { sim } = this.#process;
    const id = sim.nextId();
    const fields = { id, client: this.#process.name, server: this.#server, ...spec.fields };
    const requestSeq = this.#process.write('request', this.#actor, fields);
    const pending: Pending = {
      id,
      spec,
      requestSeq,
      onReply,
      incoming: undefined,
      timeout: undefined,
      replied: false,
      over: false,
    };
    this.#pending.set(id, pending);
    if (spec.timeout !== undefined) this.#armTimeout(pending, spec.timeout);
    if (this.#server === this.#process.name) this.#deliverLoopback(pending, fields);
    else this.#sendOrQueue(pending, fields);
    return { id, requestSeq, cancel: () => this.#cancel(pending) };
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
    for (const pending of [...this.#pending.values()]) this.#finish(pending);
    this.#queue = [];
    this.#onDialed.length = 0;
    this.#connection?.closeByClient();
    this.#connection = undefined;
  }

  #armTimeout(pending: Pending, timeout: SimDuration): void {
    const { sim } = this.#process;
    const giveUp = () => {
      this.#tellCancelled(pending);
      this.#fail(pending, 'context deadline exceeded', pending.requestSeq);
    };
    const at = after(sim.now, timeout);
    pending.timeout = sim.schedule(at, giveUp, this.#life, pending.requestSeq);
  }

  #deliverLoopback(pending: Pending, fields: FieldsOf<'request'>): void {
    const { sim } = this.#process;
    const deliver = () => {
      const { listener } = this.#process;
      if (pending.over) return;
      if (!listener) {
        this.#fail(pending, 'connect: connection refused', pending.requestSeq);
        return;
      }
      pending.incoming = new Incoming(this, pending, fields, undefined);
      listener(pending.incoming);
    };
    sim.schedule(sim.now, deliver, this.#life, pending.requestSeq);
  }

  #sendOrQueue(pending: Pending, fields: FieldsOf<'request'>): void {
    if (this.#connection?.clientOpen) {
      this.#transmit(this.#connection, pending, fields);
      return;
    }
    this.#queue.push(pending);
    this.#process.sim.onBehalfOf(pending.requestSeq, () => this.#dialOnce());
  }

  #dialOnce(): void {
    if (this.#dialing) return;
    this.#dialing = true;
    const { network } = this.#process;
    network.dial(this.#process, this.#server, this.#dial, (result) => this.#dialed(result));
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
    for (const pending of waiting) {
      const { fields } = pending.spec;
      const ends = { id: pending.id, client: this.#process.name, server: this.#server };
      this.#transmit(connection, pending, { ...ends, ...fields });
    }
  }

  #transmit(connection: Connection, pending: Pending, fields: FieldsOf<'request'>): void {
    connection.send('up', pending.requestSeq, () => {
      const { listener } = connection.peer;
      if (pending.over) return;
      pending.incoming = new Incoming(this, pending, fields, connection);
      if (listener) listener(pending.incoming);
    });
  }

  #lost(connection: Connection, reason: string, seq: Seq): void {
    if (this.#connection === connection) this.#connection = undefined;
    for (const pending of [...this.#pending.values()]) {
      if (this.#queue.includes(pending)) continue;
      if (pending.replied) this.ended(pending, reason, seq);
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

  #cancel(pending: Pending): void {
    if (pending.over) return;
    this.#finish(pending);
    this.#tellCancelled(pending);
  }

  #tellCancelled(pending: Pending): void {
    const { incoming } = pending;
    const { sim, network } = this.#process;
    if (!incoming || network.blocked(this.#process.name, this.#server)) return;
    const latency = incoming.loopback ? 0 : network.latency(this.#process.name, this.#server);
    const at = after(sim.now, latency as SimDuration);
    sim.schedule(at, () => incoming.cancelled(), incoming.life);
  }

  #finish(pending: Pending): void {
    pending.over = true;
    if (pending.timeout) this.#process.sim.cancel(pending.timeout);
    this.#pending.delete(pending.id);
  }

  /** The answer has arrived. */
  replied(pending: Pending, answer: Answer, seq: Seq): void {
    if (pending.over) return;
    pending.replied = true;
    if (pending.timeout) this.#process.sim.cancel(pending.timeout);
    if (!pending.spec.onPiece || answer.code >= 300) this.#finish(pending);
    pending.onReply({ ok: true, code: answer.code, body: answer.body, seq });
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

class Incoming implements IncomingCall {
  readonly id: number;
  readonly fields: FieldsOf<'request'>;
  readonly body: unknown;
  readonly requestSeq: Seq;
  readonly life: Life;
  onCancel: (() => void) | undefined = undefined;
  readonly #client: RpcClient;
  readonly #pending: Pending;
  readonly #connection: Connection | undefined;
  readonly #server: Process;
  readonly #onServerClose = () => this.cancelled();
  #gone = false;

  constructor(
    client: RpcClient,
    pending: Pending,
    fields: FieldsOf<'request'>,
    connection: Connection | undefined,
  ) {
    this.id = pending.id;
    this.fields = fields;
    this.body = pending.spec.body;
    this.requestSeq = pending.requestSeq;
    this.#client = client;
    this.#pending = pending;
    this.#connection = connection;
    this.#server = connection ? connection.peer : client.process;
    this.life = connection ? connection.peerLife : client.life;
    connection?.onServerClose(this.#onServerClose);
  }

  get loopback(): boolean {
    return this.#connection === undefined;
  }

  reply(actor: string, answer: Answer): Seq {
    const { code, reason, resourceVersion } = answer;
    const fields = { id: this.id, code, reason, resourceVersion };
    const { sim } = this.#server;
    const inner = sim.cause;
    const also = inner !== null && inner !== this.requestSeq ? [inner] : undefined;
    const seq = sim.recorder.write('response', actor, this.requestSeq, fields, also);
    this.#deliver(seq, () => this.#client.replied(this.#pending, answer, seq));
    if (!this.#pending.spec.onPiece || code >= 300) this.#over();
    return seq;
  }

  push(of: Seq, piece: unknown): void {
    this.#deliver(of, () => this.#client.piece(this.#pending, piece, of));
  }

  end(reason: string): void {
    const { sim } = this.#server;
    const seq = sim.cause ?? this.requestSeq;
    const tell = () => this.#client.ended(this.#pending, reason, seq);
    if (this.#connection) this.#connection.sendQuietly(tell, seq);
    else sim.schedule(sim.now, tell, this.#client.life, seq);
    this.#over();
  }

  cancelled(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#over();
    this.onCancel?.();
  }

  /** Nothing more is sent, so the connection need not know of the call any longer. */
  #over(): void {
    this.#connection?.forgetServerClose(this.#onServerClose);
  }

  #deliver(of: Seq, arrive: () => void): void {
    if (this.#gone) return;
    const { sim } = this.#server;
    if (this.#connection) this.#connection.send('down', of, arrive);
    else sim.schedule(sim.now, arrive, this.#client.life, of);
  }
}
