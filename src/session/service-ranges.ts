/**
 * What Services claim and what the stored ranges say, read from the records of a run. Addresses are
 * a bitmap, or one IPAddress each.
 */
import type { RecordOf, TraceTable } from '#trace';

export type KeptAs = 'bitmaps' | 'objects';

/** Where the IPAddresses are. */
const ADDRESSES = '/registry/ipaddresses/';

const SPECS = '/registry/services/specs/';
const FIRST_PORT = 30_000;

export interface Claimed {
  readonly service: string;
  /** Last number of an address of 10.96.0.0/27, or a port of 30000-30031. */
  readonly item: number;
}

export interface RangeState {
  /** Items that are taken in the stored range. */
  readonly taken: ReadonlySet<number>;
  /** In order of the Services' keys. */
  readonly claims: readonly Claimed[];
  /** Services with an item that the range does not have. */
  readonly outside: readonly string[];
}

export interface Ranges {
  readonly ips: RangeState;
  readonly ports: RangeState;
  readonly events: readonly RecordOf<'event'>[];
}

interface Stored {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly clusterIPs?: readonly string[];
    readonly ports?: readonly { readonly nodePort?: number }[];
    readonly healthCheckNodePort?: number;
  };
}

export function describeRanges(table: TraceTable, keptAs: KeptAs = 'bitmaps'): Ranges {
  const { archive } = table;
  const keys = [...new Set(archive.rows.map(({ key }) => key))].sort();
  const latest = (key: string) => archive.history(key).at(-1)?.object;
  const services = keys
    .filter((key) => key.startsWith(SPECS))
    .flatMap((key) => {
      const object = latest(key) as Stored | undefined;
      return object ? [object] : [];
    });
  const events: RecordOf<'event'>[] = [];
  for (let seq = 0; seq < table.length; seq += 1) {
    const event = table.recordOf(seq, 'event');
    if (event) events.push(event);
  }
  const ipClaims = services.flatMap((service) => claims(service, addressesOf(service)));
  const portClaims = services.flatMap((service) => claims(service, portsOf(service)));
  const objects = keys.filter((key) => key.startsWith(ADDRESSES) && latest(key) !== undefined);
  const taken =
    keptAs === 'objects'
      ? new Set(objects.map((key) => Number(key.split('.')[3])))
      : bitsOf(latest('/registry/ranges/serviceips'), 1);
  const ports = bitsOf(latest('/registry/ranges/servicenodeports'), FIRST_PORT);
  return {
    ips: stateOf(taken, ipClaims, 1, 30),
    ports: stateOf(ports, portClaims, FIRST_PORT, 32),
    events,
  };
}

const claims = ({ metadata }: Stored, items: readonly number[]): Claimed[] =>
  [...new Set(items)].map((item) => ({ service: metadata.name, item }));

function addressesOf({ spec }: Stored): readonly number[] {
  const own = (spec.clusterIPs ?? []).filter((ip) => ip !== 'None');
  return own.map((ip) => (ip.startsWith('10.96.0.') ? Number(ip.split('.')[3]) : -1));
}

function portsOf({ spec }: Stored): readonly number[] {
  const ports = (spec.ports ?? []).map(({ nodePort = 0 }) => nodePort);
  return [...ports, spec.healthCheckNodePort ?? 0].filter((port) => port !== 0);
}

/** The numbers that a stored bitmap has, counted from its first. */
export function bitsOf(object: unknown, first: number): ReadonlySet<number> {
  const { data = '' } = (object ?? {}) as { readonly data?: string };
  const bytes = [...atob(data)].map((char) => char.charCodeAt(0)).reverse();
  const taken = new Set<number>();
  bytes.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) taken.add(first + at * 8 + bit);
  });
  return taken;
}

function stateOf(
  taken: ReadonlySet<number>,
  all: readonly Claimed[],
  first: number,
  size: number,
): RangeState {
  const inside = ({ item }: Claimed) => item >= first && item < first + size;
  return {
    taken,
    claims: all.filter(inside),
    outside: all.filter((claim) => !inside(claim)).map(({ service }) => service),
  };
}
