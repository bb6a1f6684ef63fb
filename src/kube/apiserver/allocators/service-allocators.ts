/**
 * The allocators of one API server: its Service ranges and node ports, stored in etcd.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/rest/storage_core.go (newServiceIPAllocators),
 *             pkg/registry/core/service/storage/alloc.go (Allocators)
 */
import type { Process } from '#kernel';
import type { Switches } from '../../profile';
import { gateEnabled } from '../options/feature-gates';
import type { CompletedOptions } from '../options/options';
import type { Storage } from '../storage/storage';
import { AllocatorMetrics } from './allocator-metrics';
import { IpAllocator } from './ip-allocator';
import { type IpFamily, IpRange } from './ip-range';
import { PortAllocator } from './port-allocator';
import { type PortRangeSpec, portBitmap } from './port-range';
import { NODE_PORTS, PRIMARY_IPS, type RangeResource, SECONDARY_IPS } from './range-allocation';
import { type RangeRegistry, RangeStorage } from './range-storage';

/** An allocator of addresses, and the stored object below it. */
export interface StoredIps {
  readonly allocator: IpAllocator;
  readonly registry: RangeRegistry;
}

export interface ServiceAllocators {
  /** In the order of --service-cluster-ip-range; the first is the default. */
  readonly ips: readonly StoredIps[];
  readonly nodePorts: PortAllocator;
  readonly nodePortRegistry: RangeRegistry;
  readonly defaultFamily: IpFamily;
  /** The allocator of a family; undefined where the cluster has none. */
  ipsOf(family: string): IpAllocator | undefined;
}

export interface AllocatorParts {
  readonly process: Process;
  /** `<server>/apiserver`; writes the decisions. */
  readonly actor: string;
  readonly storage: Storage;
  readonly switches: Pick<Switches, 'nodePortAllocatorMetrics'>;
  readonly options: Pick<
    CompletedOptions,
    | 'etcdPrefix'
    | 'primaryServiceRange'
    | 'secondaryServiceRange'
    | 'serviceNodePortRange'
    | 'profile'
    | 'featureGates'
  >;
}

/** Whether the lower node ports are kept for static choices. */
export const keepsStaticPorts = ({
  profile,
  featureGates,
}: Pick<CompletedOptions, 'profile' | 'featureGates'>): boolean =>
  gateEnabled(profile, featureGates, 'ServiceNodePortStaticSubrange');

export function makeServiceAllocators(parts: AllocatorParts): ServiceAllocators {
  const { primaryServiceRange, secondaryServiceRange, serviceNodePortRange } = parts.options;
  const primary = storedIps(parts, primaryServiceRange, PRIMARY_IPS);
  const secondary =
    secondaryServiceRange === undefined
      ? []
      : [storedIps(parts, secondaryServiceRange, SECONDARY_IPS)];
  const ips = [primary, ...secondary];
  const ports = storedPorts(parts, serviceNodePortRange);
  return {
    ips,
    nodePorts: ports.allocator,
    nodePortRegistry: ports.registry,
    defaultFamily: primary.allocator.family,
    ipsOf: (family) => ips.find(({ allocator }) => allocator.family === family)?.allocator,
  };
}

function storedIps(parts: AllocatorParts, cidr: string, of: RangeResource): StoredIps {
  const range = new IpRange(cidr);
  const { process, actor, storage, options } = parts;
  const { etcdPrefix } = options;
  const bitmap = range.bitmap(process.random(`allocator/${of.place}`));
  const itemOf = (offset: number) => range.ipOf(offset);
  const backing = new RangeStorage({ process, actor, storage, etcdPrefix, of, bitmap, itemOf });
  return {
    allocator: new IpAllocator(range, backing, new AllocatorMetrics()),
    registry: backing,
  };
}

function storedPorts(parts: AllocatorParts, spec: PortRangeSpec) {
  const { process, actor, storage, switches, options } = parts;
  const of = NODE_PORTS;
  const random = process.random(`allocator/${of.place}`);
  const bitmap = portBitmap(spec, keepsStaticPorts(options), random);
  const itemOf = (offset: number) => String(spec.base + offset);
  const { etcdPrefix } = options;
  const backing = new RangeStorage({ process, actor, storage, etcdPrefix, of, bitmap, itemOf });
  const metrics = switches.nodePortAllocatorMetrics ? new AllocatorMetrics() : undefined;
  return { allocator: new PortAllocator(spec, backing, metrics), registry: backing };
}
