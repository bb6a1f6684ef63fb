/**
 * HorizontalPodAutoscalers.
 *
 * Upstream    kubernetes v1.27 pkg/apis/autoscaling/validation/validation.go,
 *             pkg/apis/autoscaling/v2/defaults.go
 */
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { isDNS1123Label, pathSegmentName } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { toV1, toV2 } from './autoscaler-versions';
import { type Fields, fieldsOf, itemsOf, withDefaults } from './pod-defaults';
import { quantityValue } from './quantity';
import { goQuantity, validateContainerResourceName } from './resource-names';

/** Source: MaxPeriodSeconds, MaxStabilizationWindowSeconds. */
const PERIOD_MAX = 1_800;
const WINDOW_MAX = 3_600;
const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];
const POLICY_TYPES = ['Percent', 'Pods'];
const SOURCE_TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue'];

const numberOf = (value: unknown): number => Number(value ?? 0);

/** A text that may be part of a path. */
const segment = (value: unknown, path: string, missing: string): FieldError[] =>
  value === undefined || value === ''
    ? [required(path, missing)]
    : pathSegmentName(String(value), false).map((text) => invalid(path, String(value), text));

/** Upstream: ValidateCrossVersionObjectReference. */
const reference = (value: unknown, path: string): FieldError[] =>
  ['kind', 'name'].flatMap((field) => segment(fieldsOf(value)[field], `${path}.${field}`, ''));

/** Upstream: validateMetricTarget. */
function target(value: unknown, path: string): FieldError[] {
  const { type = '', averageUtilization, ...given } = fieldsOf(value);
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(String(type))) {
    const text = 'must be either Utilization, Value, or AverageValue';
    errors.push(invalid(`${path}.type`, String(type), text));
  }
  for (const field of ['value', 'averageValue']) {
    if (given[field] === undefined || quantityValue(given[field]) > 0) continue;
    errors.push(invalid(`${path}.${field}`, goQuantity(given[field]), 'must be positive'));
  }
  if (averageUtilization !== undefined && numberOf(averageUtilization) < 1) {
    const text = 'must be greater than 0';
    errors.push(invalid(`${path}.averageUtilization`, numberOf(averageUtilization), text));
  }
  return errors;
}

/** A share of what is asked for, or an amount. */
function utilization(source: Fields, path: string): FieldError[] {
  const { averageUtilization, averageValue } = fieldsOf(source.target);
  const errors = target(source.target, `${path}.target`);
  if (averageUtilization === undefined && averageValue === undefined) {
    const text = 'must set either a target raw value or a target utilization';
    errors.push(required(`${path}.target.averageUtilization`, text));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const text = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(`${path}.target.averageValue`, text));
  }
  return errors;
}

/** A metric by its name, and its target. */
const metricAndTarget = (source: Fields, path: string): FieldError[] => [
  ...segment(fieldsOf(source.metric).name, `${path}.metric.name`, 'must specify a metric name'),
  ...target(source.target, `${path}.target`),
];

function amounts(source: Fields, path: string, missing: string): FieldError[] {
  const { value, averageValue } = fieldsOf(source.target);
  const none = value === undefined && averageValue === undefined;
  return none ? [required(`${path}.target.averageValue`, missing)] : [];
}

/** Upstream: validateObjectSource and its like. In the order in which upstream looks at them. */
const SOURCES: Readonly<Record<string, (source: Fields, path: string) => FieldError[]>> = {
  object: (source, path) => [
    ...reference(source.describedObject, `${path}.describedObject`),
    ...metricAndTarget(source, path),
    ...amounts(source, path, 'must set either a target value or averageValue'),
  ],
  external: (source, path) => {
    const { value, averageValue } = fieldsOf(source.target);
    const both = 'may not set both a target value for metric and a per-pod target';
    const missing = 'must set either a target value for metric or a per-pod target';
    return [
      ...metricAndTarget(source, path),
      ...amounts(source, path, missing),
      ...(value !== undefined && averageValue !== undefined
        ? [forbidden(`${path}.target.value`, both)]
        : []),
    ];
  },
  pods: (source, path) => [
    ...metricAndTarget(source, path),
    ...(fieldsOf(source.target).averageValue === undefined
      ? [required(`${path}.target.averageValue`, 'must specify a positive target averageValue')]
      : []),
  ],
  resource: (source, path) => [
    ...(source.name ? [] : [required(`${path}.name`, 'must specify a resource name')]),
    ...utilization(source, path),
  ],
  containerResource: (source, path) => {
    const { name, container } = source;
    return [
      ...(name
        ? validateContainerResourceName(String(name), `${path}.name`)
        : [required(`${path}.name`, 'must specify a resource name')]),
      ...(container
        ? isDNS1123Label(String(container)).map((text) =>
            invalid(`${path}.container`, String(container), text),
          )
        : [required(`${path}.container`, 'must specify a container')]),
      ...utilization(source, path),
    ];
  },
};

