/**
 * Records Events: the first of its kind is created, further ones become its series, which is
 * written when it begins, now and then, and when it has ended.
 *
 * What is guaranteed: the caller never waits. What is not: that an Event is written at all, or in
 * the order of recording. It is dropped when the queue is full, when the server refuses it, and
 * after the last try.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/events/event_broadcaster.go,
 *             event_recorder.go
 * Simplified  log lines name the Event instead of printing all of it; the nanoseconds in its name
 *             that a clock of microseconds leaves open are drawn; series are written one after
 *             another without holding up new ones
 */
import { micros, minutes, seconds } from '#base';
import { type Procedure, type Process, perform, runProcedure, type Timer } from '#kernel';
import { metaNamespaceKey } from '../api/meta';
import type { KubeObject } from '../api/objects';
import { STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { EVENTS_V1 } from '../api/resources';
import { formatMicroTime, parseTime } from '../api/timestamps';
import { nameIsDNSSubdomain } from '../api/validate-text';
import type { Switches } from '../profile';
import {
  type EventMoment,
  type EventWords,
  eventKey,
  makeEvent,
  type RecordedEvent,
  type Reporter,
  referenceOf,
} from './event-object';
import { errorText, type RestClient, type RestResult, reasonOf } from './rest-client';

/** Tries to write one Event. Upstream: maxTriesPerEvent. */
const MAX_TRIES = 12;
/** Between two tries, and up to so much of it more. Upstream: defaultSleepDuration, Jitter. */
const SLEEP = seconds(10);
const SLEEP_JITTER_PERCENT = 25;
/** A series is over, a single Event forgotten, so long after it was seen. Upstream: finishTime. */
const FINISH = minutes(6);
/** Series that go on are written so often. Upstream: refreshTime. */
const REFRESH = minutes(30);
/** Events that wait to be taken up. Upstream: maxQueuedEvents. */
const MAX_QUEUED = 1_000;
/** Code of what is not there. */
const NOT_FOUND = 404;

export interface EventRecorderParts {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
  readonly switches: Pick<Switches, 'eventSeriesCountsFirst'>;
  readonly reportingController: string;
  /** Name of the machine. */
  readonly hostname: string;
}

/** An Event that further ones are counted on. */
interface Cached {
  event: RecordedEvent;
}

interface Attempt {
  readonly result: RestResult<KubeObject>;
  readonly retry: boolean;
}

export class EventRecorder {
  readonly #parts: EventRecorderParts;
  readonly #reporter: Reporter;
  readonly #cache = new Map<string, Cached>();
  readonly #timers = new Map<string, Timer>();
  #recording = false;
  #queued = 0;
  #lastNanos = 0n;

  constructor(parts: EventRecorderParts) {
    const { reportingController, hostname } = parts;
    this.#parts = parts;
    this.#reporter = {
      reportingController,
      reportingInstance: `${reportingController}-${hostname}`,
    };
  }

  /** Upstream: StartRecordingToSink. */
  startRecordingToSink(): void {
    this.#recording = true;
    this.#every('event-series-refresh', REFRESH, () => this.#refreshExistingEventSeries());
    this.#every('event-series-finish', FINISH, () => this.#finishSeries());
  }

  /** Takes up no more Events; what is being written is still tried. */
  shutdown(): void {
    this.#recording = false;
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }

  /** Records an Event about an object, which names its kind and apiVersion. Never waits. */
  eventf(regarding: KubeObject, words: EventWords): void {
    if (!this.#recording || this.#queued >= MAX_QUEUED) return;
    const { process } = this.#parts;
    const of = referenceOf(regarding);
    const event = named(makeEvent(of, words, this.#reporter, this.#moment()), process);
    this.#queued += 1;
    process.later(micros(0), () => {
      this.#queued -= 1;
      if (this.#recording) this.#recordToSink(event);
    });
  }

  /** Two Events of one instant are some nanoseconds apart, as those of a real clock. */
  #moment(): EventMoment {
    const { process } = this.#parts;
    const wallMs = process.wallMs();
    const drawn = process.random('event-name').int(1, 499);
    const nanos = BigInt(Math.round(wallMs * 1_000)) * 1_000n + BigInt(drawn);
    const next = this.#lastNanos + BigInt(drawn);
    this.#lastNanos = nanos > this.#lastNanos ? nanos : next;
    return { wallMs, nanos: this.#lastNanos };
  }

  #recordToSink(event: RecordedEvent): void {
    const { process, switches } = this.#parts;
    const newer = switches.eventSeriesCountsFirst;
    const key = eventKey(event, newer);
    const cached = this.#cache.get(key);
    const lastObservedTime = formatMicroTime(process.wallMs());
    if (cached?.event.series) {
      const count = cached.event.series.count + 1;
      cached.event = { ...cached.event, series: { count, lastObservedTime } };
      return;
    }
    const entry = cached ?? { event };
    if (cached) {
      const series = { count: newer ? 2 : 1, lastObservedTime };
      cached.event = { ...cached.event, series };
    } else this.#cache.set(key, entry);
    // From 1.27 on a copy is written, and the server's answer stays out of the cache.
    const copy = entry.event;
    const read = newer ? () => copy : () => entry.event;
    runProcedure(this.#attemptRecording(read), (recorded) => {
      if (recorded && !newer) this.#cache.set(eventKey(recorded, newer), { event: recorded });
    });
  }

  *#attemptRecording(read: () => RecordedEvent): Procedure<RecordedEvent | undefined> {
    const { process, actor } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const { result, retry } = yield* this.#recordEvent(read());
      if (!retry) return result.ok ? (result.object as RecordedEvent) : undefined;
      if (tries >= MAX_TRIES) {
        const name = metaNamespaceKey(read());
        this.#error(`Unable to write event '${name}' (retry limit exceeded!)`);
        return undefined;
      }
      const more = Math.floor((SLEEP * SLEEP_JITTER_PERCENT) / 100);
      const sleep = micros(SLEEP + process.random('event-retry').int(0, more));
      yield* perform<void>((resume) => process.timer(actor, 'event-retry', sleep, resume));
    }
  }

  /** Upstream: recordEvent. */
  *#recordEvent(event: RecordedEvent): Procedure<Attempt> {
    const { client, switches } = this.#parts;
    const { namespace = '', name = '' } = event.metadata;
    const { series } = event;
    let result: RestResult<KubeObject> | undefined;
    if (series) {
      const body = { contentType: STRATEGIC_MERGE_PATCH, patch: { series } };
      result = yield* client.patch(EVENTS_V1, namespace, name, body);
    }
    // It may have expired, and is then created anew.
    if (!result || (!result.ok && result.status?.code === NOT_FOUND)) {
      result = yield* client.create(EVENTS_V1, withoutVersion(event));
    }
    if (result.ok) {
      this.#wrote(result);
      return { result, retry: false };
    }
    if (result.status === undefined) {
      this.#error(`Unable to write event: '${errorText(result)}' (may retry after sleeping)`);
      return { result, retry: true };
    }
    if (reasonOf(result) === 'AlreadyExists') {
      return { result, retry: switches.eventSeriesCountsFirst && series !== undefined };
    }
    const key = metaNamespaceKey(event);
    this.#error(`Server rejected event '${key}': '${errorText(result)}' (will not retry!)`);
    return { result, retry: false };
  }

  /** Upstream: refreshExistingEventSeries. */
  *#refreshExistingEventSeries(): Procedure<void> {
    for (const cached of [...this.#cache.values()]) {
      if (cached.event.series) yield* this.#recordEvent(cached.event);
    }
  }

  /** Upstream: finishSeries. */
  *#finishSeries(): Procedure<void> {
    const before = this.#parts.process.wallMs() - FINISH / 1_000;
    for (const [key, { event }] of [...this.#cache]) {
      const lastSeen = parseTime(event.series?.lastObservedTime ?? event.eventTime) ?? 0;
      if (lastSeen >= before) continue;
      if (event.series) {
        const { retry } = yield* this.#recordEvent(event);
        if (retry) continue;
      }
      this.#cache.delete(key);
    }
  }

  /** Again and again, counted from the end of the run before. The first one would find nothing. */
  #every(name: string, period: typeof FINISH, work: () => Procedure<void>): void {
    const { process, actor } = this.#parts;
    const arm = () => {
      const fire = () => runProcedure(work(), () => this.#recording && arm());
      this.#timers.set(name, process.timer(actor, name, period, fire));
    };
    arm();
  }

  /** The Event is in the API now. */
  #wrote({ object }: { readonly object: KubeObject }): void {
    const { process, actor } = this.#parts;
    const { type, reason, regarding, note, series, reportingController } = object as RecordedEvent;
    const count = series?.count ?? 1;
    const fields = { type, reason, regarding, message: note, count, reportingController };
    process.write('event', actor, fields);
  }

  #error(message: string): void {
    this.#parts.process.log(this.#parts.actor, 'error', message);
  }
}

/**
 * An Event about an object whose name is none for an Event, such as an IPv6 address, gets a random
 * one. Upstream: GenerateEventName.
 */
function named(event: RecordedEvent, process: Process): RecordedEvent {
  const { name = '' } = event.metadata;
  if (nameIsDNSSubdomain(name, false).length === 0) return event;
  const stream = process.random('event-uuid');
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => stream.int(0, 15).toString(16)).join('');
  const uuid = [hex(8), hex(4), `4${hex(3)}`, `${'89ab'[stream.int(0, 3)]}${hex(3)}`, hex(12)];
  return { ...event, metadata: { ...event.metadata, name: uuid.join('-') } };
}

function withoutVersion(event: RecordedEvent): KubeObject {
  const { resourceVersion: _, ...metadata } = event.metadata;
  return { ...event, metadata };
}
