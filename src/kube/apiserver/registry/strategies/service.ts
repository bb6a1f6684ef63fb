/**
 * Services.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/strategy.go,
 *             pkg/registry/core/service/storage/storage.go (normalizeClusterIPs),
 *             pkg/apis/core/v1/defaults.go (SetDefaults_Service)
 * Simplified  nothing is allocated: a Service keeps the addresses and node ports that it names. One
 *             that needs an address or a node port and names none is refused with 501. Of
 *             dual-stack only what the given addresses say; validation covers type, ports and
 *             affinity
 */
import {
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { isIPv6 } from '../../../api/ip-address';
import type { KubeObject, Service, ServicePort } from '../../../api/objects';
import { SERVICES } from '../../../api/resources';
import { validateKubeFinalizers, validateObjectMeta } from '../../../api/validate-meta';
import {
  inclusiveRangeError,
  isDNS1123Label,
  nameIsDNS1035Label,
} from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { PORT_PROTOCOLS } from './endpoints';

/** Source: the sets at the head of validation.go, sorted. */
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES = ['ClientIP', 'None'];
const PORT_MAX = 65_535;
/** Upstream: core.ClusterIPNone. */
export const CLUSTER_IP_NONE = 'None';
/** Seconds a client is kept at one endpoint. Source: DefaultClientIPServiceAffinitySeconds. */
const CLIENT_IP_TIMEOUT_SECONDS = 10_800;

type Spec = Service['spec'];
const specOf = (object: KubeObject): Spec => (object as Service).spec ?? {};
const idsOf = (spec: Spec): readonly string[] => (spec.clusterIPs as string[] | undefined) ?? [];

const needsNodePorts = ({ type }: Spec): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Fields in the order of Kubernetes' JSON. Source: core/v1 ServiceSpec. */
const SPEC_FIELDS = [
  'ports',
  'selector',
  'clusterIP',
  'clusterIPs',
  'type',
  'externalIPs',
  'sessionAffinity',
  'loadBalancerIP',
  'loadBalancerSourceRanges',
  'externalName',
  'externalTrafficPolicy',
  'healthCheckNodePort',
  'publishNotReadyAddresses',
  'sessionAffinityConfig',
  'ipFamilies',
  'ipFamilyPolicy',
  'allocateLoadBalancerNodePorts',
  'loadBalancerClass',
  'internalTrafficPolicy',
] as const;

function ordered(spec: Readonly<Record<string, unknown>>): Spec {
  const fields: Record<string, unknown> = {};
  for (const field of SPEC_FIELDS) {
    const value = spec[field];
    const empty = value === undefined || value === null || value === '';
    if (!empty && !(Array.isArray(value) && value.length === 0)) fields[field] = value;
  }
  return fields as Spec;
}

const withSpec = (object: KubeObject, spec: Readonly<Record<string, unknown>>): KubeObject => {
  const { spec: _, status, ...rest } = object;
  return { ...rest, spec: ordered(spec), status: status ?? { loadBalancer: {} } } as KubeObject;
};

function defaultPort(port: ServicePort): ServicePort {
  const { name, protocol = 'TCP', port: number, targetPort, nodePort, ...rest } = port;
  return {
    ...(name ? { name } : {}),
    protocol: protocol || 'TCP',
    ...rest,
    port: number,
    targetPort: targetPort === undefined || targetPort === 0 ? number : targetPort,
    ...(nodePort ? { nodePort } : {}),
  };
}

function setDefaults(object: KubeObject): KubeObject {
  const spec = specOf(object);
  const type = spec.type || 'ClusterIP';
  const affinity = spec.sessionAffinity || 'None';
  const external = type === 'NodePort' || type === 'LoadBalancer';
  const affinityConfig =
    affinity === 'ClientIP'
      ? (spec.sessionAffinityConfig ?? { clientIP: { timeoutSeconds: CLIENT_IP_TIMEOUT_SECONDS } })
      : undefined;
  return withSpec(object, {
    ...spec,
    type,
    sessionAffinity: affinity,
    sessionAffinityConfig: affinityConfig,
    ports: spec.ports?.map(defaultPort),
    internalTrafficPolicy:
      type === 'ExternalName' ? undefined : spec.internalTrafficPolicy || 'Cluster',
    externalTrafficPolicy: external
      ? spec.externalTrafficPolicy || 'Cluster'
      : spec.externalTrafficPolicy,
    allocateLoadBalancerNodePorts:
      type === 'LoadBalancer' ? (spec.allocateLoadBalancerNodePorts ?? true) : undefined,
  });
}

/** clusterIPs follows clusterIP; families and policy follow the addresses. */
function initFamilyFields(object: KubeObject): KubeObject {
  const spec = specOf(object);
  if (spec.type === 'ExternalName') return object;
  const given = idsOf(spec);
  const clusterIPs = given.length === 0 && spec.clusterIP ? [spec.clusterIP] : given;
  const addresses = clusterIPs.filter((address) => address !== CLUSTER_IP_NONE);
  const inferred = addresses.map((address) => (isIPv6(address) ? 'IPv6' : 'IPv4'));
  return withSpec(object, {
    ...spec,
    clusterIPs,
    ipFamilies: spec.ipFamilies ?? (inferred.length === 0 ? ['IPv4'] : inferred),
    ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
  });
}

/** What the request would need from an allocator; undefined when it needs nothing. */
export function allocationNeeded(object: KubeObject): string | undefined {
  const spec = specOf(object);
  if (spec.type === 'ExternalName') return undefined;
  if (!spec.clusterIP && idsOf(spec).length === 0) return 'spec.clusterIP';
  const missing = (spec.ports ?? []).findIndex(({ nodePort }) => !nodePort);
  return needsNodePorts(spec) && missing >= 0 ? `spec.ports[${missing}].nodePort` : undefined;
}

/** What a client left out on update is what the old object has. Upstream: patchAllocatedValues. */
function prepareForUpdate(object: KubeObject, old: KubeObject): KubeObject {
  const spec = specOf(object);
  const before = specOf(old);
  const status = old.status;
  if (spec.type === 'ExternalName' || before.type === 'ExternalName') {
    return { ...initFamilyFields(object), status } as KubeObject;
  }
  const clusterIP = spec.clusterIP || before.clusterIP;
  const clusterIPs = idsOf(spec).length === 0 ? before.clusterIPs : spec.clusterIPs;
  const ipFamilies = spec.ipFamilies ?? before.ipFamilies;
  const ipFamilyPolicy = spec.ipFamilyPolicy ?? before.ipFamilyPolicy;
  const filled = { ...spec, clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy };
  return { ...withSpec(object, filled), status } as KubeObject;
}

function validate(object: KubeObject): FieldError[] {
  return [
    ...validateObjectMeta(object.metadata, true, nameIsDNS1035Label),
    ...validateKubeFinalizers(object.metadata),
    ...validateSpec(object),
  ];
}

function validateSpec(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const errors: FieldError[] = [];
  const ports = spec.ports ?? [];
  const headless = spec.clusterIP === CLUSTER_IP_NONE;
  if (ports.length === 0 && !headless && spec.type !== 'ExternalName') {
    errors.push(required('spec.ports', ''));
  }
  if (spec.type === 'ExternalName' && !spec.externalName) {
    errors.push(required('spec.externalName', ''));
  }
  const names = new Set<string>();
  ports.forEach((port, index) => {
    errors.push(...validatePort(port, ports.length > 1, `spec.ports[${index}]`, names));
  });
  if (!AFFINITIES.includes(String(spec.sessionAffinity))) {
    errors.push(notSupported('spec.sessionAffinity', String(spec.sessionAffinity), AFFINITIES));
  }
  if (!TYPES.includes(String(spec.type))) {
    errors.push(notSupported('spec.type', String(spec.type), TYPES));
  }
  return errors;
}

function validatePort(
  port: ServicePort,
  nameNeeded: boolean,
  path: string,
  names: Set<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const name = port.name ?? '';
  if (name === '') {
    if (nameNeeded) errors.push(required(`${path}.name`, ''));
  } else {
    for (const wrong of isDNS1123Label(name)) errors.push(invalid(`${path}.name`, name, wrong));
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
  }
  const { port: number = 0, protocol = '' } = port;
  if (!Number.isInteger(number) || number < 1 || number > PORT_MAX) {
    errors.push(invalid(`${path}.port`, number, inclusiveRangeError(1, PORT_MAX)));
  }
  if (!PORT_PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(`${path}.protocol`, protocol, PORT_PROTOCOLS));
  }
  return errors;
}

/** The first address never changes while the Service keeps having one. */
function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const errors = validate(object);
  const { clusterIP = '', type } = specOf(object);
  const before = specOf(old);
  const fixed = type !== 'ExternalName' && before.type !== 'ExternalName' && before.clusterIP;
  if (fixed && clusterIP !== before.clusterIP) {
    const value = { go: `[]string{"${clusterIP}"}` };
    errors.push(invalid('spec.clusterIPs[0]', value, 'may not change once set'));
  }
  return errors;
}

export const serviceStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: SERVICES,
  setDefaults,
  prepareForCreate: (object) => ({
    ...initFamilyFields(object),
    status: { loadBalancer: {} },
  }),
  prepareForUpdate,
  validate,
  validateUpdate,
  returnDeletedObject: true,
  selectableFields: (object) => ({
    'spec.clusterIP': specOf(object).clusterIP ?? '',
    'spec.type': specOf(object).type ?? '',
  }),
  fieldNotSupported: (field) => `field label not supported: ${field}`,
  subresources: {
    status: {
      prepareForUpdate: (object, old) => ({ ...object, spec: old.spec }),
      validateUpdate: () => [],
    },
  },
};
