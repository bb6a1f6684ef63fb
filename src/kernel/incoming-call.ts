/** The server's side of a call, and how its answers get back to the caller. */
import type { Seq } from '#trace';
import type { Answer, Call, CallSpec, IncomingCall, Reply, RequestFields } from './call';
import type { Connection, ServerSide } from './connection';
import { Packet } from './lane';
import type { Life, Process } from './process';
import type { Task } from './simulation';

/** A call as its caller keeps it. Run where it has taken too long. */
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

  run(): void {
    this.#caller.timedOut(this);
  }
}

/** A request on its way. */
export class RequestPacket extends Packet {
  readonly #caller: Caller;
  readonly #pending: Pending;
  readonly #fields: RequestFields;
  readonly #connection: Connection | undefined;

  /** @param connection absent within one process. */
  constructor(
    caller: Caller,
    pending: Pending,
    fields: RequestFields,
    connection: Connection | undefined,
  ) {
    super(pending.requestSeq, false);
    this.#caller = caller;
    this.#pending = pending;
    this.#fields = fields;
    this.#connection = connection;
  }

  arrive(): void {
    this.#caller.requested(this.#pending, this.#fields, this.#connection);
  }
}

/** An answer on its way back; its response record is what it stands for. */
class ReplyPacket extends Packet {
  readonly #caller: Caller;
  readonly #pending: Pending;
  readonly #answer: Answer;

  constructor(caller: Caller, pending: Pending, answer: Answer, of: Seq) {
    super(of, false);
    this.#caller = caller;
    this.#pending = pending;
    this.#answer = answer;
  }

  arrive(): void {
    this.#caller.replied(this.#pending, this.#answer, this.of);
  }
}

/** A piece of a stream on its way back. */
class PiecePacket extends Packet {
  readonly #incoming: Incoming;
  readonly #piece: unknown;

  constructor(incoming: Incoming, piece: unknown, of: Seq) {
    super(of, false);
    this.#incoming = incoming;
    this.#piece = piece;
  }

  arrive(): void {
    this.#incoming.arrived(this.#piece, this.of);
  }
}

/** Whom the answers go to. */
export interface Caller {
  readonly life: Life;
  readonly process: Process;
  /** A request has arrived at the server. */
  requested(pending: Pending, fields: RequestFields, connection: Connection | undefined): void;
  /** The answer has not come in time. */
  timedOut(pending: Pending): void;
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
    this.#deliver(new ReplyPacket(this.#client, this.#pending, answer, seq));
    if (!this.#pending.spec.onPiece || code >= 300) this.#over();
    return seq;
  }

  push(of: Seq, piece: unknown): void {
    this.underWay += 1;
    this.#deliver(new PiecePacket(this, piece, of));
  }

  /** A piece has arrived at the caller. */
  arrived(piece: unknown, of: Seq): void {
    this.underWay -= 1;
    this.#client.piece(this.#pending, piece, of);
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

  #deliver(packet: Packet): void {
    if (this.#gone) return;
    const { sim } = this.#server;
    if (this.#connection) this.#connection.send('down', packet);
    else sim.schedule(sim.now, packet, this.#client.life, packet.of);
  }
}
