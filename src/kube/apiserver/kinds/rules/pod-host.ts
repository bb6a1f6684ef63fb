/**
 * What a Pod asks of its host, and what it names: ports, accounts, classes.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (AccumulateUniqueHostPorts,
 *             validateHostNetwork, ValidatePodSpec)
 */
import { duplicate, type FieldError, invalid } from '../../../api/field-error';
import {
  inclusiveRangeError,
  isDNS1123Label,
  isDNS1123Subdomain,
  type TextCheck,
} from '../../../api/validate-text';
import { type Fields, itemsOf } from './pod-defaults';

/** Ports of all containers with their paths. */
const portsOf = (list: readonly Fields[], path: string) =>
  list.flatMap(({ ports }, index) =>
    itemsOf(ports).map((port, at) => ({ port, place: `${path}[${index}].ports[${at}]` })),
  );

/** Upstream: checkHostPortConflicts. */
export function hostPortConflicts(list: readonly Fields[], path: string): FieldError[] {
  const seen = new Set<string>();
  return portsOf(list, path).flatMap(({ port, place }) => {
    const { protocol = '', hostIP = '', hostPort } = port;
    if (!hostPort) return [];
    const text = `${protocol}/${hostIP}/${hostPort}`;
    if (seen.has(text)) return [duplicate(`${place}.hostPort`, text)];
    seen.add(text);
    return [];
  });
}

/** Upstream: validateHostNetwork. */
export function validateHostNetwork(spec: Fields, path: string): FieldError[] {
  if (spec.hostNetwork !== true) return [];
  const wrong = 'must match `hostPort` when `hostNetwork` is true';
  return portsOf(itemsOf(spec.containers), `${path}.containers`)
    .filter(({ port }) => (port.hostPort ?? 0) !== (port.containerPort ?? 0))
    .map(({ port, place }) =>
      invalid(`${place}.containerPort`, Number(port.containerPort ?? 0), wrong),
    );
}

/** In the order in which upstream looks at them. */
const NAMED: readonly (readonly [field: string, check: TextCheck])[] = [
  ['serviceAccountName', isDNS1123Subdomain],
  ['nodeName', isDNS1123Subdomain],
  ['activeDeadlineSeconds', () => []],
  ['hostname', isDNS1123Label],
  ['subdomain', isDNS1123Label],
];
const CLASSES: typeof NAMED = [
  ['priorityClassName', isDNS1123Subdomain],
  ['runtimeClassName', isDNS1123Subdomain],
];
const DEADLINE_MAX = 2_147_483_647;

function named(spec: Fields, path: string, fields: typeof NAMED): FieldError[] {
  return fields.flatMap(([field, check]) => {
    const value = spec[field];
    const place = `${path}.${field}`;
    if (field === 'activeDeadlineSeconds' && typeof value === 'number') {
      const fits = value >= 1 && value <= DEADLINE_MAX;
      return fits ? [] : [invalid(place, value, inclusiveRangeError(1, DEADLINE_MAX))];
    }
    if (typeof value !== 'string' || value === '') return [];
    return check(value).map((text) => invalid(place, value, text));
  });
}

export const validateNames = (spec: Fields, path: string): FieldError[] => named(spec, path, NAMED);
export const validateClasses = (spec: Fields, path: string): FieldError[] =>
  named(spec, path, CLASSES);
