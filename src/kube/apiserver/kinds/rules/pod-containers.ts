/**
 * What is wrong with the containers of a Pod: those that run, and those before them.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (validateContainerCommon,
 *             validateContainers, validateInitContainers, validateContainersOnlyForPod,
 *             validateContainerPorts, ValidateEnv, ValidateVolumeMounts)
 * Simplified  security contexts, huge pages, where values of the environment are taken from, and
 *             volume devices are not looked at; the texts for init containers are those that know
 *             sidecars (1.29); names in the environment keep to the rules of 1.27
 */
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFoundValue,
  required,
} from '../../../api/field-error';
import {
  inclusiveRangeError,
  isDNS1123Label,
  isEnvVarName,
  isValidPortName,
} from '../../../api/validate-text';
import { oneOf } from './field-checks';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';
import { hostPortConflicts } from './pod-host';
import { validateProbes } from './pod-probes';
import { quantityValue } from './quantity';
import {
  isOvercommitAllowed,
  validateContainerResourceName,
  validateQuantityOf,
} from './resource-names';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const PORT_MAX = 65_535;
/** Of containers that go on running. */
const OF_RUNNING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

/** A name that is there and well formed. */
export function labelName(name: unknown, path: string): FieldError[] {
  if (typeof name !== 'string' || name === '') return [required(path, '')];
  return isDNS1123Label(name).map((text) => invalid(path, name, text));
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

const environment = (list: readonly Fields[], path: string): FieldError[] =>
  list.flatMap(({ name }, index) => {
    const place = `${path}[${index}].name`;
    if (typeof name !== 'string' || name === '') return [required(place, '')];
    return isEnvVarName(name).map((text) => invalid(place, name, text));
  });

function mounts(list: readonly Fields[], volumes: ReadonlySet<unknown>, path: string) {
  const paths = new Set<unknown>();
  return list.flatMap(({ name = '', mountPath = '' }, index): FieldError[] => {
    const place = `${path}[${index}]`;
    const errors: FieldError[] = [];
    if (name === '') errors.push(required(`${place}.name`, ''));
    if (!volumes.has(name)) errors.push(notFoundValue(`${place}.name`, String(name)));
    if (mountPath === '') errors.push(required(`${place}.mountPath`, ''));
    if (paths.has(mountPath)) {
      errors.push(invalid(`${place}.mountPath`, String(mountPath), 'must be unique'));
    }
    paths.add(mountPath);
    return errors;
  });
}

/** How what is asked for of a resource stands to its limit. */
function againstLimit(name: string, asked: unknown, limit: unknown, path: string): FieldError[] {
  const free = isOvercommitAllowed(name);
  if (limit === undefined) {
    const text = 'Limit must be set for non overcommitable resources';
    return free ? [] : [required(`${path}.limits`, text)];
  }
  const [value, most] = [quantityValue(asked), quantityValue(limit)];
  if (value === most || (free && value < most)) return [];
  const text = free ? 'less than or equal to' : 'equal to';
  return [invalid(`${path}.requests`, String(asked), `must be ${text} ${name} limit`)];
}

/** Upstream: ValidateResourceRequirements. */
function resources(value: unknown, path: string): FieldError[] {
  const [requests, limits] = [fieldsOf(fieldsOf(value).requests), fieldsOf(fieldsOf(value).limits)];
  const each = (name: string, quantity: unknown, place: string) => [
    ...validateContainerResourceName(name, place),
    ...validateQuantityOf(name, quantity, place),
  ];
  return [
    ...Object.entries(limits).flatMap(([name, quantity]) =>
      each(name, quantity, `${path}.limits[${name}]`),
    ),
    ...Object.entries(requests).flatMap(([name, quantity]) => [
      ...each(name, quantity, `${path}.requests[${name}]`),
      ...againstLimit(name, quantity, limits[name], path),
    ]),
  ];
}

/** Upstream: validateContainerCommon. @param volumes names of those that are well formed. */
export function validateContainer(
  item: Fields,
  volumes: ReadonlySet<unknown>,
  place: string,
): FieldError[] {
  const { terminationMessagePolicy: policy } = item;
  return [
    ...labelName(item.name, `${place}.name`),
    ...(item.image ? [] : [required(`${place}.image`, '')]),
    ...oneOf(policy, `${place}.terminationMessagePolicy`, MESSAGE_POLICIES),
    ...ports(itemsOf(item.ports), `${place}.ports`),
    ...environment(itemsOf(item.env), `${place}.env`),
    ...mounts(itemsOf(item.volumeMounts), volumes, `${place}.volumeMounts`),
    ...oneOf(item.imagePullPolicy, `${place}.imagePullPolicy`, PULL_POLICIES),
    ...resources(item.resources, `${place}.resources`),
  ];
}

/** Upstream: validateContainers. */
export function validateContainers(
  list: readonly Fields[],
  volumes: ReadonlySet<unknown>,
  path: string,
): FieldError[] {
  if (list.length === 0) return [required(path, '')];
  const names = new Set<unknown>();
  const errors = list.flatMap((item, index) => {
    const { name } = item;
    const place = `${path}[${index}]`;
    const taken = names.has(name) ? [duplicate(`${place}.name`, String(name))] : [];
    names.add(name);
    return [
      ...validateContainer(item, volumes, place),
      ...taken,
      ...validateProbes(item, place),
      ...(item.restartPolicy === undefined
        ? []
        : [forbidden(`${place}.restartPolicy`, 'may not be set for non-init containers')]),
    ];
  });
  return [...errors, ...hostPortConflicts(list, path)];
}

/** What one of them may have of what goes on running: all as a sidecar, else nothing. */
function ofRunning(item: Fields, place: string): FieldError[] {
  if (item.restartPolicy === 'Always') return validateProbes(item, place);
  const text = 'may not be set for init containers without restartPolicy=Always';
  return OF_RUNNING.filter((name) => item[name] !== undefined).map((name) =>
    forbidden(`${place}.${name}`, text),
  );
}

/** Upstream: validateInitContainers. Their ports may meet: they run one after the other. */
export function validateInitContainers(
  spec: Fields,
  volumes: ReadonlySet<unknown>,
  path: string,
): FieldError[] {
  const names = new Set<unknown>(itemsOf(spec.containers).map(({ name }) => name));
  return itemsOf(spec.initContainers).flatMap((item, index) => {
    const { name, restartPolicy: policy } = item;
    const place = `${path}[${index}]`;
    const taken = names.has(name) ? [duplicate(`${place}.name`, String(name))] : [];
    if (name) names.add(name);
    return [
      ...validateContainer(item, volumes, place),
      ...(policy === undefined ? [] : oneOf(policy, `${place}.restartPolicy`, ['Always'])),
      ...taken,
      ...hostPortConflicts([item], path),
      ...ofRunning(item, place),
    ];
  });
}

/** Of Pods, not of templates. Upstream: validateContainersOnlyForPod. */
export const validateOnlyForPod = (list: readonly Fields[], path: string): FieldError[] =>
  list.flatMap(({ image }, index) => {
    const text = String(image ?? '');
    if (text.trim() === text) return [];
    const wrong = 'must not have leading or trailing whitespace';
    return [invalid(`${path}[${index}].image`, text, wrong)];
  });
