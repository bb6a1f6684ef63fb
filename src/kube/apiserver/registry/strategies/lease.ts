/**
 * Leases of coordination.k8s.io.
 *
 * Upstream    kubernetes v1.27 pkg/registry/coordination/lease/strategy.go,
 *             pkg/apis/coordination/validation/validation.go
 */
import { type FieldError, invalid } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { LEASES } from '../../../api/resources';
import { validateObjectMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

interface LeaseSpec {
  readonly leaseDurationSeconds?: number;
  readonly leaseTransitions?: number;
}

function validateSpec(object: KubeObject): FieldError[] {
  const { leaseDurationSeconds, leaseTransitions } = (object.spec ?? {}) as LeaseSpec;
  const errors: FieldError[] = [];
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    errors.push(
      invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'),
    );
  }
  if (leaseTransitions !== undefined && leaseTransitions < 0) {
    errors.push(
      invalid('spec.leaseTransitions', leaseTransitions, 'must be greater than or equal to 0'),
    );
  }
  return errors;
}

export const leaseStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: LEASES,
  setDefaults: (object) => (object.spec === undefined ? { ...object, spec: {} } : object),
  validate: (object) => [
    ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain),
    ...validateSpec(object),
  ],
  validateUpdate: validateSpec,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
};
