/**
 * Keeps a store equal to what the API server has of one resource: a list, then a watch from its
 * version, and again from the list when that is not possible.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/reflector.go
 * Acts as     informers/..., .../configmaps, .../informer
 * Simplified  no resync. Log lines of verbosity 1 and more are left out
 */
import { after, type SimTime, seconds, TIME_ZERO } from '#base';
import { type HostedMachine, hostMachine, type Process, runProcedure } from '#kernel';
import type { ApiResource, KubeList, KubeObject, Status } from '../api/objects';
import { RESOURCE_VERSION_TOO_LARGE } from '../api/status';
import { ExponentialBackoff } from './backoff';
import { DEFAULT_PAGE_SIZE, listPages } from './pager';
import { type ReflectorMachineEvent, reflectorMachine } from './reflector-machine';
import { errorText, type RestClient, type RestResult, type RestWatchEvent } from './rest-client';

/** Waits after a failed list or watch. Source: NewNamedReflector's backoff managers. */
const BACKOFF = {
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
const WATCH_WINDOW_REASONS = new Set(['Expired', 'Gone']);
const US_PER_MS = 1_000;

/** Where a reflector puts what it learns. Upstream: cache.Store of a DeltaFIFO. */
export interface ReflectorStore {
  added(object: KubeObject): void;
  updated(object: KubeObject): void;
  deleted(object: KubeObject): void;
  /** The whole content; what is not in it has gone. */
  replaced(items: readonly KubeObject[]): void;
}

export interface ReflectorOptions {
  readonly process: Process;
  /** Writes the machine's states and log lines. */
  readonly actor: string;
  readonly client: RestClient;
  readonly of: ApiResource;
  /** "" for all namespaces. */
  readonly namespace: string;
  readonly fieldSelector?: string;
  readonly store: ReflectorStore;
  /** Name in log lines: where upstream made it. */
  readonly name: string;
}

/** `*v1.Namespace`, as log lines call the type. */
export const goType = ({ version, kind }: ApiResource): string => `*${version}.${kind}`;

export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #backoff: ExponentialBackoff;
  readonly #openingBackoff: ExponentialBackoff;
  /** Version of the last list or event; "" before the first. */
  #lastVersion = '';
  #versionUnavailable = false;
  /** The first list of any version came in pages: the server has no watch cache. */
  #paginated = false;
  #machine: HostedMachine | undefined;
  #watch: { readonly stop: () => void } | undefined;
  #openedAt: SimTime = TIME_ZERO;
  #received = 0;
  /** Counts watches, so that the end of an older one is told from that of the present one. */
  #watchNumber = 0;

  constructor(options: ReflectorOptions) {
    const { process, of, actor } = options;
    this.#options = options;
    const backoff = (purpose: string) => {
      const stream = process.random(`${actor}/reflector/${of.group}/${of.resource}/${purpose}`);
      return new ExponentialBackoff(process.sim, stream, BACKOFF);
    };
    this.#backoff = backoff('backoff');
    this.#openingBackoff = backoff('opening-backoff');
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
    this.#send({ type: 'stop' });
  }

  get lastSyncResourceVersion(): string {
    return this.#lastVersion;
  }

  #send(event: ReflectorMachineEvent): void {
    this.#machine?.send(event);
  }

  #list(): void {
    const { client, of, namespace, fieldSelector } = this.#options;
    const resourceVersion = this.#versionUnavailable ? '' : this.#lastVersion || '0';
    const anyVersion = resourceVersion === '0';
    const paged = this.#paginated || resourceVersion === '' || anyVersion;
    const options = { resourceVersion, fieldSelector, limit: paged ? DEFAULT_PAGE_SIZE : 0 };
    const number = this.#watchNumber;
    runProcedure(listPages(client, { of, namespace, options }), ({ result, paginated }) => {
      if (number !== this.#watchNumber) return;
      if (anyVersion && paginated) this.#paginated = true;
      this.#listed(result);
    });
  }

  #listed(result: RestResult<KubeList>): void {
    if (!result.ok) {
      this.#listFailed(result);
      return;
    }
    this.#versionUnavailable = false;
    this.#options.store.replaced(result.object.items);
    this.#lastVersion = result.object.metadata.resourceVersion ?? '';
    this.#send({ type: 'listed' });
  }

  #listFailed(result: RestResult<unknown>): void {
    const { status } = result as { readonly status?: Status };
    if (!this.#versionUnavailable && status && isVersionUnavailable(status)) {
      this.#versionUnavailable = true;
      this.#send({ type: 'versionUnavailable' });
      return;
    }
    const { process, actor, name, of } = this.#options;
    const text = `failed to list ${goType(of)}: ${errorText(result)}`;
    process.log(actor, 'warning', `${name}: ${text}`);
    process.log(actor, 'error', `${name}: Failed to watch ${goType(of)}: ${text}`);
    this.#send({ type: 'listFailed', waitMs: this.#backoff.step() / US_PER_MS });
  }

  #openWatch(): void {
    const { process, actor, client, of, namespace, fieldSelector } = this.#options;
    this.#watchNumber += 1;
    const number = this.#watchNumber;
    const stream = process.random(`${actor}/reflector/${of.group}/${of.resource}/watch-timeout`);
    const current = (): boolean => number === this.#watchNumber;
    const watch = client.watch(of, namespace, {
      resourceVersion: this.#lastVersion,
      fieldSelector,
      allowWatchBookmarks: true,
      timeoutSeconds: stream.int(WATCH_TIMEOUT_MIN_SECONDS, 2 * WATCH_TIMEOUT_MIN_SECONDS - 1),
      onEvent: (event) => {
        if (current()) this.#onEvent(event);
      },
      onEnd: () => {
        if (current()) this.#onEnd();
      },
    });
    this.#received = 0;
    this.#openedAt = process.sim.now;
    runProcedure(watch, (result) => {
      if (!current()) {
        if (result.ok) result.object.stop();
      } else if (result.ok) {
        this.#watch = result.object;
        this.#send({ type: 'watchOpened' });
      } else this.#openFailed(result);
    });
  }

  #openFailed(result: RestResult<unknown>): void {
    const text = errorText(result);
    const { status } = result as { readonly status?: Status };
    const busy = text.includes('connection refused') || status?.reason === 'TooManyRequests';
    if (busy) {
      this.#send({ type: 'watchRefused', waitMs: this.#openingBackoff.step() / US_PER_MS });
      return;
    }
    const { process, actor, name, of } = this.#options;
    process.log(actor, 'error', `${name}: Failed to watch ${goType(of)}: ${text}`);
    this.#failWatch();
  }

  #onEvent({ type, object }: RestWatchEvent): void {
    if (type === 'ERROR') {
      this.#onError(object as Status);
      return;
    }
    this.#received += 1;
    const { store } = this.#options;
    const changed = object as KubeObject;
    if (type === 'ADDED') store.added(changed);
    else if (type === 'MODIFIED') store.updated(changed);
    else if (type === 'DELETED') store.deleted(changed);
    this.#lastVersion = changed.metadata.resourceVersion ?? this.#lastVersion;
  }

  /** An expired version is no error; the list that follows asks for the last one seen. */
  #onError(status: Status): void {
    this.#watch?.stop();
    if (!WATCH_WINDOW_REASONS.has(status.reason ?? '')) {
      const { process, actor, name, of } = this.#options;
      const text = `watch of ${goType(of)} ended with: ${status.message ?? ''}`;
      process.log(actor, 'warning', `${name}: ${text}`);
    }
    this.#failWatch();
  }

  #onEnd(): void {
    const { process, actor, name, of } = this.#options;
    const short = process.sim.now < after(this.#openedAt, SHORT_WATCH);
    if (!short || this.#received > 0) {
      this.#send({ type: 'watchClosed' });
      return;
    }
    const text =
      `very short watch: ${name}: Unexpected watch close - watch lasted less than a second and ` +
      'no items received';
    process.log(actor, 'warning', `${name}: watch of ${goType(of)} ended with: ${text}`);
    this.#failWatch();
  }

  #failWatch(): void {
    this.#watchNumber += 1;
    this.#send({ type: 'watchFailed', waitMs: this.#backoff.step() / US_PER_MS });
  }
}

/** Upstream: isExpiredError and isTooLargeResourceVersionError. */
function isVersionUnavailable({ reason = '', details, message = '' }: Status): boolean {
  if (WATCH_WINDOW_REASONS.has(reason)) return true;
  if (reason !== 'Timeout') return false;
  const tooLarge = details?.causes?.some((cause) => cause.reason === RESOURCE_VERSION_TOO_LARGE);
  return tooLarge === true || message.includes('Too large resource version');
}
