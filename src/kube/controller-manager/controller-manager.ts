/**
 * kube-controller-manager: options to Config, then it serves, runs for its lease, leads, and ends
 * when it loses it.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (NewControllerManagerCommand, Run, leaderElectAndRun)
 * Acts as     controller-manager
 * Simplified  of the controllers that are started those of controllers/index.ts work; the
 *             others fill their caches and do nothing else
 */
import { NO_DURATION, type SimDuration, seconds } from '#base';
import { type HostedMachine, hostMachine, type Process, type Program, runProcedure } from '#kernel';
import { HealthzAdaptor } from '../client/leader-election/healthz-adaptor';
import type { LeaderElector } from '../client/leader-election/leader-elector';
import { ClientBuilder } from '../component/client-builder';
import type { ComponentKind, ComponentPlace, ParsedComponent } from '../component/component';
import { configuredServer } from '../component/configured-server';
import { type ElectionFault, type ElectionParts, makeElection } from '../component/election';
import { readFlags } from '../component/read-flags';
import type { SecureServer } from '../component/secure-server';
import { gitVersion } from '../profile';
import { CONTROLLER_MANAGER_CONFIG } from './config-form';
import { configz } from './configz';
import { controllerManagerMachine, type ManagerMachineEvent } from './controller-manager-machine';
import { DebugHandlers } from './debug-handlers';
import { COMMAND, CONTROLLER_MANAGER_FLAGS } from './flags';
import { MutableHealthzHandler } from './health';
import { managerServer } from './https-paths';
import { InsecureServer } from './insecure-server';
import { filterOfMigration, type LeaderMigration, type MigrationResult } from './leader-migration';
import { MainLoop } from './main-loop';
import { OLDER_FLAGS } from './older-start';
import { type ManagerOptions, managerOptions } from './options';

/** Of a lost lease and an error of the command, of fatal log calls, and of a panic. Source:
 *  os.Exit, cli.Run, klog.Fatal, Go. */
const EXIT_ERROR = 1;
const EXIT_FATAL = 255;
const EXIT_PANIC = 2;
/** For how long after its lease a leader still counts as well. Source: leaderElectionHealthz. */
const HEALTH_TOLERANCE: SimDuration = seconds(20);

export const controllerManager: ComponentKind = {
  command: COMMAND,
  flags: CONTROLLER_MANAGER_FLAGS,
  config: CONTROLLER_MANAGER_CONFIG,
  port: 10_257,
  parse: ({ args, profile, gates, start, ...given }): ParsedComponent => {
    const older = start === 'pre-1.12';
    const flags = older ? OLDER_FLAGS : CONTROLLER_MANAGER_FLAGS;
    const spec = { command: COMMAND, flags, configured: given.configured };
    const read = readFlags(spec, args, profile, gates);
    if (!read.ok) return read;
    const options = managerOptions(read.value, profile, { older, ...given });
    return {
      ok: true,
      fault: options.fault,
      boot: (process, place) => new ControllerManager(process, place, options).begin(),
    };
  },
};

interface Campaign {
  /** Name of its lease, and the kind of its lock. */
  readonly lease: string;
  readonly lock: string;
  readonly lane: 'leader-election' | 'migration-election';
  readonly won: () => void;
  readonly lost: () => void;
}

class ControllerManager {
  readonly #process: Process;
  readonly #options: ManagerOptions;
  readonly #actor: string;
  readonly #place: ComponentPlace;
  readonly #adaptor = new HealthzAdaptor(HEALTH_TOLERANCE);
  readonly #health: MutableHealthzHandler;
  readonly #electors: (readonly [string, LeaderElector])[] = [];
  readonly #running = new Set<string>();
  readonly #debug = new DebugHandlers();
  readonly #server: SecureServer | undefined;
  #machine: HostedMachine | undefined;
  #made: ClientBuilder | undefined;

