/**
 * KubeSchedulerConfiguration, which upstream reads from the file of --config, and its checks.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-scheduler/config/v1/types.go,
 *             pkg/scheduler/apis/config/validation/validation.go, component-base
 *             config/validation/validation.go; cmd/kube-scheduler/app/options (ApplyTo,
 *             LoadConfigFromFile)
 * Simplified  of profiles only the schedulerName acts, of extenders nothing; the older versions
 *             v1beta2 and v1beta3 are read as v1; the line number in the name of the scheme is left
 *             out
 */
import type { SimDuration } from '#base';
import { formatGoDuration } from '#base';
import type { ComponentFiles, FileContent, RepeatedKey } from '../component/component-files';
import { fileAt, noSuchFile } from '../component/component-files';
import {
  type ConfigFault,
  type ConfigForm,
  type Configured,
  configRows,
  type ReadConfig,
} from '../component/config-fields';
import { readConfig } from '../component/config-reading';
import { type ElectionOptions, lockFault } from '../component/election-options';
import { goDecodeError } from '../component/go-decode-error';
import { type Profile, profileWithin, switchesOf } from '../profile';
import { SCHEDULER_STRUCTS } from './config-structs';
import { SCHEDULER_FLAGS } from './flags';
import { argsDecodeError, strictError } from './plugin-args';
import { extenderErrors } from './plugin-args-checks';
import { invalid, type ProfileFields, percentageErrors, profileErrors } from './profile-checks';

const GROUP = 'kubescheduler.config.k8s.io';
const KIND = 'KubeSchedulerConfiguration';
const SCHEME = 'k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go';
/** Last versions that read the older ones. */
const OLDER: Readonly<Record<string, Profile>> = { v1beta2: '1.27', v1beta3: '1.28' };

const ROWS = `
parallelism int32=16
leaderElection.leaderElect --leader-elect
leaderElection.leaseDuration --leader-elect-lease-duration
leaderElection.renewDeadline --leader-elect-renew-deadline
leaderElection.retryPeriod --leader-elect-retry-period
leaderElection.resourceLock --leader-elect-resource-lock
leaderElection.resourceName --leader-elect-resource-name
leaderElection.resourceNamespace --leader-elect-resource-namespace
clientConnection.kubeconfig --kubeconfig
clientConnection.acceptContentTypes string=
clientConnection.contentType --kube-api-content-type
clientConnection.qps --kube-api-qps
clientConnection.burst --kube-api-burst
enableProfiling --profiling
enableContentionProfiling --contention-profiling
percentageOfNodesToScore int32=0
podInitialBackoffSeconds int=1
podMaxBackoffSeconds int=10
profiles []KubeSchedulerProfile=
extenders []Extender=
delayCacheUntilActive bool=false 1.28..`;

export const SCHEDULER_CONFIG: ConfigForm = {
  kind: KIND,
  apiVersion: `${GROUP}/v1`,
  hasVersion: (apiVersion, profile) => {
    const [group, version = ''] = apiVersion.split('/');
    if (group !== GROUP) return false;
    return (
      version === 'v1' || (version in OLDER && profileWithin(profile, undefined, OLDER[version]))
    );
  },
  exact: true,
  rows: configRows(ROWS),
  flags: SCHEDULER_FLAGS,
  zeroIsAbsent: [
    ...['leaseDuration', 'renewDeadline', 'retryPeriod', 'resourceLock', 'resourceName'].map(
      (name) => `leaderElection.${name}`,
    ),
    'leaderElection.resourceNamespace',
    ...['contentType', 'qps', 'burst'].map((name) => `clientConnection.${name}`),
  ],
  structs: SCHEDULER_STRUCTS,
};

/** Flags that count only where there is no configuration. Source: ApplyDeprecated. */
export const OVERRULED = [
  ...['profiling', 'contention-profiling', 'kubeconfig', 'kube-api-content-type'],
  ...['kube-api-qps', 'kube-api-burst'],
];

export type LoadedConfig =
  | { readonly ok: true; readonly value: Configured }
  | { readonly ok: false; readonly error: string };

const failed = (error: string): LoadedConfig => ({ ok: false, error });

/** What the file says, or the error with which the command ends. Source: LoadConfigFromFile. */
export function loadConfig(
  path: string,
  files: NonNullable<ComponentFiles>,
  profile: Profile,
): LoadedConfig {
  const file = fileAt(files, path);
  return file ? decode(file, profile) : failed(noSuchFile(path));
}

function decode({ text, data }: FileContent, profile: Profile): LoadedConfig {
  const read = data();
  if (!read.ok) return failed(read.faults[0].reason);
  const { value, repeated } = read.value;
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { kind, apiVersion } = fields;
  if (!kind) return failed(`Object 'Kind' is missing in '${text}'`);
  if (!apiVersion) return failed(`Object 'apiVersion' is missing in '${text}'`);
  if (kind !== KIND || !SCHEDULER_CONFIG.hasVersion(String(apiVersion), profile)) {
    const what = `"${String(kind)}" is registered for version "${String(apiVersion)}"`;
    return failed(`no kind ${what} in scheme "${SCHEME}"`);
  }
  const config: ReadConfig = readConfig(SCHEDULER_CONFIG, fields, profile);
  const twice = repeatedWords(repeated, text);
  if (!config.ok) return failed(decodeError(config.faults, twice));
  const args = argsDecodeError(givenProfiles(config.value), String(apiVersion), SCHEME);
  const strict = args.startsWith(STRICT) ? [...twice, args.slice(STRICT.length)] : twice;
  if (args !== '' && !args.startsWith(STRICT)) return failed(args);
  return strict.length === 0 ? config : failed(strictError(strict));
}

