/**
 * What the repair loop of node ports looks after: one range.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/portallocator/controller/repair.go
 *             (NewRepair, doRunOnce)
 */
import type { RandomStream } from '#kernel';
import {
  newInMemoryPorts,
  type PortAllocator,
  portsFromSnapshot,
} from '../allocators/port-allocator';
import { type PortRangeSpec, portRangeText } from '../allocators/port-range';
import { NODE_PORTS } from '../allocators/range-allocation';
import type { RangeRegistry } from '../allocators/range-storage';
import { collectServiceNodePorts, nodePortComplaint } from './node-port-complaint';
import { type RepairedRange, type RepairSubject, rangeInMemory } from './repair-subject';

export interface NodePortRange {
  readonly ports: PortRangeSpec;
  readonly registry: RangeRegistry;
}

/** @param random never drawn from: no port is left to chance. */
export function nodePorts(
  { ports, registry }: NodePortRange,
  random: RandomStream,
): RepairSubject<number> {
  // The band matters only to who asks for any port.
  const how = { staticBand: false, random };
  const spec = portRangeText(ports.base, ports.size);
  const range: RepairedRange<number> = {
    allocator: 'node-port',
    place: NODE_PORTS.place,
    registry,
    spec,
    leaks: new Map(),
    empty: () => rangeInMemory(newInMemoryPorts(ports, how)),
    fromSnapshot: (object) => inMemoryOr(portsFromSnapshot(object, how)),
    unreadable: (error) => `unable to rebuild allocator from snapshot: ${error}`,
  };
  return {
    texts: {
      refresh: 'unable to refresh the port allocations',
      list: 'unable to refresh the port block',
      persist: 'unable to persist the updated port allocations',
    },
    itemField: 'port',
    ranges: [range],
    claimsOf: (service) => collectServiceNodePorts(service).map((item) => ({ item, range: 0 })),
    complaintOf: ({ metadata }, { item }, verdict, cause) =>
      nodePortComplaint(verdict, {
        port: item,
        namespace: metadata.namespace ?? '',
        name: metadata.name ?? '',
        range: spec,
        cause: cause?.message,
      }),
    leakName: (port) => `the node port ${port}`,
  };
}

const inMemoryOr = (made: PortAllocator | string) =>
  typeof made === 'string' ? made : rangeInMemory(made);
