/**
 * What a Service must look like.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidateService,
 *             ValidateServiceUpdate)
 */
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { validateIP, validateNonSpecialIP } from '../../../api/ip-address';
import type { KubeObject, ServicePort, ServiceSpec } from '../../../api/objects';
import {
  IMMUTABLE_FIELD,
  validateKubeFinalizers,
  validateLabels,
  validateObjectMeta,
} from '../../../api/validate-meta';
import {
  inclusiveRangeError,
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidPortName,
  nameIsDNS1035Label,
} from '../../../api/validate-text';
import { PORT_PROTOCOLS } from './endpoints';
import {
  externallyAccessible,
  isHeadless,
  needsHealthCheck,
  needsNodePort,
  specOf,
} from './service-fields';
import { validateClusterIPFields, validateUpgradeDowngrade } from './service-ip-validation';
import { validateSourceRanges } from './service-source-ranges';

/** Source: the sets at the head of validation.go, sorted. */
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES = ['ClientIP', 'None'];
const TRAFFIC_POLICIES = ['Cluster', 'Local'];
const PORT_MAX = 65_535;
/** Source: ports.KubeletPort. */
const KUBELET_PORT = 10_250;
/** Longest time a client is kept at one endpoint, s. Source: MaxClientIPServiceAffinitySeconds. */
const AFFINITY_SECONDS_MAX = 86_400;

export function validateService(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  return [
    ...validateObjectMeta(object.metadata, true, nameIsDNS1035Label),
    ...validateKubeFinalizers(object.metadata),
    ...validateType(spec),
    ...validatePorts(spec),
    ...(spec.selector ? validateLabels(spec.selector, 'spec.selector') : []),
    ...validateAffinity(spec),
    ...validateClusterIPFields(spec),
    ...validateExternalIPs(spec),
    ...(TYPES.includes(spec.type ?? '') ? [] : [notSupported('spec.type', spec.type ?? '', TYPES)]),
    ...validateNodePorts(spec),
    ...validateSourceRanges(object),
    ...validateLoadBalancer(spec),
    ...validateTrafficPolicies(spec),
  ];
}

export function validateServiceUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const [spec, before] = [specOf(object), specOf(old)];
  const errors = validateUpgradeDowngrade(before, spec);
  const both = spec.type === 'LoadBalancer' && before.type === 'LoadBalancer';
  if (both && spec.loadBalancerClass !== before.loadBalancerClass) {
    const value = spec.loadBalancerClass ?? null;
    errors.push(invalid('spec.loadBalancerClass', value, 'may not change once set'));
  }
  const [port = 0, was = 0] = [spec.healthCheckNodePort, before.healthCheckNodePort];
  if (needsHealthCheck(spec) && needsHealthCheck(before) && port !== was) {
    errors.push(invalid('spec.healthCheckNodePort', port, IMMUTABLE_FIELD));
  }
  return [...errors, ...validateService(object)];
}

function validateType(spec: ServiceSpec): FieldError[] {
  const { ports = [], type = '' } = spec;
  const errors: FieldError[] = [];
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') {
    errors.push(required('spec.ports', ''));
  }
  if (type === 'LoadBalancer') {
    ports.forEach(({ port }, index) => {
      if (port !== KUBELET_PORT) return;
      const why = `may not expose port ${port} externally since it is used by kubelet`;
      errors.push(invalid(`spec.ports[${index}]`, port, why));
    });
  }
  if (needsNodePort(spec) && isHeadless(spec)) {
    const why = `may not be set to 'None' for ${type} services`;
    errors.push(invalid('spec.clusterIPs[0]', spec.clusterIPs?.[0] ?? '', why));
  }
  return type === 'ExternalName' ? [...errors, ...validateExternalName(spec)] : errors;
}

function validateExternalName(spec: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec;
  const errors: FieldError[] = [];
  const why = 'may not be set for ExternalName services';
  if (clusterIPs.length > 0) errors.push(forbidden('spec.clusterIPs', why));
  if (ipFamilies.length > 0) errors.push(forbidden('spec.ipFamilies', why));
  if (ipFamilyPolicy !== undefined) errors.push(forbidden('spec.ipFamilyPolicy', why));
  const name = externalName.replace(/\.$/, '');
  if (name === '') errors.push(required('spec.externalName', ''));
  for (const wrong of name === '' ? [] : isDNS1123Subdomain(name)) {
    errors.push(invalid('spec.externalName', name, wrong));
  }
  return errors;
}

function validatePorts({ ports = [] }: ServiceSpec): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) =>
    validatePort(port, ports.length > 1, `spec.ports[${index}]`, names),
  );
}

function validatePort(
  port: ServicePort,
  nameNeeded: boolean,
  path: string,
  names: Set<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', port: number = 0, protocol = '', targetPort, appProtocol } = port;
  if (name === '') {
    if (nameNeeded) errors.push(required(`${path}.name`, ''));
  } else {
    for (const wrong of isDNS1123Label(name)) errors.push(invalid(`${path}.name`, name, wrong));
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
  }
  errors.push(...portNumber(`${path}.port`, number));
  if (protocol === '') errors.push(required(`${path}.protocol`, ''));
  else if (!PORT_PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(`${path}.protocol`, protocol, PORT_PROTOCOLS));
  }
  if (typeof targetPort === 'string') {
    for (const wrong of isValidPortName(targetPort)) {
      errors.push(invalid(`${path}.targetPort`, targetPort, wrong));
    }
  } else errors.push(...portNumber(`${path}.targetPort`, targetPort ?? 0));
  for (const wrong of appProtocol ? isQualifiedName(appProtocol) : []) {
    errors.push(invalid(`${path}.appProtocol`, appProtocol ?? '', wrong));
  }
  return errors;
}

