/**
 * What upstream's version skew policy says of the versions of a scenario's processes. It is told,
 * not refused: what happens beyond it is worth seeing.
 *
 * Upstream    kubernetes.io/releases/version-skew-policy (kube-apiserver; kube-controller-manager,
 *             kube-scheduler)
 */
import type { LocalText } from './catalogue';
import type { ScenarioSpec } from './scenario';
import {
  type PlacedServer,
  placedServers,
  serversOf,
  startOf,
  type Versioned,
  versionOf,
} from './skew-servers';

export interface SkewWarning {
  readonly path: string;
  readonly text: LocalText;
}

/** Most minor versions between API servers, and by which a client may be older than its server. */
const MINORS = 1;

const minorOf = (version: string): number => Number(version.split('.')[1]);

const shown = ({ name, version }: Versioned): string => `${name} (${version})`;

const gapOf = (a: Versioned, b: Versioned): number => minorOf(a.version) - minorOf(b.version);

/**
 * Of each server and each other place: the one there that is nearest to it. Servers of one place
 * follow one another, so that it is enough when one of them is near.
 */
function nearestElsewhere(servers: readonly PlacedServer[]): (readonly [Versioned, Versioned])[] {
  const placeOf = ({ address, port }: PlacedServer) => `${address} ${port}`;
  const places = [...new Set(servers.map(placeOf))];
  return servers.flatMap((server) => {
    const distance = (other: PlacedServer) => Math.abs(gapOf(other, server));
    return places.flatMap((place) => {
      const there = servers.filter((each) => placeOf(each) === place);
      if (there.includes(server)) return [];
      return [[server, there.toSorted((a, b) => distance(a) - distance(b))[0]] as const];
    });
  });
}

function serverSkew(servers: readonly PlacedServer[]): readonly SkewWarning[] {
  const pairs = nearestElsewhere(servers).map(([a, b]) => (gapOf(a, b) < 0 ? [b, a] : [a, b]));
  const [widest] = pairs.toSorted(([a, b], [c, d]) => gapOf(c, d) - gapOf(a, b));
  if (!widest || gapOf(widest[0], widest[1]) <= MINORS) return [];
  const [young, old] = widest.map(shown);
  const rule = 'API servers must be within one';
  const en = `${young} is more than one minor version newer than ${old}: ${rule}`;
  const zh = `${young} 比 ${old} 新了不止一个次版本：各 API server 之间最多相差一个次版本`;
  return [{ path: 'spec.apiServers', text: { en, zh } }];
}

/** The server that a client finds when it starts: the last one of the place to start before it. */
function foundAtStart(
  startAt: number | undefined,
  servers: readonly PlacedServer[],
): Versioned | undefined {
  const started = servers.filter((server) => (server.startAt ?? Infinity) <= (startAt ?? -1));
  return started.toSorted((a, b) => (a.startAt ?? 0) - (b.startAt ?? 0) || gapOf(a, b)).at(-1);
}

/** @param servers that follow one another where the client calls */
function clientSkew(
  path: string,
  own: Versioned & { readonly startAt: number | undefined },
  servers: readonly PlacedServer[],
): readonly SkewWarning[] {
  const sorted = servers.toSorted(gapOf);
  const [oldest, newest] = [sorted.at(0), sorted.at(-1)];
  if (!oldest || !newest) return [];
  const mine = shown(own);
  const found = foundAtStart(own.startAt, servers) ?? newest;
  if (gapOf(own, found) > 0) {
    const its = shown(found);
    const en = `${mine} is newer than its API server ${its}: it must not be`;
    return [{ path, text: { en, zh: `${mine} 比它的 API server ${its} 新：不允许这样` } }];
  }
  const its = shown(oldest);
  if (gapOf(oldest, own) <= MINORS) return [];
  const en = `${mine} is more than one minor version older than its API server ${its}`;
  return [{ path, text: { en, zh: `${mine} 比它的 API server ${its} 旧了不止一个次版本` } }];
}

/** Warnings about the versions of processes; none where all have that of the scenario. */
export function versionSkew(spec: ScenarioSpec): readonly SkewWarning[] {
  const servers = placedServers(spec);
  const lists = ['controllerManagers', 'schedulers'] as const;
  const clients = lists.flatMap((list) =>
    (spec[list] ?? []).flatMap((client, index) => {
      const { name } = client;
      const own = { name, version: versionOf(spec, client), startAt: startOf(client) };
      return clientSkew(`spec.${list}[${index}]`, own, serversOf(client, index, servers));
    }),
  );
  return [...serverSkew(servers), ...clients];
}

/** The version of each process, by name. */
export function versionByName(spec: ScenarioSpec): ReadonlyMap<string, string> {
  const { apiServers = [], controllerManagers = [], schedulers = [] } = spec;
  const processes = [...apiServers, ...controllerManagers, ...schedulers];
  return new Map(processes.map((each) => [each.name, versionOf(spec, each)]));
}

/** Versions of the processes, oldest first, each once; where there are none, the scenario's. */
export function versionsOf(spec: ScenarioSpec): readonly string[] {
  const found = new Set(versionByName(spec).values());
  if (found.size === 0) found.add(versionOf(spec, {}));
  return [...found].toSorted((a, b) => minorOf(a) - minorOf(b));
}
