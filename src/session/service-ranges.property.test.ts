/**
 * Whatever happens to Services, their servers and the store: after three quiet passes of the repair
 * loops the ranges say what the Services have, and who stands in another's way has been told.
 */
import { describe, expect, it } from 'vitest';
import { CLEAN, QUIET, ServiceChaos } from './service-chaos';
import { bitsOf, type Claimed, type RangeState, type Ranges } from './service-ranges';
import { recordsOf } from './testing';

const SEEDS = 12;
const PATIENCE_MS = 240_000;

/** Later Services of an item that another has already. */
function later({ claims }: RangeState): readonly Claimed[] {
  const seen = new Set<number>();
  return claims.filter(({ item }) => {
    const again = seen.has(item);
    seen.add(item);
    return again;
  });
}

/** What the range and the Services say differently. */
function differences({ taken, claims }: RangeState): readonly string[] {
  const used = new Set(claims.map(({ item }) => item));
  const free = [...used].filter((item) => !taken.has(item)).map((item) => `${item} is used, free`);
  const leaked = [...taken].filter((item) => !used.has(item));
  return [...free, ...leaked.map((item) => `${item} is taken by nobody`)];
}

const told = ({ events }: Ranges, reason: string, service: string): boolean =>
  events.some(
    (event) => event.reason === reason && (event.regarding as { name: string }).name === service,
  );

/** Whose the addresses are by their IPAddresses; none where bitmaps are kept. */
function holdersOf({ run, keptAs }: ServiceChaos): ReadonlyMap<number, string> {
  const holders = new Map<number, string>();
  const keys = run.table.archive.keys().filter((key) => key.startsWith('/registry/ipaddresses/'));
  for (const key of keptAs === 'objects' ? keys : []) {
    const object = run.table.archive.history(key).at(-1)?.object as
      | { readonly spec: { readonly parentRef: { readonly name: string } } }
      | undefined;
    if (object) holders.set(Number(key.split('.')[3]), object.spec.parentRef.name);
  }
  return holders;
}

/** Of Services that share an address, those that its IPAddress does not name. */
function besides(state: RangeState, holders: ReadonlyMap<number, string>): readonly Claimed[] {
  if (holders.size === 0) return later(state);
  const shared = new Set(later(state).map(({ item }) => item));
  return state.claims.filter(
    ({ item, service }) => shared.has(item) && holders.get(item) !== service,
  );
}

/** Services that were not told what they should have been. */
function untold(ranges: Ranges, holders: ReadonlyMap<number, string>): readonly string[] {
  const missing = (reason: string, services: readonly string[]) =>
    services.filter((name) => !told(ranges, reason, name)).map((name) => `${name}: ${reason}`);
  const names = (claims: readonly Claimed[]) => claims.map(({ service }) => service);
  return [
    ...missing('ClusterIPAlreadyAllocated', names(besides(ranges.ips, holders))),
    ...missing('ClusterIPOutOfRange', ranges.ips.outside),
    ...missing('PortAlreadyAllocated', names(later(ranges.ports))),
    ...missing('PortOutOfRange', ranges.ports.outside),
  ];
}

/**
 * Whom a person deletes. Not the API server's own Service: it would be made again with the same
 * address, for a deleted Service gives its address back whoever else has it.
 */
function inTheWay({ ips, ports }: Ranges): readonly string[] {
  const own = ips.claims.filter(({ service }) => service === 'kubernetes');
  const clashing = [...later(ips), ...later(ports)].flatMap((claim) => {
    if (!own.some(({ item }) => item === claim.item)) return [claim.service];
    return ips.claims.filter(({ item }) => item === claim.item).map(({ service }) => service);
  });
  const names = [...clashing, ...ips.outside, ...ports.outside];
  return [...new Set(names)].filter((name) => name !== 'kubernetes');
}

/**
 * Services past the API about which nothing was said although nobody had allocated what they have:
 * of their address and of their port, each for itself.
 */
