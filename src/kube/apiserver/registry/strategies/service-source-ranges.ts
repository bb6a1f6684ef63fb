/**
 * From where a load balancer may be reached: by the spec, or by the annotation of old.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidateService),
 *             pkg/api/v1/service/util.go (GetLoadBalancerSourceRanges)
 */
import { type FieldError, forbidden, invalid } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { parseCidr } from '../../options/cidr';
import { specOf } from './service-fields';

/** Source: core.AnnotationLoadBalancerSourceRangesKey. */
const ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';
/** As upstream spells it. */
const FIELD = 'spec.LoadBalancerSourceRanges';

export function validateSourceRanges(object: KubeObject): FieldError[] {
  const { type, loadBalancerSourceRanges: ranges = [] } = specOf(object);
  const annotation = object.metadata.annotations?.[ANNOTATION];
  if (ranges.length === 0 && annotation === undefined) return [];
  const inSpec = ranges.length > 0;
  const path = inSpec ? FIELD : `metadata.annotations[${ANNOTATION}]`;
  const errors: FieldError[] = [];
  if (type !== 'LoadBalancer') {
    errors.push(forbidden(path, "may only be used when `type` is 'LoadBalancer'"));
  }
  const given = inSpec ? ranges : textsOf(annotation ?? '');
  if (given.some((range) => parseCidr(range.trim()) === undefined)) {
    const value = inSpec ? `[${ranges.join(' ')}]` : (annotation ?? '');
    const example = 'For example, 10.240.0.0/24,10.250.0.0/24 ';
    errors.push(invalid(path, value, `must be a list of IP ranges. ${example}`));
  }
  return errors;
}

/** An empty annotation is one of any place. */
const textsOf = (annotation: string): readonly string[] => {
  const text = annotation.trim();
  return text === '' ? [] : text.split(',');
};
