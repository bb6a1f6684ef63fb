/** Area `kubeconfig`: files are found, read and merged, and become what a client needs. */
import {
  type ConfigOverrides,
  type ConfigResult,
  configured,
  DirectClientConfig,
  type Disk,
  deduplicate,
  defaultLoadingRules,
  deferredClientConfig,
  EMPTY_CONFIG_ERROR,
  encodeConfig,
  inClusterOverrides,
  type KubeConfig,
  type LoadingRules,
  load,
  loadingPrecedence,
  misconfigured,
  type RestConfig,
} from '#kube';
import { readYamlDocument } from '#session';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json, JsonObject } from '../case';
import { ErrorFact, type Facts } from '../facts';
import { type ConfigText, configTextOf } from '../kubeconfig-words';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { ContainingFact } from '../step-outcome';
import { DescribedFact } from '../time-facts';

const OPS: Readonly<Record<string, (inputs: Fields) => Facts>> = {
  load: loaded,
  'client config': clientConfig,
  namespace,
  deduplicate: deduplicated,
  'in-cluster client config': inCluster,
  'loading precedence': precedence,
};

export const kubeconfigAdapter: AreaAdapter = { area: 'kubeconfig', calls: { list } };

function list({ given, when }: Question): Answer {
  const [step, ...more] = stepsOf(when);
  if (!step || more.length > 0) throw new Unsupported('when: expected one step');
  const op = step.only('op').text('op');
  if (!Object.hasOwn(OPS, op)) throw new Unsupported(`op ${op}`);
  return { facts: OPS[op](new Fields(given, 'given')) };
}

const EXPLICIT = '/explicit/config';
const listedPath = (index: number): string => `/listed/${index}/config`;

const diskOf = (files: readonly (readonly [string, ConfigText])[]): Disk => ({
  files: new Map(files.map(([path, { text }]) => [path, text])),
  readDocument: readYamlDocument,
});

interface Placed {
  readonly rules: LoadingRules;
  readonly disk: Disk;
}

/** The files of a case, and who is to read them. */
function placed(inputs: Fields): Placed {
  inputs.only(
    ...['explicitPath', 'explicitFile', 'explicitFileContent', 'file'],
    ...['precedence', 'precedenceFile'],
  );
  const listed = inputs.has('precedenceFile')
    ? [inputs.all.precedenceFile]
    : inputs.list('precedence', []);
  const texts = listed.map((item, index) => [listedPath(index), item] as const);
  const files = texts.flatMap(([path, item]) =>
    typeof item === 'string' ? [] : [[path, configTextOf(item)] as const],
  );
  const paths = texts.map(([path, item]) => (typeof item === 'string' ? item : path));
  const [path, text] = explicitOf(inputs);
  return {
    rules: { explicitPath: path, precedence: paths, warnIfAllMissing: false },
    disk: diskOf(text ? [...files, [path, text]] : files),
  };
}

function explicitOf(inputs: Fields): readonly [string, ConfigText | undefined] {
  const forms = ['explicitPath', 'explicitFile', 'explicitFileContent', 'file'];
  const [form, more] = forms.filter((name) => inputs.has(name));
  if (more !== undefined) throw new Unsupported(`given: both ${form} and ${more}`);
  if (form === undefined) return ['', undefined];
  if (form === 'explicitFileContent') return [EXPLICIT, { text: inputs.text(form) }];
  const item = inputs.all[form];
  if (form === 'explicitPath' && typeof item === 'string') return [item, undefined];
  return [EXPLICIT, configTextOf(item)];
}

function loaded(inputs: Fields): Facts {
  const { rules, disk } = placed(inputs);
  const { config } = load(rules, disk);
  const error = config.ok ? undefined : config.error.message;
  const maps = config.ok ? config.value : undefined;
  return {
    error: new ErrorFact(error),
    errorContains: new ContainingFact(error ?? null),
    errorNamesTheFile: error?.includes(rules.explicitPath) ?? null,
    currentContext: maps?.currentContext ?? null,
    clusters: asObject(maps?.clusters),
    users: asObject(maps?.users),
    contexts: asObject(maps?.contexts),
    config: maps ? (encodeConfig(maps) as JsonObject) : null,
  };
}

const asObject = (map: ReadonlyMap<string, object> | undefined): Json =>
  map ? (Object.fromEntries(map) as JsonObject) : null;

/** A file that a flag or a user names, and what is in it. */
const NAMED_FILE = '/named/file';
const FILE_WITH = /^file containing (\S+)$/;

const SERVER = { server: 'https://anything.com:8080' };
const CA_DATA = { 'certificate-authority-data': 'AAA=' };
const CONFIGS: Readonly<Record<string, object>> = {
  valid: {},
  'valid, no override': {},
  'valid, with CA': CA_DATA,
  'valid, with CA data': CA_DATA,
};

function configWith(cluster: object, user: object): KubeConfig {
  return {
    clusters: new Map([['clean', { ...SERVER, ...cluster }]]),
    users: new Map([['clean', user]]),
    contexts: new Map([['clean', { cluster: 'clean', user: 'clean' }]]),
    currentContext: 'clean',
  };
}

function validConfig(inputs: Fields): KubeConfig {
  const name = inputs.text('config');
  if (!Object.hasOwn(CONFIGS, name)) throw new Unsupported(`given.config: ${name}`);
  return configWith(CONFIGS[name], { token: 'the-token' });
}

const OVERRIDES = [
  ...['insecureSkipTLSVerify', 'certificateAuthority', 'namespace', 'server', 'token'],
] as const;

