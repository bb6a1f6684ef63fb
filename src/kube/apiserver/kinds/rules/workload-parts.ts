/**
 * What workloads have in common: a selector, a template of Pods, a number of them.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/validation/validation.go, pkg/apis/core/validation
 *             (ValidatePodTemplateSpecForRC), apimachinery pkg/apis/meta/v1/validation
 */
import { semanticDeepEqual } from '../../../api/equality';
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import { goMap, goSelector, isEmptySelector, selects, validateSelector } from './label-selector';
import { type Fields, fieldsOf } from './pod-defaults';
import { validatePodTemplate } from './pod-validation';

const templateLabels = (spec: Fields): Fields =>
  fieldsOf(fieldsOf(fieldsOf(spec.template).metadata).labels);

const mismatch = (labels: Fields): FieldError =>
  invalid(
    'spec.template.metadata.labels',
    { go: goMap(Object.keys(labels).length === 0 ? undefined : labels) },
    '`selector` does not match template `labels`',
  );

/**
 * A missing selector selects nothing; one that cannot be parsed is not asked.
 * Upstream: LabelSelectorAsSelector, labels.Nothing.
 */
export function templateMismatch({ selector, template }: Fields): FieldError[] {
  if (validateSelector(selector, '').length > 0) return [];
  const labels = templateLabels({ template });
  return selector !== undefined && selects(selector, labels) ? [] : [mismatch(labels)];
}

/** @param called what the message calls the workload */
export function emptySelector(selector: unknown, called: string): FieldError[] {
  if (selector === undefined || !isEmptySelector(selector)) return [];
  const text = `empty selector is invalid for ${called}`;
  return [invalid('spec.selector', goSelector(selector), text)];
}

/** A selector that must be there. @param called what the message calls the workload */
export function requiredSelector(selector: unknown, called: string): FieldError[] {
  if (selector === undefined) return [required('spec.selector', '')];
  return [...validateSelector(selector, 'spec.selector'), ...emptySelector(selector, called)];
}

/** What is said of a selector that cannot be parsed. */
export const cannotParse = (selector: unknown, text: string): FieldError[] =>
  validateSelector(selector, '').length > 0
    ? [invalid('spec.selector', goSelector(selector), text)]
    : [];

/**
 * Of Deployments and ReplicaSets: what they have in common is called the second.
 * @param called what the message calls the workload
 */
export function validateSelectorAndTemplate(spec: Fields, called: string): FieldError[] {
  const unreadable = cannotParse(spec.selector, 'invalid label selector');
  return [
    ...requiredSelector(spec.selector, called),
    ...(unreadable.length > 0
      ? unreadable
      : [...templateMismatch(spec), ...validateTemplate(spec, 'ReplicaSet')]),
  ];
}

/** Pods of these restart always, and never end. @param kind as the message names it */
export function restartsAlways({ template }: Fields, kind: string): FieldError[] {
  const path = 'spec.template.spec';
  const { restartPolicy, activeDeadlineSeconds } = fieldsOf(fieldsOf(template).spec);
  const deadline = `activeDeadlineSeconds in ${kind} is not Supported`;
  return [
    ...(restartPolicy === 'Always'
      ? []
      : [notSupported(`${path}.restartPolicy`, String(restartPolicy ?? ''), ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbidden(`${path}.activeDeadlineSeconds`, deadline)]),
  ];
}

/** @param kind as the message names it */
export const validateTemplate = (spec: Fields, kind: string): FieldError[] => [
  ...validatePodTemplate(spec.template, 'spec.template'),
  ...restartsAlways(spec, kind),
];

/** Upstream: apivalidation.ValidateImmutableField. */
export function immutableSelector(spec: Fields, old: Fields): FieldError[] {
  if (semanticDeepEqual(spec.selector, old.selector)) return [];
  // A pointer to nothing is printed as a text.
  const shown = spec.selector === undefined ? null : goSelector(spec.selector);
  return [invalid('spec.selector', shown, IMMUTABLE_FIELD)];
}