/** Upstream: validateMetricSpec. */
function metric(spec: Fields, path: string): FieldError[] {
  const type = String(spec.type ?? '');
  const place = `${path}.type`;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(place, 'must specify a metric source type'));
  const known = SOURCE_TYPES.includes(type);
  if (!known) errors.push(notSupported(place, type, SOURCE_TYPES));
  const present = Object.keys(SOURCES).filter((field) => spec[field] !== undefined);
  const [first] = present;
  if (first) errors.push(...SOURCES[first](fieldsOf(spec[first]), `${path}.${first}`));
  const expected = known ? type[0].toLowerCase() + type.slice(1) : '';
  if (!known) errors.push(notSupported(place, type, SOURCE_TYPES));
  else if (spec[expected] === undefined) {
    const gate = ' (only allowed when HPAContainerMetrics feature is enabled)';
    const when = expected === 'containerResource' ? gate : '';
    const text = `must populate information for the given metric source${when}`;
    errors.push(required(`${path}.${expected}`, text));
  }
  if (present.length === 1) return errors;
  const others = present.filter((field) => field !== expected);
  const only = 'must populate the given metric source only';
  return [...errors, ...others.map((field) => forbidden(`${path}.${field}`, only))];
}

function scalingPolicy({ type, value, periodSeconds }: Fields, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const [size, period] = [numberOf(value), numberOf(periodSeconds)];
  if (!POLICY_TYPES.includes(String(type))) {
    errors.push(notSupported(`${path}.type`, String(type ?? ''), POLICY_TYPES));
  }
  const positive = 'must be greater than zero';
  if (size <= 0) errors.push(invalid(`${path}.value`, size, positive));
  if (period <= 0) errors.push(invalid(`${path}.periodSeconds`, period, positive));
  if (period > PERIOD_MAX) {
    const text = `must be less than or equal to ${PERIOD_MAX}`;
    errors.push(invalid(`${path}.periodSeconds`, period, text));
  }
  return errors;
}

/** Upstream: validateScalingRules. */
function scalingRules(value: unknown, path: string): FieldError[] {
  if (value === undefined) return [];
  const { stabilizationWindowSeconds, selectPolicy, policies } = fieldsOf(value);
  const window = numberOf(stabilizationWindowSeconds);
  const place = `${path}.stabilizationWindowSeconds`;
  const errors: FieldError[] = [];
  if (window < 0) errors.push(invalid(place, window, 'must be greater than or equal to zero'));
  if (window > WINDOW_MAX) {
    errors.push(invalid(place, window, `must be less than or equal to ${WINDOW_MAX}`));
  }
  if (selectPolicy !== undefined && !SELECT_POLICIES.includes(String(selectPolicy))) {
    errors.push(notSupported(`${path}.selectPolicy`, String(selectPolicy), SELECT_POLICIES));
  }
  const list = itemsOf(policies);
  if (list.length === 0) {
    errors.push(required(`${path}.policies`, 'must specify at least one Policy'));
  }
  list.forEach((each, index) => {
    errors.push(...scalingPolicy(each, `${path}.policies[${index}]`));
  });
  return errors;
}

/** @param lowest the least that minReplicas may be */
function validateSpec(spec: Fields, lowest: number): FieldError[] {
  const { minReplicas, behavior } = spec;
  const most = numberOf(spec.maxReplicas);
  const least = minReplicas === undefined ? undefined : numberOf(minReplicas);
  const errors: FieldError[] = [];
  if (least !== undefined && least < lowest) {
    const text = `must be greater than or equal to ${lowest}`;
    errors.push(invalid('spec.minReplicas', least, text));
  }
  if (most < 1) errors.push(invalid('spec.maxReplicas', most, 'must be greater than 0'));
  if (least !== undefined && most < least) {
    const text = 'must be greater than or equal to `minReplicas`';
    errors.push(invalid('spec.maxReplicas', most, text));
  }
  errors.push(...reference(spec.scaleTargetRef, 'spec.scaleTargetRef'));
  const metrics = itemsOf(spec.metrics);
  metrics.forEach((each, index) => {
    errors.push(...metric(each, `spec.metrics[${index}]`));
  });
  const outer = metrics.some(({ type }) => type === 'Object' || type === 'External');
  if (least === 0 && !outer) {
    const text = 'must specify at least one Object or External metric to support scaling to';
    errors.push(forbidden('spec.metrics', `${text} zero replicas`));
  }
  const { scaleUp, scaleDown } = fieldsOf(behavior);
  return [
    ...errors,
    ...scalingRules(scaleUp, 'spec.behavior.scaleUp'),
    ...scalingRules(scaleDown, 'spec.behavior.scaleDown'),
  ];
}

const V1 = 'autoscaling/v1';
/** Source: autoscaling.DefaultCPUUtilization. */
const CPU_UTILIZATION = 80;

function setDefaults(object: KubeObject): KubeObject {
  const spec = withDefaults(fieldsOf(object.spec), { minReplicas: 1 });
  if (object.apiVersion === V1) return { ...object, spec };
  const target = { type: 'Utilization', averageUtilization: CPU_UTILIZATION };
  const cpu = { type: 'Resource', resource: { name: 'cpu', target } };
  return { ...object, spec: itemsOf(spec.metrics).length > 0 ? spec : { ...spec, metrics: [cpu] } };
}

export const autoscalerRules: KindRules = {
  setDefaults,
  convert: (object, apiVersion) => {
    const older = object.apiVersion === V1;
    if (apiVersion === V1) return older ? object : toV1(object);
    return { ...(older ? toV2(object) : object), apiVersion };
  },
  validateCreate: ({ spec }) => validateSpec(fieldsOf(spec), 1),
  validateUpdate: ({ spec }, old) =>
    validateSpec(fieldsOf(spec), fieldsOf(old.spec).minReplicas === 0 ? 0 : 1),
};
