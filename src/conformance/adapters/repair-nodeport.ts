/** Area `repair-nodeport`: runs of the repair loop of node ports, and what it collects. */
import {
  collectServiceNodePorts,
  NODE_PORTS,
  newInMemoryPorts,
  nodePorts,
  PortAllocator,
  type PortRangeSpec,
  parsePortRange,
  portBitmap,
  portRangeText,
  portsFromSnapshot,
  type RangeAllocation,
  RangeStorage,
  rangeKeyOf,
  SERVICES,
  type ServiceSpec,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { typedAs } from '../given-objects';
import { Fields, fieldsOfWhen } from '../read-fields';
import { type ItemWords, RepairCase } from '../repair-case';
import { CountedRegistry, callFault, storeFaults } from '../repair-faults';
import { givenServices, givenStored, RepairStand } from '../repair-stand';
import { drawing, ETCD_PREFIX, Rig } from '../rig';

export const repairNodePortAdapter: AreaAdapter = {
  area: 'repair-nodeport',
  calls: { collectServiceNodePorts: collect, runs, sequence: runs },
};

function collect({ given, when }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const { all } = new Fields(given, 'given').only('serviceSpec').inside('serviceSpec');
  const { spec } = typedAs(SERVICES, { spec: all }, 'given.serviceSpec');
  const collected = collectServiceNodePorts({ spec: spec as ServiceSpec });
  return { facts: { sortedPorts: [...collected].sort((a, b) => a - b) } };
}

/** Source: the default of --service-node-port-range. */
const DEFAULT_RANGE = '30000-32767';
const INPUTS = ['portRange', 'stored', 'services', 'createOrUpdateError', 'getError', 'listError'];

function runs({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const range = rangeOf(inputs.text('portRange', DEFAULT_RANGE), 'given.portRange');
  const how = { staticBand: false, random: drawing() };
  const key = rangeKeyOf(NODE_PORTS, ETCD_PREFIX);
  const data = (text: string, items: readonly Json[]) => {
    const memory = newInMemoryPorts(rangeOf(text, 'given.stored.range'), how);
    return { memory, items: items.map((item) => portOf(String(item), 'given.stored.allocated')) };
  };
  const stored = givenStored(inputs, 'stored', portRangeText(range.base, range.size), data);
  const initial = [...(stored ? [{ key, value: stored.object }] : []), ...givenServices(inputs)];
  const rig = new Rig({ switches, initial });
  const bitmap = portBitmap(range, false, drawing());
  const backing = new RangeStorage({
    process: rig.process,
    actor: rig.actor('apiserver'),
    storage: rig.openStorage('ranges'),
    etcdPrefix: ETCD_PREFIX,
    of: NODE_PORTS,
    bitmap,
    itemOf: (offset) => String(range.base + offset),
  });
  const registry = new CountedRegistry(backing, storeFaults(inputs, 1), 0);
  const listFault = callFault(inputs, 'listError', 1);
  const allocator = new PortAllocator(range, backing);
  return new RepairCase({
    rig,
    makeStand: (events) => {
      const subject = nodePorts({ ports: range, registry }, drawing());
      return new RepairStand({ rig, switches, subject, listFault, events });
    },
    words: portWords(how),
    registries: [registry],
    keys: [key],
    allocator: {
      take: (port) => allocator.allocate(port),
      release: (port) => allocator.release(port),
    },
    allocated: stored?.items ?? [],
  }).answer(when);
}

function rangeOf(text: string, path: string): PortRangeSpec {
  const range = parsePortRange(text);
  if (typeof range === 'string') throw new Unsupported(`${path}: ${range}`);
  return range;
}

function portOf(text: string, path: string): number {
  if (!/^\d+$/.test(text)) throw new Unsupported(`${path}: ${text} is no port`);
  return Number(text);
}

function portWords(how: Parameters<typeof newInMemoryPorts>[1]): ItemWords<number> {
  const memoryOf = (object: RangeAllocation) => {
    const memory = portsFromSnapshot(object, how);
    return typeof memory === 'string' ? undefined : memory;
  };
  return {
    itemOf: (text) => portOf(text, 'a port of the case'),
    has: (object, port) => memoryOf(object)?.has(port),
    free: (object) => memoryOf(object)?.free,
    specWith: (ports) => ({
      type: 'NodePort',
      ports: ports.map((nodePort, index) => ({ port: 80 + index, protocol: 'TCP', nodePort })),
    }),
  };
}
