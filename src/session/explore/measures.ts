/** What can be measured in a run and compared over many seeds. */
import { hostAddressOf, type SimTime } from '#base';
import { completeAndValidate } from '#kube';
import type { Sample } from '#protocol';
import type { TraceTable } from '#trace';
import type { Run } from '../run';
import { handOffs } from './hand-offs';

export interface Measure {
  readonly name: string;
  /** One sentence for the command line. */
  readonly summary: string;
  of(run: Run): readonly Sample[];
}

const ENDPOINTS = '/registry/services/endpoints/default/kubernetes';

/** A server's life, as the trace tells it. */
interface Life {
  readonly server: string;
  readonly address: string;
  readonly begun: SimTime;
  readonly ended: SimTime | undefined;
  /** When the server was started again after it. */
  readonly next: SimTime | undefined;
}

interface AddressList {
  readonly at: SimTime;
  readonly ips: ReadonlySet<string>;
}

/** Measures in the order in which they are offered. */
export const MEASURES: readonly Measure[] = [
  {
    name: 'hand-off',
    summary: "from a leader's end until another has acquired its lease",
    of: (run) => handOffs(run.table),
  },
  {
    name: 'endpoint-staleness',
    summary: "from a server's end until default/kubernetes no longer lists its address",
    of: (run) => {
      const lists = addressLists(run.table);
      return livesOf(run).flatMap((life) => staleness(life, lists));
    },
  },
  {
    name: 'endpoint-arrival',
    summary: "from a server's start until default/kubernetes lists its address",
    of: (run) => {
      const lists = addressLists(run.table);
      return livesOf(run).flatMap((life) => arrival(life, lists));
    },
  },
  {
    name: 'time-to-ready',
    summary: "from a server's start until its /readyz says ok",
    of: (run) => livesOf(run).flatMap((life) => readiness(life, run.table)),
  },
];

/** A server that comes back while it is still listed is not counted: its address is right again. */
function staleness(
  { server, address, ended, next }: Life,
  lists: readonly AddressList[],
): readonly Sample[] {
  if (ended === undefined) return [];
  const before = lists.filter(({ at }) => at <= ended).at(-1);
  if (!before?.ips.has(address)) return [];
  const gone = lists.find(({ at, ips }) => at > ended && !ips.has(address));
  if (next !== undefined && !(gone && gone.at <= next)) return [];
  return [{ subject: server, us: gone ? gone.at - ended : null }];
}

/** A server whose address is still listed from its last life has nothing to wait for. */
function arrival(
  { server, address, begun, ended }: Life,
  lists: readonly AddressList[],
): readonly Sample[] {
  const before = lists.filter(({ at }) => at <= begun).at(-1);
  if (before?.ips.has(address)) return [];
  const listed = lists.find(({ at, ips }) => at > begun && ips.has(address));
  if (ended !== undefined && !(listed && listed.at <= ended)) return [];
  return [{ subject: server, us: listed ? listed.at - begun : null }];
}

function readiness({ server, begun, ended }: Life, table: TraceTable): readonly Sample[] {
  const end = ended === undefined ? table.length : table.firstAt(ended);
  for (let seq = table.firstAt(begun); seq < end; seq += 1) {
    const health = table.recordOf(seq, 'health');
    if (health?.server !== server || health.endpoint !== 'readyz') continue;
    if (health.code === 200) return [{ subject: server, us: table.timeOf(seq) - begun }];
  }
  return ended === undefined ? [{ subject: server, us: null }] : [];
}

type Servers = Run['scenario']['apiServers'];
type Addressed = { readonly server: string; readonly address: string };

/** By the servers of a scenario, which all of its seeds share. */
const knownAddresses = new WeakMap<Servers, readonly Addressed[]>();

/** One whose flags end it at once has no address and is left out. */
function addressesOf(servers: Servers): readonly Addressed[] {
  const known = knownAddresses.get(servers);
  if (known) return known;
  const addresses = servers.flatMap(({ name: server, options }, index) => {
    const checked = completeAndValidate(options, { address: hostAddressOf(index) });
    return checked.ok ? [{ server, address: checked.options.publicAddress }] : [];
  });
  knownAddresses.set(servers, addresses);
  return addresses;
}

/** Lives of API servers that have an address. */
function livesOf({ table, scenario }: Run): readonly Life[] {
  const turns = processTurns(table);
  return addressesOf(scenario.apiServers).flatMap(({ server, address }) => {
    const own = turns.filter(({ name }) => name === server);
    return own.flatMap(({ phase, at: begun }, place) => {
      if (phase !== 'starting') return [];
      const [end, next] = [own[place + 1], own[place + 2]];
      return [{ server, address, begun, ended: end?.at, next: next?.at }];
    });
  });
}

interface Turn {
  readonly name: string;
  readonly phase: string;
  readonly at: SimTime;
}

/** Starts and ends of processes, in order. */
function processTurns(table: TraceTable): readonly Turn[] {
  const turns: Turn[] = [];
  for (let seq = 0; seq < table.length; seq += 1) {
    const record = table.recordOf(seq, 'process');
    if (record?.phase !== 'starting' && record?.phase !== 'exited') continue;
    turns.push({ name: record.name, phase: record.phase, at: table.timeOf(seq) });
  }
  return turns;
}

/** Addresses that default/kubernetes listed, from each write on. */
function addressLists(table: TraceTable): readonly AddressList[] {
  return table.archive.history(ENDPOINTS).map(({ seq, object }) => {
    const { subsets = [] } = (object ?? {}) as {
      readonly subsets?: readonly { readonly addresses?: readonly { readonly ip: string }[] }[];
    };
    const ips = subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
    return { at: table.timeOf(seq), ips: new Set(ips) };
  });
}
