/**
 * Makes one Event of several: like ones are counted, similar ones combined, too many of one source
 * about one object dropped.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/record/events_cache.go
 */
import { between, type SimDuration, type SimTime, seconds } from '#base';
import type { KubeObject } from '../api/objects';
import { formatTime } from '../api/timestamps';
import type { ObjectReference } from './event-object';
import { TokenBucket } from './token-bucket';

/** An Event of the core group. */
export interface CoreEvent extends KubeObject {
  readonly involvedObject: ObjectReference & { readonly fieldPath?: string };
  readonly reason: string;
  readonly message: string;
  readonly source: { readonly component?: string; readonly host?: string };
  readonly firstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly count: number;
  readonly type: string;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
}

/** Source: maxLruCacheEntries, defaultAggregateMaxEvents and the like. */
const MAX_ENTRIES = 4_096;
const AGGREGATE_MAX_EVENTS = 10;
const AGGREGATE_INTERVAL = seconds(600);
const SPAM_BURST = 25;
const SPAM_QPS = 1 / 300;

/** What was used last stays; so many entries at most. */
class LruCache<T> {
  readonly #entries = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.add(key, value);
    return value;
  }

  add(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest);
  }
}

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.map((part) => part ?? '').join('');

const aboutObject = ({ source, involvedObject: about }: CoreEvent, fieldPath = '') => [
  ...[source.component, source.host, about.kind, about.namespace, about.name],
  ...[fieldPath, about.uid, about.apiVersion],
];

/** Upstream: getEventKey. */
const eventKey = (event: CoreEvent): string =>
  joined([
    ...aboutObject(event, event.involvedObject.fieldPath),
    ...[event.type, event.reason, event.message],
  ]);

/** Upstream: getSpamKey. */
export const spamKey = (event: CoreEvent): string => joined(aboutObject(event));

/** Of Events that may be combined, and of each of them. Upstream: EventAggregatorByReasonFunc. */
export const aggregateKeys = (event: CoreEvent) => ({
  aggregateKey: joined([
    ...aboutObject(event),
    ...[event.type, event.reason, event.reportingComponent, event.reportingInstance],
  ]),
  localKey: event.message,
});

/** Upstream: EventAggregatorByReasonMessageFunc. */
export const aggregateMessage = ({ message }: Pick<CoreEvent, 'message'>): string =>
  `(combined from similar events): ${message}`;

interface Aggregate {
  readonly localKeys: Set<string>;
  lastTimestamp: SimTime;
}

interface Observed {
  readonly count: number;
  readonly firstTimestamp: string | undefined;
  readonly name: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** What changes when an Event is seen again. */
export interface EventPatch {
  readonly count: number;
  readonly lastTimestamp: string | undefined;
  readonly message: string;
}

export type Correlated =
  | { readonly skip: true }
  | {
      readonly skip: false;
      readonly event: CoreEvent;
      /** Absent: the Event is a new one. */
      readonly patch: EventPatch | undefined;
    };

export interface CorrelatorOptions {
  readonly now: () => SimTime;
  /** Ms since 1970 at that time. */
  readonly wallMs: (now: SimTime) => number;
  readonly maxEntries?: number;
  readonly maxEvents?: number;
  readonly maxInterval?: SimDuration;
  readonly spamBurst?: number;
  readonly spamQps?: number;
  readonly spamKey?: (event: CoreEvent) => string;
}

const US_PER_MS = 1_000n;
const NANOS_PER_US = 1_000n;

/** Name of an Event about an object, at a time in ms since 1970. */
export function eventName(about: string, wallMs: number): string {
  const nanos = BigInt(Math.round(wallMs * Number(US_PER_MS))) * NANOS_PER_US;
  return `${about}.${nanos.toString(16)}`;
}

export class EventCorrelator {
  readonly #options: CorrelatorOptions;
  readonly #aggregates: LruCache<Aggregate>;
  readonly #observed: LruCache<Observed>;
  readonly #spam: LruCache<TokenBucket>;

  constructor(options: CorrelatorOptions) {
    const { maxEntries = MAX_ENTRIES } = options;
    this.#options = options;
    this.#aggregates = new LruCache(maxEntries);
    this.#observed = new LruCache(maxEntries);
    this.#spam = new LruCache(maxEntries);
  }

  /** Upstream: EventCorrelate. The count grows also where the Event is dropped. */
  correlate(given: CoreEvent): Correlated {
    const { event, key } = this.#aggregate(given);
    const observed = this.#observe(event, key);
    return this.#isSpam(observed.event) ? { skip: true } : { skip: false, ...observed };
  }

  /** What the API has stored. Upstream: UpdateState. */
  updateState(event: CoreEvent): void {
    this.#remember(eventKey(event), event);
  }

  #aggregate(event: CoreEvent): { readonly event: CoreEvent; readonly key: string } {
    const { maxEvents = AGGREGATE_MAX_EVENTS, maxInterval = AGGREGATE_INTERVAL } = this.#options;
    const now = this.#options.now();
    const { aggregateKey, localKey } = aggregateKeys(event);
    const known = this.#aggregates.get(aggregateKey);
    const fresh = !known || between(known.lastTimestamp, now) > maxInterval;
    const record = fresh ? { localKeys: new Set<string>(), lastTimestamp: now } : known;
    record.localKeys.add(localKey);
    record.lastTimestamp = now;
    this.#aggregates.add(aggregateKey, record);
    if (record.localKeys.size < maxEvents) return { event, key: eventKey(event) };
    const [any] = record.localKeys;
    record.localKeys.delete(any);
    return { event: this.#combined(event, now), key: aggregateKey };
  }

  #combined(event: CoreEvent, now: SimTime): CoreEvent {
    const { involvedObject, metadata, kind, apiVersion, type, reason, source } = event;
    const wallMs = this.#options.wallMs(now);
    const at = formatTime(wallMs);
    return {
      ...{ kind, apiVersion, involvedObject, type, reason, source },
      metadata: { name: eventName(involvedObject.name, wallMs), namespace: metadata.namespace },
      message: aggregateMessage(event),
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    };
  }

  #observe(event: CoreEvent, key: string): { event: CoreEvent; patch: EventPatch | undefined } {
    const last = this.#observed.get(key);
    if (!last || last.count === 0) {
      this.#remember(key, event);
      return { event, patch: undefined };
    }
    const { name, resourceVersion, firstTimestamp } = last;
    const count = last.count + 1;
    const metadata = { ...event.metadata, name, resourceVersion };
    const again: CoreEvent = { ...event, metadata, firstTimestamp, count };
    this.#remember(key, again);
    const { lastTimestamp, message } = event;
    return { event: again, patch: { count, lastTimestamp, message } };
  }

  #remember(key: string, { count, firstTimestamp, metadata }: CoreEvent): void {
    const { name, resourceVersion } = metadata;
    this.#observed.add(key, { count, firstTimestamp, name, resourceVersion });
  }

  #isSpam(event: CoreEvent): boolean {
    const { spamBurst: burst = SPAM_BURST, spamQps: qps = SPAM_QPS, now } = this.#options;
    const key = (this.#options.spamKey ?? spamKey)(event);
    const bucket = this.#spam.get(key) ?? new TokenBucket({ qps, burst, now });
    const accepted = bucket.tryAccept();
    this.#spam.add(key, bucket);
    return !accepted;
  }
}
