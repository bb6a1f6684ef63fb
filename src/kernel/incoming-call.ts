/** The server's side of a call, and how its answers get back to the caller. */
import type { Seq } from '#trace';
import type { Answer, Call, CallSpec, IncomingCall, Reply, RequestFields } from './call';
import type { Connection, ServerSide } from './connection';
import type { Life, Process } from './process';
import type { Task } from './simulation';

/** A call as its caller keeps it. */
export class Pending implements Call {
  readonly id: number;
  readonly spec: CallSpec;
  /** Set as soon as the record is written. */
  requestSeq: Seq = 0;
  readonly onReply: (reply: Reply) => void;
  incoming: Incoming | undefined = undefined;
  /** Over which it was sent; undefined before that, and within one process. */
  connection: Connection | undefined = undefined;
  timeout: Task | undefined = undefined;
  replied = false;
  over = false;
  readonly #caller: Caller;

  constructor(caller: Caller, id: number, spec: CallSpec, onReply: (reply: Reply) => void) {
    this.#caller = caller;
    this.id = id;
    this.spec = spec;
    this.onReply = onReply;
  }

  cancel(): void {
    this.#caller.cancel(this);
  }

  abort(reason: string): void {
    this.#caller.abort(this, reason);
  }
}

/** Whom the answers go to. */
export interface Caller {
  readonly life: Life;
  readonly process: Process;
  /** The caller gives up. */
  cancel(pending: Pending): void;
  abort(pending: Pending, reason: string): void;
  /** The answer has arrived. */
  replied(pending: Pending, answer: Answer, seq: Seq): void;
  /** A piece of a stream has arrived. */
  piece(pending: Pending, piece: unknown, seq: Seq): void;
  /** A stream has ended. */
  ended(pending: Pending, reason: string, seq: Seq): void;
}

export class Incoming implements IncomingCall, ServerSide {
  readonly id: number;
  readonly fields: RequestFields;
  readonly body: unknown;
  readonly accept: string | undefined;
  readonly requestSeq: Seq;
  readonly life: Life;
  underWay = 0;
  onCancel: (() => void) | undefined = undefined;
  onOver: (() => void) | undefined = undefined;
  readonly #client: Caller;
  readonly #pending: Pending;
  readonly #connection: Connection | undefined;
  readonly #server: Process;
  #warnings: string[] | undefined;
  #gone = false;
  #ended = false;

  constructor(
    client: Caller,
    pending: Pending,
    fields: RequestFields,
    connection: Connection | undefined,
  ) {
    this.id = pending.id;
    this.fields = fields;
    this.body = pending.spec.body;
    this.accept = pending.spec.accept;
    this.requestSeq = pending.requestSeq;
    this.#client = client;
    this.#pending = pending;
    this.#connection = connection;
    this.#server = connection ? connection.peer : client.process;
    this.life = connection ? connection.peerLife : client.life;
    connection?.callBegan(this);
  }

  get loopback(): boolean {
    return this.#connection === undefined;
  }

  warn(text: string): void {
    this.#warnings ??= [];
    if (!this.#warnings.includes(text)) this.#warnings.push(text);
  }

  reply(actor: string, given: Answer): Seq {
    const warnings = this.#warnings;
    const answer = warnings ? { ...given, warnings } : given;
    const { code, reason, resourceVersion } = answer;
    const fields = { id: this.id, code, reason, resourceVersion };
    const { sim } = this.#server;
    const inner = sim.cause;
    const also = inner !== null && inner !== this.requestSeq ? [inner] : undefined;
    const seq = sim.recorder.writeResponse(actor, this.requestSeq, fields, also);
    this.#deliver(seq, () => this.#client.replied(this.#pending, answer, seq));
    if (!this.#pending.spec.onPiece || code >= 300) this.#over();
    return seq;
  }

  push(of: Seq, piece: unknown): void {
    this.underWay += 1;
    this.#deliver(of, () => {
      this.underWay -= 1;
      this.#client.piece(this.#pending, piece, of);
    });
  }

  end(reason: string): void {
    const { sim } = this.#server;
    const seq = sim.cause ?? this.requestSeq;
    const tell = () => this.#client.ended(this.#pending, reason, seq);
    if (this.#connection) this.#connection.sendQuietly('down', seq, tell);
    else sim.schedule(sim.now, tell, this.#client.life, seq);
    this.#over();
  }

  cancelled(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#over();
    this.onCancel?.();
  }

  serverClosed(): void {
    this.cancelled();
  }

  /** Nothing more is sent, so the connection need not know of the call any longer. */
  #over(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#connection?.callEnded(this);
    this.onOver?.();
  }

  #deliver(of: Seq, arrive: () => void): void {
    if (this.#gone) return;
    const { sim } = this.#server;
    if (this.#connection) this.#connection.send('down', of, arrive);
    else sim.schedule(sim.now, arrive, this.#client.life, of);
  }
}
