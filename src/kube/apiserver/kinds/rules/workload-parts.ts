/**
 * What workloads have in common: a selector, a template of Pods, a number of them.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/validation/validation.go, pkg/apis/core/validation
 *             (ValidatePodTemplateSpecForRC), apimachinery pkg/apis/meta/v1/validation
 * Simplified  the operators of matchExpressions are looked at, their values are not
 */
import { compareText } from '#base';
import { semanticDeepEqual } from '../../../api/equality';
import {
  type FieldError,
  type GoLiteral,
  goQuote,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { IMMUTABLE_FIELD, validateLabels } from '../../../api/validate-meta';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';
import { validatePodSpec } from './pod-validation';

const OPERATORS = ['DoesNotExist', 'Exists', 'In', 'NotIn'];

/** A map of texts as Go's `%#v` prints it. */
export function goMap(value: unknown): string {
  if (value === undefined) return 'map[string]string(nil)';
  const pairs = Object.entries(fieldsOf(value)).sort(([a], [b]) => compareText(a, b));
  const texts = pairs.map(([key, text]) => `${goQuote(key)}:${goQuote(String(text))}`);
  return `map[string]string{${texts.join(', ')}}`;
}

export function goSelector(value: unknown): GoLiteral {
  const { matchLabels, matchExpressions } = fieldsOf(value);
  const list = 'v1.LabelSelectorRequirement';
  const items = itemsOf(matchExpressions).map(({ key, operator, values }) => {
    const given = Array.isArray(values)
      ? `[]string{${values.map((each) => goQuote(String(each))).join(', ')}}`
      : '[]string(nil)';
    const [name, how] = [goQuote(String(key)), goQuote(String(operator))];
    return `${list}{Key:${name}, Operator:${how}, Values:${given}}`;
  });
  const expressions = items.length === 0 ? `[]${list}(nil)` : `[]${list}{${items.join(', ')}}`;
  return {
    go: `v1.LabelSelector{MatchLabels:${goMap(matchLabels)}, MatchExpressions:${expressions}}`,
  };
}

/** Whether a selector of labels selects these. */
export function selects(selector: unknown, labels: Fields): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  const equal = Object.entries(fieldsOf(matchLabels)).every(([key, text]) => labels[key] === text);
  return (
    equal &&
    itemsOf(matchExpressions).every(({ key, operator, values }) => {
      const has = Object.hasOwn(labels, String(key));
      const among = Array.isArray(values) && values.includes(labels[String(key)]);
      if (operator === 'In') return has && among;
      if (operator === 'NotIn') return !has || !among;
      return operator === 'Exists' ? has : !has;
    })
  );
}

export function validateSelector(value: unknown, path: string): FieldError[] {
  const { matchLabels, matchExpressions } = fieldsOf(value);
  return [
    ...validateLabels(
      fieldsOf(matchLabels) as Readonly<Record<string, string>>,
      `${path}.matchLabels`,
    ),
    ...itemsOf(matchExpressions).flatMap(({ operator }, index) =>
      OPERATORS.includes(String(operator))
        ? []
        : [
            invalid(
              `${path}.matchExpressions[${index}].operator`,
              String(operator ?? ''),
              'not a valid selector operator',
            ),
          ],
    ),
  ];
}

const isEmpty = (selector: unknown): boolean => {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return Object.keys(fieldsOf(matchLabels)).length + itemsOf(matchExpressions).length === 0;
};

const templateLabels = (spec: Fields): Fields =>
  fieldsOf(fieldsOf(fieldsOf(spec.template).metadata).labels);

/** A missing selector selects nothing. Upstream: LabelSelectorAsSelector, labels.Nothing. */
export function templateMismatch(spec: Fields): FieldError[] {
  const labels = templateLabels(spec);
  const matches = spec.selector !== undefined && selects(spec.selector, labels);
  return matches ? [] : [mismatch(labels)];
}

/** @param called what the message calls the workload */
export function emptySelector(selector: unknown, called: string): FieldError[] {
  if (selector === undefined || !isEmpty(selector)) return [];
  const text = `empty selector is invalid for ${called}`;
  return [invalid('spec.selector', goSelector(selector), text)];
}

/** @param called what the message calls the workload */
export function validateSelectorAndTemplate(spec: Fields, called: string): FieldError[] {
  const { selector } = spec;
  return [
    ...(selector === undefined ? [required('spec.selector', '')] : []),
    ...validateSelector(selector, 'spec.selector'),
    ...emptySelector(selector, called),
    ...templateMismatch(spec),
    ...validateTemplate(spec, 'Always'),
  ];
}

const mismatch = (labels: Fields): FieldError =>
  invalid(
    'spec.template.metadata.labels',
    { go: goMap(Object.keys(labels).length === 0 ? undefined : labels) },
    '`selector` does not match template `labels`',
  );

/** @param policy the one that its Pods must have; undefined for any */
export function validateTemplate(spec: Fields, policy: string | undefined): FieldError[] {
  const path = 'spec.template.spec';
  const pod = fieldsOf(fieldsOf(spec.template).spec);
  const errors = validatePodSpec(pod, path);
  const { restartPolicy } = pod;
  if (errors.length === 0 && policy !== undefined && restartPolicy !== policy) {
    errors.push(notSupported(`${path}.restartPolicy`, String(restartPolicy), [policy]));
  }
  return errors;
}

/** Upstream: apivalidation.ValidateImmutableField. */
export function immutableSelector(spec: Fields, old: Fields): FieldError[] {
  if (semanticDeepEqual(spec.selector, old.selector)) return [];
  // A pointer to nothing is printed as a text.
  const shown = spec.selector === undefined ? null : goSelector(spec.selector);
  return [invalid('spec.selector', shown, IMMUTABLE_FIELD)];
}