const STRICT = strictError([]);

/** Why the arguments of plugins cannot be decoded that stand in no file; "" when they can. */
export const inlineArgsFault = (configured: Configured | undefined): string =>
  argsDecodeError(givenProfiles(configured), SCHEDULER_CONFIG.apiVersion, SCHEME);

/** Source: runtime/serializer/json (unmarshal): YAML and JSON find them by themselves. */
function repeatedWords(repeated: readonly RepeatedKey[], text: string): readonly string[] {
  if (repeated.length === 0) return [];
  if (text.trimStart().startsWith('{')) {
    return repeated.map(({ path }) => `duplicate field ${JSON.stringify(path)}`);
  }
  const lines = repeated.map(
    ({ key, line }) => `\n  line ${line}: key ${JSON.stringify(key)} already set in map`,
  );
  return [`yaml: unmarshal errors:${lines.join('')}`];
}

const SECTIONS: Readonly<Record<string, string>> = {
  leaderElection: 'LeaderElectionConfiguration',
  clientConnection: 'ClientConnectionConfiguration',
};

/** A wrong type ends the decoding; unknown fields are all told. */
function decodeError(faults: readonly ConfigFault[], twice: readonly string[]): string {
  const typed = faults.find(({ unknown }) => !unknown);
  if (typed) {
    const { path } = typed;
    const section = path.includes('.') ? path.split('.')[0] : '';
    const own = path in SECTIONS ? `v1alpha1.${SECTIONS[path]}` : undefined;
    return goDecodeError(typed, SECTIONS[section] ?? KIND, own);
  }
  const unknown = faults.map(({ path }) => `unknown field ${JSON.stringify(path)}`);
  return strictError([...twice, ...unknown]);
}

const inSection = (section: string, errors: readonly string[]): readonly string[] =>
  errors.map((error) => `${section}.${error}`);

/** Source: ValidateLeaderElectionConfiguration. */
function electionErrors(election: ElectionOptions): readonly string[] {
  if (!election.leaderElect) return [];
  const { leaseDuration, renewDeadline, retryPeriod } = election;
  const text = (length: SimDuration) => formatGoDuration(length);
  const errors = Object.entries({ leaseDuration, renewDeadline, retryPeriod }).flatMap(
    ([name, length]) =>
      length > 0 ? [] : [invalid(name, text(length), 'must be greater than zero')],
  );
  if (leaseDuration < renewDeadline) {
    const why = 'LeaseDuration must be greater than RenewDeadline';
    errors.push(invalid('leaseDuration', text(renewDeadline), why));
  }
  if (renewDeadline < retryPeriod) {
    const why = 'RenewDeadline must be greater than RetryPeriod';
    errors.push(invalid('renewDeadline', text(retryPeriod), why));
  }
  for (const name of ['resourceLock', 'resourceNamespace', 'resourceName'] as const) {
    if (election[name] === '') errors.push(`${name}: Required value: ${name} is required`);
  }
  return inSection('leaderElection', errors);
}

const numberOf = ({ fields }: Configured, path: string, otherwise: number): number =>
  (fields.get(path) as number | undefined) ?? otherwise;

/** The profiles that are given. */
export const givenProfiles = (configured: Configured | undefined) =>
  (configured?.fields.get('profiles') ?? []) as readonly ProfileFields[];

/** Name of the scheduler of the first profile, that of its Events. */
export function firstScheduler(configured: Configured | undefined): string | undefined {
  return givenProfiles(configured)[0]?.schedulerName;
}

/** As /configz shows them; without any there is that of the default scheduler. */
export function profilesOf(configured: Configured | undefined, byDefault: string) {
  const given = givenProfiles(configured);
  const profiles = given.length > 0 ? given : [{} as ProfileFields];
  return profiles.map(({ schedulerName, percentageOfNodesToScore: share }) => ({
    SchedulerName: schedulerName || byDefault,
    ...(share !== undefined && { PercentageOfNodesToScore: share }),
  }));
}

/** What the checks say of the whole. Source: ValidateKubeSchedulerConfiguration. */
export function configErrors(
  configured: Configured,
  election: ElectionOptions,
  profile: Profile,
): readonly string[] {
  const errors: string[] = [];
  const { burst } = election.rate;
  if (burst < 0) errors.push(invalid('clientConnection.burst', burst, 'must be non-negative'));
  errors.push(...electionErrors(election));
  const lock = lockFault(election, switchesOf(profile));
  if (lock !== undefined) {
    const given = JSON.stringify(election.resourceLock);
    errors.push(invalid('leaderElection.resourceLock', given, lock));
  }
  const parallelism = numberOf(configured, 'parallelism', 16);
  if (parallelism <= 0) {
    const why = 'should be an integer value greater than zero';
    errors.push(invalid('parallelism', parallelism, why));
  }
  errors.push(...profileErrors(givenProfiles(configured), profile));
  const percentage = numberOf(configured, 'percentageOfNodesToScore', 0);
  errors.push(...percentageErrors('percentageOfNodesToScore', percentage));
  const first = numberOf(configured, 'podInitialBackoffSeconds', 1);
  if (first <= 0) errors.push(invalid('podInitialBackoffSeconds', first, 'must be greater than 0'));
  const most = numberOf(configured, 'podMaxBackoffSeconds', 10);
  if (most < first) {
    const why = 'must be greater than or equal to PodInitialBackoffSeconds';
    errors.push(invalid('podMaxBackoffSeconds', most, why));
  }
  errors.push(...extenderErrors((configured.fields.get('extenders') ?? []) as readonly object[]));
  return errors;
}
