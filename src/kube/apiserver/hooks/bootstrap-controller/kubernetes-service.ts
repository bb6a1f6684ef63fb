/**
 * Publishes this server: the Service default/kubernetes and its endpoints.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller.go (RunKubernetesService,
 *             UpdateKubernetesService)
 * Acts as     kubernetes-service
 * Wakes on    `/readyz` turning 200, then every 10 s
 * Reads       `/readyz`, Namespace default and Service default/kubernetes over loopback
 * Writes      Namespace default, Service default/kubernetes; endpoints through the reconciler
 * Simplified  nothing
 */
import { seconds } from '#base';
import { type HostedMachine, hostMachine, type Procedure, type Timer } from '#kernel';
import type { EndpointPort, KubeObject, ServicePort } from '../../../api/objects';
import { SERVICES } from '../../../api/resources';
import { errorText, type RestResult } from '../../../client/rest-client';
import type { EndpointReconciler, ReconcileTarget } from '../../reconcilers/endpoint-reconciler';
import type { ServerContext } from '../../server-context';
import { kubernetesServiceMachine } from './kubernetes-service-machine';
import {
  createNamespaceIfNeeded,
  createOrUpdateMasterServiceIfNeeded,
  type MasterService,
} from './master-service';

/** Time between the starts of two rounds. Upstream: DefaultEndpointReconcilerInterval. */
export const ENDPOINT_INTERVAL = seconds(10);
/** Name and namespace of the Service. Upstream: kubernetesServiceName, metav1.NamespaceDefault. */
const SERVICE = 'kubernetes';
const NAMESPACE = 'default';
/** Port of the Service. Upstream: DefaultServicePort of the control plane. */
const SERVICE_PORT = 443;

/** What the endpoints of this server are. */
export function reconcileTargetOf(server: ServerContext): ReconcileTarget {
  const { publicAddress, securePort } = server.options;
  const ports: readonly EndpointPort[] = [{ name: 'https', port: securePort, protocol: 'TCP' }];
  return { service: SERVICE, ip: publicAddress, ports };
}

/** What the Service of this server's flags looks like. */
export function masterServiceOf(server: ServerContext): MasterService {
  const { securePort, kubernetesServiceNodePort, apiServerServiceIP } = server.options;
  const nodePort = kubernetesServiceNodePort;
  const port: ServicePort = {
    name: 'https',
    protocol: 'TCP',
    port: SERVICE_PORT,
    targetPort: securePort,
    ...(nodePort > 0 ? { nodePort } : {}),
  };
  return {
    namespace: NAMESPACE,
    name: SERVICE,
    serviceIP: apiServerServiceIP,
    ports: [port],
    type: nodePort > 0 ? 'NodePort' : 'ClusterIP',
  };
}

export class KubernetesServiceLoop {
  readonly #server: ServerContext;
  readonly #reconciler: EndpointReconciler;
  readonly #actor: string;
  #machine: HostedMachine | undefined;
  #tick: Timer | undefined;
  #tickDue = false;
  #stopping = false;

  constructor(server: ServerContext, reconciler: EndpointReconciler) {
    this.#server = server;
    this.#reconciler = reconciler;
    this.#actor = server.actor('kubernetes-service');
  }

  start(): void {
    const effects = {
      askReadyz: () => this.#run(this.#askReadyz()),
      armTick: () => this.#armTick(),
      ensureNamespace: () => this.#run(this.#ensureNamespace()),
      ensureService: () => this.#run(this.#ensureService()),
      reconcileEndpoints: () => this.#reconcileEndpoints(),
      rest: () => this.#rest(),
    };
    const { process } = this.#server;
    const options = { actor: this.#actor, machine: kubernetesServiceMachine, effects };
    this.#machine = hostMachine(process, options);
  }

  /** A round in progress goes on to its end. */
  stop(): void {
    this.#stopping = true;
    this.#tick?.cancel();
    this.#machine?.send({ type: 'stopAsked' });
  }

  #run(procedure: Procedure<string>): void {
    this.#server.run(procedure, (type) => this.#machine?.send({ type }));
  }

  *#askReadyz(): Procedure<string> {
    const answer = yield* this.#server.loopback.raw('/readyz');
    return answer.ok && answer.code === 200 ? 'ready' : 'notReady';
  }

  #armTick(): void {
    this.#tickDue = false;
    const { process } = this.#server;
    this.#tick = process.timer(this.#actor, 'reconcile-tick', ENDPOINT_INTERVAL, () => {
      this.#tickDue = true;
      if (this.#machine?.matches('waitingForTick')) this.#machine.send({ type: 'tick' });
    });
  }

  #rest(): void {
    if (this.#stopping) this.#machine?.send({ type: 'stopAsked' });
    else if (this.#tickDue) this.#machine?.send({ type: 'tick' });
  }

  *#ensureNamespace(): Procedure<string> {
    const { switches, loopback } = this.#server;
    if (!switches.kubernetesServiceRoundCreatesDefault) return 'stepDone';
    const failure = yield* createNamespaceIfNeeded(loopback, NAMESPACE);
    return failure ? this.#failed(errorText(failure)) : 'stepDone';
  }

  *#ensureService(): Procedure<string> {
    const { loopback, process, switches } = this.#server;
    const result = yield* createOrUpdateMasterServiceIfNeeded(
      loopback,
      masterServiceOf(this.#server),
      {
        reconcile: false,
        read: switches.kubernetesServiceFromLister ? () => this.#listed() : undefined,
        warn: (message) => process.log(this.#actor, 'warning', message),
      },
    );
    return result.ok ? 'stepDone' : this.#failed(errorText(result));
  }

  /** The Service as the informer's cache has it. */
  // biome-ignore lint/correctness/useYield: a read of the cache waits for nothing
  *#listed(): Procedure<RestResult<KubeObject>> {
    const { informers, process } = this.#server;
    const object = informers.informerFor(SERVICES).get(NAMESPACE, SERVICE);
    const seq = process.sim.cause ?? 0;
    if (object) return { ok: true, code: 200, object, seq };
    return { ok: false, status: undefined, transport: `service "${SERVICE}" not found`, seq };
  }

  #reconcileEndpoints(): void {
    this.#reconciler.reconcileEndpoints(reconcileTargetOf(this.#server), false, (end) => {
      const type = end.ok ? 'stepDone' : this.#failed(end.text);
      this.#machine?.send({ type });
    });
  }

  #failed(text: string): string {
    const { process } = this.#server;
    process.log(this.#actor, 'error', `unable to sync kubernetes service: ${text}`);
    return 'stepFailed';
  }
}
