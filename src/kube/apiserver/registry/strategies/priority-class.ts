/**
 * PriorityClasses.
 *
 * Upstream    kubernetes v1.27 pkg/registry/scheduling/priorityclass/strategy.go,
 *             pkg/apis/scheduling/validation/validation.go, pkg/apis/scheduling/v1/helpers.go
 * Simplified  those of the system can be deleted
 */
import { type FieldError, forbidden, invalid, notSupported } from '../../../api/field-error';
import { withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { PRIORITY_CLASSES } from '../../../api/resources';
import { IMMUTABLE_FIELD, validateCoreMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

export interface PriorityClass extends KubeObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: string;
}

/** Largest value that a user may give. Source: scheduling.HighestUserDefinablePriority. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;
/** Where the values of the system begin. Source: scheduling.SystemCriticalPriority. */
const SYSTEM_CRITICAL = 2 * HIGHEST_USER_PRIORITY;
const SYSTEM_PREFIX = 'system-';
const POLICIES = ['Never', 'PreemptLowerPriority'];

/** Upstream: SystemPriorityClasses, in its order. */
export const SYSTEM_PRIORITY_CLASSES = [
  {
    name: 'system-node-critical',
    value: SYSTEM_CRITICAL + 1_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    name: 'system-cluster-critical',
    value: SYSTEM_CRITICAL,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another ' +
      'node if necessary.',
  },
] as const;

/** Why this is none of the system's own. Upstream: IsKnownSystemPriorityClass. */
function notKnown(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = SYSTEM_PRIORITY_CLASSES.find((each) => each.name === name);
  if (!known) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validate(object: KubeObject): FieldError[] {
  const { value = 0, globalDefault = false, preemptionPolicy } = object as PriorityClass;
  const errors = validateCoreMeta(object.metadata, false, nameIsDNSSubdomain);
  const { name = '' } = object.metadata;
  if (name.startsWith(SYSTEM_PREFIX)) {
    const wrong = notKnown(name, value, globalDefault);
    const detail = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system`;
    if (wrong) errors.push(forbidden('metadata.name', `${detail} use only. error: ${wrong}`));
  } else if (value > HIGHEST_USER_PRIORITY) {
    const detail = `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`;
    errors.push(forbidden('value', detail));
  }
  if (preemptionPolicy !== undefined && !POLICIES.includes(preemptionPolicy)) {
    errors.push(notSupported('preemptionPolicy', preemptionPolicy, [...POLICIES].reverse()));
  }
  return errors;
}

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const now = object as PriorityClass;
  const before = old as PriorityClass;
  const errors: FieldError[] = [];
  if ((now.value ?? 0) !== (before.value ?? 0)) {
    errors.push(forbidden('Value', 'may not be changed in an update.'));
  }
  if (now.preemptionPolicy !== before.preemptionPolicy) {
    errors.push(invalid('preemptionPolicy', now.preemptionPolicy ?? '', IMMUTABLE_FIELD));
  }
  return errors;
}

export const priorityClassStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: PRIORITY_CLASSES,
  setDefaults: (object) =>
    object.preemptionPolicy === undefined
      ? { ...object, preemptionPolicy: 'PreemptLowerPriority' }
      : object,
  prepareForCreate: (object) => withMeta(object, { generation: 1 }),
  validate,
  validateUpdate,
  allowCreateOnUpdate: true,
};
