/**
 * Puts the parts of one server together. Nothing is sent and nothing runs yet, except the clients
 * of the health checks, which connect in the background.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/server.go (CreateServerChain),
 *             pkg/controlplane
 */
import { seconds } from '#base';
import type { Process } from '#kernel';
import { ENDPOINTS, NAMESPACES, SERVICES } from '../api/resources';
import { admissionChain } from './admission';
import { GracefulTermination } from './graceful-termination';
import { EtcdProber } from './health/etcd-prober';
import type { HealthEndpoints } from './health/health-endpoints';
import { serverHealth } from './health/server-health';
import { type HookDescriptor, type HookFault, HookRunner, hooksOf } from './hooks';
import { autoRegistrationPart } from './hooks/aggregator-hooks';
import { InFlightRequests } from './in-flight-requests';
import { SignalBoard, StopChannel } from './lifecycle-signals';
import { makeContext } from './make-context';
import { type CompletedOptions, gateEnabled } from './options';
import { RestHandler } from './registry';
import { RequestChain } from './request-chain';
import { servePath } from './serve-path';
import type { HealthInput, MuxSignal, ServerContext } from './server-context';
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
  /** Tells the lifecycle machine what has happened. */
  readonly send: (event: string) => void;
  readonly fatal: (actor: string, message: string) => void;
}

export interface BuiltServer {
  readonly context: ServerContext;
  readonly health: HealthEndpoints;
  readonly hooks: HookRunner;
  readonly chain: RequestChain;
  readonly termination: GracefulTermination;
  /** Releases the storages and what runs beside them. Upstream: GenericAPIServer.Destroy. */
  destroy(): void;
}

export function buildServer(parts: ServerParts): BuiltServer {
  const { process, options, hookFaults } = parts;
  const signals = new SignalBoard();
  const stop = new StopChannel();
  const inFlight = new InFlightRequests(process);
  const late: { health?: HealthEndpoints; hooks?: HookRunner } = {};
  const health: HealthInput = { changed: () => late.health?.changed() };
  const closeMuxSignal = muxSignals(parts, signals);
  const context = makeContext({ ...parts, signals, stop, health, closeMuxSignal });
  for (const of of [NAMESPACES, SERVICES, ENDPOINTS]) context.informers.informerFor(of);
  const gate = (name: string) => gateEnabled(options.profile, options.featureGates, name);
  const descriptors = hooksOf({ switches: options.switches, options, gate });
  sayUnknownHooks(parts, descriptors);
  const hooks = new HookRunner({ server: context, hooks: descriptors, faults: hookFaults });
  const endpoints = serverHealth({
    server: context,
    hooks: descriptors,
    hookDone: (name) => hooks.isDone(name),
    missingApiServices: () => context.part(autoRegistrationPart).missing,
    ...probers(parts, signals, health),
    firstReady: () => {
      signals.fire('HasBeenReady');
      parts.send('firstReady');
    },
  });
  late.health = endpoints;
  const chain = requestChain(context, endpoints, inFlight);
  const termination = new GracefulTermination({
    ...parts,
    signals,
    inFlight,
    stop,
    runPreShutdownHooks: (done) => hooks.runPreShutdownHooks(done),
  });
  const compactor = compactorOf(parts);
  const destroy = () => {
    compactor.stop();
    context.storage.destroy();
  };
  return { context, health: endpoints, hooks, chain, termination, destroy };
}

/** A scenario may name a hook that this version or these flags do not have. */
function sayUnknownHooks(
  { process, actor, hookFaults, options }: ServerParts,
  descriptors: readonly HookDescriptor[],
): void {
  const names = new Set(
    descriptors.filter(({ type }) => type === 'post-start').map(({ name }) => name),
  );
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

function requestChain(
  context: ServerContext,
  health: HealthEndpoints,
  inFlight: InFlightRequests,
): RequestChain {
  const { process, options, informers, loopback, storage, signals } = context;
  const actor = context.actor('apiserver');
  const rest = new RestHandler({
    process,
    actor,
    storage,
    etcdPrefix: options.etcdPrefix,
    eventTtlSeconds: Math.floor(options.eventTTL / seconds(1)),
    requestTimeout: options.requestTimeout,
    minRequestTimeout: options.minRequestTimeout,
    admission: admissionChain({
      process,
      actor,
      namespaces: informers.informerFor(NAMESPACES),
      client: loopback,
      disabled: options.disableAdmissionPlugins,
    }),
  });
  const { profile } = options;
  return new RequestChain({
    actor,
    signals,
    inFlight,
    sendRetryAfter: options.shutdownSendRetryAfter,
    servePath: (path, query, reply) => servePath({ profile, health }, path, query, reply),
    serves: ({ fields }) => rest.serves(fields),
    serveResource: (call) => rest.handle(call),
  });
}

/**
 * The clients behind the checks `etcd` and `etcd-readiness`; both close when requests have
 * drained.
 */
function probers(
  { process, options, etcd }: ServerParts,
  signals: SignalBoard,
  health: HealthInput,
): { readonly etcd: EtcdProber; readonly etcdReadiness: EtcdProber } {
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

/** Fires MuxAndDiscoveryComplete when every named signal is closed. */
function muxSignals(
  { process, actor }: ServerParts,
  signals: SignalBoard,
): (name: MuxSignal) => void {
  const name = 'MuxAndDiscoveryComplete';
  const open = new Set<MuxSignal>([
    'CRDInformerHasNotSynced',
    'APIServiceRegistrationControllerInitiated',
  ]);
  signals.on('ShutdownInitiated', () => {
    if (open.size > 0) process.log(actor, 'info', `haven't completed ${name}, stop requested`);
    open.clear();
  });
  return (signal) => {
    if (!open.delete(signal) || open.size > 0) return;
    signals.fire(name);
    const text = 'has all endpoints registered and discovery information is complete';
    process.log(actor, 'info', `${name} ${text}`);
  };
}