  constructor(process: Process, place: ComponentPlace, options: ManagerOptions) {
    this.#process = process;
    this.#options = options;
    this.#actor = `${process.name}/controller-manager`;
    this.#place = place;
    const { leaderElect } = options.election;
    const { name } = this.#adaptor;
    const check = { name, check: () => this.#adaptor.check() };
    this.#health = new MutableHealthzHandler(...(leaderElect ? [check] : []));
    const shown = { health: this.#health, debug: this.#debug, metrics: () => this.#metrics() };
    const caller = { process, actor: this.#actor, command: COMMAND, place };
    this.#server = managerServer({ ...caller, flag: options.flag }, options, shown);
  }

  /** It has no handler for signals: they end it at once, and the lease is not given up. */
  begin(): Program {
    const machine = hostMachine(this.#process, {
      actor: this.#actor,
      machine: controllerManagerMachine,
      effects: {
        complete: () => this.#complete(),
        prepareRun: () => this.#prepareRun(),
        campaign: () => this.#campaign(),
        lead: () => this.#lead(),
        exitLost: () => this.#exitLost(''),
      },
    });
    this.#machine = machine;
    const { fault: own, late } = this.#options;
    // Its own file is read when the clients have been made.
    const fault = (late ? '' : own) || this.#makeClients() || own;
    if (fault !== '') this.#refused(fault);
    else if (!this.#server) this.#send({ type: 'optionsAccepted' });
    else runProcedure(this.#server.applyTo(), (refusal) => this.#applied(refusal));
    return {};
  }

  /** Who may call its server has been settled, or the command ends. */
  #applied(refusal: string): void {
    if (refusal === '') this.#send({ type: 'optionsAccepted' });
    else this.#refused(refusal);
  }

  #refused(fault: string): void {
    this.#send({ type: 'optionsRefused' });
    // Before 1.12 Run itself checks, and main prints what it returns.
    this.#log(
      'error',
      this.#options.older ? fault : `"command failed" err=${JSON.stringify(fault)}`,
    );
    this.#process.exit(EXIT_ERROR, 'command failed');
  }

  /** @returns why there is no server to be a client of; "" when there is one. */
  #makeClients(): string {
    const process = this.#process;
    const { flag, election } = this.#options;
    const found = configuredServer(process, this.#actor, this.#place, flag);
    if (!found.ok) return found.message;
    const { target } = found;
    const { rate } = election;
    this.#made = new ClientBuilder({ ...this.#place, process, command: COMMAND, target, rate });
    return '';
  }

  get #clients(): ClientBuilder {
    return this.#made as ClientBuilder;
  }

