/**
 * Selectors of labels: what is wrong with one, what it selects, how Go prints it.
 *
 * Upstream    kubernetes v1.27 apimachinery pkg/apis/meta/v1/validation (ValidateLabelSelector),
 *             pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
 */
import { compareText } from '#base';
import {
  type FieldError,
  forbidden,
  type GoLiteral,
  goQuote,
  invalid,
  required,
} from '../../../api/field-error';
import { validateLabels } from '../../../api/validate-meta';
import { isQualifiedName, isValidLabelValue } from '../../../api/validate-text';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

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
    const [name, how] = [goQuote(String(key ?? '')), goQuote(String(operator ?? ''))];
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

export const isEmptySelector = (selector: unknown): boolean => {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return Object.keys(fieldsOf(matchLabels)).length + itemsOf(matchExpressions).length === 0;
};

/** Upstream: ValidateLabelSelectorRequirement. */
function requirement({ key, operator, values }: Fields, path: string): FieldError[] {
  const given = Array.isArray(values) ? values.map(String) : [];
  const place = `${path}.values`;
  const errors: FieldError[] = [];
  if (operator === 'In' || operator === 'NotIn') {
    const must = "must be specified when `operator` is 'In' or 'NotIn'";
    if (given.length === 0) errors.push(required(place, must));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const may = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    if (given.length > 0) errors.push(forbidden(place, may));
  } else {
    const how = String(operator ?? '');
    errors.push(invalid(`${path}.operator`, how, 'not a valid selector operator'));
  }
  const name = String(key ?? '');
  return [
    ...errors,
    ...isQualifiedName(name).map((text) => invalid(`${path}.key`, name, text)),
    ...given.flatMap((each, index) =>
      isValidLabelValue(each).map((text) => invalid(`${place}[${index}]`, each, text)),
    ),
  ];
}

/** Empty where the selector can be parsed, too: upstream's parser refuses what is refused here. */
export function validateSelector(value: unknown, path: string): FieldError[] {
  const { matchLabels, matchExpressions } = fieldsOf(value);
  const labels = fieldsOf(matchLabels) as Readonly<Record<string, string>>;
  return [
    ...validateLabels(labels, `${path}.matchLabels`),
    ...itemsOf(matchExpressions).flatMap((each, index) =>
      requirement(each, `${path}.matchExpressions[${index}]`),
    ),
  ];
}
