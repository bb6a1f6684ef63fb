/**
 * Records Events of the core group, as controllers do that were not moved to events.k8s.io.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/client-go/tools/record/event.go
 * Simplified  nothing is aggregated, counted or tried again: it is for Events that come once in a
 *             life of the process
 */
import { NO_DURATION } from '#base';
import { type Process, runProcedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { apiVersionOf, EVENTS } from '../api/resources';
import { formatTime } from '../api/timestamps';
import { referenceOf } from './event-object';
import { errorText, type RestClient } from './rest-client';

const NAMESPACE_DEFAULT = 'default';
const NANOS_A_MS = 1_000_000n;

export interface CoreEventParts {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
  /** source.component, and reportingComponent. */
  readonly component: string;
  /** Each Event is a line of the log, too. Upstream: StartStructuredLogging(0). */
  readonly logs?: boolean;
}

type EventType = 'Normal' | 'Warning';

export class CoreEventRecorder {
  readonly #parts: CoreEventParts;
  #recording = true;

  constructor(parts: CoreEventParts) {
    this.#parts = parts;
  }

  shutdown(): void {
    this.#recording = false;
  }

  /** Records a warning. */
  warn(regarding: KubeObject, reason: string, message: string): void {
    this.event(regarding, 'Warning', reason, message);
  }

  /** Records an Event about an object, which names its kind and apiVersion. Never waits. */
  event(regarding: KubeObject, type: EventType, reason: string, message: string): void {
    if (!this.#recording) return;
    const { process, actor, client, component, logs = false } = this.#parts;
    const event = { ...this.#eventOf(regarding, reason, message), type };
    if (logs) process.log(actor, 'info', logLine(event));
    process.later(NO_DURATION, () => {
      runProcedure(client.create(EVENTS, event), (made) => {
        if (made.ok) {
          const of = {
            type,
            reason,
            message,
            count: 1,
            regarding: event.involvedObject,
          };
          process.write('event', actor, { ...of, reportingController: component });
          return;
        }
        const what = `Server rejected event '${event.metadata.namespace}/${event.metadata.name}'`;
        process.log(actor, 'error', `${what}: '${errorText(made)}' (will not retry!)`);
      });
    });
  }

  #eventOf(regarding: KubeObject, reason: string, message: string) {
    const { process, component } = this.#parts;
    const wallMs = process.wallMs();
    const involvedObject = referenceOf(regarding);
    const namespace = involvedObject.namespace ?? NAMESPACE_DEFAULT;
    const nanos = BigInt(Math.round(wallMs * 1_000)) * (NANOS_A_MS / 1_000n);
    const at = formatTime(wallMs);
    return {
      kind: EVENTS.kind,
      apiVersion: apiVersionOf(EVENTS),
      metadata: { name: `${involvedObject.name}.${nanos.toString(16)}`, namespace },
      involvedObject,
      reason,
      message,
      source: { component },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: '',
    };
  }
}

type CoreEvent = KubeObject & {
  readonly involvedObject: ReturnType<typeof referenceOf>;
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
};

/** Source: klog's text form of record.StartStructuredLogging. */
function logLine({ involvedObject, type, reason, message }: CoreEvent): string {
  const { namespace, name, kind, apiVersion } = involvedObject;
  const object = namespace ? `${namespace}/${name}` : name;
  const about = `object="${object}" fieldPath="" kind="${kind}" apiVersion="${apiVersion}"`;
  return `"Event occurred" ${about} type="${type}" reason="${reason}" message="${message}"`;
}
