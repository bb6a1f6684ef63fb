/**
 * Sends a request, and sends it again while the server asks for that, or while an error lets it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/request.go
 *             (request, Watch, Stream), with_retry.go (Before, After)
 * Acts as     loopback, client
 * Simplified  the refusal of a watch does not tell of errors of earlier attempts
 */
import { formatGoDuration, NO_DURATION, type SimDuration } from '#base';
import { type Effect, type Procedure, type Process, perform, type Reply } from '#kernel';
import { isStatus } from '../api/status';
import type { ThrottledLogger } from './throttled-logger';
import type { TokenBucket } from './token-bucket';
import type { URLBackoff } from './url-backoff';
import {
  type Attempted,
  isRetryable,
  type Mode,
  mayWait,
  type RequestError,
  retryAfterSeconds,
  WithRetry,
} from './with-retry';

/** Source: tryThrottleWithInfo. */
const THROTTLED = ' due to client-side throttling, not priority and fairness,';

/** A request that may be sent several times. */
export interface RepeatedCall {
  readonly mode: Mode;
  /** HTTP method, upper case. */
  readonly method: string;
  /** Host and port, path and query. */
  readonly url: () => string;
  /** Undefined: as many as client-go. */
  readonly maxRetries: number | undefined;
  readonly attempt: Effect<Reply>;
  /** What an answer that did not come is as an error; of the first attempt, or of a later one. */
  readonly error: (reason: string, first: boolean) => RequestError;
  /** Why no attempt is made any more. */
  readonly over: () => string | undefined;
  /** Until there is none; undefined: for ever. */
  readonly left: () => SimDuration | undefined;
}

/** How it ended. */
export interface CallEnd {
  readonly reply: Reply;
  /** The text of its error, where no answer came. */
  readonly transport: string | undefined;
}

/** Advice of an answer, seconds. A Status carries it in place of the header. */
export function adviceOf(reply: Reply & { readonly ok: true }): number | undefined {
  const { headers = {}, body } = reply;
  const advised = isStatus(body) ? body.details?.retryAfterSeconds : undefined;
  return retryAfterSeconds(headers) ?? (advised === 0 ? undefined : advised);
}

export interface SenderOptions {
  readonly process: Process;
  /** Writes what is decided. */
  readonly actor: string;
  readonly limiter: TokenBucket | undefined;
  readonly throttled: ThrottledLogger | undefined;
  /** Makes the back-off of a request. */
  readonly backoff: (() => URLBackoff) | undefined;
}

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Whether a request is over with its first answer. */
  isLast(reply: Reply): boolean {
    return reply.ok && !mayWait(reply.code) && !this.#options.backoff;
  }

  /** @param first what the first attempt came to; undefined: it has not been made. */
  *send(call: RepeatedCall, first: Reply | undefined): Procedure<CallEnd> {
    const backoff = this.#options.backoff?.();
    if (backoff) yield* this.#sleep(backoff.calculate(call.url()));
    const retry = new WithRetry(call.maxRetries);
    let reply = first;
    for (;;) {
      reply ??= (yield call.attempt) as Reply;
      backoff?.update(call.url(), reply.ok ? reply.code : 0);
      const attempted = attemptedOf(call, reply, retry.retryAfter.attempt === 0);
      if (!this.#isNextRetry(retry, attempted)) return ended(retry, attempted, reply);
      const error = yield* this.#before(call, retry, backoff);
      if (error === undefined) {
        reply = undefined;
        continue;
      }
      retry.track({ text: error });
      const seq = this.#options.process.sim.cause ?? reply.seq;
      const transport = retry.wrapPreviousError(error);
      return { reply: { ok: false, reason: error, seq }, transport };
    }
  }

  #isNextRetry(retry: WithRetry, attempted: Attempted): boolean {
    const again = retry.isNextRetry(attempted);
    const { attempt, reason = '' } = retry.retryAfter;
    if (again) this.#decided('retry', reason);
    else if (retry.exhausted && attempt > 1) {
      this.#decided('none', `all ${attempt - 1} retries are used up`);
    }
    return again;
  }

  #decided(outcome: string, reason: string): void {
    const { process, actor } = this.#options;
    process.write('decision', actor, { name: 'IsNextRetry', outcome, reason, saw: [] });
  }

  /** What comes before an attempt that is not the first. @returns why it is not made. */
  *#before(
    call: RepeatedCall,
    { retryAfter: { wait = NO_DURATION, reason = '' } }: WithRetry,
    backoff: URLBackoff | undefined,
  ): Procedure<string | undefined> {
    const over = call.over();
    if (over !== undefined) return over;
    const delay = backoff?.calculate(call.url()) ?? NO_DURATION;
    yield* this.#sleep(delay > wait ? delay : wait);
    const left = call.left();
    const { limiter } = this.#options;
    const late = call.over();
    if (late !== undefined) {
      return limiter
        ? `client rate limiter Wait returned an error: ${late}`
        : call.error(late, false).text;
    }
    if (!limiter) return undefined;
    const reserved =
      left === undefined
        ? { ok: true as const, wait: limiter.reserve() }
        : limiter.reserveWithin(left);
    if (!reserved.ok) return `client rate limiter Wait returned an error: ${reserved.error}`;
    yield* this.#waitForToken(reserved.wait, call, `, ${reason} -`);
    return undefined;
  }

  /** Before the first attempt. Upstream: tryThrottle. */
  *throttle(limiter: TokenBucket, call: Pick<RepeatedCall, 'method' | 'url'>): Procedure<void> {
    yield* this.#waitForToken(limiter.reserve(), call, THROTTLED);
  }

  *#waitForToken(
    wait: SimDuration,
    { method, url }: Pick<RepeatedCall, 'method' | 'url'>,
    why: string,
  ): Procedure<void> {
    if (wait === NO_DURATION) return;
    const { process, actor, throttled } = this.#options;
    yield* this.#armed('client-side throttling', wait);
    if (!throttled?.attempt(wait, process.ownTime())) return;
    const waited = `Waited for ${formatGoDuration(wait)}${why}`;
    process.log(actor, 'info', `${waited} request: ${method}:https://${url()}`);
  }

  *#sleep(length: SimDuration): Procedure<void> {
    if (length > NO_DURATION) yield* this.#armed('Retry-After', length);
  }

  #armed(name: string, length: SimDuration): Procedure<void> {
    const { process, actor } = this.#options;
    return perform<void>((resume) => {
      process.timer(actor, name, length, () => resume());
    });
  }
}

function attemptedOf(call: RepeatedCall, reply: Reply, first: boolean): Attempted {
  if (!reply.ok) {
    const error = call.error(reply.reason, first);
    const { inner = '' } = error;
    return { error, retryable: isRetryable(call.mode, call.method, inner) };
  }
  const advice = adviceOf(reply);
  const headers = { ...reply.headers };
  if (advice !== undefined) headers['Retry-After'] = String(advice);
  return { code: reply.code, headers };
}

function ended(retry: WithRetry, attempted: Attempted, reply: Reply): CallEnd {
  const transport =
    'error' in attempted ? retry.wrapPreviousError(attempted.error.text) : undefined;
  return { reply, transport };
}
