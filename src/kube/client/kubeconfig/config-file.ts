/**
 * A kubeconfig: the document of a file, read as v1 Config, with its lists as maps by name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd/api (types.go,
 *             v1/types.go, v1/conversion.go), tools/clientcmd/loader.go (Load)
 * Simplified  extensions are read and mean nothing; where Go prints the address of a pointer (exec,
 *             auth-provider in a list with a name twice) 0xc000000000 stands for it; the scheme in
 *             the error of another kind stands where versions before 1.30 have it
 */
import { bad, compareText, good, type Result } from '#base';
import { decodeError, type FieldType, type StructType } from '../../api/decode-fields';

type Named<T> = ReadonlyMap<string, T>;
export type Fields = Readonly<Record<string, unknown>>;

export interface ClusterInfo {
  readonly server?: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority'?: string;
  /** Base64. */
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
}

export interface ExecConfig {
  readonly command?: string;
  readonly apiVersion?: string;
  readonly env?: readonly ({ readonly name?: string; readonly value?: string } | null)[];
  readonly interactiveMode?: string;
}

export interface AuthInfo {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Fields;
  readonly username?: string;
  readonly password?: string;
  readonly 'auth-provider'?: Fields;
  readonly exec?: ExecConfig;
}

export interface ContextInfo {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

export interface KubeConfig {
  readonly clusters: Named<ClusterInfo>;
  readonly users: Named<AuthInfo>;
  readonly contexts: Named<ContextInfo>;
  readonly currentContext: string;
}

export const EMPTY_CONFIG: KubeConfig = {
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
  currentContext: '',
};

const TEXT: FieldType = { kind: 'string', go: 'string' };
const FLAG: FieldType = { kind: 'boolean', go: 'bool' };
const BYTES: FieldType = { kind: 'bytes' };
const TEXTS: FieldType = { kind: 'list', of: TEXT };
const struct = (go: string, fields: StructType['fields']): StructType => ({
  ...{ kind: 'struct', go, fields },
});
const pairs: FieldType = { kind: 'list', of: struct('ExecEnvVar', { name: TEXT, value: TEXT }) };
const extension = struct('NamedExtension', { name: TEXT, extension: { kind: 'any' } });
const EXTENSIONS: FieldType = { kind: 'list', of: extension };

/** In the order in which Go has the fields. */
const CLUSTER = struct('Cluster', {
  server: TEXT,
  'tls-server-name': TEXT,
  'insecure-skip-tls-verify': FLAG,
  'certificate-authority': TEXT,
  'certificate-authority-data': BYTES,
  'proxy-url': TEXT,
  'disable-compression': FLAG,
  extensions: EXTENSIONS,
});
const AUTH_INFO = struct('AuthInfo', {
  'client-certificate': TEXT,
  'client-certificate-data': BYTES,
  'client-key': TEXT,
  'client-key-data': BYTES,
  token: TEXT,
  tokenFile: TEXT,
  as: TEXT,
  'as-uid': TEXT,
  'as-groups': TEXTS,
  'as-user-extra': { kind: 'map', of: TEXTS },
  username: TEXT,
  password: TEXT,
  'auth-provider': struct('AuthProviderConfig', { name: TEXT, config: { kind: 'texts' } }),
  exec: struct('ExecConfig', {
    command: TEXT,
    args: TEXTS,
    env: pairs,
    apiVersion: TEXT,
    installHint: TEXT,
    provideClusterInfo: FLAG,
    interactiveMode: TEXT,
  }),
  extensions: EXTENSIONS,
});
const CONTEXT = struct('Context', {
  cluster: TEXT,
  user: TEXT,
  namespace: TEXT,
  extensions: EXTENSIONS,
});

/** A list of a file: what its entries are called, and the map that it becomes. */
interface ListKind {
  readonly list: 'clusters' | 'users' | 'contexts';
  readonly item: 'cluster' | 'user' | 'context';
  readonly named: string;
  readonly map: string;
  readonly type: StructType;
}
const LISTS: readonly ListKind[] = [
  { list: 'clusters', item: 'cluster', named: 'NamedCluster', map: 'Cluster', type: CLUSTER },
  { list: 'users', item: 'user', named: 'NamedAuthInfo', map: 'AuthInfo', type: AUTH_INFO },
  { list: 'contexts', item: 'context', named: 'NamedContext', map: 'Context', type: CONTEXT },
];

const namedType = ({ named, item, type }: ListKind): StructType =>
  struct(named, { name: TEXT, [item]: type });

const CONFIG = struct('Config', {
  kind: TEXT,
  apiVersion: TEXT,
  preferences: struct('Preferences', { colors: FLAG, extensions: EXTENSIONS }),
  ...Object.fromEntries(
    LISTS.map((each) => [each.list, { kind: 'list', of: namedType(each) } satisfies FieldType]),
  ),
  'current-context': TEXT,
  extensions: EXTENSIONS,
});

/** Where upstream makes the scheme, as it names it. Source: api/latest/latest.go. */
const SCHEME = 'vendor/k8s.io/client-go/tools/clientcmd/api/latest/latest.go:50';

/** Source: meta.SimpleMetaFactory.Interpret. */
const NO_KIND =
  "couldn't get version/kind; json parse error: json: cannot unmarshal KIND into Go value of " +
  'type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
  'Kind string "json:\\"kind,omitempty\\"" }';

const jsonKind = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (reason: string): Result<never> => bad([{ path: '', reason }]);

/** The document of a file; null for an empty one. @returns in `reason` Go's words for a fault. */
export function decodeConfig(document: unknown): Result<KubeConfig> {
  if (document === null || document === undefined) return good(EMPTY_CONFIG);
  if (!isFields(document)) return refused(NO_KIND.replace('KIND', jsonKind(document)));
  const { apiVersion = 'v1', kind = 'Config' } = document;
  if (apiVersion !== 'v1' || kind !== 'Config') {
    const text = `no kind "${kind}" is registered for version "${apiVersion}"`;
    return refused(`${text} in scheme "${SCHEME}"`);
  }
  const wrong = decodeError(document, CONFIG, { struct: 'Config', path: [] });
  if (wrong !== undefined) return refused(wrong);
  const maps = LISTS.map((each) => mapOf(document[each.list], each));
  const broken = maps.find((map) => !map.ok);
  if (broken && !broken.ok) return broken;
  const [clusters, users, contexts] = maps.map((map) => (map.ok ? map.value : new Map()));
  const currentContext = (document['current-context'] as string | undefined) ?? '';
  return good({ clusters, users, contexts, currentContext });
}

function mapOf(list: unknown, kind: ListKind): Result<Named<Fields>> {
  const entries = (list ?? []) as readonly (Fields | null)[];
  const map = new Map<string, Fields>();
  for (const entry of entries) {
    const name = (entry?.name as string | undefined) ?? '';
    if (map.has(name)) {
      const all = `[${entries.map((each) => goPrint(each, namedType(kind))).join(' ')}]`;
      const what = `error converting *[]${kind.named} into *map[string]*api.${kind.map}`;
      return refused(`${what}: duplicate name "${name}" in list: ${all}`);
    }
    map.set(name, known(entry?.[kind.item] as Fields | undefined, kind.type));
  }
  return good(map);
}

/** The fields that the type has and that say something; Go drops the others in silence. */
function known(info: Fields | null | undefined, type: StructType): Fields {
  const given = Object.entries(info ?? {});
  const says = ([name, value]: (typeof given)[number]) =>
    value !== null && Object.hasOwn(type.fields, name);
  return Object.fromEntries(given.filter(says));
}

/** As Go's %v prints a value of the type. */
function goPrint(value: unknown, type: FieldType): string {
  if (type.kind === 'struct') {
    const fields = isFields(value) ? value : {};
    const inner = Object.entries(type.fields).map(([name, of]) => goField(fields[name], of));
    return `{${inner.join(' ')}}`;
  }
  if (type.kind === 'list') {
    const items = (value ?? []) as readonly unknown[];
    return `[${items.map((item) => goPrint(item, type.of)).join(' ')}]`;
  }
  if (type.kind === 'map') {
    const entries = Object.entries(value ?? {}).sort(([a], [b]) => compareText(a, b));
    return `map[${entries.map(([key, item]) => `${key}:${goPrint(item, type.of)}`).join(' ')}]`;
  }
  if (type.kind === 'bytes') {
    const bytes = Array.from(atob((value as string | undefined) ?? ''));
    return `[${bytes.map((char) => char.charCodeAt(0)).join(' ')}]`;
  }
  return String(value ?? (type.kind === 'boolean' ? false : ''));
}

/** Pointers to structs print as addresses. */
const POINTERS: ReadonlySet<string> = new Set(['AuthProviderConfig', 'ExecConfig']);

function goField(value: unknown, type: FieldType): string {
  if (type.kind !== 'struct' || !POINTERS.has(type.go)) return goPrint(value, type);
  return value === undefined || value === null ? '<nil>' : '0xc000000000';
}

/** What stands in a file again: lists in order of their names. */
export function encodeConfig({ currentContext, ...maps }: KubeConfig): Fields {
  const lists = LISTS.map(({ list, item }) => {
    const entries = [...(maps[list] as Named<Fields>)].sort(([a], [b]) => compareText(a, b));
    return [list, entries.map(([name, info]) => ({ name, [item]: info }))] as const;
  });
  return { ...Object.fromEntries(lists), 'current-context': currentContext };
}
