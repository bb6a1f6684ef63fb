/**
 * Services. What they get from the allocators is worked out before these rules, see
 * `../service-store.ts`.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/strategy.go
 */
import type { KubeObject, ServiceSpec } from '../../../api/objects';
import { SERVICES } from '../../../api/resources';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { setServiceDefaults } from './service-defaults';
import {
  externallyAccessible,
  needsClusterIP,
  needsHealthCheck,
  needsNodePort,
  nodePortsOf,
  sameList,
  specOf,
  withSpec,
} from './service-fields';
import { serviceDecodeError } from './service-types';
import { validateService, validateServiceUpdate } from './service-validation';
import { serviceWarnings } from './service-warnings';

export { CLUSTER_IP_NONE } from './service-fields';

const NO_STATUS = { loadBalancer: {} };

/**
 * A change of type leaves fields behind that no longer apply. They are wiped where the user did not
 * change them too. Upstream: dropTypeDependentFields.
 */
export function dropTypeDependentFields(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const dropped: { -readonly [Field in keyof ServiceSpec]?: ServiceSpec[Field] } = { ...spec };
  const leaves = (needs: (of: ServiceSpec) => boolean) => needs(before) && !needs(spec);
  if (leaves(needsClusterIP)) {
    const same =
      before.clusterIP === spec.clusterIP && sameList(before.clusterIPs, spec.clusterIPs);
    if (same) {
      dropped.clusterIP = undefined;
      dropped.clusterIPs = undefined;
    }
    if (sameList(before.ipFamilies, spec.ipFamilies)) dropped.ipFamilies = undefined;
    if (before.ipFamilyPolicy === spec.ipFamilyPolicy) dropped.ipFamilyPolicy = undefined;
  }
  const known = nodePortsOf(before);
  if (leaves(needsNodePort) && nodePortsOf(spec).every((port) => known.includes(port))) {
    dropped.ports = spec.ports?.map((port) => ({ ...port, nodePort: undefined }));
  }
  const unchanged = (field: keyof ServiceSpec) => before[field] === spec[field];
  if (leaves(needsHealthCheck) && unchanged('healthCheckNodePort')) {
    dropped.healthCheckNodePort = undefined;
  }
  const isLoadBalancer = ({ type }: ServiceSpec) => type === 'LoadBalancer';
  for (const field of ['allocateLoadBalancerNodePorts', 'loadBalancerClass'] as const) {
    if (leaves(isLoadBalancer) && unchanged(field)) dropped[field] = undefined;
  }
  if (leaves(externallyAccessible) && unchanged('externalTrafficPolicy')) {
    dropped.externalTrafficPolicy = undefined;
  }
  return dropped;
}

function prepareForUpdate(object: KubeObject, old: KubeObject): KubeObject {
  const spec = dropTypeDependentFields(specOf(object), specOf(old));
  const status = spec.type === 'LoadBalancer' ? old.status : withoutLoadBalancer(old.status);
  return { ...withSpec(object, spec), status } as KubeObject;
}

const withoutLoadBalancer = (status: unknown): unknown =>
  typeof status === 'object' && status !== null ? { ...status, ...NO_STATUS } : status;

export const serviceStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: SERVICES,
  decodeError: serviceDecodeError,
  setDefaults: setServiceDefaults,
  prepareForCreate: (object) => ({ ...object, status: NO_STATUS }),
  prepareForUpdate,
  validate: validateService,
  warnings: serviceWarnings,
  validateUpdate: validateServiceUpdate,
  allowCreateOnUpdate: true,
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
