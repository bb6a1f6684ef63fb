/**
 * kube-scheduler: it fills its caches, runs for its lease, and gives the lease up when it is asked
 * to stop.
 *
 * Upstream    kubernetes v1.27 cmd/kube-scheduler/app/server.go (Run)
 * Acts as     scheduler
 * Simplified  a leader places no Pods yet
 */
import { type Process, type Program, runProcedure } from '#kernel';
import type { ApiResource } from '../api/objects';
import { resourceAt } from '../api/resources';
import { SharedInformerFactory } from '../client/informer-factory';
import type { LeaderElector } from '../client/leader-election/leader-elector';
import { ClientBuilder } from '../component/client-builder';
import type { ComponentKind, ComponentPlace, ParsedComponent } from '../component/component';
import type { Configured } from '../component/config-fields';
import { configuredServer } from '../component/configured-server';
import { makeElection } from '../component/election';
import { type ElectionOptions, electionOptions } from '../component/election-options';
import { aggregateText } from '../component/gate-flag';
import { type FlagReader, readFlags } from '../component/read-flags';
import { securePortFaults } from '../component/secure-port';
import { SecureServer } from '../component/secure-server';
import { gitVersion, switchesOf } from '../profile';
import {
  configErrors,
  firstScheduler,
  givenProfiles,
  inlineArgsFault,
  loadConfig,
  OVERRULED,
  profilesOf,
  SCHEDULER_CONFIG,
} from './config-form';
import { schedulerConfigz } from './configz';
import { COMMAND, SCHEDULER_FLAGS } from './flags';
import { schedulerPaths } from './https-paths';
import { SCHEDULER_NAME } from './profile-checks';
import { pluginsFault } from './profile-plugins';

/** Of an error, of a lost lease and of a second signal. Source: cli.Run, os.Exit. */
const EXIT_ERROR = 1;

/** What the scheduler of the default profile keeps in memory, in order of group and name. */
const CACHED: readonly (readonly [string, string])[] = [
  ['', 'namespaces'],
  ['', 'nodes'],
  ['', 'persistentvolumeclaims'],
  ['', 'persistentvolumes'],
  ['', 'pods'],
  ['', 'replicationcontrollers'],
  ['', 'services'],
  ['apps', 'replicasets'],
  ['apps', 'statefulsets'],
  ['policy', 'poddisruptionbudgets'],
  ['storage.k8s.io', 'csidrivers'],
  ['storage.k8s.io', 'csinodes'],
  ['storage.k8s.io', 'csistoragecapacities'],
  ['storage.k8s.io', 'storageclasses'],
];

export const scheduler: ComponentKind = {
  command: COMMAND,
  flags: SCHEDULER_FLAGS,
  config: SCHEDULER_CONFIG,
  port: 10_259,
  parse: ({ args, profile, gates, files, configured: inline }): ParsedComponent => {
    const spec = { command: COMMAND, flags: SCHEDULER_FLAGS, overruled: OVERRULED };
    const first = readFlags(spec, args, profile, gates);
    if (!first.ok) return first;
    const path = first.value('config') as string;
    if (path !== '' && inline) {
      return { ok: false, message: '--config and the field config are both given; give one' };
    }
    const loaded = path !== '' && files ? loadConfig(path, files, profile) : undefined;
    const configured = loaded?.ok ? loaded.value : inline;
    const read = readFlags({ ...spec, configured }, args, profile, gates);
    if (!read.ok) return read;
    const election = electionOptions(read.value);
    // Flags alone are not validated again after they were applied. Source: Options.ApplyTo.
    const undecoded = loaded && !loaded.ok ? loaded.error : inlineArgsFault(inline);
    const checked = undecoded === '' ? configured : undefined;
    const errors = checked ? configErrors(checked, election, profile) : [];
    const fault = undecoded || aggregateText([...errors, ...securePortFaults(read.value)]);
    const options = {
      ...{ election, fault, configured, flag: read.value },
      eventSource: firstScheduler(configured) ?? SCHEDULER_NAME,
      delaysCache: configured?.fields.get('delayCacheUntilActive') === true,
    };
    return {
      ok: true,
      fault,
      boot: (process, place) => new Scheduler(process, place, options).begin(),
    };
  },
};

interface SchedulerOptions {
  readonly flag: FlagReader;
  readonly configured: Configured | undefined;
  readonly election: ElectionOptions;
  /** With what words the command ends; "" when it does not. */
  readonly fault: string;
  /** Name that its Events come from. */
  readonly eventSource: string;
  /** Caches are filled only by a leader. */
  readonly delaysCache: boolean;
}

class Scheduler {
  readonly #process: Process;
  readonly #place: ComponentPlace;
  readonly #options: SchedulerOptions;
  readonly #actor: string;
  readonly #server: SecureServer | undefined;
  #made: ClientBuilder | undefined;
  #elector: LeaderElector | undefined;
  #stopAsked = false;
  #filled = false;

  constructor(process: Process, place: ComponentPlace, options: SchedulerOptions) {
    this.#process = process;
    this.#place = place;
    this.#options = options;
    this.#actor = `${process.name}/scheduler`;
    this.#server = this.#makeServer();
  }