  /** Options are checked and made a Config. */
  #complete(): void {
    const { fault, late, selfSigned, securePort } = this.#options;
    if (fault !== '' && !late) return;
    if (selfSigned && securePort !== 0) this.#log('info', 'Generated self-signed cert in-memory');
  }

  #prepareRun(): void {
    const { older, election } = this.#options;
    if (older) {
      const parts = { process: this.#process, configz: () => configz(this.#options) };
      new InsecureServer(parts).serve();
    } else this.#serve();
    this.#send({ type: election.leaderElect ? 'runsForLease' : 'alone' });
  }

  #serve(): void {
    const { profile } = this.#options;
    this.#log('info', `Version: ${gitVersion(profile)}`);
    this.#log('info', '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""');
    this.#server?.serve();
    if (this.#options.migration) this.#log('info', 'starting leader migration');
  }

  #campaign(): void {
    const won = () => this.#send({ type: 'leaseWon' });
    const lost = () => this.#send({ type: 'leaseLost' });
    const { resourceName: lease, resourceLock: lock } = this.#options.election;
    // In a task of its own: what cannot be built ends the process.
    this.#process.later(NO_DURATION, () =>
      this.#runFor({ lease, lock, lane: 'leader-election', won, lost }),
    );
  }

  /** The main loop: all controllers, or those that no migration moves. */
  #lead(): void {
    const { migration, known } = this.#options;
    const [token, ...others] = known;
    if (!migration) {
      this.#loop('main-loop', others, token);
      return;
    }
    this.#log('info', 'leader migration: starting main controllers.');
    this.#loop('main-loop', this.#those('non-migrated', migration), token);
  }

  #those(wanted: MigrationResult, migration: LeaderMigration) {
    const filter = filterOfMigration(migration, COMMAND);
    const [, ...others] = this.#options.known;
    return others.filter(({ row }) => filter(row.name, row.before) === wanted);
  }

  #loop(
    lane: 'main-loop' | 'migration-loop',
    controllers: ManagerOptions['known'],
    token?: ManagerOptions['known'][number],
  ): void {
    new MainLoop({
      ...{ process: this.#process, lane, options: this.#options, clients: this.#clients },
      ...{ controllers, token },
      onTokenTried: () => this.#migrate(),
      onStarted: (controller) => this.#debug.started(controller),
      addHealthCheckers: (checks) => {
        for (const { name } of checks) this.#running.add(name);
        this.#health.addHealthChecker(...checks);
      },
      fatal: (message) => this.#fatal(message),
    }).run();
  }

  /** The gate of the second election is open. */
  #migrate(): void {
    const { migration } = this.#options;
    if (!migration) return;
    this.#runFor({
      lease: migration.leaderName,
      lock: migration.resourceLock,
      lane: 'migration-election',
      won: () => {
        this.#log('info', 'leader migration: starting migrated controllers.');
        this.#loop('migration-loop', this.#those('migrated', migration));
      },
      lost: () => this.#exitLost('migration '),
    });
  }

  #runFor({ lease, lock, lane, won, lost }: Campaign): void {
    const { election: own, switches, older } = this.#options;
    const parts: ElectionParts = {
      ...{ process: this.#process, clients: this.#clients, switches, lane, older },
      options: { ...own, resourceName: lease, resourceLock: lock },
      ...{ eventSource: COMMAND, eventClient: COMMAND, logsEvents: true, releaseOnCancel: false },
      callbacks: { onStartedLeading: won, onStoppedLeading: lost },
    };
    const election = makeElection(parts);
    if (election.ok) {
      this.#electors.push([lease, election.value]);
      // The check watches the election that was tied to it last.
      this.#adaptor.setLeaderElection(election.value);
      election.value.run();
      return;
    }
    const [{ path, reason }] = election.faults;
    if (path === ('lock' satisfies ElectionFault)) this.#fatal(`error creating lock: ${reason}`);
    else this.#end(`panic: ${reason}`, EXIT_PANIC, 'panic');
  }

  #metrics(): readonly string[] {
    const leads = this.#electors.map(
      ([name, elector]) => `leader_election_master_status{name="${name}"} ${+elector.isLeader}`,
    );
    const running = [...this.#running].map(
      (name) => `running_managed_controllers{manager="${COMMAND}",name="${name}"} 1`,
    );
    return [...leads, ...running];
  }

  #exitLost(which: '' | 'migration '): void {
    if (this.#options.older) {
      this.#process.log(this.#actor, 'fatal', 'leaderelection lost');
      this.#process.exit(EXIT_FATAL, 'leader election lost');
      return;
    }
    this.#log('error', `"${which}leaderelection lost"`);
    this.#process.exit(EXIT_ERROR, 'leader election lost');
  }

  #fatal(message: string): void {
    this.#end(message, EXIT_FATAL, 'fatal');
  }

  #end(message: string, code: number, reason: string): void {
    this.#send({ type: 'fatal' });
    this.#process.log(this.#actor, 'fatal', message);
    this.#process.exit(code, reason);
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#process.log(this.#actor, level, message);
  }

  #send(event: ManagerMachineEvent): void {
    this.#machine?.send(event);
  }
}
