/**
 * The way of a request through the filters to its handler.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/config.go
 *             (DefaultBuildHandlerChain), pkg/server/filters/{with_retry_after,waitgroup}.go,
 *             pkg/util/notfoundhandler/not_found_handler.go
 * Acts as     apiserver
 * Simplified  no CORS, GOAWAY chance, and no limits of priority and fairness; of the answer's
 *             headers only Retry-After is carried, that of a Status as its retryAfterSeconds
 */
import type { Answer, IncomingCall } from '#kernel';
import type { Status } from '../api/objects';
import type { TextAnswer } from '../component/healthz';
import { type AccessOptions, unauthenticated, unauthorized } from './access';
import type { AuditBackend } from './audit-backend';
import { NOT_FOUND } from './chain/not-found';
import type { InFlightRequests } from './in-flight-requests';
import type { LifecycleSignals } from './lifecycle-signals';
import { type MaxInFlight, TOO_MANY_REQUESTS } from './max-in-flight';

/**
 * Paths that are served whatever the server is doing. Source: waitgroup.go, with_retry_after.go.
 */
const ALWAYS_SERVED = ['/readyz', '/livez', '/healthz', '/metrics'];
/** User agent of the loopback client begins with this. Source: with_retry_after.go. */
const LOOPBACK_AGENT = 'kube-apiserver/';
/** Advice of the retry-after filter and of the not-found handler, seconds. */
const RETRY_AFTER_SECONDS = 5;

export interface RequestChainOptions {
  /** Writes the responses. */
  readonly actor: string;
  readonly signals: LifecycleSignals;
  readonly inFlight: InFlightRequests;
  readonly audit: AuditBackend | undefined;
  readonly access: AccessOptions;
  /** Undefined where priority and fairness is on. */
  readonly maxInFlight: MaxInFlight | undefined;
  /** --shutdown-send-retry-after. */
  readonly sendRetryAfter: boolean;
  /** Answers a path outside the API. @returns false when there is none. */
  readonly servePath: (
    path: string,
    query: string,
    reply: (answer: TextAnswer) => void,
    accept?: string,
  ) => boolean;
  /** How a request ends for what an APIService leaves to an extension server. */
  readonly extension: (group: string, version: string) => TextAnswer | undefined;
  /** Whether the API has the resource. */
  readonly serves: (call: IncomingCall) => boolean;
  /** What the router says where the API has the version of what is asked for, and not that. */
  readonly unknown: (call: IncomingCall) => Status | undefined;
  /** Answers a request for a resource. */
  readonly serveResource: (call: IncomingCall) => void;
}

/** Source: LongRunningFunc of cmd/kube-apiserver/app/server.go. */
const LONG_VERBS: ReadonlySet<string> = new Set(['watch', 'proxy']);
const LONG_SUBRESOURCES: ReadonlySet<string> = new Set([
  ...['attach', 'exec', 'proxy', 'log', 'portforward'],
]);

/**
 * Long requests are not waited for and have no deadline. Upstream: BasicLongRunningRequestCheck.
 */
export const isLongRunning = ({ fields }: IncomingCall): boolean =>
  LONG_VERBS.has(fields.verb) || LONG_SUBRESOURCES.has(fields.subresource);

/** What the retry-after filter looks at. */
export interface RetryAfterInput {
  /** Undefined where the filter has no signal to look at. */
  readonly notAccepting: boolean | undefined;
  readonly path: string;
  readonly userAgent: string;
}

/** A refusal with its headers; undefined lets the request pass. Upstream: WithRetryAfter. */
export function withRetryAfter({ notAccepting, path, userAgent }: RetryAfterInput) {
  if (!notAccepting || isExempt(path, userAgent)) return undefined;
  return {
    status: 429,
    headers: { Connection: 'close', 'Retry-After': String(RETRY_AFTER_SECONDS) },
    body: 'The apiserver is shutting down, please try again later.',
  };
}

/** Whether the shutdown's refusals spare a request. */
export function isExempt(path: string, userAgent: string): boolean {
  return (
    ALWAYS_SERVED.some((prefix) => path.startsWith(prefix)) || userAgent.startsWith(LOOPBACK_AGENT)
  );
}

