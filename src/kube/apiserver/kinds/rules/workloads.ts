/**
 * Deployments, ReplicaSets, ReplicationControllers, StatefulSets and DaemonSets.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation,
 *             pkg/apis/core/v1/defaults.go (SetDefaults_ReplicationController)
 * Simplified  the templates of claims are not looked at
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, forbidden, invalid, required } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import type { KindRules } from '../../registry/strategies/plain';
import { notNegative } from './field-checks';
import { validateSelector } from './label-selector';
import {
  defaultTemplate,
  type Fields,
  fieldsOf,
  mapped,
  withDefaults,
  withValues,
} from './pod-defaults';
import { validateTemplateMeta } from './pod-validation';
import { warningsOfTemplate } from './pod-warnings';
import { nextGeneration, withGeneration } from './template-generation';
import { daemonStrategy, deploymentStrategy, setStrategy } from './update-strategies';
import {
  cannotParse,
  emptySelector,
  immutableSelector,
  requiredSelector,
  restartsAlways,
  templateMismatch,
  validateSelectorAndTemplate,
  validateTemplate,
} from './workload-parts';

/** An object whose spec has these defaults. */
const specDefaults =
  (change: (spec: Fields) => Fields) =>
  (object: KubeObject): KubeObject => ({ ...object, spec: change(fieldsOf(object.spec)) });

type SpecCheck = (spec: Fields) => readonly FieldError[];
const ofSpec =
  (check: SpecCheck) =>
  ({ spec }: KubeObject): readonly FieldError[] =>
    check(fieldsOf(spec));
const sameSelector = (object: KubeObject, old: KubeObject): readonly FieldError[] =>
  immutableSelector(fieldsOf(object.spec), fieldsOf(old.spec));

const ROLLING = 'RollingUpdate';

function deploymentDefaults(given: Fields): Fields {
  const spec = withDefaults(defaultTemplate(given), {
    replicas: 1,
    strategy: {},
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  });
  return mapped(spec, 'strategy', (value) => {
    const strategy = withValues(fieldsOf(value), { type: ROLLING });
    if (strategy.type !== ROLLING) return strategy;
    const rolling = { maxUnavailable: '25%', maxSurge: '25%' };
    const rollingUpdate = withDefaults(fieldsOf(strategy.rollingUpdate), rolling);
    return { ...strategy, rollingUpdate };
  });
}

function validateDeployment(spec: Fields): readonly FieldError[] {
  const { minReadySeconds = 0, progressDeadlineSeconds } = spec;
  const late =
    typeof progressDeadlineSeconds === 'number' &&
    progressDeadlineSeconds <= (minReadySeconds as number);
  const field = 'spec.progressDeadlineSeconds';
  return [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...validateSelectorAndTemplate(spec, 'deployment'),
    ...deploymentStrategy(spec.strategy),
    ...notNegative(minReadySeconds, 'spec.minReadySeconds'),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...notNegative(progressDeadlineSeconds, field),
    ...(late
      ? [invalid(field, progressDeadlineSeconds, 'must be greater than minReadySeconds')]
      : []),
  ];
}

export const deploymentRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: specDefaults(deploymentDefaults),
  validate: ofSpec(validateDeployment),
  validateUpdate: sameSelector,
};

const replicaFields = (object: KubeObject) => ({
  'status.replicas': String(fieldsOf(object.status).replicas ?? 0),
});

export const replicaSetRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: specDefaults((spec) => withDefaults(defaultTemplate(spec), { replicas: 1 })),
  validate: ofSpec((spec) => [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    // Upstream's own word here.
    ...validateSelectorAndTemplate(spec, 'deployment'),
  ]),
  validateUpdate: sameSelector,
  selectableFields: replicaFields,
};

function controllerDefaults(object: KubeObject): KubeObject {
  const given = fieldsOf(object.spec);
  // The template may be missing here, and then nothing is filled in.
  const filled = given.template === undefined ? given : defaultTemplate(given);
  const spec = withDefaults(filled, { replicas: 1 });
  const { labels } = fieldsOf(fieldsOf(spec.template).metadata);
  const none = Object.keys(object.metadata.labels ?? {}).length === 0;
  const own = none ? (labels ?? object.metadata.labels) : object.metadata.labels;
  const metadata = own === undefined ? object.metadata : { ...object.metadata, labels: own };
  const bare = Object.keys(fieldsOf(spec.selector)).length === 0 && labels !== undefined;
  const selected = bare ? { ...spec, selector: labels } : spec;
  return { ...object, metadata: metadata as KubeObject['metadata'], spec: selected };
}

