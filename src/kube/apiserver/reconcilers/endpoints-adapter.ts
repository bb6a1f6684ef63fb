/**
 * Writes Endpoints and keeps the EndpointSlice of the same name equal to them.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/endpointsadapter.go
 */
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../../api/equality';
import { isIPv6 } from '../../api/ip-address';
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSlice,
  EndpointSubset,
  Endpoints,
  KubeObject,
} from '../../api/objects';
import { ENDPOINTS, ENDPOINTSLICES } from '../../api/resources';
import { type RestClient, type RestResult, reasonOf } from '../../client/rest-client';

/** Ties a slice to its Service. Source: discovery.k8s.io/v1 LabelServiceName. */
export const LABEL_SERVICE_NAME = 'kubernetes.io/service-name';

/** How a write ended: the Endpoints as written, and what failed, of them or of the slice. */
export interface EndpointsWritten {
  readonly endpoints: RestResult<KubeObject>;
  readonly failure: RestResult<KubeObject> | undefined;
}

export class EndpointsAdapter {
  readonly #client: RestClient;

  constructor(client: RestClient) {
    this.#client = client;
  }

  /** Reads the Endpoints only. */
  get(namespace: string, name: string): Procedure<RestResult<KubeObject>> {
    return this.#client.get(ENDPOINTS, namespace, name);
  }

  /**
   * Creates Endpoints, then ensures the slice.
   * @param onWritten told between the two.
   */
  create(endpoints: Endpoints, onWritten?: () => void): Procedure<EndpointsWritten> {
    return this.#ensureAfter(this.#client.create(ENDPOINTS, endpoints), onWritten);
  }

  /** Updates Endpoints, then ensures the slice. */
  update(endpoints: Endpoints, onWritten?: () => void): Procedure<EndpointsWritten> {
    return this.#ensureAfter(this.#client.update(ENDPOINTS, endpoints), onWritten);
  }

  *#ensureAfter(
    write: Procedure<RestResult<KubeObject>>,
    onWritten?: () => void,
  ): Procedure<EndpointsWritten> {
    const endpoints = yield* write;
    if (!endpoints.ok) return { endpoints, failure: endpoints };
    onWritten?.();
    const failure = yield* this.ensureEndpointSliceFromEndpoints(endpoints.object as Endpoints);
    return { endpoints, failure };
  }

  /**
   * Makes the slice what the Endpoints say.
   * @returns undefined when it is so now, else the failed call.
   */
  *ensureEndpointSliceFromEndpoints(
    endpoints: Endpoints,
  ): Procedure<RestResult<KubeObject> | undefined> {
    const desired = endpointSliceFromEndpoints(endpoints);
    const { namespace = '', name = '' } = endpoints.metadata;
    const found = yield* this.#client.get(ENDPOINTSLICES, namespace, name);
    if (!found.ok) {
      if (reasonOf(found) !== 'NotFound') return found;
      return failureOf(yield* this.#client.create(ENDPOINTSLICES, desired), 'AlreadyExists');
    }
    const current = found.object as EndpointSlice;
    if (current.addressType !== desired.addressType) {
      const removed = yield* this.#client.delete(ENDPOINTSLICES, namespace, name);
      if (!removed.ok) return removed;
      return failureOf(yield* this.#client.create(ENDPOINTSLICES, desired));
    }
    if (sliceEqual(current, desired)) return undefined;
    return failureOf(yield* this.#client.update(ENDPOINTSLICES, desired));
  }
}

function failureOf(
  result: RestResult<KubeObject>,
  forgiven?: string,
): RestResult<KubeObject> | undefined {
  return result.ok || reasonOf(result) === forgiven ? undefined : result;
}

/** The slice that stands for subset 0 of the Endpoints. */
export function endpointSliceFromEndpoints(endpoints: Endpoints): EndpointSlice {
  const { namespace, name = '' } = endpoints.metadata;
  const subset: EndpointSubset = endpoints.subsets?.[0] ?? {};
  const addressType = allAddressesIPv6(subset) ? 'IPv6' : 'IPv4';
  const chosen = (address: EndpointAddress) => isIPv6(address.ip) === (addressType === 'IPv6');
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace, name, labels: { [LABEL_SERVICE_NAME]: name } },
    addressType,
    endpoints: [
      ...(subset.addresses ?? []).filter(chosen).map(readyEndpoint),
      ...(subset.notReadyAddresses ?? []).filter(chosen).map(unreadyEndpoint),
    ],
    ports: (subset.ports ?? []).map(slicePort),
  };
}

const readyEndpoint = (address: EndpointAddress) => toEndpoint(address, true);
const unreadyEndpoint = (address: EndpointAddress) => toEndpoint(address, false);

function toEndpoint({ ip, targetRef, nodeName }: EndpointAddress, ready: boolean) {
  const endpoint: Record<string, unknown> = { addresses: [ip], conditions: { ready } };
  if (targetRef) endpoint.targetRef = targetRef;
  if (nodeName !== undefined) endpoint.nodeName = nodeName;
  return endpoint;
}

/** A port always has a name there, maybe an empty one. */
const slicePort = ({ name = '', protocol, port }: EndpointPort): EndpointPort =>
  protocol === undefined ? { name, port } : { name, port, protocol };

/** At least one address, and all of them are IPv6. */
function allAddressesIPv6(subset: EndpointSubset): boolean {
  const { addresses = [], notReadyAddresses = [] } = subset;
  const is6 = ({ ip }: EndpointAddress) => isIPv6(ip);
  const some = addresses.length + notReadyAddresses.length > 0;
  return some && addresses.every(is6) && notReadyAddresses.every(is6);
}

/** Endpoints, ports and labels are the same. */
function sliceEqual(a: EndpointSlice, b: EndpointSlice): boolean {
  return (
    semanticDeepEqual(a.endpoints, b.endpoints) &&
    semanticDeepEqual(a.ports, b.ports) &&
    semanticDeepEqual(a.metadata.labels, b.metadata.labels)
  );
}
