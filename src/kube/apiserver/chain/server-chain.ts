/**
 * The chain of servers of one process, built from its end: the extension server, the main server,
 * the aggregator. Requests enter at the aggregator.
 *
 * Upstream    kubernetes v1.27 cmd/kube-apiserver/app/server.go (CreateServerChain),
 *             pkg/controlplane/instance.go (New, InstallLegacyAPI, InstallAPIs),
 *             staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (installAPIResources)
 * Simplified  one handler serves the resources of all three servers
 */
import { invariant } from '#base';
import { apiGroups, enabledVersions } from '../../api/api-groups';
import type { GroupServer } from '../../api/built-in-resources';
import { type HealthChecker, pingCheck } from '../../component/healthz';
import { informerSyncCheck, logCheck } from '../health/checks';
import type { EtcdProber } from '../health/etcd-prober';
import { AUTOREGISTER_AFTER, type ChainHooks } from '../hooks';
import { crdInformerPart, extensionsPart } from '../hooks/aggregator-informers';
import { gateEnabled } from '../options/feature-gates';
import type { MuxSignal, ServerContext } from '../server-context';
import { GenericAPIServer, type RunnableHook } from './generic-api-server';
import { serveIndex, serveOpenApi, serveVersion } from './serve-paths';

const CRD_SIGNAL: MuxSignal = 'CRDInformerHasNotSynced';
const REGISTRATION_SIGNAL: MuxSignal = 'APIServiceRegistrationControllerInitiated';

export interface ChainParts {
  readonly server: ServerContext;
  /** Writes the log lines. */
  readonly actor: string;
  readonly hooks: ChainHooks;
  readonly etcd: EtcdProber;
  readonly etcdReadiness: EtcdProber;
  /** Built-in APIServices that were not seen available. */
  readonly missingApiServices: () => readonly string[];
  /** Told after each server, with the new outermost one. */
  readonly created: (server: GenericAPIServer) => void;
}

export class ServerChain {
  readonly #parts: ChainParts;
  #outermost: GenericAPIServer | undefined;

  constructor(parts: ChainParts) {
    this.#parts = parts;
  }

  /** The server that requests enter at; undefined before the first one is built. */
  get outermost(): GenericAPIServer | undefined {
    return this.#outermost;
  }

  createExtensionServer(): void {
    const { apiextensions } = this.#parts.hooks;
    const server = this.#create('apiextensions-apiserver', []);
    server.registerMuxAndDiscoveryCompleteSignal(CRD_SIGNAL);
    this.#install('apiextensions', server);
    this.#add(server, apiextensions);
  }

  createKubeApiServer(): void {
    const { config, kube, preShutdown } = this.#parts.hooks;
    const server = this.#create('kube-apiserver', config);
    this.#install('kube-apiserver', server);
    this.#add(server, kube);
    for (const hook of preShutdown) must(server.addPreShutdownHook(hook.name, hook));
  }

  createAggregator(): void {
    const server = this.#create('kube-aggregator', []);
    server.registerMuxAndDiscoveryCompleteSignal(REGISTRATION_SIGNAL);
    this.#install('aggregator', server);
    this.#add(server, this.#parts.hooks.aggregator);
    const { options } = this.#parts.server;
    serveVersion(server, options.profile);
    const { publicAddress: ip, securePort } = options;
    const address = `${ip.includes(':') ? `[${ip}]` : ip}:${securePort}`;
    const { profile, featureGates } = options;
    const { hookBodies } = this.#parts.server;
    const definitions = this.#parts.server.part(crdInformerPart);
    const listed = () => definitions.list('');
    hookBodies.serveDiscovery(server, {
      ...options,
      address,
      aggregated: gateEnabled(profile, featureGates, 'AggregatedDiscoveryEndpoint'),
      definitions: listed,
      extensions: this.#parts.server.part(extensionsPart),
    });
    const { openApi } = hookBodies;
    if (openApi) serveOpenApi(server, (path) => openApi({ ...options, definitions: listed }, path));
    serveIndex(server);
  }

  /** Closes a signal that MuxAndDiscoveryComplete waits for. */
  closeMuxSignal(name: MuxSignal): void {
    this.#outermost?.muxSignals.get(name)?.close();
  }

  #create(name: string, postStartHooks: readonly RunnableHook[]): GenericAPIServer {
    const { server, hooks, etcd, etcdReadiness } = this.#parts;
    const { informers, options, process } = server;
    const base = [pingCheck, logCheck, proberCheck('etcd', etcd)];
    const readyz = [
      ...base,
      proberCheck('etcd-readiness', etcdReadiness),
      informerSyncCheck(() => informers.notSynced()),
    ];
    return new GenericAPIServer({
      name,
      delegate: this.#outermost,
      checks: { healthz: base, livez: base, readyz },
      postStartHooks,
      genericHooks: hooks.generic,
      livezGracePeriod: options.livezGracePeriod,
      now: () => process.ownTime(),
    });
  }

  #add(server: GenericAPIServer, hooks: readonly RunnableHook[]): void {
    for (const hook of hooks) {
      must(server.addPostStartHook(hook.name, hook));
      if (hook.name === AUTOREGISTER_AFTER) {
        must(server.addBootSequenceHealthCheck(this.#autoregisterCompletion()));
      }
    }
    this.#outermost = server;
    this.#parts.created(server);
  }

  #autoregisterCompletion(): HealthChecker {
    const { missingApiServices } = this.#parts;
    return {
      name: 'autoregister-completion',
      check: () => {
        const missing = missingApiServices();
        return missing.length === 0 ? undefined : `missing APIService: [${missing.join(' ')}]`;
      },
    };
  }

  /** Installs the groups of one server, in order; says which versions there are, and which not. */
  #install(of: GroupServer, server: GenericAPIServer): void {
    const { options } = this.#parts.server;
    const groups = apiGroups(options.profile).filter((group) => group.server === of);
    const enabled = groups.filter(({ name }) => {
      const some = enabledVersions(options, name).length > 0;
      if (!some) this.#log('info', `API group "${name}" is not enabled, skipping.`);
      return some;
    });
    if (of === 'kube-apiserver') server.list('/api');
    for (const { name, versions } of enabled) {
      const served = new Set(enabledVersions(options, name));
      const base = name === '' ? '/api' : `/apis/${name}`;
      server.list(base);
      for (const each of versions) {
        if (served.has(each)) server.list(`${base}/${each.version}`);
        this.#say(name, each.version, served.has(each));
      }
    }
  }

  #say(group: string, version: string, served: boolean): void {
    const { profile, featureGates } = this.#parts.server.options;
    if (!served) {
      const name = group === '' ? version : `${group}/${version}`;
      this.#log('warning', `Skipping API ${name} because it has no resources.`);
    } else if (gateEnabled(profile, featureGates, 'AggregatedDiscoveryEndpoint')) {
      this.#log('info', `Adding GroupVersion ${group} ${version} to ResourceManager`);
    }
  }

  #log(level: 'info' | 'warning', message: string): void {
    this.#parts.server.process.log(this.#parts.actor, level, message);
  }
}

const proberCheck = (name: string, prober: EtcdProber): HealthChecker => ({
  name,
  check: () => prober.error,
});

/** Upstream: AddPostStartHookOrDie. */
function must(error: string | undefined): void {
  invariant(error === undefined, `the chain is built: ${error}`);
}
