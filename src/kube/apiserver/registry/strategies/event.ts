/**
 * Events, under both groups; stored in the core form.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/event/strategy.go,
 *             pkg/apis/core/validation/events.go
 */
import { semanticDeepEqual } from '../../../api/equality';
import { toCoreEvent, toEventsV1 } from '../../../api/events';
import {
  type BadValue,
  type FieldError,
  goQuote,
  invalid,
  required,
} from '../../../api/field-error';
import { goTime } from '../../../api/go-time';
import type { KubeObject } from '../../../api/objects';
import { EVENTS, EVENTS_V1 } from '../../../api/resources';
import {
  IMMUTABLE_FIELD,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../api/validate-meta';
import {
  isDNS1123Subdomain,
  isQualifiedName,
  nameIsDNSSubdomain,
} from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

/** Longest texts, characters. Source: the constants of events.go. */
const INSTANCE_MAX = 128;
const ACTION_MAX = 128;
const REASON_MAX = 128;
const NOTE_MAX = 1_024;

interface CoreEvent {
  readonly eventTime?: string;
  readonly involvedObject?: { readonly [field: string]: string | undefined };
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: string;
  readonly count?: number;
  readonly firstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

const content = (object: KubeObject): CoreEvent => object as unknown as CoreEvent;

/** Upstream: legacyValidateEvent. */
function legacyValidateEvent(object: KubeObject): FieldError[] {
  const event = content(object);
  const namespace = object.metadata.namespace ?? '';
  const involved = event.involvedObject?.namespace ?? '';
  const mismatch = invalid('involvedObject.namespace', involved, 'does not match event.namespace');
  const errors: FieldError[] = [];
  if (!event.eventTime) {
    const fits = involved === '' ? ['', 'default'].includes(namespace) : involved === namespace;
    if (!fits) errors.push(mismatch);
  } else {
    if (involved === '' && !['default', 'kube-system'].includes(namespace)) errors.push(mismatch);
    errors.push(...validateNewEvent(event));
  }
  for (const wrong of isDNS1123Subdomain(namespace)) {
    errors.push(invalid('namespace', namespace, wrong));
  }
  return errors;
}

function validateNewEvent(event: CoreEvent): FieldError[] {
  const errors: FieldError[] = [];
  const controller = event.reportingComponent ?? '';
  if (controller === '') errors.push(required('reportingController', ''));
  for (const wrong of isQualifiedName(controller)) {
    errors.push(invalid('reportingController', controller, wrong));
  }
  const texts: readonly [string, string | undefined, number, boolean][] = [
    ['reportingInstance', event.reportingInstance, INSTANCE_MAX, true],
    ['action', event.action, ACTION_MAX, true],
    ['reason', event.reason, REASON_MAX, true],
    ['message', event.message, NOTE_MAX, false],
  ];
  for (const [field, value = '', max, needed] of texts) {
    if (needed && value === '') errors.push(required(field, ''));
    if (value.length > max) errors.push(invalid(field, '', `can have at most ${max} characters`));
  }
  return errors;
}

/** Further rules of a create through events.k8s.io/v1. */
function validateStrictly(object: KubeObject): FieldError[] {
  const event = content(object);
  const errors = validateObjectMeta(object.metadata, true, nameIsDNSSubdomain);
  errors.push(...validateV1EventSeries(event));
  if (!event.eventTime) errors.push(required('eventTime', ''));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    errors.push(invalid('type', '', `has invalid value: ${event.type ?? ''}`));
  }
  const unset = (field: string) => errors.push(invalid(field, '', 'needs to be unset'));
  if (event.firstTimestamp) unset('firstTimestamp');
  if (event.lastTimestamp) unset('lastTimestamp');
  if (event.count) unset('count');
  if (event.source?.component || event.source?.host) unset('source');
  return errors;
}

/** Upstream: validateV1EventSeries. */
function validateV1EventSeries({ series }: CoreEvent): FieldError[] {
  if (!series) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalid('series.count', '', 'should be at least 2'));
  if (!series.lastObservedTime) errors.push(required('series.lastObservedTime', ''));
  return errors;
}