/** Upstream: IsValidPortNum. */
function portNumber(path: string, number: number): FieldError[] {
  if (Number.isInteger(number) && number >= 1 && number <= PORT_MAX) return [];
  return [invalid(path, number, inclusiveRangeError(1, PORT_MAX))];
}

function validateAffinity(spec: ServiceSpec): FieldError[] {
  const { sessionAffinity = '', sessionAffinityConfig: config } = spec;
  const path = 'spec.sessionAffinityConfig';
  if (sessionAffinity === '') return [required('spec.sessionAffinity', '')];
  if (!AFFINITIES.includes(sessionAffinity)) {
    return [notSupported('spec.sessionAffinity', sessionAffinity, AFFINITIES)];
  }
  if (sessionAffinity === 'None') {
    const why = 'must not be set when session affinity is None';
    return config ? [forbidden(path, why)] : [];
  }
  const why = 'when session affinity type is ClientIP';
  if (!config) return [required(path, why)];
  if (!config.clientIP) return [required(`${path}.clientIP`, why)];
  const { timeoutSeconds } = config.clientIP;
  const place = `${path}.clientIP.timeoutSeconds`;
  if (timeoutSeconds === undefined) return [required(place, why)];
  if (timeoutSeconds > 0 && timeoutSeconds <= AFFINITY_SECONDS_MAX) return [];
  return [
    invalid(place, timeoutSeconds, `must be greater than 0 and less than ${AFFINITY_SECONDS_MAX}`),
  ];
}

function validateExternalIPs({ externalIPs = [] }: ServiceSpec): FieldError[] {
  return externalIPs.flatMap((ip, index) => {
    const path = `spec.externalIPs[${index}]`;
    const errors = validateIP(ip, path);
    return errors.length > 0 ? errors : validateNonSpecialIP(ip, path);
  });
}

function validateNodePorts({ type, ports = [] }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const seen = { nodePorts: new Set<string>(), ports: new Set<string>() };
  ports.forEach(({ nodePort }, index) => {
    if (type === 'ClusterIP' && nodePort) {
      const why = "may not be used when `type` is 'ClusterIP'";
      errors.push(forbidden(`spec.ports[${index}].nodePort`, why));
    }
  });
  ports.forEach(({ protocol, nodePort }, index) => {
    if (!nodePort) return;
    const key = `${protocol} ${nodePort}`;
    if (seen.nodePorts.has(key)) {
      errors.push(duplicate(`spec.ports[${index}].nodePort`, nodePort));
    }
    seen.nodePorts.add(key);
  });
  ports.forEach(({ protocol, port }, index) => {
    const key = `${protocol} ${port}`;
    if (seen.ports.has(key)) errors.push(duplicate(`spec.ports[${index}]`, goPort(protocol, port)));
    seen.ports.add(key);
  });
  return errors;
}

/** A core.ServicePort with only these fields, as Go's `%#v` prints it. */
const goPort = (protocol: string | undefined, port: number) => ({
  go:
    `core.ServicePort{Name:"", Protocol:"${protocol}", AppProtocol:(*string)(nil), ` +
    `Port:${port}, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}`,
});

function validateLoadBalancer(spec: ServiceSpec): FieldError[] {
  const { type, allocateLoadBalancerNodePorts, loadBalancerClass } = spec;
  const only = "may only be used when `type` is 'LoadBalancer'";
  const given = allocateLoadBalancerNodePorts !== undefined;
  if (type !== 'LoadBalancer') {
    return [
      ...(given ? [forbidden('spec.allocateLoadBalancerNodePorts', only)] : []),
      ...(loadBalancerClass ? [forbidden('spec.loadBalancerClass', only)] : []),
    ];
  }
  const wrong = loadBalancerClass ? isQualifiedName(loadBalancerClass) : [];
  return [
    ...(given ? [] : [required('allocateLoadBalancerNodePorts', '')]),
    ...wrong.map((text) => invalid('spec.loadBalancerClass', loadBalancerClass ?? '', text)),
  ];
}

function validateTrafficPolicies(spec: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const { externalTrafficPolicy = '', healthCheckNodePort = 0, internalTrafficPolicy } = spec;
  const path = 'spec.externalTrafficPolicy';
  if (!externallyAccessible(spec)) {
    const why = 'may only be set for externally-accessible services';
    if (externalTrafficPolicy !== '') errors.push(invalid(path, externalTrafficPolicy, why));
  } else if (externalTrafficPolicy === '') errors.push(required(path, ''));
  else if (!TRAFFIC_POLICIES.includes(externalTrafficPolicy)) {
    errors.push(notSupported(path, externalTrafficPolicy, TRAFFIC_POLICIES));
  }
  const health = 'spec.healthCheckNodePort';
  if (needsHealthCheck(spec)) {
    if (healthCheckNodePort === 0) errors.push(required(health, ''));
    else errors.push(...portNumber(health, healthCheckNodePort));
  } else if (healthCheckNodePort !== 0) {
    const why =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalid(health, healthCheckNodePort, why));
  }
  const internal = 'spec.internalTrafficPolicy';
  if (internalTrafficPolicy === undefined) {
    if (spec.type !== 'ExternalName') errors.push(required(internal, ''));
  } else if (!TRAFFIC_POLICIES.includes(internalTrafficPolicy)) {
    errors.push(notSupported(internal, internalTrafficPolicy, TRAFFIC_POLICIES));
  }
  return errors;
}
