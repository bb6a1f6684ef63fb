/**
 * What the master-count reconciler decides, as pure functions over an Endpoints object.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/instancecount.go
 *             (ReconcileEndpoints, RemoveEndpoints, checkEndpointSubsetFormat)
 */
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../api/objects';
import { repackSubsets } from '../../api/repack-subsets';
import { portsEqual, type SubsetCheck, setSkipMirrorTrue } from './endpoint-subsets';

export interface MasterCountView {
  /** As read; empty where nothing could be read. */
  readonly endpoints: Endpoints;
  /** The server said that there are none. */
  readonly missing: boolean;
  /** The own address. */
  readonly ip: string;
  readonly ports: readonly EndpointPort[];
  /** How many API servers there should be. */
  readonly masterCount: number;
  readonly reconcilePorts: boolean;
}

export type MasterCountPlan = SubsetCheck & {
  readonly skipMirrorChanged: boolean;
  /** With the label set, even where nothing is written. */
  readonly endpoints: Endpoints;
} & (
    | { readonly action: 'none'; readonly reason: 'AddressListed' }
    | {
        readonly action: 'create' | 'update';
        readonly reason:
          | 'EndpointsMissing'
          | 'FormatIncorrect'
          | 'AddressMissing'
          | 'TooManyAddresses'
          | 'PortsDiffer'
          | 'SkipMirrorLabelMissing';
      }
  );

const ALL_WRONG: SubsetCheck = { formatCorrect: false, ipsCorrect: false, portsCorrect: false };

const addressesOf = (subset: EndpointSubset | undefined): readonly EndpointAddress[] =>
  subset?.addresses ?? [];

/** All three answers are false when the format is wrong. */
export function checkEndpointSubsetFormat(view: MasterCountView): SubsetCheck {
  const subsets = view.endpoints.subsets ?? [];
  if (subsets.length !== 1) return ALL_WRONG;
  const [subset] = subsets;
  const addresses = addressesOf(subset);
  const listed = addresses.some(({ ip }) => ip === view.ip);
  return {
    formatCorrect: true,
    ipsCorrect: listed && addresses.length <= view.masterCount,
    portsCorrect: !view.reconcilePorts || portsEqual(subset.ports ?? [], view.ports),
  };
}

/** What a round writes, if anything. */
export function planReconcile(view: MasterCountView): MasterCountPlan {
  const [labelled, skipMirrorChanged] = setSkipMirrorTrue(view.endpoints);
  const alone = { ...labelled, subsets: [{ addresses: [{ ip: view.ip }], ports: view.ports }] };
  if (view.missing) {
    const reason = 'EndpointsMissing';
    return { ...ALL_WRONG, skipMirrorChanged, action: 'create', reason, endpoints: alone };
  }
  const check = checkEndpointSubsetFormat(view);
  if (!check.formatCorrect) {
    const reason = 'FormatIncorrect';
    return { ...check, skipMirrorChanged, action: 'update', reason, endpoints: alone };
  }
  const { ipsCorrect, portsCorrect } = check;
  if (!skipMirrorChanged && ipsCorrect && portsCorrect) {
    return {
      ...check,
      skipMirrorChanged,
      action: 'none',
      reason: 'AddressListed',
      endpoints: labelled,
    };
  }
  let subsets = labelled.subsets ?? [];
  if (!ipsCorrect) subsets = withOwnAddress(subsets[0], view);
  if (!portsCorrect) subsets = [{ ...subsets[0], ports: view.ports }, ...subsets.slice(1)];
  const endpoints = { ...labelled, subsets };
  const reason = writeReason(view, check);
  return { ...check, skipMirrorChanged, action: 'update', reason, endpoints };
}

function writeReason(view: MasterCountView, { ipsCorrect, portsCorrect }: SubsetCheck) {
  if (!ipsCorrect) {
    const listed = addressesOf(view.endpoints.subsets?.[0]).some(({ ip }) => ip === view.ip);
    return listed ? 'TooManyAddresses' : 'AddressMissing';
  }
  return portsCorrect ? 'SkipMirrorLabelMissing' : 'PortsDiffer';
}

/** Adds the own address, puts all in the order of text, and takes out what is too many. */
function withOwnAddress(
  subset: EndpointSubset,
  { ip, masterCount }: MasterCountView,
): readonly EndpointSubset[] {
  const own = { ...subset, addresses: [...addressesOf(subset), { ip }] };
  const [first, ...rest] = repackSubsets([own]);
  const addresses = dropAfterOwn(addressesOf(first), ip, masterCount);
  return [{ ...first, addresses }, ...rest];
}

/**
 * Takes out the addresses that follow the own one, from the front again after the last. The own
 * one's index is found once and not corrected when the removal has wrapped around, so the own
 * address can be the victim: [a, b, own] for a count of 1 ends as [b].
 */
export function dropAfterOwn(
  addresses: readonly EndpointAddress[],
  own: string,
  masterCount: number,
): readonly EndpointAddress[] {
  const left = [...addresses];
  const at = left.findIndex(({ ip }) => ip === own);
  while (at >= 0 && left.length > masterCount) left.splice((at + 1) % left.length, 1);
  return left;
}

/** The endpoints without the own address; undefined when there is no list to take it from. */
export function planRemoval(endpoints: Endpoints, own: string): Endpoints | undefined {
  const [first, ...rest] = endpoints.subsets ?? [];
  if (!first) return undefined;
  const addresses = addressesOf(first).filter(({ ip }) => ip !== own);
  return { ...endpoints, subsets: repackSubsets([{ ...first, addresses }, ...rest]) };
}
