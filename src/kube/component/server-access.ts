/**
 * Where a component's --kubeconfig and --master lead: to which process, by which address, and as
 * whom.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/url_utils.go (DefaultServerURL),
 *             cmd/kube-controller-manager/app/options, cmd/kube-scheduler/app/options (Config)
 * Simplified  certificates and tokens are not checked; where nobody can read from them who the user
 *             is, it is the component's own; a path in the server's URL is left out; the address of
 *             the Service of the API servers leads to the server of the same machine, as does that
 *             of the machine itself
 */
import type { Disk, DocumentReader, RestConfig } from '../client/kubeconfig';
import {
  type BuiltConfig,
  buildConfigFromFlags,
  type ConfigFlags,
  inClusterConfig,
  userOfCredentials,
} from '../client/kubeconfig';
import { cleanPath } from '../client/kubeconfig/disk';
import { PLAIN_HTTP } from '../client/transport';
import type { Environment, FoundServer, ServerAccess, ServerTarget } from './component';

/** An API server, as it can be called. */
export interface ServerHost {
  /** Name of its process. */
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** The first address of its Services; undefined where there is none. */
  readonly serviceAddress: string | undefined;
}

export interface AccessParts {
  /** Texts by path; undefined where nothing is said of them. */
  readonly files: Readonly<Record<string, string>> | undefined;
  readonly readDocument: DocumentReader;
  readonly env: Environment;
  readonly hosts: readonly ServerHost[];
  /** Name of the API server on the same machine. */
  readonly local: string;
}

/** What makes the flags of one component the way to its server. */
export function serverAccess(parts: AccessParts): ServerAccess {
  const { files, readDocument, env } = parts;
  const disk: Disk = { files: new Map(Object.entries(files ?? {})), readDocument };
  return (given) => {
    if (given.inClusterOnly) return inClusterServer(parts, disk);
    // Where nothing is known of the file, the other flag counts more than its server.
    const known = files && tellsOf(given.kubeconfig, files);
    const flags = known ? given : { ...given, kubeconfig: '' };
    const inPod = files && (env.KUBERNETES_SERVICE_HOST ?? '') !== '';
    if (flags.master === '' && flags.kubeconfig === '' && !inPod) return undefined;
    const built = buildConfigFromFlags(flags, { env, disk });
    return { ...foundServer(built, parts, disk), lines: built.lines, source: sourceOf(flags) };
  };
}

/** @returns undefined outside a Pod, and where nothing is said of files. */
function inClusterServer(parts: AccessParts, disk: Disk): FoundServer | undefined {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = parts.env;
  if (!parts.files || host === '' || port === '') return undefined;
  const { config, errors } = inClusterConfig(parts.env, disk);
  const lines = errors.map((message) => ({ level: 'error', message }) as const);
  return { ...foundServer({ config, lines }, parts, disk), lines, source: 'in-cluster' };
}

