/**
 * Keeps a store equal to what the API server has of one resource: a list, then a watch from its
 * version, and again from the list when that is not possible. A list asks for the last version seen
 * or a newer one, so the store never goes back.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/reflector.go
 * Acts as     informers/..., .../configmaps, .../informer
 * Simplified  the waits of 1.27 in every profile: from 1.28 on lists and watches share one. Log
 *             lines of verbosity 1 and more, and the trace of a list that takes over 10 s, are left
 *             out
 */
import { after, NO_DURATION, type SimTime, seconds, TIME_ZERO } from '#base';
import { type HostedMachine, hostMachine, runProcedure, type Timer } from '#kernel';
import type { KubeList, KubeObject, Status } from '../api/objects';
import { type BackoffOptions, ExponentialBackoff } from './backoff';
import { type ExpectedType, exampleOf, expectedTypeOf } from './expected-type';
import { DEFAULT_PAGE_SIZE, listPages } from './pager';
import { isBusy, isExpired, isVersionUnavailable } from './reflector-errors';
import { type ReflectorMachineEvent, reflectorMachine } from './reflector-machine';
import type { ReflectorOptions } from './reflector-options';
import { errorText, type RestResult, type RestWatchEvent } from './rest-client';
import { RetryWithDeadline } from './retry-with-deadline';

/** Waits after a failed list or watch. Source: NewNamedReflector's backoff managers. */
const BACKOFF: BackoffOptions = {
  initial: seconds(0.8),
  max: seconds(30),
  reset: seconds(120),
  factor: 2,
  jitter: 1,
};
/** Time limit of a watch: 300 s to 599 s. Source: minWatchTimeout times [1, 2). */
const WATCH_TIMEOUT_MIN_SECONDS = 300;
/** A watch shorter than this that brought nothing is a failure. Source: watchHandler. */
const SHORT_WATCH = seconds(1);
/** After so long an internal error of a watch is a first one. Source: ListAndWatch. */
const MIN_RESET_PERIOD = seconds(60);
const US_PER_MS = 1_000;
/** How a watch ends that was to end. Source: errorStopRequested. */
const STOP_REQUESTED = 'stop requested';

