/**
 * Records Events of the core group. Recording never waits: Events go to a broadcaster, whose
 * watchers log them and write them one at a time; what cannot be written is tried again.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/record/event.go
 */
import { NO_DURATION, type SimDuration, seconds } from '#base';
import { type Procedure, type Process, perform, runProcedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { apiVersionOf, EVENTS } from '../api/resources';
import { formatTime } from '../api/timestamps';
import { Broadcaster, type BroadcastWatcher } from './broadcaster';
import { type CoreEvent, EventCorrelator, type EventPatch, eventName } from './event-correlator';
import { referenceOf } from './event-object';
import { errorText, type RestClient, type RestResult, reasonOf } from './rest-client';

const NAMESPACE_DEFAULT = 'default';
/** Source: maxQueuedEvents, maxTriesPerEvent, defaultSleepDuration. */
const MAX_QUEUED = 1_000;
const MAX_TRIES = 12;
const SLEEP = seconds(10);

export type EventType = 'Normal' | 'Warning';

export interface CoreEventParts {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
  /** source.component, and reportingComponent. */
  readonly component: string;
  /** Each Event is a line of the log, too. Upstream: StartStructuredLogging(0). */
  readonly logs?: boolean;
  /** In the form of StartLogging, as before 1.12. */
  readonly olderLines?: boolean;
  /** Between two tries of one Event. */
  readonly sleep?: SimDuration;
}

export class CoreEventRecorder {
  readonly #parts: CoreEventParts;
  readonly #correlator: EventCorrelator;
  readonly #broadcaster = new Broadcaster<CoreEvent>(MAX_QUEUED);

  constructor(parts: CoreEventParts) {
    const { process } = parts;
    this.#parts = parts;
    this.#correlator = new EventCorrelator({
      now: () => process.ownTime(),
      wallMs: () => process.wallMs(),
    });
    if (parts.logs) this.#startStructuredLogging(this.#broadcaster.watch());
    this.#startRecordingToSink(this.#broadcaster.watch());
  }

  /** What was recorded is still written. */
  shutdown(): void {
    this.#broadcaster.shutdown();
  }

  /** Records a warning. */
  warn(regarding: KubeObject, reason: string, message: string): void {
    this.event(regarding, 'Warning', reason, message);
  }

  /** Records an Event about an object, which names its kind and apiVersion. Never waits. */
  event(regarding: KubeObject, type: EventType, reason: string, message: string): void {
    this.eventf(referenceOf(regarding), type, reason, message);
  }

  /** The same about what a reference names. */
  eventf(about: CoreEvent['involvedObject'], type: EventType, reason: string, message: string) {
    this.#broadcaster.action(this.#eventOf(about, type, reason, message));
  }

  #startStructuredLogging(watcher: BroadcastWatcher<CoreEvent>): void {
    const { process, actor, olderLines } = this.#parts;
    const line = olderLines ? olderLogLine : logLine;
    for (let event = watcher.take(); event; event = watcher.take()) {
      process.log(actor, 'info', line(event));
    }
    watcher.whenSent(() => this.#startStructuredLogging(watcher));
  }

  /** One Event after another; the first after a rest in a task of its own. */
  #startRecordingToSink(watcher: BroadcastWatcher<CoreEvent>): void {
    const event = watcher.take();
    if (event) runProcedure(this.#recordToSink(event), () => this.#startRecordingToSink(watcher));
    else {
      const { process } = this.#parts;
      const goOn = () => this.#startRecordingToSink(watcher);
      watcher.whenSent(() => process.later(NO_DURATION, goOn));
    }
  }

  /** Upstream: recordToSink. */
  *#recordToSink(event: CoreEvent): Procedure<void> {
    const correlated = this.#correlator.correlate(event);
    if (correlated.skip) return;
    for (let tries = 1; ; tries += 1) {
      if (yield* this.#recordEvent(correlated.event, correlated.patch)) return;
      if (tries >= MAX_TRIES) break;
      yield* this.#sleep(tries);
    }
    this.#error(`Unable to write event '${placeOf(event)}' (retry limit exceeded!)`);
  }

  *#sleep(tries: number): Procedure<void> {
    const { process, actor, sleep = SLEEP } = this.#parts;
    // The first wait is drawn, so that clients do not come back all at once.
    const stream = process.random(`${actor}/event-sleep`);
    const length = tries === 1 && sleep > 0 ? stream.int(0, sleep - 1) : sleep;
    yield* perform<void>((resume) => {
      process.timer(actor, 'event sleep', length as SimDuration, () => resume());
    });
  }

  /** @returns whether there is nothing more to try. Upstream: recordEvent. */
  *#recordEvent(event: CoreEvent, patch: EventPatch | undefined): Procedure<boolean> {
    const { client } = this.#parts;
    let written: RestResult<KubeObject> | undefined;
    if (patch) {
      const { namespace = '', name = '' } = event.metadata;
      const body = { contentType: STRATEGIC_MERGE_PATCH, patch };
      written = yield* client.patch(EVENTS, namespace, name, body);
    }
    const gone = written !== undefined && reasonOf(written) === 'NotFound';
    if (!written || gone) written = yield* client.create(EVENTS, withoutVersion(event));
    if (written.ok) {
      this.#wrote(written.object as CoreEvent);
      return true;
    }
    const text = errorText(written);
    if (!written.status && written.construction) {
      this.#error(`Unable to construct event '${placeOf(event)}': '${text}' (will not retry!)`);
      return true;
    }
    if (!written.status) {
      this.#error(`Unable to write event: '${text}' (may retry after sleeping)`);
      return false;
    }
    if (reasonOf(written) !== 'AlreadyExists') {
      this.#error(`Server rejected event '${placeOf(event)}': '${text}' (will not retry!)`);
    }
    return true;
  }

  #wrote(stored: CoreEvent): void {
    const { process, actor, component } = this.#parts;
    this.#correlator.updateState(stored);
    const { type, reason, message, count, involvedObject: regarding } = stored;
    const of = { type: type as EventType, reason, message, count, regarding };
    process.write('event', actor, { ...of, reportingController: component });
  }

  #eventOf(
    involvedObject: CoreEvent['involvedObject'],
    type: EventType,
    reason: string,
    message: string,
  ): CoreEvent {
    const { process, component } = this.#parts;
    const wallMs = process.wallMs();
    const namespace = involvedObject.namespace ?? NAMESPACE_DEFAULT;
    const at = formatTime(wallMs);
    return {
      kind: EVENTS.kind,
      apiVersion: apiVersionOf(EVENTS),
      metadata: { name: eventName(involvedObject.name, wallMs), namespace },
      involvedObject,
      reason,
      message,
      source: { component },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
      type,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: '',
    };
  }

  #error(message: string): void {
    this.#parts.process.log(this.#parts.actor, 'error', message);
  }
}

