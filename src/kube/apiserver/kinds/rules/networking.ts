/**
 * Ingresses and their classes.
 *
 * Upstream    kubernetes v1.27 pkg/apis/networking/validation/validation.go,
 *             pkg/apis/networking/v1/defaults.go
 */
import { semanticDeepEqual } from '../../../api/equality';
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/field-error';
import { parseIPSloppy } from '../../../api/ip-address';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import {
  inclusiveRangeError,
  isDNS1123Subdomain,
  isValidPortName,
  isWildcardDNS1123Subdomain,
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  pathSegmentName,
  regexError,
  type TextCheck,
} from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { type Fields, fieldsOf, itemsOf, withDefaults } from './pod-defaults';

const PORT_MAX = 65_535;

/** What a check says of a text. */
export const all = (value: unknown, path: string, check: TextCheck): FieldError[] =>
  check(String(value)).map((text) => invalid(path, String(value), text));

/** Upstream: IsValidPortNum. */
export const portNumber = (value: number, path: string): FieldError[] =>
  value >= 1 && value <= PORT_MAX ? [] : [invalid(path, value, inclusiveRangeError(1, PORT_MAX))];

/** Upstream: validateIngressTypedLocalObjectReference. */
function localReference({ apiGroup, kind, name }: Fields, path: string): FieldError[] {
  const group = apiGroup === undefined ? [] : all(apiGroup, `${path}.apiGroup`, isDNS1123Subdomain);
  const named = Object.entries({ kind, name }).flatMap(([field, value]) =>
    value
      ? all(value, `${path}.${field}`, (text) => pathSegmentName(text, false))
      : [required(`${path}.${field}`, '')],
  );
  return [...group, ...named];
}

