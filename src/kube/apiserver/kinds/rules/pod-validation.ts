/**
 * What is wrong with the spec of a Pod.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidatePodSpec,
 *             validateContainers, validateContainerPorts, ValidateVolumeMounts)
 * Simplified  security, DNS and topology spread are not looked at
 */
import {
  duplicate,
  type FieldError,
  invalid,
  notFoundValue,
  notSupported,
  required,
} from '../../../api/field-error';
import { inclusiveRangeError, isDNS1123Label, isValidPortName } from '../../../api/validate-text';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';
import { hostPortConflicts, validateClasses, validateHostNetwork, validateNames } from './pod-host';
import { validateAffinity, validateTolerations } from './pod-placement';
import { validateProbes } from './pod-probes';
import { validateVolumeSource } from './pod-volumes';
import { quantityValue } from './quantity';

const NOT_NEGATIVE = 'must be greater than or equal to 0';
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PORT_MAX = 65_535;

/** Upstream: ValidateNonnegativeField. */
export function notNegative(value: unknown, path: string): FieldError[] {
  return typeof value === 'number' && value < 0 ? [invalid(path, value, NOT_NEGATIVE)] : [];
}

/** A text of a few that are known. */
export function oneOf(value: unknown, path: string, known: readonly string[]): FieldError[] {
  if (value === undefined || value === '') return [required(path, '')];
  return known.includes(String(value)) ? [] : [notSupported(path, String(value), known)];
}

/** Names within a list: there, well formed, and each once. */
function names(items: readonly Fields[], path: string): FieldError[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ name }, index) => {
    const place = `${path}[${index}].name`;
    if (typeof name !== 'string' || name === '') return [required(place, '')];
    const wrong = isDNS1123Label(name).map((text) => invalid(place, name, text));
    if (wrong.length === 0 && seen.has(name)) return [duplicate(place, name)];
    seen.add(name);
    return wrong;
  });
}

function ports(list: readonly Fields[], path: string): FieldError[] {
  const range = inclusiveRangeError(1, PORT_MAX);
  const portError = (value: unknown, place: string): FieldError[] =>
    typeof value === 'number' && (value < 1 || value > PORT_MAX)
      ? [invalid(place, value, range)]
      : [];
  const seen = new Set<unknown>();
  return list.flatMap(({ name, containerPort, hostPort, protocol }, index) => {
    const place = `${path}[${index}]`;
    const given = typeof name === 'string' ? name : '';
    const wrongName =
      given === ''
        ? []
        : isValidPortName(given).map((text) => invalid(`${place}.name`, given, text));
    if (wrongName.length === 0 && seen.has(given))
      wrongName.push(duplicate(`${place}.name`, given));
    if (given !== '') seen.add(given);
    const missing = containerPort === undefined || containerPort === 0;
    return [
      ...wrongName,
      ...(missing
        ? [required(`${place}.containerPort`, '')]
        : portError(containerPort, `${place}.containerPort`)),
      ...(hostPort === 0 ? [] : portError(hostPort, `${place}.hostPort`)),
      ...oneOf(protocol, `${place}.protocol`, PROTOCOLS),
    ];
  });
}

function mounts(list: readonly Fields[], volumes: ReadonlySet<unknown>, path: string) {
  const paths = new Set<unknown>();
  return list.flatMap(({ name, mountPath }, index): FieldError[] => {
    const place = `${path}[${index}]`;
    const errors: FieldError[] = [];
    if (name === undefined || name === '') errors.push(required(`${place}.name`, ''));
    else if (!volumes.has(name)) errors.push(notFoundValue(`${place}.name`, String(name)));
    if (mountPath === undefined || mountPath === '') {
      errors.push(required(`${place}.mountPath`, ''));
    } else if (paths.has(mountPath)) {
      errors.push(invalid(`${place}.mountPath`, String(mountPath), 'must be unique'));
    }
    paths.add(mountPath);
    return errors;
  });
}

function resources(value: unknown, path: string): FieldError[] {
  const { requests, limits } = fieldsOf(value);
  const most = fieldsOf(limits);
  return Object.entries(fieldsOf(requests)).flatMap(([name, asked]) => {
    const limit = most[name];
    if (limit === undefined || quantityValue(asked) <= quantityValue(limit)) return [];
    const detail = `must be less than or equal to ${name} limit`;
    return [invalid(`${path}.requests`, String(asked), detail)];
  });
}

/** Upstream: validateContainerCommon, the name apart. */
export function validateContainer(item: Fields, spec: Fields, place: string): FieldError[] {
  const volumes = new Set(itemsOf(spec.volumes).map(({ name }) => name));
  return [
    ...(item.image ? [] : [required(`${place}.image`, '')]),
    ...ports(itemsOf(item.ports), `${place}.ports`),
    ...itemsOf(item.env).flatMap(({ name }, at) =>
      name ? [] : [required(`${place}.env[${at}].name`, '')],
    ),
    ...mounts(itemsOf(item.volumeMounts), volumes, `${place}.volumeMounts`),
    ...oneOf(item.imagePullPolicy, `${place}.imagePullPolicy`, PULL_POLICIES),
    ...resources(item.resources, `${place}.resources`),
    ...validateProbes(item, place),
  ];
}

const containers = (list: readonly Fields[], spec: Fields, path: string): FieldError[] =>
  list.flatMap((item, index) => validateContainer(item, spec, `${path}[${index}]`));

/** Upstream: ValidatePodSpec. @param path of the spec, such as `spec` or `spec.template.spec` */
export function validatePodSpec(value: unknown, path: string): FieldError[] {
  const spec = fieldsOf(value);
  const volumes = itemsOf(spec.volumes);
  const main = itemsOf(spec.containers);
  const first = itemsOf(spec.initContainers);
  return [
    ...names(volumes, `${path}.volumes`),
    ...volumes.flatMap((volume, index) =>
      validateVolumeSource(volume, `${path}.volumes[${index}]`),
    ),
    ...(main.length === 0 ? [required(`${path}.containers`, '')] : []),
    ...names(main, `${path}.containers`),
    ...containers(main, spec, `${path}.containers`),
    ...hostPortConflicts(main, `${path}.containers`),
    ...names(first, `${path}.initContainers`),
    ...containers(first, spec, `${path}.initContainers`),
    ...hostPortConflicts(first, `${path}.initContainers`),
    ...oneOf(spec.restartPolicy, `${path}.restartPolicy`, RESTART_POLICIES),
    ...oneOf(spec.dnsPolicy, `${path}.dnsPolicy`, DNS_POLICIES),
    ...validateHostNetwork(spec, path),
    ...validateAffinity(spec.affinity, `${path}.affinity`),
    ...validateNames(spec, path),
    ...validateTolerations(spec.tolerations, `${path}.tolerations`),
    ...validateClasses(spec, path),
    ...notNegative(spec.terminationGracePeriodSeconds, `${path}.terminationGracePeriodSeconds`),
  ];
}
