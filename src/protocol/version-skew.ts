/**
 * What upstream's version skew policy says of the versions of a scenario's processes. It is told,
 * not refused: what happens beyond it is worth seeing.
 *
 * Upstream    kubernetes.io/releases/version-skew-policy (kube-apiserver; kube-controller-manager,
 *             kube-scheduler)
 */
import type { LocalText } from './catalogue';
import { type ComponentSpec, DEFAULT_PROFILE, type ScenarioSpec } from './scenario';

export interface SkewWarning {
  readonly path: string;
  readonly text: LocalText;
}

/** Most minor versions between API servers, and by which a client may be older than its server. */
const MINORS = 1;

const minorOf = (version: string): number => Number(version.split('.')[1]);

/** A process and its version. */
interface Versioned {
  readonly name: string;
  readonly version: string;
}

const shown = ({ name, version }: Versioned): string => `${name} (${version})`;

function serverSkew(servers: readonly Versioned[]): readonly SkewWarning[] {
  const sorted = servers.toSorted((a, b) => minorOf(a.version) - minorOf(b.version));
  const [oldest, newest] = [sorted.at(0), sorted.at(-1)];
  if (!oldest || !newest) return [];
  if (minorOf(newest.version) - minorOf(oldest.version) <= MINORS) return [];
  const [old, young] = [oldest, newest].map(shown);
  const rule = 'API servers must be within one';
  const en = `${young} is more than one minor version newer than ${old}: ${rule}`;
  const zh = `${young} 比 ${old} 新了不止一个次版本：各 API server 之间最多相差一个次版本`;
  return [{ path: 'spec.apiServers', text: { en, zh } }];
}

function clientSkew(path: string, own: Versioned, server: Versioned): readonly SkewWarning[] {
  const older = minorOf(server.version) - minorOf(own.version);
  const [mine, its] = [own, server].map(shown);
  if (older < 0) {
    const en = `${mine} is newer than its API server ${its}: it must not be`;
    return [{ path, text: { en, zh: `${mine} 比它的 API server ${its} 新：不允许这样` } }];
  }
  if (older <= MINORS) return [];
  const en = `${mine} is more than one minor version older than its API server ${its}`;
  return [{ path, text: { en, zh: `${mine} 比它的 API server ${its} 旧了不止一个次版本` } }];
}

/** Warnings about the versions of processes; none where all have that of the scenario. */
export function versionSkew(spec: ScenarioSpec): readonly SkewWarning[] {
  const versionOf = ({ kubernetes = spec.kubernetes ?? DEFAULT_PROFILE }: Partial<ComponentSpec>) =>
    kubernetes;
  const servers = (spec.apiServers ?? []).map((server) => ({
    name: server.name,
    version: versionOf(server),
  }));
  const lists = ['controllerManagers', 'schedulers'] as const;
  const clients = lists.flatMap((list) =>
    (spec[list] ?? []).flatMap((client, index) => {
      const server =
        servers.find(({ name }) => name === client.server) ?? servers[index % servers.length];
      if (!server) return [];
      const own = { name: client.name, version: versionOf(client) };
      return clientSkew(`spec.${list}[${index}]`, own, server);
    }),
  );
  return [...serverSkew(servers), ...clients];
}

/** Versions of the processes, oldest first, each once; where there are none, the scenario's. */
export function versionsOf(spec: ScenarioSpec): readonly string[] {
  const own = spec.kubernetes ?? DEFAULT_PROFILE;
  const processes = [
    ...(spec.apiServers ?? []),
    ...(spec.controllerManagers ?? []),
    ...(spec.schedulers ?? []),
  ];
  const found = new Set(processes.map(({ kubernetes = own }) => kubernetes));
  if (found.size === 0) found.add(own);
  return [...found].toSorted((a, b) => minorOf(a) - minorOf(b));
}
