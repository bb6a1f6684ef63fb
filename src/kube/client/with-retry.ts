/**
 * Whether a request is sent again, after how long, and what its last error tells of earlier ones.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/with_retry.go, request.go;
 *             staging/src/k8s.io/apimachinery/pkg/util/net/http.go (IsProbableEOF, IsTimeout)
 */
import { NO_DURATION, type SimDuration, seconds } from '#base';
import type { AnswerHeaders } from '#kernel';

/** Requests sent again, at most. Source: rest.NewRequest. */
export const MAX_RETRIES = 10;
/** How long after an error that may be retried. Source: retryAfterResponse. */
const ARTIFICIAL_WAIT_SECONDS = 1;
const RETRY_AFTER = 'Retry-After';
/** Source: getRetryReason. */
const FLOW_SCHEMA = 'X-Kubernetes-PF-FlowSchema-UID';
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;
const WHOLE_NUMBER = /^[+-]?\d+$/;

/** An error of a request; `inner` is what it wraps. Upstream: url.Error. */
export interface RequestError {
  readonly text: string;
  readonly inner?: string | undefined;
}

/** What an attempt came to: a response, or an error. */
export type Attempted =
  | { readonly code: number; readonly headers: AnswerHeaders }
  | { readonly error: RequestError; readonly retryable: boolean };

/** Of the next attempt; without a wait there is none. */
export interface RetryAfter {
  readonly attempt: number;
  readonly wait?: SimDuration;
  readonly reason?: string;
}

/** The wait that a response asks for. Upstream: retryAfterSeconds. */
export function retryAfterSeconds(headers: AnswerHeaders): number | undefined {
  const text = headers[RETRY_AFTER];
  return text !== undefined && WHOLE_NUMBER.test(text) ? Number(text) : undefined;
}

/** Upstream: checkWait. */
export const mayWait = (code: number): boolean =>
  code === TOO_MANY_REQUESTS || code >= FIRST_SERVER_ERROR;

/** The connection is over; the server may not have seen the request. Upstream: IsProbableEOF. */
export const isProbableEOF = (reason: string): boolean =>
  reason === 'EOF' ||
  reason === 'unexpected EOF' ||
  reason === "http: can't write HTTP request on broken connection" ||
  reason.includes('server sent GOAWAY') ||
  reason.includes('connection reset by peer') ||
  reason.toLowerCase().includes('use of closed network connection');

/** Upstream: IsTimeout. */
export const isTimeout = (reason: string): boolean =>
  reason.startsWith('context deadline exceeded') ||
  ['i/o timeout', 'timed out', 'TLS handshake timeout'].some((end) => reason.endsWith(end));

/** How a request is made, as far as it matters for what may be sent again. */
export type Mode = 'do' | 'watch' | 'stream';

/** Whether an error is one after which a request is sent again. Upstream: isErrRetryableFunc. */
export function isRetryable(mode: Mode, method: string, reason: string): boolean {
  if (mode === 'watch') return isProbableEOF(reason) || isTimeout(reason);
  return mode === 'do' && method === 'GET' && isProbableEOF(reason);
}

/** The state of one request's retries. */
export class WithRetry {
  readonly #maxRetries: number;
  #attempts = 0;
  #retryAfter: RetryAfter = { attempt: 0 };
  #previous: RequestError | undefined;
  #current: RequestError | undefined;

  constructor(maxRetries: number = MAX_RETRIES) {
    this.#maxRetries = maxRetries;
  }

  /** Of the attempt that comes next. */
  get retryAfter(): RetryAfter {
    return this.#retryAfter;
  }

  /** Whether all retries are used up. */
  get exhausted(): boolean {
    return this.#attempts > this.#maxRetries;
  }

  /** @param attempted undefined: neither a response nor an error, of which nothing is made */
  isNextRetry(attempted: Attempted | undefined): boolean {
    if (!attempted) return false;
    const error = 'error' in attempted ? attempted.error : undefined;
    this.#attempts += 1;
    const attempt = this.#attempts;
    const wait = waitAfter(attempted);
    if (this.exhausted || wait === undefined) this.#retryAfter = { attempt };
    else {
      const reason = `retries: ${attempt}, retry-after: ${wait}s - retry-reason: `;
      this.#retryAfter = {
        attempt,
        wait: wait > 0 ? seconds(wait) : NO_DURATION,
        reason: reason + reasonOf(attempted),
      };
    }
    this.track(error);
    return this.#retryAfter.wait !== undefined;
  }

  /** Keeps the two newest errors. Upstream: trackPreviousError. */
  track(error: RequestError | undefined): void {
    this.#previous = this.#current ?? this.#previous;
    this.#current = error;
  }

  /** Upstream: WrapPreviousError. */
  wrapPreviousError(error: string): string {
    return wrapPreviousError(error, this.#previous);
  }
}

/** The last error with one of an earlier attempt, where that said something else. */
export function wrapPreviousError(error: string, previous: RequestError | undefined): string {
  if (!previous || previous.text === error) return error;
  return `${error} - error from a previous attempt: ${previous.inner ?? previous.text}`;
}

/** Seconds; undefined: the attempt is the last one. */
function waitAfter(attempted: Attempted): number | undefined {
  if ('error' in attempted) return attempted.retryable ? ARTIFICIAL_WAIT_SECONDS : undefined;
  return mayWait(attempted.code) ? retryAfterSeconds(attempted.headers) : undefined;
}

/** Upstream: getRetryReason. */
function reasonOf(attempted: Attempted): string {
  if ('error' in attempted) return `due to retryable error, error: ${attempted.error.text}`;
  const { code, headers } = attempted;
  if (code !== TOO_MANY_REQUESTS) return String(code);
  const flowSchema = JSON.stringify(headers[FLOW_SCHEMA] ?? '');
  return `due to server-side throttling, FlowSchema UID: ${flowSchema}`;
}
