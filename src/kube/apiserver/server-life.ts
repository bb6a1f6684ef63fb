/**
 * One life of an API server: from its options over the server chain to its last log line. The
 * machine says in which order; this does what it names.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/server.go (NewAPIServerCommand,
 *             CreateServerChain), staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go
 *             (PrepareRun, Run)
 * Acts as     lifecycle
 * Simplified  the three servers of the chain are one handler; building each takes a sampled time
 */
import { invariant, millis, type SimDuration } from '#base';
import {
  type DurationRange,
  type HostedMachine,
  hostMachine,
  type IncomingCall,
  type Process,
  type RandomStream,
} from '#kernel';
import { gitVersion } from '../profile';
import { type BuiltServer, buildServer } from './build-server';
import { blockUntilConnected } from './etcd-dial';
import { listenAddress } from './graceful-termination';
import type { HookFaults } from './hooks';
import { type BuildTimes, lifecycleMachine } from './lifecycle-machine';
import {
  type ApiServerOptions,
  type CompletedOptions,
  completeAndValidate,
  printAggregate,
  validatePublicIPServiceClusterIPRangeIPFamilies,
} from './options';
import { RECONCILER_TYPES } from './reconcilers/reconciler-types';
import { EXIT_FATAL, type HookBodies } from './server-context';
import { EtcdClient } from './storage';

/**
 * Exit code when the command returns an error, and of a second signal. Source: cli.Run, signal.go.
 */
const EXIT_ERROR = 1;
const NOW = 0 as SimDuration;
const US_A_MS = 1_000;

/** How long the parts of the start take. Simplified: guesses for an idle machine. */
const BUILD_TIMES: Readonly<Record<keyof BuildTimes, DurationRange>> = {
  genericConfig: { min: millis(120), max: millis(350) },
  apiExtensions: { min: millis(30), max: millis(120) },
  kubeApiServer: { min: millis(250), max: millis(700) },
  aggregator: { min: millis(40), max: millis(150) },
  listener: { min: millis(1), max: millis(5) },
};

export interface ServerLifeOptions {
  readonly options: ApiServerOptions;
  /** Name of the etcd process. */
  readonly etcd: string;
  /** Address of the machine it runs on; used when no flag names one. */
  readonly hostAddress: string | undefined;
  readonly hookFaults: HookFaults | undefined;
  readonly hookBodies: HookBodies;
}

export class ServerLife {
  readonly #process: Process;
  readonly #parts: ServerLifeOptions;
  readonly #actor: string;
  #options: CompletedOptions | undefined;
  #client: EtcdClient | undefined;
  #server: BuiltServer | undefined;
  #machine: HostedMachine | undefined;
  #failure = '';
  #exitCode = EXIT_ERROR;

  constructor(process: Process, parts: ServerLifeOptions) {
    this.#process = process;
    this.#parts = parts;
    this.#actor = `${process.name}/lifecycle`;
  }

  /** The first instruction. */
  begin(): void {
    const effects = {
      completeOptions: () => this.#soon(() => this.#completeOptions()),
      connectEtcd: () => this.#soon(() => this.#connectEtcd()),
      buildConfig: () => this.#build(),
      createExtensionServer: () => this.#built().servers.createExtensionServer(),
      createKubeApiServer: () => this.#createKubeApiServer(),
      createAggregator: () => this.#built().servers.createAggregator(),
      prepareRun: () => this.#built().prepareRun(),
      serve: () => this.#serve(),
      initiateShutdown: () => this.#built().termination.initiate(),
      stopAccepting: () => this.#built().termination.stopAccepting(),
      exitCleanly: () => {
        this.#built().destroy();
        this.#process.exit(0, 'terminated gracefully');
      },
      exitWithError: () => this.#exitWithError(),
      exitAtOnce: () => this.#process.exit(EXIT_ERROR, 'second signal'),
    };
    this.#machine = hostMachine(this.#process, {
      actor: this.#actor,
      machine: lifecycleMachine,
      effects,
      input: { times: drawBuildTimes(this.#process.random('build')) },
    });
  }

  /** SIGTERM or SIGINT, the first, second ... time. Upstream: SetupSignalHandler. */
  onTerminate(count: number): void {
    this.#send(count > 1 ? 'secondSignal' : 'stopAsked');
  }

