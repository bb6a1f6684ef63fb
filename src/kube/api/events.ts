/**
 * Events of the core group and of events.k8s.io: one stored form (the core one), two wordings.
 *
 * Upstream    kubernetes v1.27 pkg/apis/events/v1/conversion.go
 */
import { typedObject } from './meta';
import type { KubeObject } from './objects';
import { EVENTS, EVENTS_V1 } from './resources';

/** Core field and its name in events.k8s.io. */
const RENAMED = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const;

const TO_EVENTS_V1 = new Map<string, string>(RENAMED);
const TO_CORE = new Map<string, string>(RENAMED.map(([core, events]) => [events, core]));

function renamed(object: KubeObject, names: ReadonlyMap<string, string>): KubeObject {
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(object)) fields[names.get(field) ?? field] = object[field];
  return fields as unknown as KubeObject;
}

/** From the core form to that of events.k8s.io. */
export const toEventsV1 = (event: KubeObject): KubeObject => {
  const { kind: _, apiVersion: __, ...fields } = renamed(event, TO_EVENTS_V1);
  return typedObject(EVENTS_V1, fields as KubeObject);
};

/** From the form of events.k8s.io to the core one. */
export const toCoreEvent = (event: KubeObject): KubeObject => {
  const { kind: _, apiVersion: __, ...fields } = renamed(event, TO_CORE);
  return typedObject(EVENTS, fields as KubeObject);
};
