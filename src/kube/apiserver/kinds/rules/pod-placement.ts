/**
 * What is wrong with where a Pod wants to be: affinity and tolerations.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (validateAffinity,
 *             ValidateNodeSelector, validatePodAffinityTerm, ValidateTolerations)
 * Simplified  matchFields of terms are not looked at; where upstream prints the address of a value,
 *             0xc000000000 stands
 */
import {
  type FieldError,
  forbidden,
  type GoLiteral,
  goQuote,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { isDNS1123Label, isValidLabelValue } from '../../../api/validate-text';
import { qualifiedName } from './field-checks';
import { validateSelector } from './label-selector';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const MAX_WEIGHT = 100;
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function weightError(weight: unknown, path: string): FieldError[] {
  const number = Number(weight ?? 0);
  const fits = number >= 1 && number <= MAX_WEIGHT;
  return fits ? [] : [invalid(path, number, 'must be in the range 1-100')];
}

/** Upstream: ValidateNodeSelectorRequirement. */
function requirement({ key, operator, values }: Fields, path: string): FieldError[] {
  const count = Array.isArray(values) ? values.length : 0;
  const place = `${path}.values`;
  const errors: FieldError[] = [];
  if (operator === 'In' || operator === 'NotIn') {
    const must = "must be specified when `operator` is 'In' or 'NotIn'";
    if (count === 0) errors.push(required(place, must));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const may = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    if (count > 0) errors.push(forbidden(place, may));
  } else if (operator === 'Gt' || operator === 'Lt') {
    const must = "must be specified single value when `operator` is 'Lt' or 'Gt'";
    if (count !== 1) errors.push(required(place, must));
  } else {
    const known = String(operator ?? '');
    errors.push(invalid(`${path}.operator`, known, 'not a valid selector operator'));
  }
  return [...errors, ...qualifiedName(key, `${path}.key`)];
}

const nodeTerm = (term: Fields, path: string): FieldError[] =>
  itemsOf(term.matchExpressions).flatMap((each, index) =>
    requirement(each, `${path}.matchExpressions[${index}]`),
  );

function nodeAffinity(affinity: Fields, path: string): FieldError[] {
  const must = affinity[REQUIRED];
  const terms = itemsOf(fieldsOf(must).nodeSelectorTerms);
  const place = `${path}.${REQUIRED}.nodeSelectorTerms`;
  return [
    ...(must !== undefined && terms.length === 0
      ? [required(place, 'must have at least one node selector term')]
      : []),
    ...terms.flatMap((term, index) => nodeTerm(term, `${place}[${index}]`)),
    ...itemsOf(affinity[PREFERRED]).flatMap(({ weight, preference }, index) => [
      ...weightError(weight, `${path}.${PREFERRED}[${index}].weight`),
      ...nodeTerm(fieldsOf(preference), `${path}.${PREFERRED}[${index}].preference`),
    ]),
  ];
}

function podTerm(term: Fields, path: string): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces, topologyKey } = term;
  const place = `${path}.topologyKey`;
  return [
    ...validateSelector(labelSelector, `${path}.labelSelector`),
    ...validateSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(Array.isArray(namespaces) ? namespaces.map(String) : []).flatMap((name) =>
      isDNS1123Label(name).map((text) => invalid(`${path}.namespace`, name, text)),
    ),
    ...(topologyKey ? [] : [required(place, 'can not be empty')]),
    ...qualifiedName(topologyKey, place),
  ];
}

const podAffinity = (affinity: Fields, path: string): FieldError[] => [
  ...itemsOf(affinity[REQUIRED]).flatMap((term, index) =>
    podTerm(term, `${path}.${REQUIRED}[${index}]`),
  ),
  ...itemsOf(affinity[PREFERRED]).flatMap(({ weight, podAffinityTerm }, index) => [
    ...weightError(weight, `${path}.${PREFERRED}[${index}].weight`),
    ...podTerm(fieldsOf(podAffinityTerm), `${path}.${PREFERRED}[${index}].podAffinityTerm`),
  ]),
];

export function validateAffinity(value: unknown, path: string): FieldError[] {
  const affinity = fieldsOf(value);
  return [
    ...nodeAffinity(fieldsOf(affinity.nodeAffinity), `${path}.nodeAffinity`),
    ...podAffinity(fieldsOf(affinity.podAffinity), `${path}.podAffinity`),
    ...podAffinity(fieldsOf(affinity.podAntiAffinity), `${path}.podAntiAffinity`),
  ];
}

function goToleration({ key, operator, value, effect, tolerationSeconds }: Fields): GoLiteral {
  const texts = Object.entries({ Key: key, Operator: operator, Value: value, Effect: effect });
  const fields = texts.map(([name, text]) => `${name}:${goQuote(String(text ?? ''))}`);
  const seconds = `(*int64)(${tolerationSeconds === undefined ? 'nil' : '0xc000000000'})`;
  return { go: `core.Toleration{${fields.join(', ')}, TolerationSeconds:${seconds}}` };
}

function toleration(given: Fields, path: string): FieldError[] {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = given;
  const place = `${path}.operator`;
  const errors = key === '' ? [] : qualifiedName(key, `${path}.key`);
  if (key === '' && operator !== 'Exists') {
    const all = 'which means "match all values and all keys"';
    const text = `operator must be Exists when \`key\` is empty, ${all}`;
    errors.push(invalid(place, String(operator), text));
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(`${path}.effect`, String(effect), text));
  }
  if (operator === 'Equal' || operator === '') {
    const wrong = isValidLabelValue(String(value));
    if (wrong.length > 0) errors.push(invalid(place, String(value), wrong.join(';')));
  } else if (operator !== 'Exists') {
    errors.push(notSupported(place, String(operator), ['Equal', 'Exists']));
  } else if (value !== '') {
    const text = "value must be empty when `operator` is 'Exists'";
    errors.push(invalid(place, goToleration(given), text));
  }
  if (effect !== '' && !EFFECTS.includes(String(effect))) {
    errors.push(notSupported(`${path}.effect`, String(effect), EFFECTS));
  }
  return errors;
}

export const validateTolerations = (value: unknown, path: string): FieldError[] =>
  itemsOf(value).flatMap((each, index) => toleration(each, `${path}[${index}]`));
