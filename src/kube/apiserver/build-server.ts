/**
 * Puts the parts of one server together. Nothing is sent and nothing runs yet, except the clients
 * of the health checks, which connect in the background.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/server.go (CreateServerChain),
 *             pkg/controlplane
 */
import { invariant, type SimDuration } from '#base';
import type { Process } from '#kernel';
import { ENDPOINTS, NAMESPACES, SERVICES } from '../api/resources';
import { servesSlis } from '../component/health-slis';
import { auditBackendOf } from './audit-backend';
import { type Installed, installedBy, restHandler } from './build-rest';
import { awaitMuxSignals, type GenericAPIServer } from './chain/generic-api-server';
import { serveDebug, serveHealth, serveSlis } from './chain/serve-paths';
import { ServerChain } from './chain/server-chain';
import { GracefulTermination } from './graceful-termination';
import { EtcdProber } from './health/etcd-prober';
import { HealthEndpoints } from './health/health-endpoints';
import { type ChainHooks, chainHooks, type HookFault, HookRunner } from './hooks';
import { extensionsPart } from './hooks/aggregator-informers';
import { flowControlKinds } from './hooks/priority-and-fairness-config-producer/flow-control-kinds';
import { InFlightRequests } from './in-flight-requests';
import { SignalBoard, StopChannel } from './lifecycle-signals';
import { makeContext } from './make-context';
import { MaxInFlight } from './max-in-flight';
import { type CompletedOptions, gateEnabled } from './options';
import type { RestHandler } from './registry';
import { RequestChain, type RequestChainOptions } from './request-chain';
import type { HealthInput, HookBodies, MuxSignal, ServerContext } from './server-context';
import { EtcdClient, etcdPrefix, startCompactor } from './storage';

export interface ServerParts {
  readonly process: Process;
  /** Writes the log lines of the lifecycle. */
  readonly actor: string;
  readonly options: CompletedOptions;
  /** Name of the etcd process. */
  readonly etcd: string;
  /** The channel of the registry's storage; it is connected. */
  readonly client: EtcdClient;
  readonly hookFaults: ReadonlyMap<string, HookFault>;
  readonly hookBodies: HookBodies;
  /** Tells the lifecycle machine what has happened. */
  readonly send: (event: string) => void;
  readonly fatal: (actor: string, message: string) => void;
}

export interface BuiltServer {
  readonly context: ServerContext;
  readonly servers: ServerChain;
  readonly hooks: HookRunner;
  readonly requests: RequestChain;
  readonly termination: GracefulTermination;
  /** Begins to fill the watch caches. Upstream: as each registry is made. */
  startCaches(): void;
  /** Installs the health endpoints; after this no check can be added. Upstream: PrepareRun. */
  prepareRun(): void;
  /** Fires MuxAndDiscoveryComplete when every named signal is closed. */
  awaitMuxAndDiscovery(): void;
  /** Releases the storages and what runs beside them. Upstream: GenericAPIServer.Destroy. */
  destroy(): void;
}

export function buildServer(parts: ServerParts): BuiltServer {
  const { process, hookFaults } = parts;
  const signals = new SignalBoard();
  const stop = new StopChannel();
  const inFlight = new InFlightRequests(process);
  const audit = auditBackendOf(parts.options);
  const late: { health?: HealthEndpoints } = {};
  const health: HealthInput = { changed: () => late.health?.changed() };
  const closeMuxSignal = (name: MuxSignal) => servers.closeMuxSignal(name);
  const context = makeContext({ ...parts, signals, stop, health, closeMuxSignal });
  const shared = [NAMESPACES, SERVICES, ENDPOINTS, ...flowControlKinds(parts.options.switches)];
  for (const of of shared) context.informers.informerFor(of);
  const hooks = new HookRunner({ server: context, faults: hookFaults });
  const etcdProbers = probers(parts, signals, health);
  const servers = serverChain(parts, context, etcdProbers, (server) => hooks.host(server));
  const outermost = (): GenericAPIServer => {
    invariant(servers.outermost, 'the chain of servers is built before it is used');
    return servers.outermost;
  };
  const rest = restHandler(context);
  const installed = installedBy(context);
  const requests = requestChain(context, rest, outermost, { inFlight, audit, installed });
  const termination = new GracefulTermination({
    ...parts,
    signals,
    inFlight,
    audit,
    stop,
    runPreShutdownHooks: (done) => hooks.runPreShutdownHooks(outermost(), done),
  });
  const compactor = compactorOf(parts);
  return {
    context,
    servers,
    hooks,
    requests,
    termination,
    startCaches: () => rest.caches.start(installed.resource),
    prepareRun: () => {
      late.health = installHealth(parts, context, outermost(), etcdProbers);
    },
    awaitMuxAndDiscovery: () => awaitMuxAndDiscovery(parts, signals, outermost()),
    destroy: () => {
      compactor.stop();
      rest.caches.stop();
      context.storage.destroy();
    },
  };
}

