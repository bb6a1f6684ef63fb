/** Area `repair-nodeport`: runs of the repair loop of node ports, and what it collects. */
import {
  collectServiceNodePorts,
  NODE_PORTS,
  newInMemoryPorts,
  nodePorts,
  PortAllocator,
  type PortRangeSpec,
  parsePortRangeText,
  portBitmap,
  portsFromSnapshot,
  type RangeAllocation,
  RangeStorage,
  rangeKeyOf,
  SERVICES,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { typedAs } from '../given-objects';
import { Fields } from '../read-fields';
import { type ItemWords, RepairCase } from '../repair-case';
import {
  CountedRegistry,
  givenServices,
  givenStored,
  RepairStand,
  storeFaults,
} from '../repair-stand';
import { drawing, ETCD_PREFIX, Rig } from '../rig';

export const repairNodePortAdapter: AreaAdapter = {
  area: 'repair-nodeport',
  calls: { collectServiceNodePorts: collect, runs, sequence: runs },
};

function collect({ given }: Question): Answer {
  const spec = new Fields(given, 'given').only('serviceSpec').inside('serviceSpec');
  spec.only('ports', 'healthCheckNodePort');
  typedAs(SERVICES, { spec: given.serviceSpec }, 'given.serviceSpec');
  const ports = spec.list('ports', []) as never;
  const healthCheckNodePort = spec.number('healthCheckNodePort', 0);
  const collected = collectServiceNodePorts({ spec: { ports, healthCheckNodePort } });
  return { facts: { sortedPorts: [...collected].sort((a, b) => a - b) } };
}

/** Source: the default of --service-node-port-range. */
const DEFAULT_RANGE = '30000-32767';
const INPUTS = ['portRange', 'stored', 'services', 'createOrUpdateError', 'getError'];

function runs({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const range = rangeOf(inputs.text('portRange', DEFAULT_RANGE));
  const how = { staticBand: false, random: drawing() };
  const key = rangeKeyOf(NODE_PORTS, ETCD_PREFIX);
  const data = (text: string, items: readonly Json[]) => {
    const memory = newInMemoryPorts(rangeOf(text), how);
    return { memory, items: items.map(Number) };
  };
  const stored = givenStored(inputs, 'stored', inputs.text('portRange', DEFAULT_RANGE), data);
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
  const registry = new CountedRegistry(backing, storeFaults(inputs));
  const subject = nodePorts({ ports: range, registry }, drawing());
  const allocator = new PortAllocator(range, backing);
  return new RepairCase({
    rig,
    stand: new RepairStand(rig, switches, subject),
    words: portWords(how),
    registries: [registry],
    keys: [key],
    allocate: (port) => allocator.allocate(port),
    allocated: stored?.items ?? [],
  }).answer(when);
}

function rangeOf(text: string): PortRangeSpec {
  const range = parsePortRangeText(text);
  if (!range) throw new Unsupported(`${text}: expected a range of ports`);
  return range;
}

function portWords(how: Parameters<typeof newInMemoryPorts>[1]): ItemWords<number> {
  const memoryOf = (object: RangeAllocation) => {
    const memory = portsFromSnapshot(object, how);
    if (typeof memory === 'string') throw new Unsupported(`the stored range: ${memory}`);
    return memory;
  };
  return {
    itemOf: Number,
    has: (object, port) => memoryOf(object).has(port),
    free: (object) => memoryOf(object).free,
    specWith: (nodePort) => ({
      type: 'NodePort',
      ports: [{ port: 80, protocol: 'TCP', nodePort }],
    }),
  };
}
