/**
 * Questions about the fields of a Service, which upstream asks in several places.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/strategy.go, pkg/api/service/util.go
 */
import type { KubeObject, Service, ServicePort, ServiceSpec } from '../../../api/objects';

/** Upstream: core.ClusterIPNone. */
export const CLUSTER_IP_NONE = 'None';

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A copy of a spec that is being worked out; its lists and ports are copies too. */
export interface SpecDraft extends Mutable<ServiceSpec> {
  ports: Mutable<ServicePort>[];
  clusterIPs: string[];
  ipFamilies: string[];
}

const NO_SPEC: ServiceSpec = {};

export const specOf = (object: KubeObject): ServiceSpec => (object as Service).spec ?? NO_SPEC;

export function draftOf(spec: ServiceSpec): SpecDraft {
  return {
    ...spec,
    ports: (spec.ports ?? []).map((port) => ({ ...port })),
    clusterIPs: [...(spec.clusterIPs ?? [])],
    ipFamilies: [...(spec.ipFamilies ?? [])],
  };
}

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
  'trafficDistribution',
] as const;

/** Values that Kubernetes' JSON leaves out; `false` and 0 of a pointer are kept by its field. */
function isEmpty(field: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (value === 0) return field === 'healthCheckNodePort';
  return Array.isArray(value) && value.length === 0;
}

/** The object with that spec, its known fields in order. */
export function withSpec(object: KubeObject, spec: ServiceSpec): KubeObject {
  const fields: Record<string, unknown> = {};
  for (const field of SPEC_FIELDS) {
    const value = spec[field];
    if (!isEmpty(field, value)) fields[field] = field === 'ports' ? orderedPorts(spec) : value;
  }
  const { spec: _, status, ...rest } = object;
  return { ...rest, spec: fields, status: status ?? { loadBalancer: {} } } as KubeObject;
}

function orderedPorts({ ports = [] }: ServiceSpec): readonly ServicePort[] {
  return ports.map(({ name, protocol, appProtocol, port, targetPort, nodePort }) => ({
    ...(name ? { name } : {}),
    ...(protocol ? { protocol } : {}),
    ...(appProtocol ? { appProtocol } : {}),
    port,
    ...(targetPort === undefined ? {} : { targetPort }),
    ...(nodePort ? { nodePort } : {}),
  }));
}

export const needsClusterIP = ({ type }: ServiceSpec): boolean => type !== 'ExternalName';

export const needsNodePort = ({ type }: ServiceSpec): boolean =>
  type === 'NodePort' || type === 'LoadBalancer';

/** Upstream: apiservice.NeedsHealthCheck, needsHCNodePort. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

export const externallyAccessible = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);

/** Upstream: isHeadlessService of validation. */
export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === CLUSTER_IP_NONE;

/** Headless, and nobody but people fills its endpoints. */
export const isSelectorlessHeadless = ({ clusterIP, selector }: ServiceSpec): boolean =>
  clusterIP === CLUSTER_IP_NONE && Object.keys(selector ?? {}).length === 0;

export const sameList = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

/** Upstream: collectServiceNodePorts of the registry. */
export const nodePortsOf = ({ ports = [] }: ServiceSpec): readonly number[] =>
  ports.flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
