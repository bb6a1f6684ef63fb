/**
 * What a leader does: it builds the controller context, starts the controllers and then their
 * informers.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go (Run,
 *             CreateControllerContext, StartControllers)
 * Acts as     main-loop, migration-loop
 * Wakes on    the lease that is won
 * Reads       /healthz, discovery, ServiceAccounts of controllers
 * Writes      ServiceAccounts of controllers
 * Simplified  how long an initializer works is drawn; the mapper of resources is reset every 30 s
 *             upstream, which sends nothing as long as nobody asks it
 */
import { millis, type SimDuration, seconds } from '#base';
import { type HostedMachine, hostMachine, type Process, runProcedure } from '#kernel';
import { SharedInformerFactory, waitForCacheSync, waitForNamedCacheSync } from '../client';
import type { RestClient } from '../client/rest-client';
import { RuntimeErrors } from '../client/runtime-errors';
import type { ClientBuilder } from '../component/client-builder';
import type { HealthChecker } from '../component/healthz';
import { CONTROLLERS } from '../controllers';
import type { Controller, ControllerContext } from '../controllers/controller';
import { type AvailableResources, availableResources } from './available-resources';
import type { ControllerRow } from './controller-table';
import type { KnownController } from './controllers';
import { namedHealthChecker } from './health';
import { informersOf } from './informers-of-row';
import { type MainLoopMachineEvent, mainLoopMachine } from './main-loop-machine';
import type { ManagerOptions } from './options';
import { getOrCreateServiceAccount, userOfAccount } from './own-account';
import {
  initializerPlan,
  type LogLine,
  refusalOf,
  type StartPlan,
  tokenRefusal,
} from './start-plan';
import { ApiServerWait } from './wait-for-api-server';

/** How long an initializer works: measured between two "Started" lines of a real log. */
const INITIALIZER = { min: millis(1), max: millis(15) };
/** Of the client of discovery, whatever the flags say. Source: ClientBuilder.DiscoveryClient. */
const DISCOVERY_RATE = { qps: 20, burst: 200 };
const US_PER_MS = 1_000;
/** --min-resync-period, once to twice. Source: ResyncPeriod. */
const RESYNC = { min: seconds(43_200), max: seconds(86_400) };

export interface MainLoopParts {
  readonly process: Process;
  /** Last part of the actor's path. */
  readonly lane: 'main-loop' | 'migration-loop';
  readonly options: ManagerOptions;
  readonly clients: ClientBuilder;
  /** Those that run under the lease that was won. */
  readonly controllers: readonly KnownController[];
  /** Started before the others; absent under the lease of a migration. */
  readonly token: KnownController | undefined;
  /** The start of the token controller has been tried. */
  readonly onTokenTried?: () => void;
  readonly onStarted: (controller: KnownController) => void;
  readonly addHealthCheckers: (checks: readonly HealthChecker[]) => void;
  /** A fatal log call. */
  readonly fatal: (message: string) => void;
}

export class MainLoop {
  readonly #parts: MainLoopParts;
  readonly #actor: string;
  readonly #waiting: KnownController[] = [];
  readonly #checks: HealthChecker[] = [];
  /** Of the informers, and of the wait for the API server. */
  readonly #client: RestClient;
  readonly #informers: SharedInformerFactory;
  readonly #errors: RuntimeErrors;
  #wait: ApiServerWait | undefined;
  #available: AvailableResources = new Set();
  #current: KnownController | undefined;
  #machine: HostedMachine | undefined;

