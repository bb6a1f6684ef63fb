/**
 * What the repair loop of ClusterIPs looks after: the ranges of both families.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/ipallocator/controller/repair.go
 *             (NewRepair, doRunOnce)
 */
import type { RandomStream } from '#kernel';
import { parseIPSloppy } from '../../api/ip-address';
import type { Service } from '../../api/objects';
import { type IpAllocator, ipsFromSnapshot, newInMemoryIps } from '../allocators/ip-allocator';
import type { IpFamily } from '../allocators/ip-range';
import { PRIMARY_IPS, SECONDARY_IPS } from '../allocators/range-allocation';
import type { RangeRegistry } from '../allocators/range-storage';
import { CLUSTER_IP_NONE } from '../registry/strategies/service';
import { clusterIpComplaint } from './cluster-ip-complaint';
import {
  type Claim,
  type RepairedRange,
  type RepairSubject,
  rangeInMemory,
} from './repair-subject';

/** How Go prints an address that is none. */
const NO_IP = '<nil>';

export interface ClusterIpRange {
  /** A network address with its prefix. */
  readonly cidr: string;
  readonly registry: RangeRegistry;
}

/**
 * @param configured the primary range, then the secondary one where there is one.
 * @param random never drawn from: no address is left to chance.
 */
export function clusterIps(
  configured: readonly ClusterIpRange[],
  random: RandomStream,
): RepairSubject<string> {
  const made = configured.map((range, index) => repairedIps(range, index, random));
  const ranges = made.map(({ range }) => range);
  const families = made.map(({ family }) => family);
  return {
    texts: {
      refresh: 'unable to refresh the service IP block',
      list: 'unable to refresh the service IP block',
      persist: 'unable to persist the updated service IP allocations',
    },
    itemField: 'ip',
    ranges,
    claimsOf: (service) => claimedIps(service).map((text) => claimOf(text, families)),
    complaintOf: ({ metadata }, { item, range }, verdict, cause) =>
      clusterIpComplaint(verdict, {
        ip: verdict === 'not-valid' ? NO_IP : item,
        family: familyOfText(item),
        namespace: metadata.namespace ?? '',
        name: metadata.name ?? '',
        cidr: range === undefined ? '' : ranges[range].spec,
        cause: cause?.message,
      }),
    leakName: (ip) => `the cluster IP ${ip}`,
  };
}

function repairedIps({ cidr, registry }: ClusterIpRange, index: number, random: RandomStream) {
  const { family, cidr: spec } = newInMemoryIps(cidr, random);
  const range: RepairedRange<string> = {
    allocator: index === 0 ? 'cluster-ip' : 'secondary-cluster-ip',
    place: index === 0 ? PRIMARY_IPS.place : SECONDARY_IPS.place,
    registry,
    spec,
    leaks: new Map(),
    empty: () => rangeInMemory(newInMemoryIps(cidr, random)),
    fromSnapshot: (object) => inMemoryOr(ipsFromSnapshot(object, random)),
    unreadable: (error) =>
      `unable to rebuild allocator from snapshots for family:${family} with error:${error}`,
  };
  return { range, family };
}

const inMemoryOr = (made: IpAllocator | string) =>
  typeof made === 'string' ? made : rangeInMemory(made);

/** Upstream: helper.IsServiceIPSet. */
function claimedIps({ spec }: Service): readonly string[] {
  const { clusterIP = '' } = spec;
  if (clusterIP === '' || clusterIP === CLUSTER_IP_NONE) return [];
  return (spec.clusterIPs as readonly string[] | undefined) ?? [];
}

const familyOfText = (ip: string): IpFamily => (ip.includes(':') ? 'IPv6' : 'IPv4');

function claimOf(text: string, families: readonly IpFamily[]): Claim<string> {
  const address = parseIPSloppy(text);
  if (!address) return { item: text, range: undefined, verdict: 'not-valid' };
  const item = address.toString();
  const range = families.indexOf(familyOfText(item));
  if (range >= 0) return { item, range };
  return { item, range: undefined, verdict: 'family-not-configured' };
}
