/** What callers and servers say to each other: requests, answers, streams. */
import type { SimDuration } from '#base';
import type { Seq, WideFieldsOf } from '#trace';

/** What a request says, and between whom. Shared by all calls that are alike. */
export type RequestFields = WideFieldsOf<'request'>;

/** The fields of the request record that the caller chooses. */
export type CallFields = Omit<RequestFields, 'client' | 'server'>;

export interface CallSpec {
  readonly fields: CallFields;
  readonly body: unknown;
  /** Forms of the answer that the caller wants, as HTTP's header Accept says it. */
  readonly accept?: string | undefined;
  /** Silence after which the caller gives up; none means never. */
  readonly timeout?: SimDuration;
  /** For streams: each piece that arrives, with the record it came in. */
  readonly onPiece?: (piece: unknown, seq: Seq) => void;
  /** For streams: the end, after a reply was given. */
  readonly onEnd?: (reason: string, seq: Seq) => void;
}

/** Of an answer, by name; those that no caller reads are left out. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** What came back: an answer of the server, or why there is none. */
export type Reply =
  | {
      readonly ok: true;
      readonly code: number;
      readonly body: unknown;
      readonly seq: Seq;
      /** What the server warns of. */
      readonly warnings?: readonly string[] | undefined;
      readonly headers?: AnswerHeaders | undefined;
    }
  | { readonly ok: false; readonly reason: string; readonly seq: Seq };

/** A call in progress, at the caller. */
export interface Call {
  readonly id: number;
  readonly requestSeq: Seq;
  /** Gives up: no reply, piece or end will be heard; the server is told. */
  cancel(): void;
  /** Gives up with an error of the caller's own, which is heard as the reply. */
  abort(reason: string): void;
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
  /** What `warn` was told. */
  readonly warnings?: readonly string[] | undefined;
  readonly headers?: AnswerHeaders | undefined;
}

/** A call at the server. */
export interface IncomingCall {
  readonly id: number;
  readonly fields: RequestFields;
  readonly body: unknown;
  /** undefined: whatever there is. */
  readonly accept: string | undefined;
  readonly requestSeq: Seq;
  readonly loopback: boolean;
  /** Pieces that have been sent and have not arrived. */
  readonly underWay: number;
  /** Set by the server: told when the caller has gone. */
  onCancel: (() => void) | undefined;
  /** Set by the server: told once, when it has nothing more to send for this call. */
  onOver: (() => void) | undefined;
  /** Lets the answer warn, as HTTP's header Warning does; a text is said once. */
  warn(text: string): void;
  /** Answers; `actor` writes the response record. @returns its seq. */
  reply(actor: string, answer: Answer): Seq;
  /** Sends a piece of a stream; `of` is the watch record it stands for. */
  push(of: Seq, piece: unknown): void;
  /** Ends a stream. */
  end(reason: string): void;
}
