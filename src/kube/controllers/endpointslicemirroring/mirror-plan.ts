/**
 * Which EndpointSlices are to be made, changed and deleted so that they mirror an Endpoints
 * object: one for each set of ports and family of addresses.
 *
 * Upstream    kubernetes v1.27 pkg/controller/endpointslicemirroring (reconciler.go,
 *             reconciler_helpers.go, utils.go), pkg/controller/util/endpoint
 * Simplified  ports are in the order of their text, upstream in that of their hash
 */
import { compareText } from '#base';
import { semanticDeepEqual } from '../../api/equality';
import { parseIPSloppy } from '../../api/ip-address';
import { nameOf, namespaceOf, uidOf } from '../../api/meta';
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSlice,
  Endpoints,
  KubeObject,
} from '../../api/objects';
import { repackSubsets } from '../../api/repack-subsets';
import { apiVersionOf, ENDPOINTSLICES } from '../../api/resources';
import { LABEL_SERVICE_NAME } from '../endpoint-slice-tracker';

/** Source: discovery.k8s.io/v1 LabelManagedBy; the controller's name in it. */
const LABEL_MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const CONTROLLER_NAME = 'endpointslicemirroring-controller.k8s.io';
/** Source: discovery.k8s.io/v1 LabelSkipMirror. */
const LABEL_SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';
/** Source: resourcelock.LeaderElectionRecordAnnotationKey. */
const LEADER_ANNOTATION = 'control-plane.alpha.kubernetes.io/leader';
/** Annotations that are not mirrored. */
const UNMIRRORED = [
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
];
/** With its dash a name of a slice may be as long as this. Source: DNS1123SubdomainMaxLength. */
const LONGEST_PREFIX = 253;

const FAMILIES = ['IPv4', 'IPv6'] as const;
type Family = (typeof FAMILIES)[number];

/** An endpoint of a slice; only its condition `ready` is set. */
export interface MirroredEndpoint extends Readonly<Record<string, unknown>> {
  readonly addresses: readonly string[];
  readonly conditions: { readonly ready: boolean };
}

export interface MirrorView {
  readonly endpoints: Endpoints;
  /** Those in the cache that mirror it. */
  readonly slices: readonly EndpointSlice[];
  /** --mirroring-max-endpoints-per-subset. */
  readonly maxPerSubset: number;
  /** A slice of an Endpoints object that was made anew is written again. */
  readonly renewsOwner: boolean;
  /** Go walks a map: the order is another one each time. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[];
}

export interface SlicesByAction {
  readonly toCreate: readonly EndpointSlice[];
  readonly toUpdate: readonly EndpointSlice[];
  readonly toDelete: readonly EndpointSlice[];
}

export interface MirrorPlan extends SlicesByAction {
  readonly invalidAddresses: readonly string[];
  /** Addresses that are in no slice, the invalid ones included. */
  readonly skipped: number;
}

export const managedByController = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[LABEL_MANAGED_BY] === CONTROLLER_NAME;

/** Why an Endpoints object is not for this controller; undefined when it is. */
export function refusalOf({
  metadata,
}: KubeObject): 'SkipMirrorLabel' | 'LeaderElection' | undefined {
  if (metadata.labels?.[LABEL_SKIP_MIRROR] === 'true') return 'SkipMirrorLabel';
  return LEADER_ANNOTATION in (metadata.annotations ?? {}) ? 'LeaderElection' : undefined;
}

/** Upstream: reconcile. */
export function planMirror(view: MirrorView): MirrorPlan {
  const { endpoints, slices, maxPerSubset, shuffled } = view;
  const wanted = new DesiredSlices();
  let skipped = 0;
  for (const subset of repackSubsets(endpoints.subsets ?? []))
    skipped += wanted.addSubset(subset, maxPerSubset);
  const existing = byKey(slices);
  const toCreate: EndpointSlice[] = [];
  const toUpdate: EndpointSlice[] = [];
  const toDelete: EndpointSlice[] = [];
  for (const [key, group] of shuffled([...wanted.groups])) {
    const [first, ...others] = existing.get(key) ?? [];
    toDelete.push(...others);
    if (group.endpoints.size === 0) {
      if (first) toDelete.unshift(first);
    } else if (!first) toCreate.push(newEndpointSlice(view, group, ''));
    else if (differs(view, first, group)) {
      toUpdate.push(newEndpointSlice(view, group, nameOf(first)));
    }
  }
  for (const [key, left] of existing) if (!wanted.groups.has(key)) toDelete.push(...left);
  const actions = recycleSlices({ toCreate, toUpdate, toDelete });
  return { ...actions, invalidAddresses: wanted.invalid, skipped };
}

interface Group {
  readonly family: Family;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Map<string, MirroredEndpoint>;
}

/** Upstream: desiredCalc. */
class DesiredSlices {
  readonly groups = new Map<string, Group>();
  readonly invalid: string[] = [];

  /** @returns how many of its addresses are left out. */
  addSubset(subset: NonNullable<Endpoints['subsets']>[number], most: number): number {
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    const groups = this.#initPorts(ports);
    let added = 0;
    const add = (address: EndpointAddress, ready: boolean) => {
      if (added >= most) return;
      const endpoint = addressToEndpoint(address, ready);
      if (!endpoint) {
        this.invalid.push(address.ip);
        return;
      }
      groups[familyOf(endpoint)].endpoints.set(hashOf(endpoint), endpoint);
      added += 1;
    };
    for (const address of addresses) add(address, true);
    for (const address of notReadyAddresses) add(address, false);
    return addresses.length + notReadyAddresses.length - added;
  }

