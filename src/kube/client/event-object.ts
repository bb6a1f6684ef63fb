/**
 * Events of events.k8s.io/v1 as a recorder makes them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/events/event_recorder.go
 *             (makeEvent), tools/reference/ref.go (GetReference)
 */
import type { KubeObject } from '../api/objects';
import { EVENTS_V1 } from '../api/resources';
import { formatMicroTime } from '../api/timestamps';

export interface ObjectReference {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly apiVersion: string;
  readonly resourceVersion?: string;
}

export interface EventSeries {
  readonly count: number;
  readonly lastObservedTime: string;
}

export interface RecordedEvent extends KubeObject {
  readonly eventTime: string;
  readonly series?: EventSeries;
  readonly reportingController: string;
  readonly reportingInstance: string;
  readonly action: string;
  readonly reason: string;
  readonly regarding: ObjectReference;
  readonly note: string;
  readonly type: 'Normal' | 'Warning';
}

/** What is to be told of an object. */
export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

/** Where Events about objects without a namespace are. Source: metav1.NamespaceDefault. */
const NAMESPACE_DEFAULT = 'default';

export function referenceOf(object: KubeObject): ObjectReference {
  const { kind = '', apiVersion = '', metadata } = object;
  const { namespace, name = '', uid, resourceVersion } = metadata;
  return {
    kind,
    ...(namespace ? { namespace } : {}),
    name,
    ...(uid ? { uid } : {}),
    apiVersion,
    ...(resourceVersion ? { resourceVersion } : {}),
  };
}

export interface EventMoment {
  /** Ms since 1970, by the recorder's clock. */
  readonly wallMs: number;
  /** Nanoseconds since 1970; no other Event of the recorder has them. */
  readonly nanos: bigint;
}

export interface Reporter {
  readonly reportingController: string;
  readonly reportingInstance: string;
}

export function makeEvent(
  regarding: ObjectReference,
  { type, reason, action, note }: EventWords,
  reporter: Reporter,
  moment: EventMoment,
): RecordedEvent {
  return {
    kind: EVENTS_V1.kind,
    apiVersion: `${EVENTS_V1.group}/${EVENTS_V1.version}`,
    metadata: {
      name: `${regarding.name}.${moment.nanos.toString(16)}`,
      namespace: regarding.namespace ?? NAMESPACE_DEFAULT,
    },
    eventTime: formatMicroTime(moment.wallMs),
    reportingController: reporter.reportingController,
    reportingInstance: reporter.reportingInstance,
    action,
    reason,
    regarding,
    note,
    type,
  };
}

/**
 * Events of one key are one series; the note is not part of it. Upstream: getKey.
 * @param whole the key also holds the type and the reporting instance, as from 1.27 on.
 */
export function eventKey(event: RecordedEvent, whole: boolean): string {
  const { action, reason, reportingController, regarding } = event;
  const { kind, namespace, name, uid, apiVersion, resourceVersion } = regarding;
  const of = [kind, namespace, name, uid, apiVersion, resourceVersion];
  const more = whole ? [event.type, event.reportingInstance] : [];
  return JSON.stringify([action, reason, reportingController, ...of, ...more]);
}
