/** Area `repair-clusterip`: runs of the repair loop of ClusterIPs, of one family or both. */
import {
  clusterIps,
  IpAllocator,
  IpRange,
  ipsFromSnapshot,
  newInMemoryIps,
  PRIMARY_IPS,
  type RangeAllocation,
  RangeStorage,
  rangeKeyOf,
  SECONDARY_IPS,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
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

export const repairClusterIpAdapter: AreaAdapter = {
  area: 'repair-clusterip',
  calls: { runs, sequence: runs },
};

/** Source: the default of --service-cluster-ip-range. */
const DEFAULT_CIDR = '10.0.0.0/24';
const INPUTS = [
  ...['serviceCIDR', 'secondaryCIDR', 'stored', 'storedSecondary', 'services'],
  ...['createOrUpdateError', 'getError'],
];

function runs({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const families = familiesOf(inputs);
  const initial = families.flatMap(({ key, stored }) =>
    stored ? [{ key, value: stored.object }] : [],
  );
  const rig = new Rig({ switches, initial: [...initial, ...givenServices(inputs)] });
  const faults = storeFaults(inputs);
  const places = families.map(({ range, of }) => {
    const backing = new RangeStorage({
      process: rig.process,
      actor: rig.actor('apiserver'),
      storage: rig.openStorage(of.place),
      etcdPrefix: ETCD_PREFIX,
      of,
      bitmap: range.bitmap(drawing()),
      itemOf: (offset) => range.ipOf(offset),
    });
    const registry = new CountedRegistry(backing, faults);
    return { registry, cidr: range.cidr, allocator: new IpAllocator(range, backing) };
  });
  const subject = clusterIps(places, drawing());
  return new RepairCase({
    rig,
    stand: new RepairStand(rig, switches, subject),
    words: WORDS,
    registries: places.map(({ registry }) => registry),
    keys: families.map(({ key }) => key),
    allocate: (ip) => {
      const place = places.find(({ allocator }) => allocator.range.offsetOf(ip) !== undefined);
      if (!place) throw new Unsupported(`when: ${ip} is in no range`);
      return place.allocator.allocate(ip);
    },
    allocated: families.flatMap(({ stored }) => stored?.items ?? []),
  }).answer(when);
}

function familiesOf(inputs: Fields) {
  const primary = inputs.text('serviceCIDR', DEFAULT_CIDR);
  const both = inputs.has('secondaryCIDR') ? [primary, inputs.text('secondaryCIDR')] : [primary];
  return both.map((cidr, index) => {
    const of = [PRIMARY_IPS, SECONDARY_IPS][index];
    const field = ['stored', 'storedSecondary'][index];
    const stored = givenStored(inputs, field, cidr, (text: string, items: readonly Json[]) => ({
      memory: newInMemoryIps(text, drawing()),
      items: items.map(String),
    }));
    return { range: new IpRange(cidr), of, stored, key: rangeKeyOf(of, ETCD_PREFIX) };
  });
}

function memoryOf(object: RangeAllocation): IpAllocator {
  const memory = ipsFromSnapshot(object, drawing());
  if (typeof memory === 'string') throw new Unsupported(`the stored range: ${memory}`);
  return memory;
}

const WORDS: ItemWords<string> = {
  itemOf: (text) => text,
  has: (object, ip) => memoryOf(object).has(ip),
  free: (object) => memoryOf(object).free,
  specWith: (ip) => ({
    type: 'ClusterIP',
    clusterIP: ip,
    clusterIPs: [ip],
    ipFamilies: [ip.includes(':') ? 'IPv6' : 'IPv4'],
  }),
};
