/**
 * A generic server for one case: its registry of hooks and checks, the filters of its requests, and
 * its life from serving to exit. What it serves, and what its hooks do, is the case's.
 */
import { NO_DURATION } from '#base';
import { type HostedMachine, hostMachine, type IncomingCall } from '#kernel';
import {
  AuditBackend,
  type CompletedOptions,
  chainHooks,
  completeAndValidate,
  EtcdClient,
  EXIT_FATAL,
  GenericAPIServer,
  GracefulTermination,
  gateEnabled,
  type HealthChecker,
  HealthEndpoints,
  HOOK_BODIES,
  HookRunner,
  InFlightRequests,
  informerSyncCheck,
  KIND_RULES,
  lifecycleMachine,
  logCheck,
  makeContext,
  parseApiServerFlags,
  pingCheck,
  RequestChain,
  type RunnableHook,
  type ServerContext,
  SignalBoard,
  StopChannel,
  serveHealth,
  serveIndex,
  withImpliedFlags,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import { Rig } from './rig';

/** Exit code when the command returns an error, and of a second signal. */
const EXIT_ERROR = 1;
const AT_ONCE = {
  genericConfig: 0,
  apiExtensions: 0,
  kubeApiServer: 0,
  aggregator: 0,
  listener: 0,
};

export interface ServerRigOptions {
  readonly flags?: readonly string[];
  /** Checks of healthz besides ping and log. */
  readonly checks?: readonly HealthChecker[];
  readonly disabledPostStartHooks?: readonly string[];
  /** With the hooks that every server has. */
  readonly genericHooks?: boolean;
  /** The server behind this one, of the same process. */
  readonly behind?: ServerRig;
}

export class ServerRig {
  readonly rig: Rig;
  readonly options: CompletedOptions;
  readonly signals = new SignalBoard();
  readonly audit = new AuditBackend();
  readonly server: GenericAPIServer;
  readonly runner: HookRunner;
  /** Answers requests for resources. */
  serveResource: (call: IncomingCall) => void = () => {};
  readonly #context: ServerContext;
  readonly #stop = new StopChannel();
  #health: HealthEndpoints | undefined;
  #life: HostedMachine | undefined;
  #termination: GracefulTermination | undefined;
  #exitCode: number | undefined;
  #fatal = false;

  constructor(question: Question, about: ServerRigOptions = {}) {
    const { flags = [], checks = [], behind, disabledPostStartHooks = [] } = about;
    this.rig = behind?.rig ?? new Rig({ switches: question.switches });
    this.options = optionsOf(question, flags);
    const { process } = this.rig;
    this.#context = this.#makeContext();
    this.server = new GenericAPIServer({
      name: behind ? 'wrapping' : 'delegate',
      delegate: behind?.server,
      checks: {
        healthz: [pingCheck, logCheck, ...checks],
        livez: [pingCheck, logCheck],
        readyz: [pingCheck, logCheck, informerSyncCheck(() => [])],
      },
      postStartHooks: [],
      genericHooks: about.genericHooks ? genericHooksOf(this.options) : [],
      disabledPostStartHooks: new Set(disabledPostStartHooks),
      livezGracePeriod: this.options.livezGracePeriod,
      now: () => process.sim.now,
    });
    serveIndex(this.server);
    this.runner = new HookRunner({ server: this.#context, faults: new Map() });
  }

  /** Puts the health endpoints up; nothing can be added to them afterwards. */
  prepareRun(): void {
    const { process } = this.rig;
    const { server, signals } = this;
    server.installHealth(() => signals.fired('ShutdownInitiated'));
    this.#health = new HealthEndpoints({
      process,
      actor: this.rig.actor('health'),
      checks: server.checks,
      probers: new Map(),
      firstReady: () => signals.fire('HasBeenReady'),
    });
    serveHealth(server, this.#health);
    this.#health.install();
  }

  runPostStartHooks(): void {
    this.runner.host(this.server);
    this.runner.runPostStartHooks(this.server);
    this.rig.advance(NO_DURATION);
  }

  /** Takes the life of the server to where it serves. */
  serve(): void {
    const { process } = this.rig;
    const inFlight = new InFlightRequests(process);
    const { audit, signals, options } = this;
    const requests = new RequestChain({
      actor: this.rig.actor('apiserver'),
      signals,
      inFlight,
      audit,
      access: options,
      maxInFlight: undefined,
      sendRetryAfter: options.shutdownSendRetryAfter,
      servePath: (path, query, reply) => this.server.serve(path, query, reply),
      extension: () => undefined,
      serves: () => true,
      unknown: () => undefined,
      serveResource: (call) => this.serveResource(call),
    });
    const termination = new GracefulTermination({
      process,
      actor: this.rig.actor('lifecycle'),
      options,
      signals,
      inFlight,
      audit,
      stop: this.#stop,
      runPreShutdownHooks: (done) => this.runner.runPreShutdownHooks(this.server, done),
      send: (type) => this.#send(type),
    });
    this.#termination = termination;
    this.#live(termination, () => {
      process.listener = (call) => requests.handle(call);
    });
    this.rig.advance(NO_DURATION);
  }

  /** The stop channel closes, as at SIGTERM. */
  closeStopChannel(): void {
    this.#send('stopAsked');
  }

  /** A second signal, which nothing waits for. */
  signalAgain(): void {
    this.#send('secondSignal');
  }

  /** Run has returned without an error. */
  get returned(): boolean {
    return this.#life?.matches('exited') ?? false;
  }

  /** What the process left with; undefined while it runs. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** The error that Run has returned. */
  get runError(): string | undefined {
    return this.#life?.matches('failed') ? this.#termination?.hookError : undefined;
  }

  /** The life of a server that only says how it goes on. */
  live(): void {
    const none = undefined as unknown as GracefulTermination;
    this.#live(none, () => {});
  }

  #live(termination: GracefulTermination, serve: () => void): void {
    const { process } = this.rig;
    const soon = (type: string) => () => {
      process.later(NO_DURATION, () => this.#send(type));
    };
    const nothing = () => {};
    const effects = {
      completeOptions: soon('optionsChecked'),
      connectEtcd: soon('etcdReached'),
      buildConfig: nothing,
      createExtensionServer: nothing,
      createKubeApiServer: nothing,
      createAggregator: nothing,
      prepareRun: nothing,
      serve,
      initiateShutdown: () => termination.initiate(),
      stopAccepting: () => termination.stopAccepting(),
      exitCleanly: () => this.#exit(0, 'terminated gracefully'),
      exitWithError: () =>
        this.#fatal ? this.#exit(EXIT_FATAL, 'fatal') : this.#exit(EXIT_ERROR, 'command failed'),
      exitAtOnce: () => this.#exit(EXIT_ERROR, 'second signal'),
    };
    this.#life = hostMachine(process, {
      actor: this.rig.actor('lifecycle'),
      machine: lifecycleMachine,
      effects,
      input: { times: AT_ONCE },
    });
  }

  #makeContext(): ServerContext {
    const { rig, options, signals } = this;
    const client = new EtcdClient(rig.process, { server: 'etcd', actor: rig.actor('etcd-client') });
    return makeContext({
      process: rig.process,
      options,
      etcd: 'etcd',
      client,
      signals,
      stop: this.#stop,
      health: { changed: () => this.#health?.changed() },
      hookBodies: { ...HOOK_BODIES, kindRules: KIND_RULES },
      closeMuxSignal: (name) => this.server.muxSignals.get(name)?.close(),
      fatal: (actor, message) => {
        rig.process.log(actor, 'fatal', message);
        this.#fatal = true;
        this.#send('fatal');
      },
    });
  }

  get loopback(): ServerContext['loopback'] {
    return this.#context.loopback;
  }

  #exit(code: number, reason: string): void {
    this.#exitCode = code;
    this.rig.process.exit(code, reason);
  }

  #send(type: string): void {
    this.#life?.send({ type });
  }
}

function optionsOf({ profile }: Question, flags: readonly string[]): CompletedOptions {
  const parsed = parseApiServerFlags(withImpliedFlags(flags), profile);
  if (!parsed.ok) throw new Unsupported(parsed.message);
  const checked = completeAndValidate(parsed.options, { address: '10.0.0.11' });
  if (!checked.ok) throw new Unsupported(checked.errors.join('; '));
  return checked.options;
}

function genericHooksOf(options: CompletedOptions): readonly RunnableHook[] {
  const { profile, switches, featureGates } = options;
  const gate = (name: string) => gateEnabled(profile, featureGates, name);
  return chainHooks({ switches, options, gate }).generic;
}
