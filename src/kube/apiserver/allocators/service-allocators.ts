/**
 * The allocators of one API server: its Service ranges and node ports, stored in etcd; from 1.33 on
 * addresses are IPAddresses, and the bitmaps of the ranges are written beside them.
 *
 * Upstream    kubernetes v1.27, v1.33 pkg/registry/core/rest/storage_core.go
 *             (newServiceIPAllocators), pkg/registry/core/service/storage/alloc.go (Allocators)
 * Simplified  the bitmaps are made while the server is built, and a slow etcd does not hold it up;
 *             with the gate on before 1.31 (alpha) addresses stay in bitmaps
 */
import type { Procedure, Process } from '#kernel';
import type { RestClient } from '../../client/rest-client';
import type { Switches } from '../../profile';
import { gateEnabled } from '../options/feature-gates';
import type { CompletedOptions } from '../options/options';
import type { ServerInformers } from '../server-context';
import type { Storage } from '../storage/storage';
import { AllocatorMetrics } from './allocator-metrics';
import { type FamilyAllocator, IpAllocator } from './ip-allocator';
import { type IpFamily, IpRange } from './ip-range';
import { MetaAllocator } from './meta-allocator';
import { PortAllocator } from './port-allocator';
import { type PortRangeSpec, portBitmap } from './port-range';
import { NODE_PORTS, PRIMARY_IPS, type RangeResource, SECONDARY_IPS } from './range-allocation';
import { type RangeRegistry, RangeStorage } from './range-storage';
import {
  addressResources,
  keepsIPAddresses,
  ServiceCidrs,
  writesBitmapsToo,
} from './service-cidrs';

/** An allocator of addresses, and the stored object below it. */
export interface StoredIps {
  readonly allocator: IpAllocator;
  readonly registry: RangeRegistry;
}

export interface ServiceAllocators {
  /** The bitmaps, in the order of --service-cluster-ip-range; none where only objects are kept. */
  readonly ips: readonly StoredIps[];
  /** In the order of --service-cluster-ip-range; the first is the default. */
  readonly families: readonly IpFamily[];
  /** The objects that addresses are kept as; undefined where bitmaps alone are. */
  readonly cidrs: ServiceCidrs | undefined;
  readonly nodePorts: PortAllocator;
  readonly nodePortRegistry: RangeRegistry;
  readonly defaultFamily: IpFamily;
  /** The allocator of a family; undefined where the cluster has none. */
  ipsOf(family: string): FamilyAllocator | undefined;
  /** Makes the bitmaps that are written beside objects. @returns why it could not. */
  initialize(): Procedure<string | undefined>;
}

/** How a server reads and writes its own objects. */
export interface OwnObjects {
  readonly client: RestClient;
  readonly informers: ServerInformers;
}

export interface AllocatorParts {
  readonly process: Process;
  /** `<server>/apiserver`; writes the decisions. */
  readonly actor: string;
  readonly storage: Storage;
  readonly switches: Pick<
    Switches,
    'nodePortAllocatorMetrics' | 'serviceCIDRObjects' | 'serviceCIDRStable'
  >;
  /** Absent where there are no objects to keep addresses as. */
  readonly objects?: OwnObjects;
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
  const ranges = [primaryServiceRange, secondaryServiceRange].filter((cidr) => cidr !== undefined);
  const families = ranges.map((cidr) => new IpRange(cidr).family);
  const cidrs = cidrsOf(parts);
  const stored =
    cidrs && !writesBitmapsToo(parts.options)
      ? []
      : ranges.map((cidr, index) => storedIps(parts, cidr, [PRIMARY_IPS, SECONDARY_IPS][index]));
  const ports = storedPorts(parts, serviceNodePortRange);
  const bitmapOf = (family: string) =>
    stored.find(({ allocator }) => allocator.family === family)?.allocator;
  const metas = cidrs
    ? families.map(
        (family) => new MetaAllocator({ ...parts, cidrs, family, bitmap: bitmapOf(family) }),
      )
    : [];
  return {
    ips: stored,
    families,
    cidrs,
    nodePorts: ports.allocator,
    nodePortRegistry: ports.registry,
    defaultFamily: families[0],
    ipsOf: (family) =>
      cidrs ? metas.find((allocator) => allocator.family === family) : bitmapOf(family),
    initialize: () => makeMissing(parts, cidrs ? stored : []),
  };
}

function cidrsOf({ objects, switches, options }: AllocatorParts): ServiceCidrs | undefined {
  if (!objects || !keepsIPAddresses(options, switches)) return undefined;
  return new ServiceCidrs(objects.client, objects.informers, addressResources(switches));
}

/** No repair loop makes the bitmaps any more, and nothing can be taken in one that is not there. */
function* makeMissing(
  { process, actor }: AllocatorParts,
  stored: readonly StoredIps[],
): Procedure<string | undefined> {
  for (const [index, { allocator, registry }] of stored.entries()) {
    const which = index === 0 ? 'cluster' : 'cluster secondary';
    const failed = (why = '') => `cannot create ${which} IP allocator: ${why}`;
    const found = yield* registry.get();
    if (!found.ok) return failed(found.status.message);
    if (found.allocation.metadata.resourceVersion) continue;
    const what = 'kube-apiserver started with IP allocator and dual write enabled';
    process.log(actor, 'info', `${what} but bitmap allocator does not exist, recreating it ...`);
    const made = yield* registry.createOrUpdate({ ...found.allocation, range: allocator.cidr });
    if (!made.ok) return failed(made.status.message);
  }
  return undefined;
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
