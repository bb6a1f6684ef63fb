/**
 * HorizontalPodAutoscalers of v1 and of v2 as one another: what v1 has no field for stands in its
 * annotations.
 *
 * Upstream    kubernetes v1.27 pkg/apis/autoscaling/v1/conversion.go,
 *             pkg/apis/autoscaling/annotations.go, staging/src/k8s.io/api/autoscaling/v1/types.go
 */
import { readJson } from '../../../api/go-json';
import type { KubeObject } from '../../../api/objects';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
/** Source: DropRoundTripHorizontalPodAutoscalerAnnotations. */
const NAMES = ['metrics', 'current-metrics', 'conditions', 'behavior'] as const;
type Kept = Partial<Record<(typeof NAMES)[number], string>>;

/** Source: autoscaling.DefaultCPUUtilization. */
const CPU_UTILIZATION = 80;

/** Fields that are there, in this order. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A key of an internal type, which has no JSON name: its Go name. */
const goName = (key: string): string => key[0].toUpperCase() + key.slice(1);
const jsonName = (key: string): string => key[0].toLowerCase() + key.slice(1);

/** How a source of v1 names what v2 has in `target` or `current`. */
const goal = (fields: Fields, when: 'target' | 'current') => {
  const { averageUtilization, averageValue, value } = fieldsOf(fields[when]);
  return {
    [`${when}AverageUtilization`]: averageUtilization,
    [`${when}AverageValue`]: averageValue,
    [`${when}Value`]: value,
  };
};

/** A source of metrics, or the status of one, as v1 writes it. */
function olderSource(field: string, source: Fields, when: 'target' | 'current'): Fields {
  const { name, container, describedObject, metric } = source;
  const { name: metricName, selector } = fieldsOf(metric);
  const goals = goal(source, when);
  const { [`${when}Value`]: value, [`${when}AverageValue`]: averageValue, ...share } = goals;
  const average = { [`${when}AverageValue`]: averageValue };
  if (field === 'resource') return present({ name, ...share, ...average });
  if (field === 'containerResource') return present({ name, ...share, ...average, container });
  if (field === 'pods') return present({ metricName, ...average, selector });
  if (field === 'external') {
    return present({ metricName, metricSelector: selector, [`${when}Value`]: value, ...average });
  }
  const amount = { [`${when}Value`]: value ?? '0' };
  return present({ target: describedObject, metricName, ...amount, selector, averageValue });
}

const SOURCES = ['object', 'pods', 'resource', 'containerResource', 'external'];

const olderMetric = (metric: Fields, when: 'target' | 'current'): Fields => {
  const [field] = SOURCES.filter((name) => metric[name] !== undefined);
  return { type: metric.type, [field]: olderSource(field, fieldsOf(metric[field]), when) };
};

function newerSource(field: string, source: Fields, when: 'target' | 'current'): Fields {
  const { name, container, target, metricName, metricSelector, selector, averageValue } = source;
  const averageUtilization = source[`${when}AverageUtilization`];
  const average = averageValue ?? source[`${when}AverageValue`];
  const hasAverage = field === 'object' && averageValue !== undefined;
  const value = source[`${when}Value`];
  const amounts = present({ averageUtilization, averageValue: average, value });
  const whole = value !== undefined && !hasAverage;
  const share = averageUtilization === undefined ? undefined : 'Utilization';
  const type = share ?? (whole ? 'Value' : 'AverageValue');
  const goals = when === 'target' ? { target: { type, ...amounts } } : { current: amounts };
  if (field === 'resource') return { name, ...goals };
  if (field === 'containerResource') return { name, container, ...goals };
  const metric = present({ name: metricName, selector: metricSelector ?? selector });
  return field === 'object' ? { describedObject: target, metric, ...goals } : { metric, ...goals };
}

const newerMetric = (metric: Fields, when: 'target' | 'current'): Fields => {
  const [field] = SOURCES.filter((name) => metric[name] !== undefined);
  if (field === undefined) return metric;
  return { type: metric.type, [field]: newerSource(field, fieldsOf(metric[field]), when) };
};

/** The share of the CPU, which v1 has a field for. */
function cpuShare(metric: Fields, when: 'target' | 'current'): unknown {
  const { name, [when]: amounts } = fieldsOf(metric.resource);
  return name === 'cpu' ? fieldsOf(amounts).averageUtilization : undefined;
}

