/**
 * The API servers of a scenario by where they listen, and those that the flags of a client lead to.
 *
 * Simplified  a kubeconfig with several servers, one that only a configuration names, and the
 *             variables of a Pod are taken to lead to the server of the entry
 */
import { hostAddressOf, parseGoDuration } from '#base';
import { type ComponentSpec, DEFAULT_PROFILE, type ScenarioSpec } from './scenario';

/** A process and its version. */
export interface Versioned {
  readonly name: string;
  readonly version: string;
}

/** An API server. Those of one place follow one another. */
export interface PlacedServer extends Versioned {
  /** Microseconds; undefined: a step starts it. */
  readonly startAt: number | undefined;
  readonly address: string;
  readonly port: string;
}

export const versionOf = (spec: ScenarioSpec, { kubernetes }: { readonly kubernetes?: string }) =>
  kubernetes ?? spec.kubernetes ?? DEFAULT_PROFILE;

/** When the process is started, microseconds; undefined: by a step. */
export const startOf = ({ startAt = '0s' }: { readonly startAt?: string }): number | undefined =>
  parseGoDuration(startAt);

/** The last value of the flag, in either form. */
function flagOf(flags: readonly string[], name: string): string | undefined {
  const values = flags.flatMap((flag, index) => {
    const [, given, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(flag) ?? [];
    return given === name ? [value ?? flags[index + 1] ?? ''] : [];
  });
  return values.at(-1);
}

export function placedServers(spec: ScenarioSpec): readonly PlacedServer[] {
  return (spec.apiServers ?? []).map((server, index) => {
    const inManifest = server.manifest?.match(/--[a-z-]+=[^\s"',\]]+/g);
    const flags = inManifest ?? server.flags ?? [];
    const given = flagOf(flags, 'advertise-address') ?? '';
    return {
      ...{ name: server.name, version: versionOf(spec, server), startAt: startOf(server) },
      address: given === '' || given === '0.0.0.0' ? hostAddressOf(index) : given,
      port: flagOf(flags, 'secure-port') ?? '6443',
    };
  });
}

const HOST = /^(?:(https?):\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^:/?#]+)(?::(\d+))?/i;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
const SERVER_LINE = /["']?\bserver["']?:\s*["']?([^\s"',}]+)/g;

/** The URL that the flags give; undefined where they do not, or not for certain. */
function urlOf({ flags = [], files = {} }: ComponentSpec): string | undefined {
  const master = flagOf(flags, 'master') ?? '';
  if (master !== '') return master;
  const text = files[flagOf(flags, 'kubeconfig') ?? ''] ?? '';
  const urls = new Set([...text.matchAll(SERVER_LINE)].map(([, url]) => url));
  return urls.size === 1 ? [...urls][0] : undefined;
}

/** Who may answer the client, at one time or another; none where nobody is at that address. */
export function serversOf(
  client: ComponentSpec,
  index: number,
  servers: readonly PlacedServer[],
): readonly PlacedServer[] {
  const named = servers.find(({ name }) => name === client.server);
  const own = named ?? servers.at(index % servers.length);
  const url = urlOf(client);
  const [, scheme, given = '', port] = HOST.exec(url ?? '') ?? [];
  if (url === undefined || given === '') {
    return servers.filter(({ address, port: at }) => address === own?.address && at === own.port);
  }
  const host = given.replace(/^\[|\]$/g, '').toLowerCase();
  const byFile = addressIn(client.files?.['/etc/hosts'] ?? '', host) ?? host;
  const machine = LOCAL.test(byFile)
    ? own?.address
    : (servers.find(({ name }) => name === byFile)?.address ?? byFile);
  const asked = port ?? (scheme?.toLowerCase() === 'https' ? '443' : '80');
  return servers.filter(({ address, port: at }) => address === machine && at === asked);
}

/** The address that a text as that of /etc/hosts has for the name. */
function addressIn(text: string, name: string): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  return lines.find(([, ...names]) => names.some((each) => each.toLowerCase() === name))?.[0];
}