const KUBECONFIG = /^[\s{]*["']?(kind["']?:\s*["']?Config\b|clusters["']?:)/m;

/** Files that hold other things say nothing of a kubeconfig; none at all, that it is missing. */
function tellsOf(path: string, files: Readonly<Record<string, string>>): boolean {
  const texts = Object.values(files);
  return texts.length === 0 || cleanPath(path) in files || texts.some((t) => KUBECONFIG.test(t));
}

const sourceOf = ({ master, kubeconfig }: ConfigFlags): string => {
  if (master !== '') return `--master=${master}`;
  return kubeconfig === '' ? 'in-cluster' : `--kubeconfig=${kubeconfig}`;
};

type Way =
  | Omit<Extract<FoundServer, { ok: true }>, 'lines' | 'source'>
  | { ok: false; message: string };

function foundServer({ config }: BuiltConfig, parts: AccessParts, disk: Disk): Way {
  if (!config.ok) return { ok: false, message: config.error.message };
  const url = serverUrl(config.value);
  if (!url) {
    const message = `host must be a URL or a host:port pair: ${JSON.stringify(config.value.host)}`;
    return { ok: false, message };
  }
  return { ok: true, host: config.value.host, target: targetOf(url, config.value, parts, disk) };
}

interface ServerUrl {
  readonly scheme: string;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** Host and port as they stand in the URL. */
  readonly address: string;
}

/** Scheme, user, host and port. Without brackets the last colon is that of the port. */
const URL = /^(https?):\/\/(?:([^/?#]*)@)?(\[[0-9a-f:.]+\]|[^[\]/?#@]+?)(?::(\d*))?(?:[/?#].*)?$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^[^/?#]+\/?$/;
const LAST_PORT = 65_535;

/** Without a scheme it depends on whether anything is said of trust. */
function serverUrl({ host, caFile, caData, certFile, certData, insecure }: RestConfig) {
  const given = host === '' ? 'localhost' : host;
  const secure = insecure || [caFile, caData, certFile, certData].some((each) => each);
  const bare = !SCHEME.test(given) && HOST.test(given);
  const whole = bare ? `${secure ? 'https' : 'http'}://${given}` : given;
  const [, scheme = '', info, name = '', port = ''] = URL.exec(whole) ?? [];
  if (name === '') return undefined;
  // Errors hide the password. Source: net/url (URL.Redacted).
  const user = info === undefined ? '' : `${info.replace(/:.*/, ':***')}@`;
  const byScheme = scheme.toLowerCase() === 'https' ? 443 : 80;
  const found: ServerUrl = {
    scheme: scheme.toLowerCase(),
    host: name.replace(/^\[|\]$/g, '').toLowerCase(),
    port: port === '' ? byScheme : Number(port),
    address: `${user}${name}${port === '' ? '' : `:${port}`}`,
  };
  return found;
}

const LOCAL_ADDRESS = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
const IP = /^((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}|[0-9a-f:.]*:[0-9a-f:.]*)$/;
const HOSTS_FILE = '/etc/hosts';
/** Of the Service of the API servers. */
const SERVICE_PORT = 443;

function targetOf(
  url: ServerUrl,
  config: RestConfig,
  parts: AccessParts,
  disk: Disk,
): ServerTarget {
  const { scheme, host, port, address } = url;
  const byFile = addressIn(disk.files.get(HOSTS_FILE) ?? '', host);
  const found = machineAt(byFile ?? host, port, parts);
  const ip = found?.ip ?? byFile ?? host;
  const peer = `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
  const user = config.impersonate || userOfCredentials(config, disk);
  const unknown = !found && !IP.test(ip);
  const lookup = unknown ? `dial tcp: lookup ${host}: no such host` : undefined;
  const refusal = port > LAST_PORT ? `dial tcp: address ${port}: invalid port` : lookup;
  if (!found?.server) {
    return {
      server: peer,
      address,
      user,
      route: { scheme, peer, refusal, silent: !found && !refusal },
    };
  }
  const route = { scheme, peer, refusal: scheme === 'http' ? PLAIN_HTTP : undefined };
  return { server: found.server, others: found.others, address, user, route };
}

interface Machine {
  readonly ip: string;
  /** Who listens at the port; undefined for nobody. */
  readonly server?: string | undefined;
  /** Who else does, at other times. */
  readonly others?: readonly string[];
}

/** @returns undefined where there is no such machine. */
function machineAt(host: string, port: number, { hosts, local }: AccessParts): Machine | undefined {
  const own = hosts.find(({ name }) => name === local);
  if (own && LOCAL_ADDRESS.test(host)) {
    return { ip: host === '::1' ? host : '127.0.0.1', ...listeners(hosts, own, port) };
  }
  const service = hosts.find(({ serviceAddress }) => serviceAddress === host);
  if (own && service) {
    return { ip: host, ...(port === SERVICE_PORT && listeners(hosts, own, own.port)) };
  }
  const there = hosts.find(({ name, address }) => name === host || address === host);
  return there && { ip: there.address, ...listeners(hosts, there, port) };
}

/** The processes of the machine whose port it is, one of which may follow the other there. */
function listeners(hosts: readonly ServerHost[], { name, address }: ServerHost, port: number) {
  const all = hosts.filter((each) => each.address === address && each.port === port);
  const first = all.find((each) => each.name === name) ?? all.at(0);
  const others = all.filter((each) => each !== first).map((each) => each.name);
  return { server: first?.name, ...(others.length > 0 && { others }) };
}

/** The address that a text as that of /etc/hosts has for the name. */
function addressIn(text: string, name: string): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const known = lines.filter(([ip]) => IP.test(ip));
  return known.find(([, ...names]) => names.some((each) => each.toLowerCase() === name))?.[0];
}