function unnoticed({ rawServices, run, keptAs }: ServiceChaos, { events }: Ranges) {
  return rawServices.flatMap((name) => {
    const put = run.table.archive.history(`/registry/services/specs/default/${name}`)[0];
    if (!put) return [];
    const { spec } = put.object as { spec: { clusterIP: string; ports: { nodePort: number }[] } };
    const { clusterIP: ip } = spec;
    const [{ nodePort: port }] = spec.ports;
    const about = (words: RegExp) => events.some(({ message }) => words.test(message));
    const ipTold = about(new RegExp(`: ?${ip.replaceAll('.', '\\.')} `));
    const last = Number(ip.split('.')[3]);
    const ipHeld =
      keptAs === 'objects'
        ? run.table.archive.at(`/registry/ipaddresses/${ip}`, put.seq)?.object !== undefined
        : heldUntilPass(run, put.seq, IPS, last);
    return [
      ...(ipTold || ipHeld ? [] : [`${name}: ${ip}`]),
      ...(about(new RegExp(`Port ${port} `)) || heldUntilPass(run, put.seq, PORTS, port)
        ? []
        : [`${name}: ${port}`]),
    ];
  });
}

const IPS = { key: '/registry/ranges/serviceips', allocator: 'cluster-ip', first: 1 };
const PORTS = { key: '/registry/ranges/servicenodeports', allocator: 'node-port', first: 30_000 };

/** Whether the stored range had it at some time from that record to the next pass's reading. */
function heldUntilPass(run: ServiceChaos['run'], seq: number, of: typeof IPS, item: number) {
  const read = recordsOf(run.table, 'repair').find(
    (record) =>
      record.seq > seq && record.allocator === of.allocator && record.phase === 'snapshot',
  );
  const rows = run.table.archive.history(of.key);
  const until = rows.filter((row) => row.seq <= (read?.seq ?? seq));
  const from = until.filter((row) => row.seq > seq);
  const standing = until.filter((row) => row.seq <= seq).slice(-1);
  return [...standing, ...from].some(({ object }) => bitsOf(object, of.first).has(item));
}

const CASES = Array.from({ length: SEEDS }, (_, index) => index + 1).flatMap((seed) =>
  (['bitmaps', 'objects'] as const).map((keptAs) => [seed, keptAs] as const),
);

describe.each(CASES)('seed %d, %s', (seed, keptAs) => {
  it(
    'comes to rest',
    () => {
      const chaos = new ServiceChaos(seed, keptAs);
      const quiet = chaos.to(QUIET);
      expect(differences(quiet.ips)).toEqual([]);
      expect(differences(quiet.ports)).toEqual([]);
      expect(untold(quiet, holdersOf(chaos))).toEqual([]);
      expect(unnoticed(chaos, quiet)).toEqual([]);
      chaos.deleteServices(inTheWay(quiet), QUIET + 1);
      const clean = chaos.to(CLEAN);
      for (const state of [clean.ips, clean.ports]) {
        expect(later(state)).toEqual([]);
        expect(state.outside).toEqual([]);
        expect(differences(state)).toEqual([]);
      }
    },
    PATIENCE_MS,
  );
});

it(
  'the chaos is one: all kinds of faults happen, and Services and passes meet',
  () => {
    const verbs = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      for (const step of new ServiceChaos(seed).scenario.spec.timeline ?? []) {
        for (const verb of Object.keys(step)) verbs.add(verb);
      }
    }
    const faults = ['restart', 'kill', 'partition', 'delay', 'pause', 'put', 'drop'];
    expect([...verbs]).toEqual(expect.arrayContaining(['create', 'apply', 'delete', ...faults]));
    const reasons = new Set<string>();
    const phases = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const chaos = new ServiceChaos(seed);
      for (const { reason } of chaos.to(QUIET).events) reasons.add(reason);
      for (const { phase } of recordsOf(chaos.run.table, 'repair')) phases.add(phase);
    }
    expect([...reasons]).toEqual(
      expect.arrayContaining(['ClusterIPNotAllocated', 'ClusterIPAlreadyAllocated']),
    );
    expect([...phases]).toEqual(expect.arrayContaining(['conflict', 'leak']));
    const ofObjects = [1, 2, 3].flatMap(
      (seed) => new ServiceChaos(seed, 'objects').to(QUIET).events,
    );
    expect(ofObjects.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        ...['ClusterIPNotAllocated', 'ClusterIPAlreadyAllocated', 'ClusterIPOutOfRange'],
        ...['IPAddressNotAllocated', 'IPAddressWrongReference', 'PortNotAllocated'],
      ]),
    );
  },
  PATIENCE_MS,
);
