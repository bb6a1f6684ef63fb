/**
 * What is wrong with what a Job does about Pods that fail.
 *
 * Upstream    kubernetes v1.27 pkg/apis/batch/validation/validation.go (validatePodFailurePolicy
 *             and its like)
 * Simplified  action FailIndex is not known, as in 1.27
 */
import {
  duplicate,
  type FieldError,
  goQuote,
  invalid,
  notSupported,
  OMITTED,
  required,
  tooMany,
} from '../../../api/field-error';
import { qualifiedName } from './field-checks';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

const RULES_MAX = 20;
const EXIT_CODES_MAX = 255;
const CONDITIONS_MAX = 20;
const ACTIONS = ['Count', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

/** One of a few, which are named where it is missing. */
function named(value: unknown, path: string, known: readonly string[]): FieldError[] {
  if (value === undefined || value === '') {
    return [required(path, `valid values: [${known.map(goQuote).join(' ')}]`)];
  }
  return known.includes(String(value)) ? [] : [notSupported(path, String(value), known)];
}

const atMost = (list: readonly unknown[], max: number, path: string): FieldError[] =>
  list.length > max ? [tooMany(path, list.length, max)] : [];

const goCodes = (codes: readonly number[] | undefined) => ({
  go: codes === undefined ? '[]int32(nil)' : `[]int32{${codes.join(', ')}}`,
});

function exitCodes(given: Fields, names: ReadonlySet<unknown>, path: string): FieldError[] {
  const { operator, containerName } = given;
  const codes = Array.isArray(given.values) ? given.values.map(Number) : undefined;
  const list = codes ?? [];
  const place = `${path}.values`;
  const errors = named(operator, `${path}.operator`, OPERATORS);
  if (containerName !== undefined && !names.has(containerName)) {
    const text = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(`${path}.containerName`, String(containerName), text));
  }
  if (list.length === 0)
    errors.push(invalid(place, goCodes(codes), 'at least one value is required'));
  errors.push(...atMost(list, EXIT_CODES_MAX, place));
  for (const [index, code] of list.entries()) {
    const at = `${place}[${index}]`;
    if (operator === 'In' && code === 0) {
      errors.push(invalid(at, code, 'must not be 0 for the In operator'));
    }
    if (list.indexOf(code) < index) errors.push(duplicate(at, code));
  }
  const ordered = list.every((code, index) => index === 0 || list[index - 1] <= code);
  return ordered ? errors : [...errors, invalid(place, goCodes(list), 'must be ordered')];
}

const conditions = (list: readonly Fields[], path: string): FieldError[] => [
  ...atMost(list, CONDITIONS_MAX, path),
  ...list.flatMap(({ type, status }, index) => [
    ...qualifiedName(type, `${path}[${index}].type`),
    ...named(status, `${path}[${index}].status`, STATUSES),
  ]),
];

function validateRule(rule: Fields, names: ReadonlySet<unknown>, path: string): FieldError[] {
  const list = itemsOf(rule.onPodConditions);
  const codes = rule.onExitCodes !== undefined;
  const both = 'specifying both OnExitCodes and OnPodConditions is not supported';
  const one = 'specifying one of OnExitCodes and OnPodConditions is required';
  return [
    ...named(rule.action, `${path}.action`, ACTIONS),
    ...(codes ? exitCodes(fieldsOf(rule.onExitCodes), names, `${path}.onExitCodes`) : []),
    ...conditions(list, `${path}.onPodConditions`),
    ...(codes && list.length > 0 ? [invalid(path, OMITTED, both)] : []),
    ...(codes || list.length > 0 ? [] : [invalid(path, OMITTED, one)]),
  ];
}

/** @param spec of the Job, whose template names the containers. */
export function validateFailurePolicy(spec: Fields, path: string): FieldError[] {
  const rules = itemsOf(fieldsOf(spec.podFailurePolicy).rules);
  const pod = fieldsOf(fieldsOf(spec.template).spec);
  const all = [...itemsOf(pod.containers), ...itemsOf(pod.initContainers)];
  const names = new Set(all.map(({ name }) => name));
  return [
    ...atMost(rules, RULES_MAX, `${path}.rules`),
    ...rules.flatMap((rule, index) => validateRule(rule, names, `${path}.rules[${index}]`)),
  ];
}
