/**
 * PodDisruptionBudgets.
 *
 * Upstream    kubernetes v1.27 pkg/apis/policy/validation/validation.go
 *             (ValidatePodDisruptionBudgetSpec)
 * Simplified  where upstream prints the address of a value, 0xc000000000 stands
 */
import { type FieldError, type GoLiteral, invalid, notSupported } from '../../../api/field-error';
import type { KindRules } from '../../registry/strategies/plain';
import { validateIntOrPercent } from './int-or-percent';
import { validateSelector } from './label-selector';
import { type Fields, fieldsOf } from './pod-defaults';

const EVICTION_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

function goSpec(spec: Fields): GoLiteral {
  const fields = [
    ['MinAvailable', 'intstr.IntOrString', spec.minAvailable],
    ['Selector', 'v1.LabelSelector', spec.selector],
    ['MaxUnavailable', 'intstr.IntOrString', spec.maxUnavailable],
    [
      'UnhealthyPodEvictionPolicy',
      'policy.UnhealthyPodEvictionPolicyType',
      spec.unhealthyPodEvictionPolicy,
    ],
  ];
  const texts = fields.map(
    ([name, type, value]) => `${name}:(*${type})(${value === undefined ? 'nil' : '0xc000000000'})`,
  );
  return { go: `policy.PodDisruptionBudgetSpec{${texts.join(', ')}}` };
}

function validateBudget(spec: Fields): FieldError[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const both = minAvailable !== undefined && maxUnavailable !== undefined;
  const text = 'minAvailable and maxUnavailable cannot be both set';
  const known = policy === undefined || EVICTION_POLICIES.includes(String(policy));
  return [
    ...(both ? [invalid('spec', goSpec(spec), text)] : []),
    ...validateIntOrPercent(minAvailable, 'spec.minAvailable'),
    ...validateIntOrPercent(maxUnavailable, 'spec.maxUnavailable'),
    ...validateSelector(selector, 'spec.selector'),
    ...(known
      ? []
      : [notSupported('spec.unhealthyPodEvictionPolicy', String(policy), EVICTION_POLICIES)]),
  ];
}

export const disruptionBudgetRules: KindRules = {
  validate: ({ spec }) => validateBudget(fieldsOf(spec)),
};
