/**
 * What the repair controller of IPAddresses says of an address that a Service has, and of an
 * IPAddress; and what it does about it.
 *
 * Upstream    kubernetes v1.33
 *             pkg/registry/core/service/ipallocator/controller/repairip.go (syncService,
 *             syncIPAddress)
 */
import {
  familyOfName,
  type IPAddress,
  isManagedByAllocator,
  LABEL_IP_FAMILY,
  type ParentReference,
  parentOf,
} from '../../../api/networking';
import type { Service } from '../../../api/objects';
import { parseTime } from '../../../api/timestamps';
import type { EventWords } from '../../../client/event-object';

/** An IPAddress without a Service is left alone so long, ms. Upstream: gracePeriod. */
const GRACE_MS = 60_000;
/** How Go prints an address that is none. */
const NO_IP = '<nil>';

/** What is written, of the one IPAddress. */
export type AddressWrite = 'none' | 'create' | 'recreate' | 'delete';

export type ClusterIpVerdict =
  | 'valid'
  | 'not-valid'
  | 'out-of-range'
  | 'not-allocated'
  /** Its parent is no Service, or one that is not there. */
  | 'wrong-reference'
  /** Its parent is another Service that has the address too. */
  | 'already-allocated'
  /** Its parent is another Service that has not: the IPAddress's own sync deletes it. */
  | 'others-reference'
  | 'wrong-labels';

export type IPAddressVerdict =
  | 'valid'
  | 'not-managed'
  | 'modified'
  | 'leaked'
  /** Its Service is not there; it may still be being made. */
  | 'young'
  | 'wrong-reference';

export interface AddressPlan<V extends string> {
  readonly verdict: V;
  readonly event?: Omit<EventWords, 'type'>;
  readonly log?: string;
  readonly write: AddressWrite;
  /** Ms until it is looked at again. */
  readonly again?: number;
}

/** What a Service's address is judged by. */
export interface ClusterIpView {
  readonly service: Service;
  /** As Go prints it; undefined where the text is no address. */
  readonly ip: string | undefined;
  /** Whether a ServiceCIDR could have it. */
  readonly inRange: boolean;
  readonly address: IPAddress | undefined;
  /** The Service that the IPAddress names. */
  readonly parent: Service | undefined;
}

const ALLOCATION = 'ClusterIPAllocation';
const hasIp = (service: Service, ip: string): boolean =>
  (service.spec.clusterIPs ?? []).includes(ip);

/** Upstream: verifyIPAddressLabels. */
function hasRightLabels(address: IPAddress): boolean {
  const { name = '', labels = {} } = address.metadata;
  return labels[LABEL_IP_FAMILY] === familyOfName(name) && isManagedByAllocator(address);
}

const isService = ({ group = '', resource = '' }: ParentReference): boolean =>
  group === '' && resource === 'services';

export function judgeClusterIp(view: ClusterIpView): AddressPlan<ClusterIpVerdict> {
  const { service, ip, inRange, address, parent } = view;
  const { namespace = '', name = '' } = service.metadata;
  const of = `Service ${namespace}/${name}`;
  if (ip === undefined) {
    const note = `Cluster IP ${NO_IP} is not a valid IP; please recreate Service`;
    const log = `the ClusterIP ${NO_IP} for ${of} is not a valid IP; please recreate Service`;
    const event = { reason: 'ClusterIPNotValid', action: 'ClusterIPValidation', note };
    return { verdict: 'not-valid', event, log, write: 'none' };
  }
  const item = `[${familyOfName(ip)}]: ${ip}`;
  const told = (reason: string, note: string) => ({ reason, action: ALLOCATION, note });
  if (!inRange) {
    const outside = 'is not within any configured Service CIDR; please recreate service';
    const note = `Cluster IP ${item} ${outside}`;
    const log = `the ClusterIP ${item} for ${of} is not within any service CIDR; please recreate`;
    return {
      verdict: 'out-of-range',
      event: told('ClusterIPOutOfRange', note),
      log,
      write: 'none',
    };
  }
  if (!address) {
    const event = told('ClusterIPNotAllocated', `Cluster IP ${item} is not allocated; repairing`);
    const log = `the ClusterIP ${item} for ${of} is not allocated; repairing`;
    return { verdict: 'not-allocated', event, log, write: 'create' };
  }
  const reference = parentOf(address);
  const own = reference.namespace === namespace && reference.name === name;
  if (!isService(reference) || (!own && !parent)) {
    const note = `the ClusterIP ${item} for ${of} has a wrong reference; repairing`;
    return {
      verdict: 'wrong-reference',
      event: told('ClusterIPNotAllocated', note),
      write: 'recreate',
    };
  }
  // Whatever was said of its parent, wrong labels are put right at once.
  const write = hasRightLabels(address) ? 'none' : 'recreate';
  if (own || !parent) return { verdict: write === 'none' ? 'valid' : 'wrong-labels', write };
  if (!hasIp(parent, address.metadata.name ?? '')) return { verdict: 'others-reference', write };
  const twice = `[${familyOfName(ip)}]:${ip}`;
  const note = `Cluster IP ${twice} was assigned to multiple services; please recreate service`;
  const { metadata } = parent;
  const log =
    `the cluster IP ${twice} for service ${namespace}/${name} was assigned to other services ` +
    `${metadata.namespace}/${metadata.name}; please recreate`;
  const event = told('ClusterIPAlreadyAllocated', note);
  return { verdict: 'already-allocated', event, log, write };
}

/** As Go prints the pointer. */
const goParent = ({ group = '', resource = '', namespace = '', name = '' }: ParentReference) =>
  `&ParentReference{Group:${group},Resource:${resource},Namespace:${namespace},Name:${name},}`;

/** @param parent the Service that it names, where there is one. */
export function judgeIPAddress(
  address: IPAddress,
  parent: Service | undefined,
  nowMs: number,
): AddressPlan<IPAddressVerdict> {
  if (!isManagedByAllocator(address)) return { verdict: 'not-managed', write: 'none' };
  const { name: ip = '', creationTimestamp } = address.metadata;
  const reference = parentOf(address);
  const told = (reason: string, note: string) => ({ reason, action: 'IPAddressAllocation', note });
  if (!isService(reference)) {
    const note =
      `IPAddress ${ip} appears to have been modified, not referencing a Service ` +
      `${goParent(reference)}: cleaning up`;
    return {
      verdict: 'modified',
      event: told('IPAddressNotAllocated', note),
      log: note,
      write: 'delete',
    };
  }
  const { namespace = '', name = '' } = reference;
  if (!parent) {
    const ageMs = nowMs - (parseTime(creationTimestamp ?? '') ?? 0);
    const again = GRACE_MS - ageMs;
    if (ageMs <= GRACE_MS) return { verdict: 'young', write: 'none', again };
    const leaked = 'appears to have leaked: cleaning up';
    const note = `IPAddress: ${ip} for Service ${namespace}/${name} ${leaked}`;
    const event = told('IPAddressNotAllocated', note);
    return { verdict: 'leaked', event, log: `IPAddress ${ip} ${leaked}`, write: 'delete', again };
  }
  if (hasIp(parent, ip)) return { verdict: 'valid', write: 'none' };
  const event = told(
    'IPAddressWrongReference',
    `IPAddress: ${ip} for Service ${namespace}/${name} has a wrong reference; cleaning up`,
  );
  // Upstream names the Service first here.
  const log =
    `the IPAddress: ${ip} for Service ${name}/${namespace} has a wrong reference ` +
    `${goParent(reference)}; cleaning up`;
  return { verdict: 'wrong-reference', event, log, write: 'delete' };
}