  #makeServer(): SecureServer | undefined {
    const { flag, election, configured, eventSource } = this.#options;
    const port = flag('secure-port') as number;
    if (port === 0) return undefined;
    const { profile } = this.#place;
    const shown = { profile, flag, configured, profiles: profilesOf(configured, eventSource) };
    const answers = schedulerPaths(
      {
        elects: election.leaderElect,
        stopping: () => this.#stopAsked,
        filled: () => this.#filled,
        configz: () => schedulerConfigz(shown),
        metrics: () => this.#metrics(),
        gates: flag('feature-gates') as ReadonlyMap<string, string>,
      },
      profile,
    );
    const [process, place] = [this.#process, this.#place];
    const caller = { process, actor: this.#actor, command: COMMAND, place, flag };
    const profiling = flag('profiling') === true;
    return new SecureServer({ ...caller, port, profiling, answers });
  }

  #metrics(): readonly string[] {
    const { leaderElect, resourceName: name } = this.#options.election;
    if (!leaderElect) return [];
    return [`leader_election_master_status{name="${name}"} ${+(this.#elector?.isLeader ?? false)}`];
  }

  /** @returns why there is no server to be a client of; "" when there is one. */
  #makeClients(): string {
    const [process, place] = [this.#process, this.#place];
    const { flag, election } = this.#options;
    const found = configuredServer(process, this.#actor, place, flag);
    if (!found.ok) return found.message;
    const parts = { process, command: COMMAND, target: found.target, rate: election.rate };
    this.#made = new ClientBuilder({ ...place, ...parts });
    return '';
  }

  get #clients(): ClientBuilder {
    return this.#made as ClientBuilder;
  }

  begin(): Program {
    const { flag, fault } = this.#options;
    const selfSigned = flag('tls-cert-file') === '' || flag('tls-private-key-file') === '';
    if (selfSigned && this.#server) this.#log('info', 'Generated self-signed cert in-memory');
    if (fault !== '') {
      this.#failed(fault);
      return {};
    }
    if (this.#server) runProcedure(this.#server.applyTo(), (refusal) => this.#run(refusal));
    else this.#run('');
    return { onTerminate: (count) => this.#onTerminate(count) };
  }

  /** Upstream: the end of Setup, and Run. */
  #run(refusal: string): void {
    const { profile } = this.#place;
    const { configured, election, delaysCache } = this.#options;
    const profiles = givenProfiles(configured);
    const fault = refusal || this.#makeClients() || pluginsFault(profiles, profile, SCHEDULER_NAME);
    if (fault !== '') {
      this.#failed(fault);
      return;
    }
    const version = gitVersion(profile);
    this.#log('info', `"Starting Kubernetes Scheduler" version="${version}"`);
    this.#log('info', '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""');
    this.#server?.serve();
    const runForLease = () => {
      if (!election.leaderElect) return;
      this.#elector = this.#makeElector();
      this.#elector?.run();
    };
    if (delaysCache && election.leaderElect) runForLease();
    else this.#fillCaches(runForLease);
  }

  /** Informers start and fill before it runs for the lease: who waits is warm. */
  #fillCaches(filled: () => void): void {
    const process = this.#process;
    const client = this.#clients.client({ suffix: 'scheduler' });
    const actor = `${process.name}/informers`;
    const informers = new SharedInformerFactory({ process, actor, client });
    for (const [group, resource] of CACHED) informers.informerFor(resourceOf(group, resource));
    informers.start();
    runProcedure(informers.waitForCacheSync(), () => {
      this.#filled = true;
      filled();
    });
  }

  #makeElector(): LeaderElector | undefined {
    const election = makeElection({
      process: this.#process,
      clients: this.#clients,
      options: this.#options.election,
      switches: switchesOf(this.#place.profile),
      eventSource: this.#options.eventSource,
      eventClient: 'scheduler',
      logsEvents: false,
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: () => {
          if (this.#options.delaysCache) this.#fillCaches(() => {});
        },
        onStoppedLeading: () => this.#stoppedLeading(),
      },
    });
    if (election.ok) return election.value;
    const [{ path, reason }] = election.faults;
    const what = path === 'elector' ? 'leader elector' : 'resource lock';
    this.#failed(`couldn't create ${what}: ${reason}`);
    return undefined;
  }

  #stoppedLeading(): void {
    if (this.#stopAsked) {
      this.#log('info', '"Requested to terminate, exiting"');
      this.#process.exit(0, 'asked to terminate');
      return;
    }
    this.#log('error', '"Leaderelection lost"');
    this.#process.exit(EXIT_ERROR, 'leader election lost');
  }

  /** The first signal ends the context, a second one the process. */
  #onTerminate(count: number): void {
    if (count > 1) {
      this.#process.exit(EXIT_ERROR, 'second signal');
      return;
    }
    this.#stopAsked = true;
    if (this.#elector) this.#elector.cancel();
    else if (this.#options.election.leaderElect) this.#stoppedLeading();
    else this.#failed('finished without leader elect');
  }

  #failed(error: string): void {
    this.#log('error', `"command failed" err=${JSON.stringify(error)}`);
    this.#process.exit(EXIT_ERROR, 'command failed');
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#process.log(this.#actor, level, message);
  }
}

const resourceOf = (group: string, resource: string): ApiResource =>
  resourceAt(group, 'v1', resource) as ApiResource;
