/**
 * Defaults of a Service, those of the version and those that are filled in when an old one is read.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/v1/defaults.go (SetDefaults_Service),
 *             pkg/registry/core/service/storage/storage.go (defaultOnReadService)
 */
import type { KubeObject, ServicePort, ServiceSpec } from '../../../api/objects';
import { SERVICES } from '../../../api/resources';
import { familyOf, type IpFamily } from '../../allocators/ip-range';
import {
  CLUSTER_IP_NONE,
  externallyAccessible,
  isSelectorlessHeadless,
  needsClusterIP,
  specOf,
  withSpec,
} from './service-fields';

/** Seconds a client is kept at one endpoint. Source: DefaultClientIPServiceAffinitySeconds. */
const CLIENT_IP_TIMEOUT_SECONDS = 10_800;

export const otherFamily = (family: string): IpFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4');

/** Upstream: SetDefaults_Service. */
export function setServiceDefaults(object: KubeObject): KubeObject {
  const given = specOf(object);
  const spec: ServiceSpec = {
    ...given,
    type: given.type || 'ClusterIP',
    sessionAffinity: given.sessionAffinity || 'None',
    ports: given.ports?.map(defaultPort),
  };
  const { type } = spec;
  const policy = externallyAccessible(spec) ? 'Cluster' : undefined;
  const internal = type === 'ExternalName' ? undefined : 'Cluster';
  const allocate = type === 'LoadBalancer' ? true : undefined;
  return withSpec(object, {
    ...spec,
    sessionAffinityConfig: affinityConfig(spec),
    externalTrafficPolicy: spec.externalTrafficPolicy || policy,
    internalTrafficPolicy: spec.internalTrafficPolicy ?? internal,
    allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? allocate,
  });
}

function defaultPort(port: ServicePort): ServicePort {
  const { protocol, port: number, targetPort } = port;
  const unset = targetPort === undefined || targetPort === 0 || targetPort === '';
  return { ...port, protocol: protocol || 'TCP', targetPort: unset ? number : targetPort };
}

function affinityConfig({ sessionAffinity, sessionAffinityConfig }: ServiceSpec) {
  if (sessionAffinity === 'None') return undefined;
  if (sessionAffinity !== 'ClientIP') return sessionAffinityConfig;
  if (sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined) return sessionAffinityConfig;
  return { clientIP: { timeoutSeconds: CLIENT_IP_TIMEOUT_SECONDS } };
}

/** A stored Service as it is shown; the same object where nothing is missing, or no Service. */
export function defaultOnRead(object: KubeObject, primary: IpFamily): KubeObject {
  if (object.kind !== undefined && object.kind !== SERVICES.kind) return object;
  const spec = specOf(object);
  const { clusterIP, clusterIPs = [], ipFamilies = [], internalTrafficPolicy } = spec;
  if (!needsClusterIP(spec)) {
    if (internalTrafficPolicy === undefined) return object;
    return withSpec(object, { ...spec, internalTrafficPolicy: undefined });
  }
  const plural = clusterIPs.length === 0 && clusterIP ? [clusterIP] : clusterIPs;
  if (plural === clusterIPs && ipFamilies.length > 0) return object;
  const normalised = { ...spec, clusterIPs: plural };
  const families = ipFamilies.length > 0 ? {} : familiesOnRead(normalised, primary);
  return withSpec(object, { ...normalised, ...families });
}

function familiesOnRead(spec: ServiceSpec, primary: IpFamily): Partial<ServiceSpec> {
  if (isSelectorlessHeadless(spec)) {
    return {
      ipFamilies: [primary, otherFamily(primary)],
      ipFamilyPolicy: 'RequireDualStack',
    };
  }
  if (spec.clusterIP === CLUSTER_IP_NONE) {
    return { ipFamilies: [primary], ipFamilyPolicy: 'SingleStack' };
  }
  const ipFamilies = (spec.clusterIPs ?? []).map((ip) => familyOf(ip) ?? 'IPv4');
  if (ipFamilies.length === 0 || ipFamilies.length > 2) return { ipFamilies };
  return {
    ipFamilies,
    ipFamilyPolicy: ipFamilies.length === 1 ? 'SingleStack' : 'RequireDualStack',
  };
}
