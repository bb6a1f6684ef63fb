/**
 * What is wrong with the probes and the lifecycle of a container.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (validateProbe,
 *             validateHandler, validateLivenessProbe and its like, validateLifecycle)
 * Simplified  headers of an HTTP request are not looked at
 */
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { inclusiveRangeError, isValidPortName } from '../../../api/validate-text';
import { notNegative } from './field-checks';
import { type Fields, fieldsOf } from './pod-defaults';

const PORT_MAX = 65_535;
const SECONDS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds'];
const COUNTS = ['successThreshold', 'failureThreshold'];
const SCHEMES = ['HTTP', 'HTTPS'];
/** In the order in which they are looked at. */
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/** Upstream: ValidatePortNumOrName. */
function portError(port: unknown, path: string): FieldError[] {
  if (typeof port === 'string')
    return isValidPortName(port).map((text) => invalid(path, port, text));
  const number = Number(port ?? 0);
  const fits = number >= 1 && number <= PORT_MAX;
  return fits ? [] : [invalid(path, number, inclusiveRangeError(1, PORT_MAX))];
}

const ACTIONS: Readonly<Record<string, (action: Fields, path: string) => FieldError[]>> = {
  exec: ({ command }, path) =>
    Array.isArray(command) && command.length > 0 ? [] : [required(`${path}.command`, '')],
  httpGet: ({ path: at, port, scheme }, path) => [
    ...(at ? [] : [required(`${path}.path`, '')]),
    ...portError(port, `${path}.port`),
    ...(SCHEMES.includes(String(scheme))
      ? []
      : [notSupported(`${path}.scheme`, String(scheme ?? ''), SCHEMES)]),
  ],
  tcpSocket: ({ port }, path) => portError(port, `${path}.port`),
  grpc: ({ port }, path) => portError(Number(port ?? 0), `${path}.port`),
  sleep: () => [],
};

/** Exactly one of what can be done. Upstream: validateHandler. */
function validateHandler(handler: Fields, path: string): FieldError[] {
  const [first, ...others] = HANDLERS.filter((name) => handler[name] !== undefined);
  if (first === undefined) return [required(path, 'must specify a handler type')];
  const many = 'may not specify more than 1 handler type';
  return [
    ...ACTIONS[first](fieldsOf(handler[first]), `${path}.${first}`),
    ...others.map((name) => forbidden(`${path}.${name}`, many)),
  ];
}

function validateProbe(probe: Fields, kind: string, path: string): FieldError[] {
  const { terminationGracePeriodSeconds: grace, successThreshold } = probe;
  const place = `${path}.terminationGracePeriodSeconds`;
  const ready = kind === 'readinessProbe';
  return [
    ...validateHandler(probe, path),
    ...[...SECONDS, ...COUNTS].flatMap((name) => notNegative(probe[name], `${path}.${name}`)),
    ...(typeof grace === 'number' && !ready && grace <= 0
      ? [invalid(place, grace, 'must be greater than 0')]
      : []),
    ...(typeof grace === 'number' && ready
      ? [invalid(place, grace, 'must not be set for readinessProbes')]
      : []),
    ...(!ready && successThreshold !== undefined && successThreshold !== 1
      ? [invalid(`${path}.successThreshold`, Number(successThreshold), 'must be 1')]
      : []),
  ];
}

/** @param place of the container. */
export function validateProbes(container: Fields, place: string): FieldError[] {
  const lifecycle = fieldsOf(container.lifecycle);
  return [
    ...['postStart', 'preStop'].flatMap((name) =>
      lifecycle[name] === undefined
        ? []
        : validateHandler(fieldsOf(lifecycle[name]), `${place}.lifecycle.${name}`),
    ),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) =>
      container[name] === undefined
        ? []
        : validateProbe(fieldsOf(container[name]), name, `${place}.${name}`),
    ),
  ];
}
