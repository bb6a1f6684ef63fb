/**
 * ServiceCIDRs and IPAddresses: the ranges of Service addresses, and the addresses that are taken.
 *
 * Upstream    kubernetes v1.33 k8s.io/api networking/v1 (types.go, well_known_labels.go)
 */
import type { KubeObject } from './objects';

/** What an IPAddress belongs to. */
export interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Its name is the address, in canonical form. */
export interface IPAddress extends KubeObject {
  readonly spec?: { readonly parentRef?: ParentReference };
}

/** Upstream: metav1.Condition. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface ServiceCIDR extends KubeObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Source: LabelIPAddressFamily, LabelManagedBy. */
export const LABEL_IP_FAMILY = 'ipaddress.kubernetes.io/ip-family';
export const LABEL_MANAGED_BY = 'ipaddress.kubernetes.io/managed-by';
/** Who manages the addresses of Services. Source: ipallocator.ControllerName. */
export const IP_ALLOCATOR = 'ipallocator.k8s.io';
/** Source: ServiceCIDRConditionReady. */
export const CONDITION_READY = 'Ready';
/** The ServiceCIDR that the flag gives. Source: defaultservicecidr.DefaultServiceCIDRName. */
export const DEFAULT_SERVICE_CIDR_NAME = 'kubernetes';

/** Upstream: serviceToRef. */
export const serviceToRef = (namespace: string, name: string): ParentReference => ({
  group: '',
  resource: 'services',
  namespace,
  name,
});

export const parentOf = (address: IPAddress): ParentReference => address.spec?.parentRef ?? {};

export const familyOfName = (name: string): 'IPv4' | 'IPv6' =>
  name.includes(':') ? 'IPv6' : 'IPv4';

/** The object of an address that a Service has. Upstream: newIPAddress. */
export function newIPAddress(
  apiVersion: string,
  name: string,
  service: { readonly namespace: string; readonly name: string },
): IPAddress {
  return {
    kind: 'IPAddress',
    apiVersion,
    metadata: {
      name,
      labels: {
        [LABEL_IP_FAMILY]: familyOfName(name),
        [LABEL_MANAGED_BY]: IP_ALLOCATOR,
      },
    },
    spec: { parentRef: serviceToRef(service.namespace, service.name) },
  };
}

/** Upstream: managedByController. */
export const isManagedByAllocator = ({ metadata }: IPAddress): boolean =>
  metadata.labels?.[LABEL_MANAGED_BY] === IP_ALLOCATOR;

export const cidrsOf = (object: KubeObject): readonly string[] =>
  (object as ServiceCIDR).spec?.cidrs ?? [];

export const readyCondition = (object: KubeObject): Condition | undefined =>
  (object as ServiceCIDR).status?.conditions?.find(({ type }) => type === CONDITION_READY);
