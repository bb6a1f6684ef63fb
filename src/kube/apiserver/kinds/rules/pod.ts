/**
 * Pods.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/pod/strategy.go, pkg/apis/core/validation
 *             (ValidatePodUpdate), pkg/apis/core/v1/helper/qos/qos.go
 * Simplified  of an update that changes what may not change, the difference is not printed;
 *             tolerations may not be added
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, forbidden } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import type { KindRules } from '../../registry/strategies/plain';
import { ephemeralContainersStrategy } from './ephemeral-containers';
import { defaultPod, type Fields, fieldsOf, itemsOf, withDefaults } from './pod-defaults';
import { validatePod } from './pod-validation';
import { warningsOfPod } from './pod-warnings';
import { quantityValue } from './quantity';

const COUNTED = ['cpu', 'memory'];

/** Upstream: qos.GetPodQOS. */
function qosClass(spec: Fields): string {
  const all = [...itemsOf(spec.containers), ...itemsOf(spec.initContainers)];
  const asked = all.map(({ resources }) => {
    const { requests, limits } = fieldsOf(resources);
    return [fieldsOf(requests), fieldsOf(limits)] as const;
  });
  const given = (fields: Fields, name: string) => quantityValue(fields[name] ?? 0);
  const any = asked.some((each) =>
    each.some((fields) => COUNTED.some((name) => given(fields, name) > 0)),
  );
  if (!any) return 'BestEffort';
  const whole = asked.every(([requests, limits]) =>
    COUNTED.every((name) => {
      const limit = given(limits, name);
      return limit > 0 && given(requests, name) === limit;
    }),
  );
  return whole ? 'Guaranteed' : 'Burstable';
}

const MUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,' +
  '`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only ' +
  'additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set ' +
  'to 1 if it was previously negative)';

/** The spec without what an update may change. */
function fixed(object: KubeObject): Fields {
  const { activeDeadlineSeconds: _, ...spec } = fieldsOf(object.spec);
  const bare = (list: unknown) => itemsOf(list).map(({ image: __, ...rest }) => rest);
  return {
    ...spec,
    containers: bare(spec.containers),
    initContainers: bare(spec.initContainers),
  };
}

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const same = semanticDeepEqual(fixed(object), fixed(old));
  return same ? [] : [forbidden('spec', MUTABLE)];
}

const ENDED: ReadonlySet<unknown> = new Set(['Succeeded', 'Failed']);

/** Upstream: podStrategy.CheckGracefulDelete. */
function gracePeriodSeconds(object: KubeObject, asked: number | undefined): number {
  const spec = fieldsOf(object.spec);
  const { phase } = fieldsOf(object.status);
  if (!spec.nodeName || ENDED.has(phase)) return 0;
  const period = asked ?? Number(spec.terminationGracePeriodSeconds ?? 0);
  return period < 0 ? 1 : period;
}

const text = (value: unknown): string => (value === undefined ? '' : String(value));

/** What admission has given stays where it is not said again. Upstream: Priority, admitPod. */
function keepPriority(object: KubeObject, old: KubeObject): KubeObject {
  const { priority, preemptionPolicy } = fieldsOf(old.spec);
  return { ...object, spec: withDefaults(fieldsOf(object.spec), { priority, preemptionPolicy }) };
}

export const podRules: KindRules = {
  setDefaults: defaultPod,
  prepareForUpdate: keepPriority,
  firstStatus: ({ spec }) => ({ phase: 'Pending', qosClass: qosClass(fieldsOf(spec)) }),
  validate: ({ spec }) => validatePod(spec),
  warnings: warningsOfPod,
  validateCreate: ({ spec }) =>
    itemsOf(fieldsOf(spec).ephemeralContainers).length > 0
      ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')]
      : [],
  validateUpdate,
  gracePeriodSeconds,
  selectableFields: (object) => {
    const spec = fieldsOf(object.spec);
    const status = fieldsOf(object.status);
    return {
      'spec.nodeName': text(spec.nodeName),
      'spec.restartPolicy': text(spec.restartPolicy),
      'spec.schedulerName': text(spec.schedulerName),
      'spec.serviceAccountName': text(spec.serviceAccountName),
      'spec.hostNetwork': text(spec.hostNetwork ?? false),
      'status.phase': text(status.phase),
      'status.podIP': text(status.podIP),
      'status.nominatedNodeName': text(status.nominatedNodeName),
    };
  },
  fieldNotSupported: (field) => `field label not supported: ${field}`,
  subresources: { ephemeralcontainers: ephemeralContainersStrategy },
};
