/**
 * What is wrong with a Job.
 *
 * Upstream    kubernetes v1.27 pkg/apis/batch/validation/validation.go (ValidateJob,
 *             ValidateGeneratedSelector, validateJobSpec, ValidateJobSpecUpdate)
 * Simplified  policies of success, limits per index and what newer versions add are not looked at;
 *             a template that was changed is not printed
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, invalid, notSupported, required } from '../../../api/field-error';
import { nameOf, uidOf } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import { isDNS1123Label } from '../../../api/validate-text';
import { notNegative, oneOf } from './field-checks';
import { validateFailurePolicy } from './job-failure-policy';
import { goMap, goSelector, selects, validateSelector } from './label-selector';
import { type Fields, fieldsOf } from './pod-defaults';
import { validatePodTemplate } from './pod-validation';
import { templateMismatch } from './workload-parts';

/** Labels of a Job's Pods, of both generations. Source: batch.JobNameLabel and its like. */
export const JOB_LABEL_PREFIX = 'batch.kubernetes.io/';
const NUMBERS = [
  ...['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit'],
  'ttlSecondsAfterFinished',
];
const RESTARTS = ['OnFailure', 'Never'];
const INDEXED = 'Indexed';
/** So that the list of what is complete stays short. Source: maxParallelismForIndexedJob. */
const PARALLELISM_MAX = 100_000;

function completionMode(spec: Fields, path: string): FieldError[] {
  const { completionMode: mode, completions, parallelism } = spec;
  if (mode === undefined) return [];
  const when = `when completion mode is ${INDEXED}`;
  const errors = oneOf(mode, `${path}.completionMode`, ['NonIndexed', INDEXED]);
  if (mode !== INDEXED) return errors;
  if (completions === undefined) errors.push(required(`${path}.completions`, when));
  if (typeof parallelism === 'number' && parallelism > PARALLELISM_MAX) {
    const text = `must be less than or equal to ${PARALLELISM_MAX} ${when}`;
    errors.push(invalid(`${path}.parallelism`, parallelism, text));
  }
  return errors;
}

function restarts(spec: Fields, path: string): FieldError[] {
  const { restartPolicy: policy } = fieldsOf(fieldsOf(spec.template).spec);
  if (policy === 'Always' || policy === undefined || policy === '') {
    return [required(path, `valid values: ${RESTARTS.map((each) => `"${each}"`).join(', ')}`)];
  }
  if (!RESTARTS.includes(String(policy))) return [notSupported(path, String(policy), RESTARTS)];
  if (spec.podFailurePolicy === undefined || policy === 'Never') return [];
  return [
    invalid(path, String(policy), 'only "Never" is supported when podFailurePolicy is specified'),
  ];
}

/** What a Job and the template of one must keep to. Upstream: validateJobSpec. */
export function validateJobSpec(spec: Fields, path: string): FieldError[] {
  return [
    ...NUMBERS.flatMap((name) => notNegative(spec[name], `${path}.${name}`)),
    ...completionMode(spec, path),
    ...(spec.podFailurePolicy === undefined
      ? []
      : validateFailurePolicy(spec, `${path}.podFailurePolicy`)),
    ...validatePodTemplate(spec.template, `${path}.template`),
    ...restarts(spec, `${path}.template.spec.restartPolicy`),
  ];
}

/** Upstream: ValidateJobSpec. */
const ofJob = (spec: Fields): FieldError[] => [
  ...validateJobSpec(spec, 'spec'),
  ...(spec.selector === undefined
    ? [required('spec.selector', '')]
    : validateSelector(spec.selector, 'spec.selector')),
  ...templateMismatch(spec),
];

/** The labels that its Pods must have when the selector is its own. */
function generatedLabels(object: KubeObject): Readonly<Record<string, string>> {
  const [uid, name] = [uidOf(object), nameOf(object)];
  return {
    [`${JOB_LABEL_PREFIX}controller-uid`]: uid,
    [`${JOB_LABEL_PREFIX}job-name`]: name,
    'controller-uid': uid,
    'job-name': name,
  };
}

/** Upstream: ValidateGeneratedSelector, ValidateHasLabel. */
function generatedSelector(object: KubeObject): FieldError[] {
  const { manualSelector, selector, template } = fieldsOf(object.spec);
  if (manualSelector === true || selector === undefined) return [];
  const { labels } = fieldsOf(fieldsOf(template).metadata);
  const expected = generatedLabels(object);
  const wrong = Object.entries(expected).flatMap(([key, value]) => {
    const place = `spec.template.metadata.labels[${key}]`;
    const given = fieldsOf(labels)[key];
    if (given === value) return [];
    const text = `must be '${value}'`;
    return given === undefined
      ? [required(place, text)]
      : [invalid(place, { go: goMap(labels) }, text)];
  });
  const readable = validateSelector(selector, '').length === 0;
  if (readable && !selects(selector, expected)) {
    wrong.push(invalid('spec.selector', goSelector(selector), '`selector` not auto-generated'));
  }
  return wrong;
}

/** The host names of an indexed Job's Pods end in their index. */
function hostNames(object: KubeObject): FieldError[] {
  const { completionMode: mode, completions } = fieldsOf(object.spec);
  if (mode !== INDEXED || typeof completions !== 'number' || completions <= 0) return [];
  const name = nameOf(object);
  const last = `${name}-${completions - 1}`;
  const text = `will not able to create pod with invalid DNS label: ${last}`;
  return isDNS1123Label(last).length > 0 ? [invalid('metadata.name', name, text)] : [];
}

/** Upstream: ValidateJob. */
export const validateJob = (object: KubeObject): FieldError[] => [
  ...generatedSelector(object),
  ...ofJob(fieldsOf(object.spec)),
  ...hostNames(object),
];

/** Upstream: ValidateJobSpecUpdate. */
export function validateJobUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const [spec, before] = [fieldsOf(object.spec), fieldsOf(old.spec)];
  const same = (name: string) => semanticDeepEqual(spec[name], before[name]);
  return [
    ...ofJob(spec),
    ...(same('completions')
      ? []
      : [invalid('spec.completions', Number(spec.completions), IMMUTABLE_FIELD)]),
    ...(same('selector')
      ? []
      : [invalid('spec.selector', goSelector(spec.selector), IMMUTABLE_FIELD)]),
    ...(same('template')
      ? []
      : [invalid('spec.template', { go: 'core.PodTemplateSpec{...}' }, IMMUTABLE_FIELD)]),
    ...(same('completionMode')
      ? []
      : [invalid('spec.completionMode', String(spec.completionMode), IMMUTABLE_FIELD)]),
  ];
}
