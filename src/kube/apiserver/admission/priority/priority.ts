/**
 * Gives new Pods the number and the policy of their PriorityClass, and lets one class only be the
 * default.
 *
 * Upstream    kubernetes v1.27 plugin/pkg/admission/priority/admission.go
 * Reads       PriorityClasses, in the watch cache of its own server
 * Simplified  upstream reads an informer of its own; a PATCH that makes a second class the default
 *             is not refused
 */
import type { Procedure } from '#kernel';
import type { KubeObject, Status } from '../../../api/objects';
import { PODS, PRIORITY_CLASSES } from '../../../api/resources';
import { isStatus } from '../../../api/status';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionVerdict,
  admissionForbidden,
} from '../admission';

export interface PriorityClassLister {
  list(): Procedure<readonly KubeObject[] | Status>;
}

interface PriorityClass extends KubeObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}
interface PodSpec {
  readonly priorityClassName?: string;
  readonly priority?: number;
  readonly preemptionPolicy?: string;
}

/** Where no class is the default. Source: DefaultPriorityWhenNoDefaultClassExists. */
const NO_CLASS: PriorityClass = {
  metadata: { name: '' },
  value: 0,
  preemptionPolicy: 'PreemptLowerPriority',
};
const COMPUTED = 'priority admission controller computed';
const FROM_NAME = 'from the given PriorityClass name';

/** Of several the one with the least value. Upstream: getDefaultPriorityClass. */
function defaultClass(classes: readonly PriorityClass[]): PriorityClass | undefined {
  let found: PriorityClass | undefined;
  for (const each of classes) {
    if (each.globalDefault && (!found || (each.value ?? 0) < (found.value ?? 0))) found = each;
  }
  return found;
}

/** A Pod with its priority, or why it cannot have it. Upstream: admitPod. */
export function admitPod(
  attributes: AdmissionAttributes,
  pod: KubeObject,
  classes: readonly PriorityClass[],
): KubeObject | Status {
  const forbidden = (why: string) => admissionForbidden(attributes, why);
  const spec = (pod.spec ?? {}) as PodSpec;
  const wanted = spec.priorityClassName ?? '';
  const named = classes.find(({ metadata }) => metadata.name === wanted);
  const found = wanted === '' ? (defaultClass(classes) ?? NO_CLASS) : named;
  if (!found) return forbidden(`no PriorityClass with name ${wanted} was found`);
  const { value: priority = 0, preemptionPolicy: policy } = found;
  if (spec.priority !== undefined && spec.priority !== priority) {
    return forbidden(
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; ` +
        `${COMPUTED} ${priority} ${FROM_NAME}`,
    );
  }
  const given = spec.preemptionPolicy;
  if (given !== undefined && policy !== undefined && given !== policy) {
    return forbidden(
      `the string value of PreemptionPolicy (${given}) must not be provided in pod spec; ` +
        `${COMPUTED} ${policy} ${FROM_NAME}`,
    );
  }
  const { name = '' } = found.metadata;
  const filled = {
    ...spec,
    ...(name === '' ? {} : { priorityClassName: name }),
    priority,
    ...(policy === undefined ? {} : { preemptionPolicy: policy }),
  };
  return { ...pod, spec: filled };
}

export class Priority implements AdmissionPlugin {
  readonly name = 'Priority';
  readonly #classes: PriorityClassLister;

  constructor(classes: PriorityClassLister) {
    this.#classes = classes;
  }

  handles(operation: AdmissionOperation): boolean {
    return operation !== 'DELETE';
  }

  decide({ of, object }: AdmissionAttributes): AdmissionVerdict {
    const isClass = of.kind === PRIORITY_CLASSES.kind && of.group === PRIORITY_CLASSES.group;
    return isClass && object?.globalDefault === true ? 'ask' : 'pass';
  }

  /** Upstream: validatePriorityClass. */
  *admit(attributes: AdmissionAttributes): Procedure<Status | undefined> {
    const classes = yield* this.#classes.list();
    if (isStatus(classes)) return classes;
    const first = defaultClass(classes as readonly PriorityClass[])?.metadata.name;
    const own = attributes.operation === 'UPDATE' && first === attributes.name;
    if (first === undefined || own) return undefined;
    const already = `PriorityClass ${first} is already marked as default`;
    return admissionForbidden(attributes, `${already}. Only one default can exist`);
  }

  mutation(attributes: AdmissionAttributes): Procedure<KubeObject | Status> | undefined {
    const { operation, of, subresource, object } = attributes;
    const isPod = of.kind === PODS.kind && of.group === '';
    if (!isPod || operation !== 'CREATE' || subresource !== '' || !object) return undefined;
    return this.#admitPod(attributes, object);
  }

  *#admitPod(attributes: AdmissionAttributes, pod: KubeObject): Procedure<KubeObject | Status> {
    const classes = yield* this.#classes.list();
    return isStatus(classes) ? classes : admitPod(attributes, pod, classes as PriorityClass[]);
  }
}