  constructor(parts: MainLoopParts) {
    const { process, lane, clients } = parts;
    this.#parts = parts;
    this.#actor = `${process.name}/${lane}`;
    this.#errors = new RuntimeErrors(process);
    this.#client = clients.client({ suffix: 'shared-informers' });
    const resync = process.random('resync').duration(RESYNC);
    this.#informers = new SharedInformerFactory({
      ...{ process, client: this.#client, resyncPeriod: resync },
      actor: `${process.name}/${lane === 'main-loop' ? 'informers' : 'migration-informers'}`,
    });
  }

  run(): void {
    this.#machine = hostMachine(this.#parts.process, {
      actor: this.#actor,
      machine: mainLoopMachine,
      effects: {
        askHealth: () => this.#askHealth(),
        discover: () => this.#discover(),
        nextController: () => this.#nextController(),
        initialize: () => this.#initialize(),
        startInformers: () => this.#startInformers(),
      },
    });
  }

  #askHealth(): void {
    const { process, clients, options } = this.#parts;
    this.#wait ??= new ApiServerWait(process, options.older);
    const wait = this.#wait;
    // Before 1.12 discovery itself waits, each time with a new client.
    const client = options.older
      ? clients.client({ suffix: 'controller-discovery' })
      : this.#client;
    runProcedure(client.raw('/healthz'), (result) => {
      if (result.ok) {
        this.#send({ type: 'healthy' });
        return;
      }
      for (const message of wait.complaint()) this.#log({ level: 'error', message });
      const next = wait.nextTry();
      if (next === undefined) this.#failed(`building controller context: ${wait.error(result)}`);
      else this.#send({ type: 'unhealthy', waitMs: next / US_PER_MS });
    });
  }

  #discover(): void {
    const { clients, options } = this.#parts;
    const client = clients.client({ suffix: 'controller-discovery', rate: DISCOVERY_RATE });
    runProcedure(availableResources(client, options.profile), ({ resources, error }) => {
      if (error !== undefined) {
        const text = `unable to get all supported resources from server: ${error}`;
        this.#log({ level: 'error', message: text });
      }
      if (resources.size === 0) {
        const none = 'unable to get any supported resources from server';
        this.#failed(`building controller context: ${none}`);
        return;
      }
      this.#available = resources;
      this.#order();
      this.#send({ type: 'discovered' });
    });
  }

  /** The token controller, then the others as Go walks a map: in an order of its own each time. */
  #order(): void {
    const { process, controllers, token } = this.#parts;
    const stream = process.random('controllers');
    const rest = [...controllers];
    while (rest.length > 0) this.#waiting.push(...rest.splice(stream.int(0, rest.length - 1), 1));
    if (token) this.#waiting.unshift(token);
  }

  /** Goes on to the first that is to be initialized; the ones before it are passed over. */
  #nextController(): void {
    const { options, token, onTokenTried } = this.#parts;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const refusal = next === token ? tokenRefusal(next, options) : refusalOf(next, options);
      if (!refusal) {
        this.#choose(next);
        return;
      }
      this.#carryOut(next, refusal);
      if (next === token) onTokenTried?.();
    }
    // Before 1.12 an initializer returns no controller that could be asked.
    if (!options.older) this.#parts.addHealthCheckers(this.#checks);
    this.#send({ type: 'allStarted' });
  }

  #choose(next: KnownController): void {
    const { process, options, token } = this.#parts;
    this.#current = next;
    const interval = options.startInterval;
    if (interval <= 0 || next === token) {
      this.#send({ type: 'chosen' });
      return;
    }
    const wait = process
      .random('controllers')
      .duration({ min: interval, max: (2 * interval) as SimDuration });
    this.#send({ type: 'putOff', waitMs: wait / US_PER_MS });
  }

  #initialize(): void {
    const { process, clients, options, token } = this.#parts;
    const controller = this.#current as KnownController;
    const works = process.random('controllers').duration(INITIALIZER);
    const { account } = controller.row;
    process.later(works, () => {
      if (!options.ownAccounts || account === '' || controller === token) {
        this.#initialized(controller);
        return;
      }
      const client = clients.client({ suffix: account });
      runProcedure(getOrCreateServiceAccount(client, account), (error) => {
        if (error === undefined) this.#initialized(controller);
        else this.#parts.fatal(error);
      });
    });
  }

  #initialized(controller: KnownController): void {
    const { options, token, onTokenTried } = this.#parts;
    const plan = initializerPlan(controller, options, this.#available);
    this.#carryOut(controller, plan);
    if (controller === token) onTokenTried?.();
    if (plan.outcome === 'failed') {
      this.#failed(`starting controllers: ${plan.reason}`);
      return;
    }
    if (plan.outcome === 'started') this.#started(controller);
    this.#send({ type: 'initialized' });
  }

  /** It runs from now on, and waits for its caches by itself. */
  #started(controller: KnownController): void {
    const { process, token } = this.#parts;
    const { name, row } = controller;
    this.#parts.onStarted(controller);
    if (controller !== token) this.#checks.push(namedHealthChecker(name, () => undefined));
    const caches = informersOf(row, this.#available, this.#informers);
    const working = this.#make(controller);
    const who = { process, actor: this.#actor };
    const wait =
      row.waits === ''
        ? waitForCacheSync(process, caches)
        : waitForNamedCacheSync(who, row.waits, caches);
    runProcedure(wait, () => {
      const saw = { controller: name, informers: caches.map((cache) => cache.name) };
      const fields = { name: 'caches synced', outcome: 'synced', reason: '', saw };
      process.write('decision', this.#actor, fields);
      working?.work();
    });
    if (controller === token) this.#informers.start();
  }

  /** @returns undefined for one whose work is not modelled. */
  #make({ row }: KnownController): Controller | undefined {
    const { process, options } = this.#parts;
    const actor = `${process.name}/${row.before ?? row.name}`;
    const made = CONTROLLERS[row.name]?.({
      ...{ process, actor, profile: options.profile, flag: options.flag },
      ...{ informers: this.#informers, errors: this.#errors, gateOn: options.gateOn },
      client: (times) => this.#clientOf(row, times),
    });
    if (made) process.log(actor, 'info', made.greeting);
    return made;
  }

  #clientOf(
    { account }: ControllerRow,
    times: Parameters<ControllerContext['client']>[0] = { qps: 1, burst: 1 },
  ): RestClient {
    const { clients, options } = this.#parts;
    const { qps, burst } = options.election.rate;
    const user = options.ownAccounts ? userOfAccount(account) : undefined;
    const rate = { qps: qps * times.qps, burst: burst * times.burst };
    return clients.client({ suffix: account, user, rate });
  }

  #carryOut({ name }: KnownController, { outcome, reason, lines }: StartPlan): void {
    const saw = { controller: name };
    const fields = { name: 'start controller', outcome, reason, saw };
    this.#parts.process.write('decision', this.#actor, fields);
    for (const line of lines) this.#log(line);
  }

  #startInformers(): void {
    this.#informers.start();
  }

  /** The process ends while it holds the lease: the others wait until that is over. */
  #failed(what: string): void {
    this.#send({ type: 'failed' });
    this.#parts.fatal(`error ${what}`);
  }

  #log({ level, message }: LogLine): void {
    this.#parts.process.log(this.#actor, level, message);
  }

  #send(event: MainLoopMachineEvent): void {
    this.#machine?.send(event);
  }
}
