/**
 * Which ServiceCIDRs and IPAddresses an API server knows, from its informers.
 *
 * Upstream    kubernetes v1.33 pkg/registry/core/service/ipallocator/cidrallocator.go
 *             (syncAllocators), pkg/api/servicecidr/servicecidr.go
 * Simplified  the allocators follow the informer's cache at once, without a work queue; a CIDR of
 *             two ServiceCIDRs is ready while one of them is
 */
import {
  cidrsOf,
  type IPAddress,
  isManagedByAllocator,
  readyCondition,
} from '../../api/networking';
import type { ApiResource, KubeObject } from '../../api/objects';
import { IP_ADDRESSES, SERVICE_CIDRS } from '../../api/resources';
import type { RestClient } from '../../client/rest-client';
import type { Switches } from '../../profile';
import { gateEnabled } from '../options/feature-gates';
import type { CompletedOptions } from '../options/options';
import type { ServerInformers } from '../server-context';
import { AddressRange, cidrHolds } from './address-range';
import type { IpFamily } from './ip-range';

/** The resources in the version that a server of this profile uses itself. */
export interface AddressResources {
  readonly addresses: ApiResource;
  readonly ranges: ApiResource;
}

export function addressResources(switches: Pick<Switches, 'serviceCIDRStable'>): AddressResources {
  const version = switches.serviceCIDRStable ? 'v1' : 'v1beta1';
  return { addresses: IP_ADDRESSES[version], ranges: SERVICE_CIDRS[version] };
}

type GateOptions = Pick<CompletedOptions, 'profile' | 'featureGates'>;

/** Whether each Service address is an IPAddress. */
export const keepsIPAddresses = (
  { profile, featureGates }: GateOptions,
  switches: Pick<Switches, 'serviceCIDRObjects'>,
): boolean =>
  switches.serviceCIDRObjects && gateEnabled(profile, featureGates, 'MultiCIDRServiceAllocator');

/** Whether the bitmaps are written beside them. */
export const writesBitmapsToo = ({ profile, featureGates }: GateOptions): boolean =>
  !gateEnabled(profile, featureGates, 'DisableAllocatorDualWrite');

/** One CIDR to hand out of. */
export interface ReadyRange {
  readonly range: AddressRange;
  readonly ready: boolean;
}

export class ServiceCidrs {
  readonly client: RestClient;
  readonly resources: AddressResources;
  readonly #informers: ServerInformers;

  constructor(client: RestClient, informers: ServerInformers, resources: AddressResources) {
    this.client = client;
    this.resources = resources;
    this.#informers = informers;
    informers.informerFor(resources.ranges);
    informers.informerFor(resources.addresses);
  }

  get synced(): boolean {
    const { addresses, ranges } = this.resources;
    return [addresses, ranges].every((of) => this.#informers.informerFor(of).hasSynced);
  }

  /** The IPAddress of a name, as the cache has it. */
  address(name: string): IPAddress | undefined {
    return this.#informers.informerFor(this.resources.addresses).get('', name) as IPAddress;
  }

  range(name: string): KubeObject | undefined {
    return this.#informers.informerFor(this.resources.ranges).get('', name);
  }

  /** Those that the allocator of Services made. */
  managed(): readonly IPAddress[] {
    const all = this.#informers.informerFor(this.resources.addresses).list('');
    return (all as readonly IPAddress[]).filter(isManagedByAllocator);
  }

  /** Whether a ServiceCIDR could have the address. Upstream: servicecidr.ContainsIP. */
  holds(ip: string): boolean {
    return this.#ranges().some((object) => cidrsOf(object).some((cidr) => cidrHolds(cidr, ip)));
  }

  /** What can be handed out of, each CIDR once. Nothing before both caches have synced. */
  rangesOf(family: IpFamily): readonly ReadyRange[] {
    if (!this.synced) return [];
    const found = new Map<string, ReadyRange>();
    for (const object of this.#ranges()) {
      const ready = isReady(object) && object.metadata.deletionTimestamp === undefined;
      for (const cidr of cidrsOf(object)) {
        const range = AddressRange.of(cidr);
        if (range?.family !== family) continue;
        const before = found.get(cidr)?.ready ?? false;
        found.set(cidr, { range, ready: ready || before });
      }
    }
    return [...found.values()];
  }

  #ranges(): readonly KubeObject[] {
    return this.#informers.informerFor(this.resources.ranges).list('');
  }
}

/** Without a condition it is ready: nobody may have looked yet. Upstream: isReady. */
function isReady(object: KubeObject): boolean {
  const condition = readyCondition(object);
  return condition === undefined || condition.status === 'True';
}