const placeOf = ({ metadata }: CoreEvent): string => `${metadata.namespace}/${metadata.name}`;

function withoutVersion(event: CoreEvent): CoreEvent {
  const { resourceVersion: _, ...metadata } = event.metadata;
  return { ...event, metadata };
}

/** Source: klog's text form of record.StartStructuredLogging. */
function logLine({ involvedObject, type, reason, message }: CoreEvent): string {
  const { namespace, name, kind, apiVersion } = involvedObject;
  const object = namespace ? `${namespace}/${name}` : name;
  const about = `object="${object}" fieldPath="" kind="${kind}" apiVersion="${apiVersion}"`;
  return `"Event occurred" ${about} type="${type}" reason="${reason}" message="${message}"`;
}

/** Source: record.StartLogging, which prints the reference as Go prints a struct. */
function olderLogLine({ involvedObject, type, reason, message }: CoreEvent): string {
  const { kind, namespace = '', name, uid = '', apiVersion, resourceVersion = '' } = involvedObject;
  const first = `Kind:"${kind}", Namespace:"${namespace}", Name:"${name}", UID:"${uid}"`;
  const rest = `APIVersion:"${apiVersion}", ResourceVersion:"${resourceVersion}", FieldPath:""`;
  const about = `v1.ObjectReference{${first}, ${rest}}`;
  return `Event(${about}): type: '${type}' reason: '${reason}' ${message}`;
}