/** Upstream: validateIngressBackend. */
function backend(value: unknown, path: string): FieldError[] {
  const { resource, service } = fieldsOf(value);
  if (resource !== undefined && service !== undefined) {
    return [invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return localReference(fieldsOf(resource), `${path}.resource`);
  if (service === undefined) return [invalid(path, '', 'resource or service backend is required')];
  const { name, port } = fieldsOf(service);
  const place = `${path}.service`;
  const { name: portName, number } = fieldsOf(port);
  const errors = name
    ? all(name, `${place}.name`, (text) => nameIsDNS1035Label(text, false))
    : [required(`${place}.name`, '')];
  if (portName && number) {
    errors.push(invalid(path, '', 'cannot set both port name & port number'));
  } else if (portName) errors.push(...all(portName, `${place}.port.name`, isValidPortName));
  else if (number) errors.push(...portNumber(Number(number), `${place}.port.number`));
  else errors.push(required(path, 'port name or number is required'));
  return errors;
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_IN_PATH = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_AT_END = ['/..', '/.'];

/** Upstream: validateHTTPIngressPath. */
function httpPath(given: Fields, path: string): FieldError[] {
  const { pathType } = given;
  if (pathType === undefined) return [required(`${path}.pathType`, 'pathType must be specified')];
  const text = String(given.path ?? '');
  const errors: FieldError[] = [];
  const wrong = (detail: string) => errors.push(invalid(`${path}.path`, text, detail));
  if (!PATH_TYPES.includes(String(pathType))) {
    errors.push(notSupported(`${path}.pathType`, String(pathType), PATH_TYPES));
  } else if (pathType === 'ImplementationSpecific') {
    if (text !== '' && !text.startsWith('/')) wrong('must be an absolute path');
  } else {
    if (!text.startsWith('/')) wrong('must be an absolute path');
    for (const bad of BAD_IN_PATH) if (text.includes(bad)) wrong(`must not contain '${bad}'`);
    for (const bad of BAD_AT_END) if (text.endsWith(bad)) wrong(`cannot end with '${bad}'`);
  }
  return [...errors, ...backend(given.backend, `${path}.backend`)];
}

const hostName = (host: string, path: string): FieldError[] =>
  all(host, path, host.includes('*') ? isWildcardDNS1123Subdomain : isDNS1123Subdomain);

/** Upstream: validateIngressRules. */
function ingressRule({ host, http }: Fields, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (host) {
    const text = String(host);
    const isIP = parseIPSloppy(text) !== undefined;
    const no = 'must be a DNS name, not an IP address';
    if (isIP) errors.push(invalid(`${path}.host`, text, no));
    errors.push(...hostName(text, `${path}.host`));
  }
  if (http === undefined) return errors;
  const paths = itemsOf(fieldsOf(http).paths);
  if (paths.length === 0) errors.push(required(`${path}.http.paths`, ''));
  paths.forEach((each, at) => {
    errors.push(...httpPath(each, `${path}.http.paths[${at}]`));
  });
  return errors;
}

/** Upstream: validateIngressTLS. */
function ingressTLS({ hosts, secretName }: Fields, path: string): FieldError[] {
  const list = Array.isArray(hosts) ? hosts : [];
  return [
    ...list.flatMap((host, at) => hostName(String(host), `${path}.hosts[${at}]`)),
    ...(secretName
      ? all(secretName, `${path}.secretName`, (text) => nameIsDNSSubdomain(text, false))
      : []),
  ];
}

/** Upstream: ValidateIngressSpec. */
function validateIngress({ spec: given }: KubeObject): FieldError[] {
  const { rules, defaultBackend, tls, ingressClassName } = fieldsOf(given);
  const list = itemsOf(rules);
  const errors: FieldError[] = [];
  if (list.length === 0 && defaultBackend === undefined) {
    const none = { go: `[]networking.IngressRule${rules === undefined ? '(nil)' : '{}'}` };
    errors.push(invalid('spec', none, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend !== undefined) errors.push(...backend(defaultBackend, 'spec.defaultBackend'));
  list.forEach((rule, index) => {
    errors.push(...ingressRule(rule, `spec.rules[${index}]`));
  });
  itemsOf(tls).forEach((each, index) => {
    errors.push(...ingressTLS(each, `spec.tls[${index}]`));
  });
  if (ingressClassName === undefined) return errors;
  const check: TextCheck = (text) => nameIsDNSSubdomain(text, false);
  return [...errors, ...all(ingressClassName, 'spec.ingressClassName', check)];
}

/** Source: annotationIngressClass. */
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

function validateNewIngress({ metadata, spec }: KubeObject): FieldError[] {
  const annotation = metadata.annotations?.[CLASS_ANNOTATION];
  const { ingressClassName } = fieldsOf(spec);
  const both = annotation !== undefined && ingressClassName !== undefined;
  if (!both || annotation === ingressClassName) return [];
  const path = `annotations.${CLASS_ANNOTATION}`;
  return [invalid(path, annotation, 'must match `ingressClassName` when both are specified')];
}

export const ingressRules: KindRules = {
  validate: validateIngress,
  validateCreate: validateNewIngress,
};

/** Source: maxLenIngressClassController. */
const CONTROLLER_MAX = 250;

/** Source: httpPathFmt. */
const HTTP_PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;
const HTTP_PATH_RE = new RegExp(`^${HTTP_PATH}$`);

/** Upstream: IsDomainPrefixedPath. */
function domainPrefixedPath(text: string, place: string): FieldError[] {
  const [host, ...rest] = text.split('/');
  const path = rest.join('/');
  if (host === '' || path === '') {
    return [invalid(place, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const wrong = all(host, place, isDNS1123Subdomain);
  if (HTTP_PATH_RE.test(path)) return wrong;
  return [...wrong, invalid(place, path, regexError('Invalid path', HTTP_PATH, []))];
}

/** Upstream: validateIngressClassParametersReference. */
function classParameters(value: unknown): FieldError[] {
  if (value === undefined) return [];
  const path = 'spec.parameters';
  const { scope, namespace } = fieldsOf(value);
  const errors = localReference(fieldsOf(value), path);
  const scopes = ['Cluster', 'Namespace'];
  const place = `${path}.namespace`;
  if (!scopes.includes(String(scope))) {
    errors.push(notSupported(`${path}.scope`, String(scope ?? ''), scopes));
  } else if (scope === 'Cluster') {
    if (namespace !== undefined) {
      errors.push(forbidden(place, "`parameters.scope` is set to 'Cluster'"));
    }
  } else if (namespace === undefined) {
    errors.push(required(place, "`parameters.scope` is set to 'Namespace'"));
  } else errors.push(...all(namespace, place, (text) => nameIsDNSLabel(text, false)));
  return errors;
}

export const ingressClassRules: KindRules = {
  setDefaults: (object) => {
    const spec = fieldsOf(object.spec);
    if (spec.parameters === undefined) return object;
    const parameters = withDefaults(fieldsOf(spec.parameters), { scope: 'Cluster' });
    return { ...object, spec: { ...spec, parameters } };
  },
  validate: ({ spec }) => {
    const { controller = '', parameters } = fieldsOf(spec);
    const path = 'spec.controller';
    const text = String(controller);
    return [
      ...(text.length > CONTROLLER_MAX ? [tooLong(path, CONTROLLER_MAX)] : []),
      ...(text === '' ? [required(path, '')] : domainPrefixedPath(text, path)),
      ...classParameters(parameters),
    ];
  },
  validateUpdate: ({ spec }, old) => {
    const { controller } = fieldsOf(spec);
    const same = semanticDeepEqual(controller, fieldsOf(old.spec).controller);
    return same ? [] : [invalid('spec.controller', String(controller ?? ''), IMMUTABLE_FIELD)];
  },
};