/** What an update through events.k8s.io cannot change. Source: ValidateEventUpdate, in order. */
const IMMUTABLE_FIELDS = [
  ...['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count'],
  // Upstream looks at the reason twice.
  ...[
    'reason',
    'type',
    'eventTime',
    'action',
    'related',
    'reportingController',
    'reportingInstance',
  ],
];

/** Upstream: ValidateEventUpdate, for events.k8s.io/v1. */
function validateUpdateStrictly(object: KubeObject, old: KubeObject): FieldError[] {
  const errors = legacyValidateEvent(object);
  errors.push(...validateObjectMetaUpdate(object.metadata, old.metadata));
  const event = content(object);
  if (!semanticDeepEqual(event.series, content(old).series)) {
    errors.push(...validateV1EventSeries(event));
  }
  for (const field of IMMUTABLE_FIELDS) {
    const stored = field === 'reportingController' ? 'reportingComponent' : field;
    if (semanticDeepEqual(object[stored], old[stored])) continue;
    errors.push(invalid(field, goValue(field, object[stored]), IMMUTABLE_FIELD));
  }
  return errors;
}

const STRUCTS: Readonly<Record<string, readonly [name: string, fields: string]>> = {
  involvedObject: [
    'core.ObjectReference',
    'Kind Namespace Name UID APIVersion ResourceVersion FieldPath',
  ],
  source: ['core.EventSource', 'Component Host'],
};
const TIMES: ReadonlySet<string> = new Set(['firstTimestamp', 'lastTimestamp', 'eventTime']);

/** The field as Go prints it. */
function goValue(field: string, value: unknown): BadValue {
  if (TIMES.has(field)) return { go: goTime(value as string | undefined) };
  if (field === 'count') return (value as number | undefined) ?? 0;
  if (field === 'related' && value === undefined) return null;
  const [name, fields] = STRUCTS[field === 'related' ? 'involvedObject' : field] ?? [];
  if (name === undefined || fields === undefined) return (value as string | undefined) ?? '';
  const given = (value ?? {}) as Readonly<Record<string, string>>;
  const printed = fields.split(' ').map((part) => {
    const key = GO_NAMES[part] ?? `${part[0].toLowerCase()}${part.slice(1)}`;
    return `${part}:${goQuote(given[key] ?? '')}`;
  });
  return { go: `${name}{${printed.join(', ')}}` };
}

const GO_NAMES: Readonly<Record<string, string>> = { UID: 'uid', APIVersion: 'apiVersion' };

const INVOLVED_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
];

/** Source: event.ToSelectableFields. `prefix` is what the group calls the object. */
function selectableFields(object: KubeObject, prefix: string): Record<string, string> {
  const event = content(object);
  const fields: Record<string, string> = {
    reason: event.reason ?? '',
    reportingComponent: event.reportingComponent ?? '',
    source: event.source?.component || event.reportingComponent || '',
    type: event.type ?? '',
  };
  for (const field of INVOLVED_FIELDS) {
    fields[`${prefix}.${field}`] = event.involvedObject?.[field] ?? '';
  }
  return fields;
}

const shared = {
  ...DEFAULT_STRATEGY,
  setDefaults: (object: KubeObject) =>
    object.involvedObject === undefined ? { ...object, involvedObject: {} } : object,
  validateUpdate: legacyValidateEvent,
  allowCreateOnUpdate: true,
  garbageCollection: 'Unsupported',
  // Source: AddFieldLabelConversionsForEvent.
  fieldNotSupported: (field: string) => `field label not supported: ${field}`,
} as const;

/** @param ttlSeconds how long an Event is kept: --event-ttl, whole seconds. */
export const eventStrategy = (ttlSeconds: number): Strategy => ({
  ...shared,
  of: EVENTS,
  ttl: () => ttlSeconds,
  validate: legacyValidateEvent,
  selectableFields: (object) => selectableFields(object, 'involvedObject'),
});

/** The same objects in the words of events.k8s.io/v1. */
export const eventsV1Strategy = (ttlSeconds: number): Strategy => ({
  ...shared,
  of: EVENTS_V1,
  ttl: () => ttlSeconds,
  validate: (object) => [...legacyValidateEvent(object), ...validateStrictly(object)],
  validateUpdate: validateUpdateStrictly,
  selectableFields: (object) => selectableFields(object, 'regarding'),
  fromStorage: toEventsV1,
  toStorage: toCoreEvent,
});
