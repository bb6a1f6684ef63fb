/**
 * The words of the repair loop of ClusterIPs.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/ipallocator/controller/repair.go
 *             (doRunOnce)
 */
import { unreachable } from '#base';
import type { IpFamily } from '../allocators/ip-range';
import type { Complaint, Verdict } from './verdict';

export interface ClusterIpClaim {
  /** As Go prints it; `<nil>` for what is no address. */
  readonly ip: string;
  readonly family: IpFamily;
  readonly namespace: string;
  readonly name: string;
  /** The configured range of the family; "" where there is none. */
  readonly cidr: string;
  /** Why it could not be allocated, where the verdict is unknown-error. */
  readonly cause?: string;
}

const VALIDATION = 'ClusterIPValidation';
const ALLOCATION = 'ClusterIPAllocation';

/** Log lines name the Service as name/namespace, as upstream's do. */
export function clusterIpComplaint(verdict: Verdict, claim: ClusterIpClaim): Complaint | undefined {
  const { ip, family, namespace, name, cidr, cause = '' } = claim;
  const service = `service ${name}/${namespace}`;
  const item = `[${family}]:${ip}`;
  const said = (reason: string, action: string, note: string, log: string): Complaint => ({
    event: { reason, action, note },
    log,
  });
  switch (verdict) {
    case 'valid':
      return undefined;
    case 'not-valid': {
      const note = `Cluster IP ${ip} is not a valid IP; please recreate service`;
      const log = `the cluster IP ${ip} for ${service} is not a valid IP; please recreate`;
      return said('ClusterIPNotValid', VALIDATION, note, log);
    }
    case 'family-not-configured': {
      const gone = 'is of ip family that is no longer configured on cluster; please recreate';
      const note = `Cluster IP ${ip}(${family}) ${gone} service`;
      const log = `the cluster IP ${ip}(${family}) for ${service} ${gone}`;
      return said('ClusterIPNotValid', VALIDATION, note, log);
    }
    case 'not-allocated': {
      const note = `Cluster IP ${item} is not allocated; repairing`;
      const log = `the cluster IP ${item} for ${service} is not allocated; repairing`;
      return said('ClusterIPNotAllocated', ALLOCATION, note, log);
    }
    case 'already-allocated': {
      const twice = 'was assigned to multiple services; please recreate';
      const note = `Cluster IP ${item} ${twice} service`;
      const log = `the cluster IP ${item} for ${service} ${twice}`;
      return said('ClusterIPAlreadyAllocated', ALLOCATION, note, log);
    }
    case 'out-of-range': {
      const outside = `is not within the service CIDR ${cidr}; please recreate`;
      const note = `Cluster IP ${item} ${outside} service`;
      const log = `the cluster IP ${item} for ${service} ${outside}`;
      return said('ClusterIPOutOfRange', ALLOCATION, note, log);
    }
    case 'full': {
      const full =
        `ervice CIDR ${cidr} is full; you must widen the CIDR in order to create new services ` +
        `for Cluster IP ${item}`;
      const event = { reason: 'ServiceCIDRFull', action: ALLOCATION, note: `S${full}` };
      return { event, error: `the s${full}` };
    }
    case 'unknown-error': {
      const note = `Unable to allocate cluster IP ${item} due to an unknown error`;
      const event = { reason: 'UnknownError', action: ALLOCATION, note };
      const error = `unable to allocate cluster IP ${item} for ${service} due to an unknown error`;
      return { event, error: `${error}, exiting: ${cause}` };
    }
    default:
      return unreachable(verdict);
  }
}