function overridesOf(inputs: Fields): ConfigOverrides {
  if (!inputs.has('override')) return {};
  const said = inputs.inside('override').only(...OVERRIDES);
  said.said('certificateAuthority', 'a file');
  const text = (name: string, field: string) =>
    said.has(name) ? { [field]: said.text(name) } : undefined;
  return {
    context: { ...text('namespace', 'namespace') },
    authInfo: { ...text('token', 'token') },
    clusterInfo: {
      ...text('server', 'server'),
      ...(said.has('certificateAuthority') && { 'certificate-authority': NAMED_FILE }),
      'insecure-skip-tls-verify': said.flag('insecureSkipTLSVerify', false),
    },
  };
}

function clientConfig(inputs: Fields): Facts {
  if (inputs.has('loaded')) return deferred(inputs);
  if (inputs.has('user')) return ofUser(inputs);
  const config = validConfig(inputs.only('config', 'override'));
  const disk = diskOf([[NAMED_FILE, { text: '' }]]);
  return restFacts(new DirectClientConfig(config, overridesOf(inputs), disk).clientConfig());
}

function restFacts(config: ConfigResult<RestConfig>): Facts {
  if (!config.ok) return { error: new ErrorFact(config.error.message) };
  const { host, bearerToken, bearerTokenFile, caFile, caData = null, insecure } = config.value;
  const isNamed = (words: string) => words === 'the override file' && caFile === NAMED_FILE;
  return {
    error: null,
    ...{ host, bearerToken, token: bearerToken, tokenFile: bearerTokenFile, insecure, caData },
    caFile: new DescribedFact(caFile, isNamed),
  };
}

function ofUser(inputs: Fields): Facts {
  const user = inputs.only('user').inside('user').only('token', 'tokenFile');
  const [, content = ''] = FILE_WITH.exec(user.text('tokenFile', '')) ?? [];
  if (user.has('tokenFile') && content === '') throw new Unsupported('given.user.tokenFile');
  const info = {
    ...(user.has('token') && { token: user.text('token') }),
    ...(user.has('tokenFile') && { tokenFile: NAMED_FILE }),
  };
  const disk = diskOf([[NAMED_FILE, { text: content }]]);
  return restFacts(new DirectClientConfig(configWith({}, info), {}, disk).clientConfig());
}

function namespace(inputs: Fields): Facts {
  const config = validConfig(inputs.only('config', 'override'));
  const read = new DirectClientConfig(config, overridesOf(inputs), diskOf([])).namespace();
  return read.ok ? { ...read.value } : { error: new ErrorFact(read.error.message) };
}

const LOADED_ERROR = /^error: (.+)$/;

/** The files of a client that may run in a Pod; what it comes to, in the words of the case. */
function deferred(inputs: Fields): Facts {
  inputs.only('defaultConfig', 'loaded', 'inCluster');
  const loadedWords = inputs.text('loaded');
  const [, failure] = LOADED_ERROR.exec(loadedWords) ?? [];
  if (failure === undefined && loadedWords !== 'loaded config') {
    throw new Unsupported(`given.loaded: ${loadedWords}`);
  }
  const broken: ConfigResult<string> =
    failure === 'empty configuration'
      ? { ok: false, error: { ...EMPTY_CONFIG_ERROR, message: loadedWords } }
      : misconfigured(loadedWords);
  const places = { 'not possible': false, possible: true, 'possible, but fails': true };
  const words = inputs.text('inCluster');
  if (!Object.hasOwn(places, words)) throw new Unsupported(`given.inCluster: ${words}`);
  const asDefault = inputs.has('defaultConfig') ? inputs.text('defaultConfig') : undefined;
  if (asDefault !== undefined && !['equals the loaded config', 'differs'].includes(asDefault)) {
    throw new Unsupported(`given.defaultConfig: ${asDefault}`);
  }
  let inClusterConsulted = false;
  const config = deferredClientConfig<string>({
    merged: failure === undefined ? configured(loadedWords) : broken,
    isDefault: () => asDefault === 'equals the loaded config',
    possible: () => {
      inClusterConsulted = true;
      return places[words as keyof typeof places];
    },
    inCluster: () =>
      words === 'possible' ? configured('in-cluster config') : misconfigured('in-cluster error'),
  });
  return { inClusterConsulted, result: config.ok ? config.value : config.error.message };
}

function deduplicated(inputs: Fields): Facts {
  return { files: [...deduplicate(inputs.only('files').texts('files'))] };
}

function inCluster(inputs: Fields): Facts {
  inputs.only('inCluster', 'overrides');
  const own = inputs.inside('inCluster').only('host', 'token', 'tokenFile', 'caFile');
  const said = inputs.has('overrides') ? inputs.inside('overrides') : new Fields({}, 'given');
  const flags = said.only('server', 'certificateAuthority', 'token', 'tokenFile');
  const config: RestConfig = {
    ...{ host: own.text('host'), caFile: own.text('caFile', ''), certFile: '', impersonate: '' },
    ...{ bearerToken: own.text('token', ''), bearerTokenFile: own.text('tokenFile', '') },
    insecure: false,
  };
  const clusterInfo = {
    server: flags.text('server', ''),
    'certificate-authority': flags.text('certificateAuthority', ''),
  };
  const authInfo = { token: flags.text('token', ''), tokenFile: flags.text('tokenFile', '') };
  return restFacts(inClusterOverrides(configured(config), { clusterInfo, authInfo }));
}

const HOME = '$HOME';

function precedence(inputs: Fields): Facts {
  inputs.only('explicitPath', 'KUBECONFIG');
  const rules = defaultLoadingRules({ HOME, KUBECONFIG: inputs.text('KUBECONFIG', '') });
  const explicitPath = inputs.text('explicitPath', '');
  return { files: [...loadingPrecedence({ ...rules, explicitPath })] };
}
