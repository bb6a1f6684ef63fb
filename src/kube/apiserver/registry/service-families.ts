/**
 * Which families of addresses a Service has: one, or two on a dual-stack cluster.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/alloc.go (initIPFamilyFields)
 */
import { type FieldError, goStrings, invalid } from '../../api/field-error';
import type { ServiceSpec } from '../../api/objects';
import { familyOf } from '../allocators/ip-range';
import { otherFamily } from './strategies/service-defaults';
import {
  CLUSTER_IP_NONE,
  isSelectorlessHeadless,
  needsClusterIP,
  type SpecDraft,
  sameList,
} from './strategies/service-fields';
import { validateClusterIPFields } from './strategies/service-ip-validation';

/** Families that the cluster has ranges for; the first is its default. */
export type ClusterFamilies = readonly string[];

const POLICY = 'spec.ipFamilyPolicy';

/** A preferred second family is not added or taken away when the cluster's ranges change. */
export function isMatchingPreferDualStack(draft: SpecDraft, before?: ServiceSpec): boolean {
  if (!before || draft.type !== before.type || !needsClusterIP(draft)) return false;
  if (draft.ipFamilyPolicy !== 'PreferDualStack') return false;
  const { ipFamilyPolicy: was = 'PreferDualStack' } = before;
  if (was !== 'PreferDualStack') return false;
  return (
    sameList(draft.clusterIPs, before.clusterIPs) && sameList(draft.ipFamilies, before.ipFamilies)
  );
}

/** Fills in policy and families. @returns what is wrong with them. */
export function initIPFamilyFields(
  draft: SpecDraft,
  before: ServiceSpec | undefined,
  cluster: ClusterFamilies,
): readonly FieldError[] {
  if (!needsClusterIP(draft) || isMatchingPreferDualStack(draft, before)) return [];
  draft.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? defaultPolicy(draft);
  const wrong = validateClusterIPFields(draft);
  if (wrong.length > 0) return wrong;
  const errors = [
    ...(before ? releaseErrors(draft, before) : []),
    ...singleStackErrors(draft),
    ...inferFamilies(draft, cluster),
  ];
  if (errors.length > 0) return errors;
  if (isSelectorlessHeadless(draft)) {
    if (draft.ipFamilies.length === 0) draft.ipFamilies = [cluster[0]];
    // Allowed on a cluster of one family too.
    addSecondFamily(draft);
    return [];
  }
  const refused = notConfigured(draft, cluster);
  if (refused.length > 0) return refused;
  if (draft.ipFamilies.length === 0) draft.ipFamilies = [cluster[0]];
  if (cluster.length === 2) addSecondFamily(draft);
  return [];
}

const defaultPolicy = (draft: SpecDraft): string =>
  isSelectorlessHeadless(draft) ? 'RequireDualStack' : 'SingleStack';

function addSecondFamily(draft: SpecDraft): void {
  if (draft.ipFamilyPolicy === 'SingleStack' || draft.ipFamilies.length !== 1) return;
  draft.ipFamilies.push(otherFamily(draft.ipFamilies[0]));
}

/** On update: SingleStack lets the second address go; any other policy must keep it. */
function releaseErrors(draft: SpecDraft, before: ServiceSpec): readonly FieldError[] {
  const { clusterIPs: ips = [], ipFamilies: families = [] } = before;
  const policy = draft.ipFamilyPolicy ?? null;
  if (policy === 'SingleStack') {
    if (sameList(ips, draft.clusterIPs)) draft.clusterIPs = draft.clusterIPs.slice(0, 1);
    if (sameList(families, draft.ipFamilies)) draft.ipFamilies = draft.ipFamilies.slice(0, 1);
    return [];
  }
  const errors: FieldError[] = [];
  const reduced = (is: readonly string[], was: readonly string[]) =>
    is.length > 0 && is.length < was.length;
  const must = "must be 'SingleStack' to release the secondary";
  if (reduced(draft.clusterIPs, ips)) errors.push(invalid(POLICY, policy, `${must} cluster IP`));
  if (reduced(draft.ipFamilies, families)) {
    errors.push(invalid(POLICY, policy, `${must} IP family`));
  }
  return errors;
}

function singleStackErrors(draft: SpecDraft): readonly FieldError[] {
  if (draft.ipFamilyPolicy !== 'SingleStack') return [];
  const errors: FieldError[] = [];
  const must = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
  if (draft.clusterIPs.length === 2) {
    errors.push(invalid(POLICY, 'SingleStack', `${must} cluster IPs are specified`));
  }
  if (draft.ipFamilies.length === 2) {
    errors.push(invalid(POLICY, 'SingleStack', `${must} IP families are specified`));
  }
  return errors;
}

/** Families that are not given follow from the addresses. */
function inferFamilies(draft: SpecDraft, cluster: ClusterFamilies): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (draft.clusterIPs[0] === CLUSTER_IP_NONE) return errors;
  draft.clusterIPs.forEach((ip, index) => {
    if (index < draft.ipFamilies.length) return;
    const family = familyOf(ip) ?? 'unknown';
    if (cluster.includes(family)) draft.ipFamilies.push(family);
    else {
      const value = goStrings(draft.clusterIPs);
      const why = `${family} is not configured on this cluster`;
      errors.push(invalid(`spec.clusterIPs[${index}]`, value, why));
    }
  });
  return errors;
}

function notConfigured(draft: SpecDraft, cluster: ClusterFamilies): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (draft.ipFamilyPolicy === 'RequireDualStack' && cluster.length < 2) {
    const why = 'this cluster is not configured for dual-stack services';
    errors.push(invalid(POLICY, 'RequireDualStack', why));
  }
  draft.ipFamilies.forEach((family, index) => {
    if (cluster.includes(family)) return;
    errors.push(invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  });
  return errors;
}