const renamed = (value: unknown, name: (key: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((each) => renamed(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => [name(key), renamed(each, name)]),
  );
};

/** Rules of one direction with every field that Go prints. */
const goRules = (value: unknown) => {
  if (value === undefined) return null;
  const {
    stabilizationWindowSeconds = null,
    selectPolicy = null,
    policies = null,
  } = fieldsOf(value);
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies: renamed(
      Array.isArray(policies)
        ? itemsOf(policies).map(({ type, value: amount, periodSeconds }) => ({
            type,
            value: amount,
            periodSeconds,
          }))
        : null,
      goName,
    ),
  };
};

const goCondition = ({ type, status, lastTransitionTime, reason, message }: Fields): Fields =>
  present({ type, status, lastTransitionTime: lastTransitionTime ?? null, reason, message });

function withAnnotations(object: KubeObject, kept: Kept): KubeObject['metadata'] {
  const { annotations, ...metadata } = object.metadata;
  const others = Object.entries(annotations ?? {}).filter(
    ([key]) => !NAMES.some((name) => key === PREFIX + name),
  );
  const own = NAMES.flatMap((name) =>
    kept[name] === undefined ? [] : [[PREFIX + name, kept[name]] as const],
  );
  const all = [...others, ...own];
  return all.length === 0 ? metadata : { ...metadata, annotations: Object.fromEntries(all) };
}

/** Upstream: Convert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler. */
export function toV1(object: KubeObject): KubeObject {
  const { metrics, behavior, ...spec } = fieldsOf(object.spec);
  const { currentMetrics, conditions, ...status } = fieldsOf(object.status);
  const list = itemsOf(metrics);
  const shares = list.map((metric) => cpuShare(metric, 'target'));
  const others = list.filter((_, index) => shares[index] === undefined);
  const now = itemsOf(currentMetrics);
  const [share] = shares.filter((each) => each !== undefined);
  const [current] = now.map((metric) => cpuShare(metric, 'current')).filter(Boolean);
  const json = (items: readonly unknown[]) =>
    items.length === 0 ? undefined : JSON.stringify(items);
  const { scaleUp, scaleDown } = fieldsOf(behavior);
  const rules = { ScaleUp: goRules(scaleUp), ScaleDown: goRules(scaleDown) };
  const kept: Kept = {
    metrics: json(others.map((metric) => olderMetric(metric, 'target'))),
    'current-metrics': json(now.map((metric) => olderMetric(metric, 'current'))),
    conditions: json(itemsOf(conditions).map(goCondition)),
    behavior: behavior === undefined ? undefined : JSON.stringify(rules),
  };
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object, kept),
    spec: { ...spec, ...present({ targetCPUUtilizationPercentage: share }) },
    ...(object.status === undefined
      ? {}
      : {
          status: {
            ...{ currentReplicas: 0, desiredReplicas: 0, ...status },
            ...present({ currentCPUUtilizationPercentage: current }),
          },
        }),
  };
}

/** What stands in an annotation; undefined where that is no JSON. */
function annotated(object: KubeObject, name: (typeof NAMES)[number]): unknown {
  const text = object.metadata.annotations?.[PREFIX + name];
  const read = text === undefined ? '' : readJson(text);
  return typeof read === 'string' ? undefined : read.value;
}

/** Upstream: Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler. */
export function toV2(object: KubeObject): KubeObject {
  const { targetCPUUtilizationPercentage: share, ...spec } = fieldsOf(object.spec);
  const { currentCPUUtilizationPercentage: _, ...status } = fieldsOf(object.status);
  const others = itemsOf(annotated(object, 'metrics')).map((each) => newerMetric(each, 'target'));
  const wanted = share ?? (others.length === 0 ? CPU_UTILIZATION : undefined);
  const target = { type: 'Utilization', averageUtilization: wanted };
  const cpu = { type: 'Resource', resource: { name: 'cpu', target } };
  const now = itemsOf(annotated(object, 'current-metrics'));
  const conditions = annotated(object, 'conditions');
  const behavior = renamed(annotated(object, 'behavior'), jsonName);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object, {}),
    spec: {
      ...spec,
      metrics: wanted === undefined ? others : [cpu, ...others],
      ...present({ behavior }),
    },
    ...(object.status === undefined
      ? {}
      : {
          status: {
            ...status,
            ...(now.length === 0
              ? {}
              : { currentMetrics: now.map((each) => newerMetric(each, 'current')) }),
            ...present({ conditions }),
          },
        }),
  };
}
