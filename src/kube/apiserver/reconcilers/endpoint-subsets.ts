/**
 * What the endpoint reconcilers decide, as pure functions over an Endpoints object.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/lease.go
 *             (checkEndpointSubsetFormatWithLease, setSkipMirrorTrue)
 */
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../api/objects';
import { repackSubsets } from '../../api/repack-subsets';

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
