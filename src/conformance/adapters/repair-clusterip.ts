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
import { Fields } from '../read-fields';
import { type ItemWords, RepairCase } from '../repair-case';
import { CountedRegistry, callFault, storeFaults } from '../repair-faults';
import { givenServices, givenStored, RepairStand } from '../repair-stand';
import { drawing, ETCD_PREFIX, Rig } from '../rig';

export const repairClusterIpAdapter: AreaAdapter = {
  area: 'repair-clusterip',
  calls: { runs, sequence: runs },
};

/** Source: the default of --service-cluster-ip-range. */
const DEFAULT_CIDR = '10.0.0.0/24';
const INPUTS = [
  ...['serviceCIDR', 'secondaryCIDR', 'stored', 'storedSecondary', 'services'],
  ...['createOrUpdateError', 'getError', 'listError'],
];

function runs({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only(...INPUTS);
  const families = familiesOf(inputs);
  const initial = families.flatMap(({ key, stored }) =>
    stored ? [{ key, value: stored.object }] : [],
  );
  const rig = new Rig({ switches, initial: [...initial, ...givenServices(inputs)] });
  const faults = storeFaults(inputs, families.length);
  const places = families.map(({ range, of }, index) => {
    const backing = new RangeStorage({
      process: rig.process,
      actor: rig.actor('apiserver'),
      storage: rig.openStorage(of.place),
      etcdPrefix: ETCD_PREFIX,
      of,
      bitmap: range.bitmap(drawing()),
      itemOf: (offset) => range.ipOf(offset),
    });
    const registry = new CountedRegistry(backing, faults, index);
    return { registry, cidr: range.cidr, allocator: new IpAllocator(range, backing) };
  });
  const allocatorOf = (ip: string) => {
    const place = places.find(({ allocator }) => allocator.range.offsetOf(ip) !== undefined);
    if (!place) throw new Unsupported(`when: ${ip} is in no range`);
    return place.allocator;
  };
  const listFault = callFault(inputs, 'listError', 1);
  return new RepairCase({
    rig,
    makeStand: (events) => {
      const subject = clusterIps(places, drawing());
      return new RepairStand({ rig, switches, subject, listFault, events });
    },
    words: WORDS,
    registries: places.map(({ registry }) => registry),
    keys: families.map(({ key }) => key),
    allocator: {
      take: (ip) => allocatorOf(ip).allocate(ip),
      release: (ip) => allocatorOf(ip).release(ip),
    },
    allocated: families.flatMap(({ stored }) => stored?.items ?? []),
  }).answer(when);
}

function familiesOf(inputs: Fields) {
  const primary = rangeOf(inputs, 'serviceCIDR', DEFAULT_CIDR);
  const secondary = inputs.has('secondaryCIDR') ? rangeOf(inputs, 'secondaryCIDR') : undefined;
  if (secondary?.family === primary.family) {
    throw new Unsupported(`given.secondaryCIDR: both ranges are of ${primary.family}`);
  }
  if (!secondary && inputs.has('storedSecondary')) {
    throw new Unsupported('given.storedSecondary: there is no secondaryCIDR');
  }
  return [primary, ...(secondary ? [secondary] : [])].map((range, index) => {
    const of = [PRIMARY_IPS, SECONDARY_IPS][index];
    const field = ['stored', 'storedSecondary'][index];
    const stored = givenStored(inputs, field, range.cidr, (text: string, items) => {
      if (!IpRange.isCidr(text)) throw new Unsupported(`given.${field}.range: ${text} is no CIDR`);
      return { memory: newInMemoryIps(text, drawing()), items: items.map(String) };
    });
    return { range, of, stored, key: rangeKeyOf(of, ETCD_PREFIX) };
  });
}

function rangeOf(inputs: Fields, key: string, absent?: string): IpRange {
  const text = inputs.text(key, absent);
  if (!IpRange.isCidr(text)) throw new Unsupported(`given.${key}: ${text} is no CIDR`);
  return new IpRange(text);
}

/** The stored range in memory; undefined where it cannot be read. */
function memoryOf(object: RangeAllocation): IpAllocator | undefined {
  const memory = ipsFromSnapshot(object, drawing());
  return typeof memory === 'string' ? undefined : memory;
}

const isIp = (text: string): boolean => IpRange.isCidr(`${text}/${text.includes(':') ? 128 : 32}`);

const WORDS: ItemWords<string> = {
  itemOf: (text) => {
    if (!isIp(text)) throw new Unsupported(`${text}: expected an address`);
    return text;
  },
  has: (object, ip) => memoryOf(object)?.has(ip),
  free: (object) => memoryOf(object)?.free,
  specWith: (clusterIPs) => ({
    type: 'ClusterIP',
    clusterIP: clusterIPs[0],
    clusterIPs,
    ipFamilies: clusterIPs.map((ip) => (ip.includes(':') ? 'IPv6' : 'IPv4')),
  }),
};