  #completeOptions(): void {
    const { options, hostAddress } = this.#parts;
    const checked = completeAndValidate(options, { address: hostAddress });
    for (const { level, message } of checked.logs) this.#log(level, message);
    if (checked.ok || checked.begun) {
      this.#log('info', `Version: ${gitVersion(options.profile)}`);
      this.#log('info', '"Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""');
    }
    if (checked.ok) {
      this.#options = checked.options;
      this.#send('optionsChecked');
    } else {
      this.#failure = printAggregate(checked.errors);
      this.#send('optionsRefused');
    }
  }

  /** Opening a storage blocks until etcd answers; one client stands for all of them. */
  #connectEtcd(): void {
    const actor = `${this.#process.name}/etcd-client`;
    const client = new EtcdClient(this.#process, { server: this.#parts.etcd, actor });
    this.#client = client;
    blockUntilConnected(this.#process, client, (error) => {
      this.#failure = error ?? '';
      this.#send(error === undefined ? 'etcdReached' : 'etcdUnreachable');
    });
  }

  /** The configuration of the generic server, and what all servers of the chain share. */
  #build(): void {
    const { etcd, hookFaults, hookBodies } = this.#parts;
    invariant(this.#options && this.#client, 'options and etcd stand before the chain is built');
    this.#server = buildServer({
      process: this.#process,
      actor: this.#actor,
      options: this.#options,
      etcd,
      client: this.#client,
      hookFaults: hookFaults?.take(this.#process.name) ?? new Map(),
      hookBodies,
      send: (event) => this.#send(event),
      fatal: (actor, message) => this.#fatal(actor, message),
    });
  }

  /** Upstream: createEndpointReconciler, then New and the groups with the bootstrap controller. */
  #createKubeApiServer(): void {
    const { servers, context, startCaches } = this.#built();
    const { options } = context;
    const type = options.endpointReconcilerType;
    this.#log('info', `Using reconciler: ${type}`);
    if (!RECONCILER_TYPES.includes(type)) {
      this.#fatal(this.#actor, `Reconciler not implemented: ${type}`);
      return;
    }
    servers.createKubeApiServer();
    startCaches();
    context.run(context.allocators.initialize(), (error) => {
      if (error === undefined) return;
      this.#failure = error;
      this.#send('chainFailed');
    });
    // From 1.28 on the same is checked with the options. Upstream: NewBootstrapController.
    if (options.switches.optionsRestructured) return;
    const [error] = validatePublicIPServiceClusterIPRangeIPFamilies(options);
    if (error === undefined) return;
    this.#failure = `error creating bootstrap controller: ${error}`;
    this.#send('chainFailed');
  }

  #serve(): void {
    const { requests, hooks, context, servers, awaitMuxAndDiscovery } = this.#built();
    awaitMuxAndDiscovery();
    const listener = (call: IncomingCall) => requests.handle(call);
    this.#process.listener = listener;
    this.#log('info', `Serving securely on ${listenAddress(context.options)}`);
    invariant(servers.outermost, 'the chain is built before it serves');
    hooks.runPostStartHooks(servers.outermost);
    this.#log('info', 'sd_notify: READY=1');
    this.#log('info', '[graceful-termination] waiting for shutdown to be initiated');
  }

  /** Upstream: klog.Fatal. */
  #fatal(actor: string, message: string): void {
    this.#process.log(actor, 'fatal', message);
    this.#failure = '';
    this.#exitCode = EXIT_FATAL;
    this.#send('fatal');
  }

  #exitWithError(): void {
    const error = this.#failure || this.#server?.termination.hookError;
    if (this.#exitCode === EXIT_FATAL) this.#process.exit(EXIT_FATAL, 'fatal');
    else {
      this.#log('error', `"command failed" err=${JSON.stringify(error)}`);
      this.#process.exit(EXIT_ERROR, 'command failed');
    }
  }

  #built(): BuiltServer {
    invariant(this.#server, 'the server chain is built before it runs');
    return this.#server;
  }

  /** In a task of its own, so that an answer never comes while the machine takes its step. */
  #soon(run: () => void): void {
    this.#process.later(NOW, run);
  }

  #send(type: string): void {
    this.#machine?.send({ type });
  }

  #log(level: 'info' | 'warning' | 'error', message: string): void {
    this.#process.log(this.#actor, level, message);
  }
}

function drawBuildTimes(stream: RandomStream): BuildTimes {
  const draw = (part: keyof BuildTimes): number => stream.duration(BUILD_TIMES[part]) / US_A_MS;
  return {
    genericConfig: draw('genericConfig'),
    apiExtensions: draw('apiExtensions'),
    kubeApiServer: draw('kubeApiServer'),
    aggregator: draw('aggregator'),
    listener: draw('listener'),
  };
}
