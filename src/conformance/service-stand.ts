/**
 * Services in the registry of one server, with the ranges of a case; and what its allocators then
 * hold. Objects come in as they are after decoding, as in upstream's own tests of the registry.
 * What is taken is asked of the allocators, never of the Service.
 */
import { invariant } from '#base';
import {
  type IpFamily,
  IpRange,
  type KubeObject,
  NO_ALLOCATION,
  NODE_PORTS,
  type Outcome,
  PRIMARY_IPS,
  type RegistryStore,
  rangeKeyOf,
  SECONDARY_IPS,
  SERVICES,
  type ServiceAllocators,
  type ServiceSpec,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import { portRangeOf } from './adapters/port-allocator';
import type { Json } from './case';
import { objectOf } from './given-objects';
import { Fields, textsOf } from './read-fields';
import { ETCD_PREFIX, Rig, storedNamespace } from './rig';

const INPUTS = ['namespace', 'clusterCIDRs', 'clusterFamilies', 'nodePortRange'];
const FAMILIES: ReadonlySet<string> = new Set(['IPv4', 'IPv6']);

export type Result = Outcome;

/** The object of an answer; a deletion may answer with a Status. */
export const objectIn = ({ body }: Extract<Result, { ok: true }>): KubeObject => body as KubeObject;

/** How many of some things are taken. */
export type Held = 'none' | 'all' | 'some';

/** The families of a cluster, the default one first. */
export function familiesOf(inputs: Fields): readonly IpFamily[] {
  const families = inputs.texts('clusterFamilies');
  const known = families.length > 0 && families.every((family) => FAMILIES.has(family));
  const distinct = new Set(families).size === families.length;
  if (!known || !distinct) throw new Unsupported('given.clusterFamilies: expected IPv4, IPv6');
  return families as readonly IpFamily[];
}

export class ServiceStand {
  readonly #store: RegistryStore;
  readonly #allocators: ServiceAllocators;
  readonly #rig: Rig;
  readonly #namespace: string;

  constructor({ given, switches }: Question) {
    const inputs = new Fields(given, 'given').only(...INPUTS);
    const cidrs = inputs.inside('clusterCIDRs').only('IPv4', 'IPv6');
    textsOf(cidrs, 'IPv4', 'IPv6');
    const [primary, secondary] = familiesOf(inputs).map((family) => cidrOf(cidrs, family));
    const ports = inputs.text('nodePortRange');
    this.#namespace = inputs.text('namespace', 'default');
    const made = (of: typeof NODE_PORTS, range: string | undefined) =>
      range === undefined
        ? []
        : [{ key: rangeKeyOf(of, ETCD_PREFIX), value: { ...NO_ALLOCATION, range } }];
    // As the first pass of the repair loops leaves them.
    const initial = [
      storedNamespace(this.#namespace),
      ...made(PRIMARY_IPS, primary),
      ...made(SECONDARY_IPS, secondary),
      ...made(NODE_PORTS, ports),
    ];
    const serviceNodePortRange = portRangeOf(ports);
    this.#rig = new Rig({
      switches,
      initial,
      services: {
        primaryServiceRange: primary,
        secondaryServiceRange: secondary,
        serviceNodePortRange,
      },
    });
    const { handler, allocators } = this.#rig.serve();
    const store = handler.storeOf(SERVICES);
    invariant(store, 'Services are stored');
    this.#store = store;
    this.#allocators = allocators;
  }

  /** A Service as a case writes it. */
  serviceOf(value: Json, path: string): KubeObject {
    return objectOf(SERVICES, value, path, this.#namespace);
  }

  create(object: KubeObject, dryRun = false): Result {
    return this.#rig.perform(this.#store.create(this.#write(object, dryRun)));
  }

  /** The stored Service becomes this one; the version is the stored one's. */
  update(service: KubeObject, stored: KubeObject, dryRun = false): Result {
    const { resourceVersion } = stored.metadata;
    const object = { ...service, metadata: { ...service.metadata, resourceVersion } };
    return this.#rig.perform(this.#store.update(this.#write(object, dryRun)));
  }

  delete(name: string): Result {
    const asked = { namespace: this.#namespace, name, options: {} };
    return this.#rig.perform(this.#store.delete(asked));
  }

  get(name: string): Result {
    return this.#rig.perform(this.#store.get(this.#namespace, name));
  }

  #write(object: KubeObject, dryRun: boolean) {
    const { name = '' } = object.metadata;
    return { namespace: this.#namespace, name, subresource: '', object, dryRun };
  }

  /** Takes an address past the API. */
  take(ip: string): void {
    const { ips } = this.#allocators;
    const found = ips.find(({ allocator }) => allocator.range.contains(ip));
    if (!found) throw new Unsupported(`${ip}: in no range of this cluster`);
    const error = this.#rig.perform(found.allocator.allocate(ip));
    if (error) throw new Unsupported(`${ip}: ${error.message}`);
  }

  /** Everything that is taken. */
  get taken(): string {
    const { ips, nodePorts } = this.#allocators;
    const all: (string | number)[] = [];
    for (const { allocator } of ips) {
      allocator.forEach((ip) => {
        all.push(ip);
      });
    }
    nodePorts.forEach((port) => {
      all.push(port);
    });
    return all.join(' ');
  }

  heldIPs({ clusterIPs = [] }: ServiceSpec): Held {
    const { ips } = this.#allocators;
    const addresses = clusterIPs.filter((ip) => ip !== 'None');
    return held(addresses, (ip) => ips.some(({ allocator }) => allocator.has(ip)));
  }

  /** All is said where every port of the Service has a node port, and each is taken. */
  heldPorts({ ports = [] }: ServiceSpec): Held {
    const { nodePorts } = this.#allocators;
    return held(ports, ({ nodePort }) => nodePort !== undefined && nodePorts.has(nodePort));
  }

  heldHealthCheck({ healthCheckNodePort }: ServiceSpec): Held {
    const { nodePorts } = this.#allocators;
    return held(healthCheckNodePort ? [healthCheckNodePort] : [], (port) => nodePorts.has(port));
  }
}

function held<T>(items: readonly T[], isHeld: (item: T) => boolean): Held {
  const count = items.filter(isHeld).length;
  if (count === 0) return 'none';
  return count === items.length ? 'all' : 'some';
}

function cidrOf(cidrs: Fields, family: string): string {
  const cidr = cidrs.text(family);
  if (!IpRange.isCidr(cidr) || new IpRange(cidr).family !== family) {
    throw new Unsupported(`given.clusterCIDRs.${family}: ${cidr} is no such network`);
  }
  return cidr;
}

/** A flag where all or none is so, else the words. */
export const flagOf = (found: Held): Json => (found === 'some' ? 'some' : found === 'all');