export const replicationControllerRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: controllerDefaults,
  garbageCollection: 'OrphanDependents',
  validate: ofSpec((spec) => {
    const { selector, template } = spec;
    const none = Object.keys(fieldsOf(selector)).length === 0;
    return [
      ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
      ...(none ? [required('spec.selector', '')] : []),
      ...notNegative(spec.replicas, 'spec.replicas'),
      ...(template === undefined
        ? [required('spec.template', '')]
        : [
            ...templateMismatch({ selector: { matchLabels: selector }, template }),
            ...validateTemplate(spec, 'ReplicationController'),
          ]),
    ];
  }),
  selectableFields: replicaFields,
};

function setDefaults(given: Fields): Fields {
  const kept = { whenDeleted: 'Retain', whenScaled: 'Retain' };
  const defaults = {
    podManagementPolicy: 'OrderedReady',
    updateStrategy: {},
    replicas: 1,
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: {},
  };
  const spec = withDefaults(defaultTemplate(given), defaults, ['podManagementPolicy']);
  const retained = mapped(spec, 'persistentVolumeClaimRetentionPolicy', (policy) =>
    withValues(fieldsOf(policy), kept),
  );
  return mapped(retained, 'updateStrategy', (value) => {
    const { type, rollingUpdate } = fieldsOf(value);
    const strategy = withValues(fieldsOf(value), { type: ROLLING });
    // Who names the type and no more is given no partition.
    const bare = type && rollingUpdate === undefined;
    if (strategy.type !== ROLLING || bare) return strategy;
    return { ...strategy, rollingUpdate: withDefaults(fieldsOf(rollingUpdate), { partition: 0 }) };
  });
}

const SET_FIXED =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
  "'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

function fixedOfSet(object: KubeObject): Fields {
  const {
    replicas: _,
    ordinals: __,
    template: ___,
    updateStrategy: ____,
    persistentVolumeClaimRetentionPolicy: _____,
    minReadySeconds: ______,
    ...fixed
  } = fieldsOf(object.spec);
  return fixed;
}

/** The spec of its Pods is not looked at: their volumes come from the templates of claims. */
function validateStatefulSet(spec: Fields): readonly FieldError[] {
  const { podManagementPolicy: policy, selector } = spec;
  const path = 'spec.podManagementPolicy';
  const text = "must be 'OrderedReady' or 'Parallel'";
  const known = policy === 'OrderedReady' || policy === 'Parallel';
  const unreadable = cannotParse(selector, '');
  return [
    ...(known ? [] : [invalid(path, String(policy), text)]),
    ...setStrategy(spec.updateStrategy, 'spec.updateStrategy'),
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...requiredSelector(selector, 'statefulset'),
    ...(unreadable.length > 0
      ? unreadable
      : [
          ...templateMismatch(spec),
          ...validateTemplateMeta(fieldsOf(spec.template), 'spec.template'),
        ]),
    ...restartsAlways(spec, 'StatefulSet'),
  ];
}

export const statefulSetRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: specDefaults(setDefaults),
  validate: ofSpec(validateStatefulSet),
  validateUpdate: (object, old) =>
    semanticDeepEqual(fixedOfSet(object), fixedOfSet(old)) ? [] : [forbidden('spec', SET_FIXED)],
};

function daemonDefaults(given: Fields): Fields {
  const spec = withDefaults(defaultTemplate(given), {
    updateStrategy: {},
    revisionHistoryLimit: 10,
  });
  return mapped(spec, 'updateStrategy', (value) => {
    const strategy = withValues(fieldsOf(value), { type: ROLLING });
    if (strategy.type !== ROLLING) return strategy;
    const rolling = { maxUnavailable: 1, maxSurge: 0 };
    const rollingUpdate = withDefaults(fieldsOf(strategy.rollingUpdate), rolling);
    return { ...strategy, rollingUpdate };
  });
}

export const daemonSetRules: KindRules = {
  warnings: warningsOfTemplate,
  setDefaults: (object) => withGeneration(specDefaults(daemonDefaults)(object), 0),
  prepareForCreate: (object) => withGeneration(object, 1),
  prepareForUpdate: nextGeneration,
  prepareStatusUpdate: nextGeneration,
  validate: ofSpec((spec) => [
    ...validateSelector(spec.selector, 'spec.selector'),
    ...templateMismatch(spec),
    ...emptySelector(spec.selector, 'daemonset'),
    ...validateTemplate(spec, 'DaemonSet'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...daemonStrategy(spec.updateStrategy, 'spec.updateStrategy'),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ]),
  validateUpdate: sameSelector,
};
