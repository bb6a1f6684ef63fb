/**
 * The chain of filters of one server before a handler that answers everything with 200, at once or
 * when it is let go; and a client that sends what a case says.
 */
import { type IncomingCall, RpcClient } from '#kernel';
import {
  type InFlightLimits,
  InFlightRequests,
  MaxInFlight,
  RequestChain,
  requestInfo,
  SignalBoard,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import { Rig } from './rig';
import { MOMENT } from './termination-clients';

export interface FilterOptions {
  /** Undefined where there are none. */
  readonly limits?: InFlightLimits;
  /** The server has stopped to accept requests. */
  readonly closed?: boolean;
  /** It waits for those that are in flight. */
  readonly waits?: boolean;
}

/** A request, and the code of its answer once there is one. */
export interface Sent {
  code: number | undefined;
}

/** A path of the API that a case does not write out. Source: the test's own. */
const SOME_PATH = '/api/v1/namespaces/default/wait';
const ACCESS = { anonymousAuth: true, authorizationModes: ['AlwaysAllow'] };
const DIAL = { dialTimeout: MOMENT, keepaliveIdle: MOMENT, keepaliveTimeout: MOMENT };
const OK = { status: 200, contentType: '', body: 'ok' };

export class FilterStand {
  /** How often the handler was called. */
  handlerCalls = 0;
  readonly #rig: Rig;
  readonly #rpc: RpcClient;
  #holding = false;
  #held: (() => void)[] = [];

  constructor({ switches }: Question, { limits, closed = false, waits }: FilterOptions) {
    this.#rig = new Rig({ switches });
    const { process } = this.#rig;
    const actor = this.#rig.actor('apiserver');
    const inFlight = new InFlightRequests(process);
    const signals = new SignalBoard();
    if (closed) signals.fire('NotAcceptingNewRequest');
    if (waits) inFlight.wait(() => {});
    const answer = (call: IncomingCall) => {
      call.reply(actor, { code: OK.status, reason: '', resourceVersion: 0, body: OK.body });
    };
    const chain = new RequestChain({
      actor,
      signals,
      inFlight,
      audit: undefined,
      access: ACCESS,
      maxInFlight: limits && new MaxInFlight(limits),
      sendRetryAfter: closed,
      servePath: (_path, _query, reply) => {
        this.#handle(() => reply(OK));
        return true;
      },
      extension: () => undefined,
      serves: () => true,
      unknown: () => undefined,
      serveResource: (call) => this.#handle(() => answer(call)),
    });
    process.listener = (call) => chain.handle(call);
    this.#rpc = new RpcClient(process, this.#rig.actor('client'), process.name, DIAL);
  }

  /** @param request `GET /path`; @param hangs whether the handler keeps it. */
  send(request: string, user: string, userAgent: string, hangs = false): Sent {
    const [method, url = ''] = request.split(' ');
    if (!/^[A-Z]+$/.test(method) || url === '') throw new Unsupported(`request: ${request}`);
    const place = url.startsWith('...') ? `${SOME_PATH}${url.slice('...'.length)}` : url;
    const { isResourceRequest: _, ...info } = requestInfo(place, method);
    const fields = { ...info, query: place.split('?')[1] ?? '', user, userAgent };
    const sent: Sent = { code: undefined };
    this.#holding = hangs;
    this.#rpc.call({ fields, body: undefined }, (reply) => {
      sent.code = reply.ok ? reply.code : 0;
    });
    this.#rig.advance(MOMENT);
    return sent;
  }

  /** Lets go of what the handler keeps. */
  release(): void {
    for (const answer of this.#held) answer();
    this.#held = [];
    this.#rig.advance(MOMENT);
  }

  #handle(answer: () => void): void {
    this.handlerCalls += 1;
    if (this.#holding) this.#held.push(answer);
    else answer();
  }
}
