/**
 * Why the extension server behind an APIService cannot be reached.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/controllers/status
 *             (available_controller.go: sync)
 * Simplified  no extension server is modelled: the address of the Service refuses each of the five
 *             calls, which take no time, whatever its endpoints are
 */
import type { KubeObject } from '../../api/objects';
import {
  type APIService,
  type APIServiceCondition,
  remoteOf,
} from '../registry/strategies/api-service';

type Fault = Required<Pick<APIServiceCondition, 'reason' | 'message'>>;

interface ServiceParts {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}

interface EndpointsParts {
  readonly subsets?: readonly {
    readonly addresses?: readonly object[];
    readonly ports?: readonly { readonly name?: string }[];
  }[];
}

const FAILED_DISCOVERY = 'FailedDiscoveryCheck';
export const isFailedDiscovery = ({ reason }: APIServiceCondition): boolean =>
  reason === FAILED_DISCOVERY;

/** What is wrong with the Service or its Endpoints, as far as one can see without calling. */
export function serviceFault(
  object: APIService,
  service: KubeObject | undefined,
  endpoints: KubeObject | undefined,
): Fault | undefined {
  const { namespace, name, port } = remoteOf(object);
  const which = `service/${name} in "${namespace}"`;
  if (!service) return { reason: 'ServiceNotFound', message: `${which} is not present` };
  const { type = 'ClusterIP', ports = [] } = (service as ServiceParts).spec ?? {};
  if (type !== 'ClusterIP') return undefined;
  const found = ports.find((each) => each.port === port);
  if (!found) {
    return { reason: 'ServicePortError', message: `${which} is not listening on port ${port}` };
  }
  if (!endpoints) {
    return { reason: 'EndpointsNotFound', message: `cannot find endpoints for ${which}` };
  }
  const portName = found.name ?? '';
  const active = ((endpoints as EndpointsParts).subsets ?? []).some(
    ({ addresses = [], ports: of = [] }) =>
      addresses.length > 0 && of.some((each) => (each.name ?? '') === portName),
  );
  if (active) return undefined;
  const message = `endpoints for ${which} have no addresses with port name "${portName}"`;
  return { reason: 'MissingEndpoints', message };
}

/** What the call of its discovery comes to. */
export function discoveryFault(object: APIService, service: KubeObject | undefined): Fault {
  const { group, version, port } = remoteOf(object);
  const { type, clusterIP = '', externalName = '' } = (service as ServiceParts).spec ?? {};
  const host = type === 'ExternalName' ? externalName : clusterIP;
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = `https://${address}/apis/${group}/${version}`;
  const cause = `Get "${url}": dial tcp ${address}: connect: connection refused`;
  const message = `failing or missing response from ${url}: ${cause}`;
  return { reason: FAILED_DISCOVERY, message };
}
