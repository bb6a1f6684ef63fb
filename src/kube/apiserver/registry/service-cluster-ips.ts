/**
 * The addresses of a Service, taken when it comes and given back when it goes.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/alloc.go (allocClusterIPs,
 *             allocIPs, releaseIPs, updateClusterIPs, releaseClusterIPs)
 */
import type { Procedure } from '#kernel';
import { goStrings, invalid } from '../../api/field-error';
import type { ServiceSpec, Status } from '../../api/objects';
import { newInternalError, newInvalid } from '../../api/status';
import { familyOf } from '../allocators/ip-range';
import { isMatchingPreferDualStack } from './service-families';
import { SERVICE_KIND, type ServiceWork } from './service-work';
import { CLUSTER_IP_NONE, needsClusterIP, type SpecDraft } from './strategies/service-fields';

/** Addresses by family, in no order that means anything. */
export type ByFamily = ReadonlyMap<string, string>;

/** What was taken at once, and what is given back when the write succeeds. */
export type IpChange =
  | { readonly ok: true; readonly allocated: ByFamily; readonly toRelease: ByFamily }
  | { readonly ok: false; readonly status: Status };

const NONE: ByFamily = new Map();
const unchanged: IpChange = { ok: true, allocated: NONE, toRelease: NONE };

/** Gives a new Service its addresses. Upstream: allocClusterIPs. */
export function* allocClusterIPs(work: ServiceWork, draft: SpecDraft): Procedure<IpChange> {
  if (!needsClusterIP(draft) || draft.clusterIPs[0] === CLUSTER_IP_NONE) return unchanged;
  const wanted = new Map(
    draft.ipFamilies.map((family, index) => [family, draft.clusterIPs[index] ?? '']),
  );
  const change = yield* allocIPs(work, draft, wanted);
  if (!change.ok) return change;
  draft.ipFamilies.forEach((family, index) => {
    draft.clusterIPs[index] = change.allocated.get(family) ?? '';
  });
  draft.clusterIP = draft.clusterIPs[0];
  return change;
}

/** Takes an address of each family; "" stands for any. */
function* allocIPs(work: ServiceWork, draft: SpecDraft, wanted: ByFamily): Procedure<IpChange> {
  const allocated = new Map<string, string>();
  for (const [family, ip] of work.anyOrder([...wanted])) {
    const own = work.allocators.ipsOf(family);
    // Families without a range were refused before.
    if (!own) continue;
    const allocator = work.dryRun ? own.dryRun() : own.callsFor(work);
    if (ip === '') {
      const next = yield* allocator.allocateNext();
      if (!next.ok) {
        const why = `failed to allocate a serviceIP: ${next.error.message}`;
        return keptBy(work, allocated, newInternalError(why));
      }
      allocated.set(family, next.value);
    } else {
      const error = yield* allocator.allocate(ip);
      if (error) {
        const why = `failed to allocate IP ${ip}: ${error.message}`;
        const fault = invalid('spec.clusterIPs', goStrings(markedIPs(draft)), why);
        return keptBy(work, allocated, newInvalid(SERVICE_KIND, work.name, [fault]));
      }
      allocated.set(family, ip);
    }
  }
  return { ok: true, allocated, toRelease: NONE };
}

/** With "" for each address that is still to come. */
const markedIPs = ({ ipFamilies, clusterIPs }: SpecDraft): readonly string[] =>
  Array.from(
    { length: Math.max(ipFamilies.length, clusterIPs.length) },
    (_, index) => clusterIPs[index] ?? '',
  );

/** What the first family got is not given back when the second one fails: repair finds the leak. */
function keptBy(work: ServiceWork, allocated: ByFamily, status: Status): IpChange {
  for (const [family, ip] of work.dryRun ? NONE : allocated) {
    work.decide('allocIPs', `leaked ${ip}`, `${family} is kept although the other family failed`);
  }
  return { ok: false, status };
}

/** Gives addresses back. @returns the error that ended it. Upstream: releaseIPs. */
export function* releaseIPs(work: ServiceWork, toRelease: ByFamily): Procedure<string | undefined> {
  for (const [family, ip] of work.anyOrder([...toRelease])) {
    const allocator = work.allocators.ipsOf(family);
    if (!allocator) {
      const what = 'Not releasing ClusterIP because related family is not enabled';
      work.log('info', `${what} clusterIP="${ip}" family="${family}"`);
      continue;
    }
    const error = yield* allocator.callsFor(work).release(ip);
    if (error) return error.message;
  }
  return undefined;
}

/** Upstream: updateClusterIPs. */
export function* updateClusterIPs(
  work: ServiceWork,
  draft: SpecDraft,
  before: ServiceSpec,
): Procedure<IpChange> {
  if (isMatchingPreferDualStack(draft, before)) return unchanged;
  const { clusterIPs: ips = [], ipFamilies: families = [] } = before;
  const why = (text: string) => work.decide('updateClusterIPs', text, changeOf(draft, before));
  if (!needsClusterIP(before) && needsClusterIP(draft)) {
    why('allocate all');
    return yield* allocClusterIPs(work, draft);
  }
  if (ips[0] === CLUSTER_IP_NONE) return unchanged;
  if (needsClusterIP(before) && !needsClusterIP(draft)) {
    why('release all');
    const toRelease = new Map(families.map((family, index) => [family, ips[index] ?? '']));
    return { ok: true, allocated: NONE, toRelease };
  }
  const [was, is] = [families.length, draft.ipFamilies.length];
  if (was === 1 && is === 2) {
    why('allocate the second');
    const family = draft.ipFamilies[1];
    const change = yield* allocIPs(work, draft, new Map([[family, draft.clusterIPs[1] ?? '']]));
    if (change.ok) draft.clusterIPs[1] = change.allocated.get(family) ?? '';
    return change;
  }
  if (was === 2 && is === 1) {
    why('release the second');
    return { ok: true, allocated: NONE, toRelease: new Map([[families[1], ips[1] ?? '']]) };
  }
  return unchanged;
}

const changeOf = (draft: SpecDraft, before: ServiceSpec): string => {
  if (draft.type !== before.type) return `type ${before.type} becomes ${draft.type}`;
  const list = (families: readonly string[] = []) => families.join(', ');
  return `ipFamilies ${list(before.ipFamilies)} become ${list(draft.ipFamilies)}`;
};

/** The addresses of a Service that has gone. Upstream: releaseClusterIPs. */
export function clusterIPsToRelease(spec: ServiceSpec): ByFamily {
  const { clusterIPs = [] } = spec;
  if (!needsClusterIP(spec) || clusterIPs[0] === CLUSTER_IP_NONE) return NONE;
  return new Map(clusterIPs.map((ip) => [familyOf(ip) ?? 'IPv4', ip]));
}