  #initPorts(given: readonly EndpointPort[]): Readonly<Record<Family, Group>> {
    const ports = given.map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
      ...{ name, protocol, port },
      ...(appProtocol === undefined ? {} : { appProtocol }),
    }));
    const of = (family: Family): Group => {
      const key = keyOf(family, ports);
      const group = this.groups.get(key) ?? { family, ports: inOrder(ports), endpoints: new Map() };
      this.groups.set(key, group);
      return group;
    };
    return { IPv4: of('IPv4'), IPv6: of('IPv6') };
  }
}

const familyOf = ({ addresses: [address] }: MirroredEndpoint): Family =>
  address.includes(':') ? 'IPv6' : 'IPv4';

const portText = ({ name, port, protocol, appProtocol }: EndpointPort): string =>
  JSON.stringify([name, port, protocol, appProtocol]);

const inOrder = (ports: readonly EndpointPort[]): readonly EndpointPort[] =>
  ports.toSorted((a, b) => compareText(portText(a), portText(b)));

/** Upstream: newAddrTypePortMapKey. */
const keyOf = (family: string, ports: readonly EndpointPort[]): string =>
  `${family}-${inOrder(ports).map(portText).join()}`;

function byKey(slices: readonly EndpointSlice[]): ReadonlyMap<string, readonly EndpointSlice[]> {
  const groups = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const key = keyOf(slice.addressType, slice.ports ?? []);
    groups.set(key, [...(groups.get(key) ?? []), slice]);
  }
  return groups;
}

/** @returns undefined for what is no IP address. */
export function addressToEndpoint(
  { ip, hostname, nodeName, targetRef }: EndpointAddress,
  ready: boolean,
): MirroredEndpoint | undefined {
  const parsed = parseIPSloppy(ip);
  if (!parsed) return undefined;
  return {
    addresses: [parsed.toString()],
    conditions: { ready },
    ...(hostname ? { hostname } : {}),
    ...(targetRef ? { targetRef } : {}),
    ...(nodeName === undefined ? {} : { nodeName }),
  };
}

/** What makes two endpoints the same one. Upstream: hashEndpoint. */
function hashOf(endpoint: Readonly<Record<string, unknown>>): string {
  const { addresses, hostname, targetRef } = endpoint as {
    readonly addresses: readonly string[];
    readonly hostname?: string;
    readonly targetRef?: { readonly namespace?: string; readonly name?: string };
  };
  const { namespace = '', name = '' } = targetRef ?? {};
  return JSON.stringify([addresses.toSorted(compareText), hostname ?? '', namespace, name]);
}

function without(
  entries: Readonly<Record<string, string>> | undefined,
  keys: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([key]) => !keys.includes(key)));
}

/** Upstream: totalChanges, and the comparison of labels and annotations beside it. */
function differs(view: MirrorView, slice: EndpointSlice, { endpoints: wanted }: Group): boolean {
  const { endpoints, renewsOwner } = view;
  const { labels, annotations } = slice.metadata;
  const held = slice.endpoints ?? [];
  const same =
    held.length === wanted.size &&
    held.every((endpoint) => semanticDeepEqual(endpoint, wanted.get(hashOf(endpoint)))) &&
    semanticDeepEqual(
      endpoints.metadata.labels,
      without(labels, [LABEL_MANAGED_BY, LABEL_SERVICE_NAME]),
    ) &&
    semanticDeepEqual(without(endpoints.metadata.annotations, UNMIRRORED), annotations);
  return !same || (renewsOwner && needRebuild(endpoints, slice));
}

/** It is owned by an Endpoints object of that name that is gone. */
const needRebuild = (endpoints: Endpoints, { metadata }: EndpointSlice): boolean =>
  (metadata.ownerReferences ?? []).some(
    ({ kind, name, uid }) =>
      kind === 'Endpoints' && name === nameOf(endpoints) && uid !== uidOf(endpoints),
  );

/** @param name of the slice it replaces; "" lets the server find one */
function newEndpointSlice(view: MirrorView, group: Group, name: string): EndpointSlice {
  const { endpoints, maxPerSubset, shuffled } = view;
  const service = nameOf(endpoints);
  const { labels, annotations } = endpoints.metadata;
  const mirrored = without(annotations, UNMIRRORED);
  const owner = { apiVersion: 'v1', kind: 'Endpoints', name: service, uid: uidOf(endpoints) };
  return {
    kind: ENDPOINTSLICES.kind,
    apiVersion: apiVersionOf(ENDPOINTSLICES),
    metadata: {
      ...(name === '' ? { generateName: prefixOf(service) } : { name }),
      namespace: namespaceOf(endpoints),
      labels: { ...labels, [LABEL_SERVICE_NAME]: service, [LABEL_MANAGED_BY]: CONTROLLER_NAME },
      ...(Object.keys(mirrored).length > 0 ? { annotations: mirrored } : {}),
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    addressType: group.family,
    endpoints: shuffled([...group.endpoints.values()]).slice(0, maxPerSubset),
    ports: group.ports,
  };
}

/** Upstream: getEndpointSlicePrefix. */
const prefixOf = (service: string): string =>
  service.length + 1 > LONGEST_PREFIX ? service : `${service}-`;

/** A slice that would be deleted becomes one that would be made. */
export function recycleSlices({ toCreate, toUpdate, toDelete }: SlicesByAction): SlicesByAction {
  const left = [...toDelete];
  const recycled: EndpointSlice[] = [];
  const created = toCreate.filter((slice) => {
    const at = left.findIndex(({ addressType }) => addressType === slice.addressType);
    if (at < 0) return true;
    const [old] = left.splice(at, 1);
    const { generateName: _, ...metadata } = slice.metadata;
    recycled.push({ ...slice, metadata: { name: nameOf(old), ...metadata } });
    return false;
  });
  return { toCreate: created, toUpdate: [...toUpdate, ...recycled], toDelete: left };
}
