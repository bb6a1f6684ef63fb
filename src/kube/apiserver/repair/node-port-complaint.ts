/**
 * What the repair loop of node ports looks at, and its words.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/portallocator/controller/repair.go
 *             (doRunOnce, collectServiceNodePorts)
 */
import { unreachable } from '#base';
import type { Service } from '../../api/objects';
import type { Complaint, Verdict } from './verdict';

export interface NodePortClaim {
  readonly port: number;
  readonly namespace: string;
  readonly name: string;
  /** The configured range, `base-last`. */
  readonly range: string;
  readonly cause?: string;
}

const ACTION = 'PortAllocation';

/** Log lines name the Service as name/namespace, as upstream's do. */
export function nodePortComplaint(verdict: Verdict, claim: NodePortClaim): Complaint | undefined {
  const { port, namespace, name, range, cause = '' } = claim;
  const service = `service ${name}/${namespace}`;
  const said = (reason: string, note: string, log: string): Complaint => ({
    event: { reason, action: ACTION, note },
    log,
  });
  switch (verdict) {
    case 'valid':
    case 'not-valid':
    case 'family-not-configured':
      return undefined;
    case 'not-allocated': {
      const log = `the node port ${port} for ${service} is not allocated; repairing`;
      return said('PortNotAllocated', `Port ${port} is not allocated; repairing`, log);
    }
    case 'already-allocated': {
      const twice = 'was assigned to multiple services; please recreate';
      const log = `the node port ${port} for ${service} ${twice}`;
      return said('PortAlreadyAllocated', `Port ${port} ${twice} service`, log);
    }
    case 'out-of-range': {
      const outside = `is not within the port range ${range}; please recreate`;
      const log = `the port ${port} for ${service} ${outside}`;
      return said('PortOutOfRange', `Port ${port} ${outside} service`, log);
    }
    case 'full': {
      const full =
        `ort range ${range} is full; you must widen the port range in order to create ` +
        'new services';
      const event = { reason: 'PortRangeFull', action: ACTION, note: `P${full}` };
      return { event, error: `the p${full}` };
    }
    case 'unknown-error': {
      const note = `Unable to allocate port ${port} due to an unknown error`;
      const error = `unable to allocate port ${port} for ${service} due to an unknown error`;
      const event = { reason: 'UnknownError', action: ACTION, note };
      return { event, error: `${error}, exiting: ${cause}` };
    }
    default:
      return unreachable(verdict);
  }
}

/** Source: core/v1 ProtocolTCP. */
const TCP = 'TCP';

/**
 * The node ports of a Service, in order. A number with another protocol counts once, with the same
 * one again; the health check port counts unless a port of another protocol than TCP has it.
 */
export function collectServiceNodePorts({ spec }: Pick<Service, 'spec'>): readonly number[] {
  const collected: number[] = [];
  const seen = new Map<number, Set<string>>();
  for (const { nodePort = 0, protocol = '' } of spec.ports ?? []) {
    if (nodePort === 0) continue;
    const protocols = seen.get(nodePort);
    if (!protocols) seen.set(nodePort, new Set([protocol]));
    if (!protocols || protocols.has(protocol)) collected.push(nodePort);
    else protocols.add(protocol);
  }
  const healthPort = Number(spec.healthCheckNodePort ?? 0);
  const holders = seen.get(healthPort);
  if (healthPort !== 0 && (!holders || holders.has(TCP))) collected.push(healthPort);
  return collected;
}
