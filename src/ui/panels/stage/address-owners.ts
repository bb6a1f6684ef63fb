/** Which API server is behind which address. Servers of one address may follow one another. */
import type { TraceIndex } from '#trace';

export interface AddressSource {
  readonly index: TraceIndex;
  /** Addresses that API servers are told to advertise, by server. */
  readonly advertised: ReadonlyMap<string, string>;
}

/** The address of each server: the one it was seen to hold a lease for, else the advertised one. */
export function serverAddresses({ index, advertised }: AddressSource): Map<string, string> {
  const addresses = new Map(advertised);
  for (const { name, master, holds } of index.leases()) {
    if (master) for (const { holder } of holds) if (holder !== '') addresses.set(holder, name);
  }
  return addresses;
}

/** The server behind each address: the one that runs, else the one that ran last. */
export function addressOwners(source: AddressSource, time: number): Map<string, string> {
  const owners = new Map<string, { readonly server: string; readonly rank: Rank }>();
  for (const [server, ip] of serverAddresses(source)) {
    const rank = rankOf(source.index, server, time);
    const other = owners.get(ip);
    if (!other || isAbove(rank, other.rank)) owners.set(ip, { server, rank });
  }
  return new Map([...owners].map(([ip, { server }]) => [ip, server]));
}

interface Rank {
  readonly runs: boolean;
  /** Since when it has been as it is, µs; -1: it has not been started. */
  readonly since: number;
}

function rankOf(index: TraceIndex, server: string, time: number): Rank {
  const state = index.processPhaseAt(server, time);
  return { runs: state !== undefined && state.phase !== 'exited', since: state?.since ?? -1 };
}

const isAbove = (a: Rank, b: Rank): boolean => (a.runs === b.runs ? a.since > b.since : a.runs);