export class RequestChain {
  readonly #options: RequestChainOptions;

  constructor(options: RequestChainOptions) {
    this.#options = options;
  }

  handle(call: IncomingCall): void {
    const { signals, sendRetryAfter, inFlight, audit } = this.#options;
    const muxComplete = signals.fired('MuxAndDiscoveryComplete');
    const path = call.fields.resource === '' ? call.fields.name.split('?')[0] : '';
    const { userAgent } = call.fields;
    if (sendRetryAfter) {
      const notAccepting = signals.fired('NotAcceptingNewRequest');
      const refusal = withRetryAfter({ notAccepting, path, userAgent });
      if (refusal) {
        this.#reply(call, tooMany(refusal));
        return;
      }
    }
    if (!inFlight.admit(call, isLongRunning(call), () => isExempt(path, userAgent))) {
      this.#reply(call, statusAnswer(SHUTTING_DOWN_503));
      return;
    }
    const { access, maxInFlight } = this.#options;
    const nobody = unauthenticated(access, call.fields);
    if (nobody) {
      this.#reply(call, statusAnswer(nobody));
      return;
    }
    audit?.watch(call);
    if (maxInFlight && !maxInFlight.admit(call, isLongRunning(call))) {
      this.#reply(call, tooMany(TOO_MANY_REQUESTS));
      return;
    }
    const denied = unauthorized(access, call.fields);
    if (denied) this.#reply(call, statusAnswer(denied));
    else if (path === '') this.#serveApi(call, muxComplete);
    else this.#servePath(call, path, muxComplete);
  }

  #servePath(call: IncomingCall, path: string, muxComplete: boolean): void {
    const reply = (answer: TextAnswer) => this.#replyText(call, answer);
    // Clients of paths outside the API may write the query behind the path.
    const query = call.fields.query || (call.fields.name.split('?')[1] ?? '');
    const served = this.#options.servePath(path, query, reply, call.accept);
    if (!served) this.#notFound(call, muxComplete);
  }

  #replyText(call: IncomingCall, { status, body }: TextAnswer): void {
    const refused = status === 503 ? 'ServiceUnavailable' : 'InternalError';
    const reason = status < 300 ? '' : refused;
    this.#reply(call, { code: status, reason, resourceVersion: 0, body });
  }

  #serveApi(call: IncomingCall, muxComplete: boolean): void {
    const { group, version } = call.fields;
    const extension = group === '' ? undefined : this.#options.extension(group, version);
    if (extension) {
      this.#replyText(call, extension);
      return;
    }
    if (this.#options.serves(call)) {
      this.#options.serveResource(call);
      return;
    }
    const unknown = this.#options.unknown(call);
    if (unknown) this.#reply(call, statusAnswer(unknown));
    else this.#notFound(call, muxComplete);
  }

  /** The end of the server chain. */
  #notFound(call: IncomingCall, muxComplete: boolean): void {
    if (muxComplete) {
      const { status: code, body } = NOT_FOUND;
      this.#reply(call, { code, reason: 'NotFound', resourceVersion: 0, body });
    } else this.#reply(call, statusAnswer(MUX_INCOMPLETE));
  }

  #reply(call: IncomingCall, answer: Answer): void {
    call.reply(this.#options.actor, answer);
  }
}

function unavailable(message: string, retryAfterSeconds: number): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason: 'ServiceUnavailable',
    details: { retryAfterSeconds },
    code: 503,
  };
}

/** Upstream: waitGroupWriteRetryAfterToResponse. */
const SHUTTING_DOWN_503 = unavailable('apiserver is shutting down', 1);
const MUX_INCOMPLETE = unavailable(
  'the request has been made before all known HTTP paths have been installed, please try again',
  RETRY_AFTER_SECONDS,
);

const tooMany = ({ status: code, body, headers }: typeof TOO_MANY_REQUESTS): Answer => ({
  ...{ code, reason: 'TooManyRequests', resourceVersion: 0 },
  ...{ body, headers },
});

const statusAnswer = (status: Status): Answer => ({
  code: status.code ?? 500,
  reason: status.reason ?? '',
  resourceVersion: 0,
  body: status,
});
