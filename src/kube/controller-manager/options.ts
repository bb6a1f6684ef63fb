/**
 * What the command line of kube-controller-manager becomes, and what the command refuses of it
 * before it starts.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/options/options.go (Validate,
 *             Config)
 * Simplified  of the checks of the groups of options only those of --controllers, of the kind of
 *             lock and of the mirroring of EndpointSlices are made
 */
import type { SimDuration } from '#base';
import type { ComponentFiles } from '../component/component-files';
import type { Configured } from '../component/config-fields';
import { type ElectionOptions, electionOptions, lockFault } from '../component/election-options';
import type { FlagValue } from '../component/flag-values';
import { aggregateText } from '../component/gate-flag';
import type { FlagReader } from '../component/read-flags';
import { securePortFaults } from '../component/secure-port';
import { type Profile, type Switches, switchesOf } from '../profile';
import { gateOn, type KnownController, knownControllers, readControllers } from './controllers';
import { SIGNING_FILES } from './flags';
import type { LeaderMigration } from './leader-migration';
import { migrationOf } from './leader-migration-file';
import { olderSwitches } from './older-start';

export interface ManagerOptions {
  readonly profile: Profile;
  readonly switches: Switches;
  readonly election: ElectionOptions;
  /** It starts as before 1.12. */
  readonly older: boolean;
  /** What Validate and Config say; "" for nothing. */
  readonly fault: string;
  /** Config says it, when there is a certificate already. */
  readonly late: boolean;
  readonly known: readonly KnownController[];
  /** Entries of --controllers by canonical name. */
  readonly controllers: readonly string[];
  /** 0: there is no HTTPS server. */
  readonly securePort: number;
  readonly profiling: boolean;
  readonly selfSigned: boolean;
  readonly startInterval: SimDuration;
  /** Undefined where nothing migrates. */
  readonly migration: LeaderMigration | undefined;
  readonly ownAccounts: boolean;
  readonly cloudProvider: string;
  readonly allocateNodeCidrs: boolean;
  readonly configureCloudRoutes: boolean;
  readonly garbageCollector: boolean;
  readonly tokenKey: boolean;
  readonly gateOn: (gate: string) => boolean;
  readonly flag: FlagReader;
  readonly configured: Configured | undefined;
  readonly signing: { readonly general: boolean; readonly specific: boolean };
}

const gatesOf = (pairs: FlagValue): ReadonlyMap<string, boolean> =>
  new Map(
    [...(pairs as ReadonlyMap<string, string>)].map(([gate, text]) => [gate, /^[tT1]/.test(text)]),
  );

/** Upstream: EndpointSliceMirroringControllerOptions.Validate. */
const MIRRORING_RANGES = [
  { flag: 'mirroring-concurrent-service-endpoint-syncs', least: 1, most: 50 },
  { flag: 'mirroring-max-endpoints-per-subset', least: 1, most: 1_000 },
] as const;

const mirroringFaults = (value: FlagReader): readonly string[] =>
  MIRRORING_RANGES.flatMap(({ flag, least, most }) => {
    const given = value(flag) as number;
    if (given >= least && given <= most) return [];
    return [`${flag} must be between ${least} and ${most}, but got ${given}`];
  });

interface Surroundings {
  readonly older?: boolean;
  readonly files?: ComponentFiles;
  readonly configured?: Configured;
}

export function managerOptions(
  value: FlagReader,
  profile: Profile,
  { older = false, files, configured }: Surroundings = {},
): ManagerOptions {
  const own = switchesOf(profile);
  const switches = older ? olderSwitches(own) : own;
  const gates = gatesOf(value('feature-gates'));
  const known = knownControllers(profile, gates);
  const read = readControllers(value('controllers') as readonly string[], known);
  const election = electionOptions(value);
  const given = (name: string) => value(name) !== '';
  const on = (name: string) => value(name) as boolean;
  const lock = older ? undefined : lockFault(election, switches);
  const locks = lock === undefined ? [] : [lock];
  const refused = aggregateText([
    ...locks,
    ...read.errors,
    ...mirroringFaults(value),
    ...(older ? [] : securePortFaults(value)),
  ]);
  const migrates = !older && on('enable-leader-migration');
  const migration = migrates
    ? migrationOf(value('leader-migration-config') as string, { files, configured })
    : undefined;
  const broken = migration && !migration.ok ? migration.faults[0].reason : '';
  return {
    profile,
    switches,
    election,
    older,
    known,
    controllers: read.entries,
    fault: refused === '' ? broken : refused,
    late: refused === '' && broken !== '',
    securePort: older ? 0 : (value('secure-port') as number),
    profiling: on('profiling'),
    selfSigned: !given('tls-cert-file') || !given('tls-private-key-file'),
    startInterval: value('controller-start-interval') as SimDuration,
    migration: migration?.ok && election.leaderElect ? migration.value : undefined,
    ownAccounts: on('use-service-account-credentials'),
    cloudProvider: value('cloud-provider') as string,
    allocateNodeCidrs: on('allocate-node-cidrs'),
    configureCloudRoutes: on('configure-cloud-routes'),
    garbageCollector: on('enable-garbage-collector'),
    gateOn: (gate) => gateOn(profile, gates, gate),
    flag: value,
    configured,
    tokenKey: given('service-account-private-key-file'),
    signing: {
      general: given('cluster-signing-cert-file') || given('cluster-signing-key-file'),
      specific: SIGNING_FILES.some(given),
    },
  };
}
