/**
 * Subsets of Endpoints in the one form that says the same with the fewest subsets.
 *
 * Upstream    kubernetes v1.27 pkg/api/v1/endpoints/util.go (RepackSubsets)
 * Simplified  several subsets keep the order in which their first ports are seen; upstream orders
 *             them by a hash. One subset, which is all that the reconcilers write, is exact.
 */
import { md5 } from 'js-md5';
import { compareText } from '#base';
import type { EndpointAddress, EndpointPort, EndpointSubset } from './objects';

/** Whether each address is ready, by address. */
type Addresses = Map<string, boolean>;

const uidOf = (address: EndpointAddress): string => String(address.targetRef?.uid ?? '');
const keyOf = (address: EndpointAddress): string => `${address.ip}|${uidOf(address)}`;

/**
 * Each port has one set of addresses, and ports whose sets are equal share a subset. A repeated
 * address (same IP and target) appears once; one that is both ready and not ready is not ready.
 * Order: addresses by IP as text, then uid of the target; ports by hash.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  const known = new Map<string, EndpointAddress>();
  const byPort = new Map<string, { port: EndpointPort | undefined; addresses: Addresses }>();
  for (const subset of subsets) {
    const { ports = [], addresses: ready = [], notReadyAddresses: unready = [] } = subset;
    for (const port of ports.length > 0 ? ports : [undefined]) {
      const hash = port ? hashPort(port) : '';
      const group = byPort.get(hash) ?? { port, addresses: new Map() };
      byPort.set(hash, group);
      for (const address of ready) pack(group.addresses, known, address, true);
      for (const address of unready) pack(group.addresses, known, address, false);
    }
  }
  const bySet = new Map<string, { addresses: Addresses; ports: Map<string, EndpointPort> }>();
  for (const [hash, { port, addresses }] of byPort) {
    if (addresses.size === 0) continue;
    const set = JSON.stringify([...addresses].toSorted(([a], [b]) => compareText(a, b)));
    const group = bySet.get(set) ?? { addresses, ports: new Map() };
    bySet.set(set, group);
    if (port) group.ports.set(hash, port);
  }
  return [...bySet.values()].map(({ addresses, ports }) => toSubset(known, addresses, ports));
}

function pack(
  addresses: Addresses,
  known: Map<string, EndpointAddress>,
  address: EndpointAddress,
  ready: boolean,
): void {
  const key = keyOf(address);
  if (!known.has(key)) known.set(key, address);
  addresses.set(key, ready && addresses.get(key) !== false);
}

function toSubset(
  known: ReadonlyMap<string, EndpointAddress>,
  addresses: Addresses,
  ports: ReadonlyMap<string, EndpointPort>,
): EndpointSubset {
  const sorted = [...addresses]
    .map(([key, ready]) => ({ address: known.get(key) as EndpointAddress, ready }))
    .sort(
      (a, b) =>
        compareText(a.address.ip, b.address.ip) || compareText(uidOf(a.address), uidOf(b.address)),
    );
  const ready = sorted.filter((each) => each.ready).map(({ address }) => address);
  const unready = sorted.filter((each) => !each.ready).map(({ address }) => address);
  return {
    ...(ready.length > 0 ? { addresses: ready } : {}),
    ...(unready.length > 0 ? { notReadyAddresses: unready } : {}),
    ports: [...ports].toSorted(([a], [b]) => compareText(a, b)).map(([, port]) => port),
  };
}

/** MD5 of Go's spew form of the port. Upstream: hashutil.DeepHashObject. */
function hashPort(port: EndpointPort): string {
  const appProtocol =
    port.appProtocol === undefined ? '(*string)<nil>' : `(*string)${port.appProtocol}`;
  return md5(
    `(v1.EndpointPort){Name:(string)${port.name ?? ''} Port:(int32)${port.port} ` +
      `Protocol:(v1.Protocol)${port.protocol ?? ''} AppProtocol:${appProtocol}}`,
  );
}
