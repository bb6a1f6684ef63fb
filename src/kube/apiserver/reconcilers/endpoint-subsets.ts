/**
 * What the endpoint reconcilers decide, as pure functions over an Endpoints object.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/lease.go
 *             (checkEndpointSubsetFormatWithLease, setSkipMirrorTrue), pkg/api/v1/endpoints/util.go
 *             (RepackSubsets)
 * Simplified  several subsets keep the order in which their ports are first seen; upstream orders
 *             them by a hash. One subset, which is all that the reconcilers write, is exact.
 */
import { md5 } from 'js-md5';
import { compareText } from '#base';
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../api/objects';

/** Keeps the mirroring controller away. Source: discovery.k8s.io/v1 LabelSkipMirror. */
export const LABEL_SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';

export interface SubsetCheck {
  readonly formatCorrect: boolean;
  readonly ipsCorrect: boolean;
  readonly portsCorrect: boolean;
}

export interface EndpointsView {
  readonly endpoints: Endpoints;
  /** Addresses of the master leases, in key order. */
  readonly leaseIPs: readonly string[];
  readonly ports: readonly EndpointPort[];
  readonly reconcilePorts: boolean;
}

export type EndpointsPlan = SubsetCheck & {
  readonly skipMirrorChanged: boolean;
} & (
    | { readonly kind: 'none'; readonly reason: 'EndpointsMatchLeases' }
    | { readonly kind: 'write'; readonly endpoints: Endpoints; readonly resets: boolean }
  );

/** All three answers are false when the format is wrong. */
export function checkEndpointSubsetFormatWithLease(view: EndpointsView): SubsetCheck {
  const subsets = view.endpoints.subsets ?? [];
  if (subsets.length !== 1) return { formatCorrect: false, ipsCorrect: false, portsCorrect: false };
  const [subset] = subsets;
  const current = (subset.addresses ?? []).map((address) => address.ip);
  const expected = new Set(view.leaseIPs);
  const same = current.length === view.leaseIPs.length && new Set(current).size === current.length;
  return {
    formatCorrect: true,
    ipsCorrect: same && current.every((ip) => expected.has(ip)),
    portsCorrect: !view.reconcilePorts || portsEqual(subset.ports ?? [], view.ports),
  };
}

/** Sets the label. @returns the object and whether that changed it. */
export function setSkipMirrorTrue(endpoints: Endpoints): [Endpoints, boolean] {
  const { metadata } = endpoints;
  if (metadata.labels?.[LABEL_SKIP_MIRROR] === 'true') return [endpoints, false];
  const labels = { ...metadata.labels, [LABEL_SKIP_MIRROR]: 'true' };
  return [{ ...endpoints, metadata: { ...metadata, labels } }, true];
}

/**
 * What `doReconcile` would write, if anything. There is at least one lease, or the last one left.
 */
export function planEndpoints(view: EndpointsView): EndpointsPlan {
  const [labelled, skipMirrorChanged] = setSkipMirrorTrue(view.endpoints);
  const check = checkEndpointSubsetFormatWithLease(view);
  const { formatCorrect, ipsCorrect, portsCorrect } = check;
  if (!skipMirrorChanged && formatCorrect && ipsCorrect && portsCorrect) {
    // Field by field: of all plans this one is made in every round, and a spread is slow.
    const reason = 'EndpointsMatchLeases';
    return { formatCorrect, ipsCorrect, portsCorrect, skipMirrorChanged, kind: 'none', reason };
  }
  let subsets: readonly EndpointSubset[] = labelled.subsets ?? [];
  if (!formatCorrect) subsets = [{ ports: view.ports }];
  if (!formatCorrect || !ipsCorrect) {
    const addresses = view.leaseIPs.map((ip): EndpointAddress => ({ ip }));
    subsets = repackSubsets([{ ...subsets[0], addresses }]);
  }
  if (!portsCorrect && subsets.length > 0) {
    subsets = [{ ...subsets[0], ports: view.ports }, ...subsets.slice(1)];
  }
  const resets = !formatCorrect || !ipsCorrect || !portsCorrect;
  const endpoints = { ...labelled, subsets };
  return { ...check, skipMirrorChanged, kind: 'write', endpoints, resets };
}

export function portsEqual(a: readonly EndpointPort[], b: readonly EndpointPort[]): boolean {
  return a.length === b.length && a.every((port, index) => portEqual(port, b[index]));
}

function portEqual(a: EndpointPort, b: EndpointPort): boolean {
  return (
    (a.name ?? '') === (b.name ?? '') &&
    a.port === b.port &&
    (a.protocol ?? '') === (b.protocol ?? '') &&
    a.appProtocol === b.appProtocol
  );
}

interface Packed {
  readonly address: EndpointAddress;
  ready: boolean;
}

const uidOf = (address: EndpointAddress): string => String(address.targetRef?.uid ?? '');

/**
 * Merges addresses that have the same ports. A repeated address (same IP and target) appears once;
 * one that is both ready and not ready is not ready. Order: IP as text, then uid of the target.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  const byPorts = new Map<
    string,
    { ports: readonly EndpointPort[]; packed: Map<string, Packed> }
  >();
  for (const subset of subsets) {
    const byHash = new Map((subset.ports ?? []).map((port) => [hashPort(port), port] as const));
    const hashes = [...byHash.keys()].sort(compareText);
    const ports = hashes.map((hash) => byHash.get(hash) as EndpointPort);
    const key = hashes.join();
    const group = byPorts.get(key) ?? { ports, packed: new Map<string, Packed>() };
    byPorts.set(key, group);
    for (const address of subset.addresses ?? []) pack(group.packed, address, true);
    for (const address of subset.notReadyAddresses ?? []) pack(group.packed, address, false);
  }
  return [...byPorts.values()]
    .filter(({ packed }) => packed.size > 0)
    .map(({ ports, packed }) => toSubset(ports, [...packed.values()]));
}

function pack(packed: Map<string, Packed>, address: EndpointAddress, ready: boolean): void {
  const key = `${address.ip}|${uidOf(address)}`;
  const known = packed.get(key);
  if (known) known.ready = known.ready && ready;
  else packed.set(key, { address, ready });
}

function toSubset(ports: readonly EndpointPort[], packed: readonly Packed[]): EndpointSubset {
  const sorted = [...packed].sort(
    (a, b) =>
      compareText(a.address.ip, b.address.ip) || compareText(uidOf(a.address), uidOf(b.address)),
  );
  const addresses = sorted.filter(({ ready }) => ready).map(({ address }) => address);
  const unready = sorted.filter(({ ready }) => !ready).map(({ address }) => address);
  return {
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(unready.length > 0 ? { notReadyAddresses: unready } : {}),
    ports,
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