export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #expected: ExpectedType;
  readonly #backoff: ExponentialBackoff;
  readonly #openingBackoff: ExponentialBackoff;
  /** Version of the last list or event; "" before the first. */
  #lastVersion = '';
  #versionUnavailable = false;
  /** The first list of any version came in pages: the server has no watch cache. */
  #paginated = false;
  #machine: HostedMachine | undefined;
  #watch: { readonly stop: () => void } | undefined;
  #retry: RetryWithDeadline;
  #resync: Timer | undefined;
  #openedAt: SimTime = TIME_ZERO;
  #received = 0;
  /** Counts watches, so that the end of an older one is told from that of the present one. */
  #watchNumber = 0;
  #lastWatchError: string | undefined;

  constructor(options: ReflectorOptions) {
    const { process, of, actor } = options;
    this.#options = options;
    this.#expected = expectedTypeOf(exampleOf(of));
    const backoff = (purpose: string) => {
      const stream = process.random(`${actor}/reflector/${of.group}/${of.resource}/${purpose}`);
      return new ExponentialBackoff(process.sim, stream, options.backoff ?? BACKOFF);
    };
    this.#backoff = backoff('backoff');
    this.#openingBackoff = backoff('opening-backoff');
    this.#retry = this.#newRetry();
  }

  /** Upstream: Run. Begins with the list. */
  start(): void {
    if (this.#machine) return;
    const { process, actor } = this.#options;
    this.#machine = hostMachine(process, {
      actor,
      machine: reflectorMachine,
      effects: {
        list: () => this.#list(),
        openWatch: () => this.#openWatch(),
        closeWatch: () => this.#watch?.stop(),
      },
    });
  }

  stop(): void {
    this.#watchNumber += 1;
    this.#resync?.cancel();
    this.#lastWatchError = STOP_REQUESTED;
    this.#send({ type: 'stop' });
  }

  get lastSyncResourceVersion(): string {
    return this.#lastVersion;
  }

  /** How the last stream of events ended; undefined: in good order, or it has not. */
  get lastWatchError(): string | undefined {
    return this.#lastWatchError;
  }

  #newRetry(): RetryWithDeadline {
    const { process, maxInternalErrorRetryDuration = NO_DURATION } = this.#options;
    return new RetryWithDeadline({
      clock: process.sim,
      maxRetryDuration: maxInternalErrorRetryDuration,
      minResetPeriod: MIN_RESET_PERIOD,
      isRetryable: (reason) => reason === 'InternalError',
    });
  }

  #send(event: ReflectorMachineEvent): void {
    this.#machine?.send(event);
  }

  #list(): void {
    const { client, of, namespace, fieldSelector } = this.#options;
    const resourceVersion = this.#versionUnavailable ? '' : this.#lastVersion || '0';
    const limit = this.#pageSize(resourceVersion);
    const options = { resourceVersion, fieldSelector, limit };
    const number = this.#watchNumber;
    runProcedure(listPages(client, { of, namespace, options }), ({ result, paginated }) => {
      if (number !== this.#watchNumber) return;
      if (resourceVersion === '0' && paginated) this.#paginated = true;
      this.#listed(result);
    });
  }

  /** 0: all at once, from a server's cache. */
  #pageSize(resourceVersion: string): number {
    const { pageSize } = this.#options;
    if (pageSize !== undefined) return pageSize;
    const consistent = resourceVersion === '' || resourceVersion === '0';
    return this.#paginated || consistent ? DEFAULT_PAGE_SIZE : 0;
  }

  #listed(result: RestResult<KubeList>): void {
    if (!result.ok) {
      this.#listFailed(result);
      return;
    }
    this.#versionUnavailable = false;
    this.#options.store.replaced(result.object.items);
    this.#lastVersion = result.object.metadata.resourceVersion ?? '';
    this.#retry = this.#newRetry();
    this.#armResync();
    this.#send({ type: 'listed' });
  }

  #listFailed(result: RestResult<unknown>): void {
    const { status } = result as { readonly status?: Status };
    if (!this.#versionUnavailable && status && isVersionUnavailable(status)) {
      this.#versionUnavailable = true;
      this.#send({ type: 'versionUnavailable' });
      return;
    }
    const text = `failed to list ${this.#expected.displayName}: ${errorText(result)}`;
    this.#log('warning', text);
    this.#returned('listFailed', text);
  }

  /** One list-and-watch is over; the next comes after a wait. */
  #returned(type: 'listFailed' | 'watchFailed', error?: string): void {
    this.#watchNumber += 1;
    this.#resync?.cancel();
    if (error !== undefined) this.#handleError(error);
    this.#send({ type, waitMs: this.#backoff.step() / US_PER_MS });
  }

  #handleError(error: string): void {
    const { onWatchError } = this.#options;
    if (onWatchError) onWatchError(error);
    else this.#log('error', `Failed to watch ${this.#expected.displayName}: ${error}`);
  }

  #armResync(): void {
    const { process, actor, resyncPeriod = NO_DURATION } = this.#options;
    if (resyncPeriod === NO_DURATION) return;
    this.#resync = process.timer(actor, 'resync', resyncPeriod, () => this.#onResync());
  }

  #onResync(): void {
    const { store, shouldResync } = this.#options;
    const error = !shouldResync || shouldResync() ? store.resync?.() : undefined;
    if (error === undefined) this.#armResync();
    else this.#watchEnded(error);
  }

  #openWatch(): void {
    const { process, client, of, namespace, fieldSelector } = this.#options;
    this.#watchNumber += 1;
    const number = this.#watchNumber;
    const current = (): boolean => number === this.#watchNumber;
    const watch = client.watch(of, namespace, {
      resourceVersion: this.#lastVersion,
      fieldSelector,
      allowWatchBookmarks: true,
      timeoutSeconds: this.#timeoutSeconds(),
      onEvent: (event) => {
        if (current()) this.#onEvent(event);
      },
      onEnd: () => {
        if (current()) this.#onEnd();
      },
    });
    this.#received = 0;
    this.#openedAt = process.ownTime();
    runProcedure(watch, (result) => {
      if (!current()) {
        if (result.ok) result.object.stop();
      } else if (result.ok) {
        this.#watch = result.object;
        this.#send({ type: 'watchOpened' });
      } else this.#openFailed(result);
    });
  }

  #timeoutSeconds(): number {
    const { process, actor, of } = this.#options;
    const stream = process.random(`${actor}/reflector/${of.group}/${of.resource}/watch-timeout`);
    return stream.int(WATCH_TIMEOUT_MIN_SECONDS, 2 * WATCH_TIMEOUT_MIN_SECONDS - 1);
  }

  #openFailed(result: RestResult<unknown>): void {
    const text = errorText(result);
    const { status } = result as { readonly status?: Status };
    if (isBusy(text, status)) this.#backOffConnection();
    else this.#returned('watchFailed', text);
  }

  /** The same watch is tried again: what the store has is good. */
  #backOffConnection(): void {
    this.#send({ type: 'watchRefused', waitMs: this.#openingBackoff.step() / US_PER_MS });
  }

  #onEvent({ type, object }: RestWatchEvent): void {
    if (type === 'ERROR') {
      this.#onError(object as Status);
      return;
    }
    const changed = object as KubeObject;
    const unlike = this.#expected.unlike(changed);
    if (unlike !== undefined) {
      this.#log('error', unlike);
      return;
    }
    this.#received += 1;
    const { store } = this.#options;
    if (type === 'ADDED') store.added(changed);
    else if (type === 'MODIFIED') store.updated(changed);
    else if (type === 'DELETED') store.deleted(changed);
    this.#lastVersion = changed.metadata.resourceVersion ?? '';
    store.updateResourceVersion?.(this.#lastVersion);
  }

  /** An expired version is no error; the list that follows asks for the last one seen. */
  #onError(status: Status): void {
    this.#watchNumber += 1;
    this.#watch?.stop();
    this.#retry.after(status.reason);
    const text = status.message ?? `unexpected object: ${JSON.stringify(status)}`;
    if (isExpired(status)) this.#returned('watchFailed');
    else if (status.reason === 'TooManyRequests') this.#backOffConnection();
    else if (status.reason === 'InternalError' && this.#retry.shouldRetry()) {
      this.#send({ type: 'watchRetried' });
    } else this.#watchEnded(text);
    this.#lastWatchError = text;
  }

  #onEnd(): void {
    const { process, name } = this.#options;
    const short = process.ownTime() < after(this.#openedAt, SHORT_WATCH);
    this.#lastWatchError = undefined;
    if (!short || this.#received > 0) {
      this.#send({ type: 'watchClosed' });
      return;
    }
    this.#watchEnded(
      `very short watch: ${name}: Unexpected watch close - watch lasted less than a second and ` +
        'no items received',
    );
  }

  /** It cannot go on from where it is. */
  #watchEnded(error: string): void {
    this.#lastWatchError = error;
    this.#watch?.stop();
    this.#log('warning', `watch of ${this.#expected.displayName} ended with: ${error}`);
    this.#returned('watchFailed');
  }

  #log(level: 'warning' | 'error', text: string): void {
    const { process, actor, name } = this.#options;
    process.log(actor, level, `${name}: ${text}`);
  }
}