function serverChain(
  parts: ServerParts,
  context: ServerContext,
  etcdProbers: EtcdProbers,
  created: (server: GenericAPIServer) => void,
): ServerChain {
  const { options } = parts;
  const gate = (name: string) => gateEnabled(options.profile, options.featureGates, name);
  const hooks = chainHooks({ switches: options.switches, options, gate });
  sayUnknownHooks(parts, hooks);
  return new ServerChain({
    server: context,
    actor: parts.actor,
    hooks,
    ...etcdProbers,
    missingApiServices: () => context.hookBodies.autoRegistration(context).missing,
    created,
  });
}

/** Puts the checks of the outermost server at their endpoints. */
function installHealth(
  { send }: ServerParts,
  context: ServerContext,
  server: GenericAPIServer,
  { etcd, etcdReadiness }: EtcdProbers,
): HealthEndpoints {
  const { process, signals, options } = context;
  server.installHealth(() => signals.fired('ShutdownInitiated'));
  const health = new HealthEndpoints({
    process,
    actor: context.actor('health'),
    checks: server.checks,
    probers: new Map([
      ['etcd', etcd],
      ['etcd-readiness', etcdReadiness],
    ]),
    firstReady: () => {
      (signals as SignalBoard).fire('HasBeenReady');
      send('firstReady');
    },
  });
  serveHealth(server, health);
  if (servesSlis(options.profile, options.featureGates)) serveSlis(server, health, options.profile);
  if (options.profiling) serveDebug(server);
  signals.on('ShutdownInitiated', () => health.changed());
  const { livezGracePeriod: grace } = options;
  if (grace > 0) process.later((grace + 1) as SimDuration, () => health.changed());
  health.install();
  return health;
}

/** A scenario may name a hook that this version or these flags do not have. */
function sayUnknownHooks(
  { process, actor, hookFaults, options }: ServerParts,
  { config, generic, apiextensions, kube, aggregator }: ChainHooks,
): void {
  const hooks = [config, generic, apiextensions, kube, aggregator].flat();
  const names = new Set(hooks.map(({ name }) => name));
  for (const name of hookFaults.keys()) {
    if (names.has(name)) continue;
    const text = `this server has no post-start hook ${name} (${options.profile}): step ignored`;
    process.log(actor, 'warning', text);
  }
}

/** One for the process, over a client of its own. Upstream: startCompactorOnce. */
function compactorOf({ process, etcd, options }: ServerParts): { stop(): void } {
  const actor = `${process.name}/compactor`;
  const client = new EtcdClient(process, { server: etcd, actor });
  return startCompactor(process, { client, actor, interval: options.etcdCompactionInterval });
}

interface ChainFilters extends Pick<RequestChainOptions, 'inFlight' | 'audit'> {
  readonly installed: Installed;
}

function requestChain(
  context: ServerContext,
  rest: RestHandler,
  outermost: () => GenericAPIServer,
  { installed, ...filters }: ChainFilters,
): RequestChain {
  const { options, signals } = context;
  const actor = context.actor('apiserver');
  return new RequestChain({
    actor,
    signals,
    ...filters,
    access: options,
    maxInFlight: options.enablePriorityAndFairness
      ? undefined
      : new MaxInFlight({
          readOnly: options.maxRequestsInFlight,
          mutating: options.maxMutatingRequestsInFlight,
        }),
    sendRetryAfter: options.shutdownSendRetryAfter,
    servePath: (path, query, reply, accept) => outermost().serve(path, query, reply, accept),
    extension: (group, version) => context.part(extensionsPart).refusal(group, version),
    serves: ({ fields }) => rest.serves(fields) && installed.resource(fields),
    unknown: ({ fields }) => (installed.version(fields) ? rest.unknownResource() : undefined),
    serveResource: (call) => rest.handle(call),
  });
}

interface EtcdProbers {
  readonly etcd: EtcdProber;
  readonly etcdReadiness: EtcdProber;
}

/**
 * The clients behind the checks `etcd` and `etcd-readiness`; both close when requests have
 * drained.
 */
function probers(
  { process, options, etcd }: ServerParts,
  signals: SignalBoard,
  health: HealthInput,
): EtcdProbers {
  const actor = `${process.name}/etcd-client`;
  const key = `${etcdPrefix(options.etcdPrefix)}/health`;
  const make = (timeout: CompletedOptions['etcdHealthcheckTimeout']) => {
    const client = new EtcdClient(process, { server: etcd, actor });
    const changed = () => health.changed();
    const prober = new EtcdProber({ process, client, key, timeout, changed });
    signals.on('InFlightRequestsDrained', () => prober.stop());
    return prober;
  };
  return {
    etcd: make(options.etcdHealthcheckTimeout),
    etcdReadiness: make(options.etcdReadycheckTimeout),
  };
}

function awaitMuxAndDiscovery(
  { process, actor }: ServerParts,
  signals: SignalBoard,
  server: GenericAPIServer,
): void {
  const name = 'MuxAndDiscoveryComplete';
  let stopped = false;
  signals.on('ShutdownInitiated', () => {
    stopped = true;
    if (signals.fired(name)) return;
    process.log(actor, 'info', `haven't completed ${name}, stop requested`);
  });
  awaitMuxSignals(server, () => {
    if (stopped) return;
    signals.fire(name);
    const text = 'has all endpoints registered and discovery information is complete';
    process.log(actor, 'info', `${name} ${text}`);
  });
}
