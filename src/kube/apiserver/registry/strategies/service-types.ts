/**
 * The Go types of a Service's fields.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/api/core/v1/types.go (ServiceSpec, ServicePort)
 */

import { decodeError } from '../../../api/decode-fields';
import type { KubeObject } from '../../../api/objects';
import { BOOL, INT32, list, struct, text } from '../decode-types';

const PORT = struct(
  'ServicePort',
  {
    name: text(),
    protocol: text('v1.Protocol'),
    appProtocol: text(),
    port: INT32,
    targetPort: { kind: 'intOrString' },
    nodePort: INT32,
  },
  { port: 0 },
);

const AFFINITY_CONFIG = struct('SessionAffinityConfig', {
  clientIP: struct('ClientIPConfig', { timeoutSeconds: INT32 }),
});

export const SERVICE_SPEC = struct('ServiceSpec', {
  ports: list(PORT),
  selector: { kind: 'texts' },
  clusterIP: text(),
  clusterIPs: list(text()),
  type: text('v1.ServiceType'),
  externalIPs: list(text()),
  sessionAffinity: text('v1.ServiceAffinity'),
  loadBalancerIP: text(),
  loadBalancerSourceRanges: list(text()),
  externalName: text(),
  externalTrafficPolicy: text('v1.ServiceExternalTrafficPolicyType'),
  healthCheckNodePort: INT32,
  publishNotReadyAddresses: BOOL,
  sessionAffinityConfig: AFFINITY_CONFIG,
  ipFamilies: list(text('v1.IPFamily')),
  ipFamilyPolicy: text('v1.IPFamilyPolicy'),
  allocateLoadBalancerNodePorts: BOOL,
  loadBalancerClass: text(),
  internalTrafficPolicy: text('v1.ServiceInternalTrafficPolicyType'),
});

/** Why the object cannot be a Service; undefined when it can. */
export const serviceDecodeError = (object: KubeObject): string | undefined =>
  decodeError(object.spec, SERVICE_SPEC, { struct: 'Service', path: ['spec'] });
