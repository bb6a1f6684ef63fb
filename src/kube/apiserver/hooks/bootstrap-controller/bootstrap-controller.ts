/**
 * Bootstraps the cluster's own Service: takes back what a former life left in the endpoints, starts
 * the loops that publish this server, and takes it out again when the server stops.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller.go (Controller.Start, Controller.Stop)
 * Acts as     bootstrap-controller
 * Wakes on    the post-start hook and the pre-shutdown hook
 * Reads       nothing itself
 * Writes      through the endpoint reconciler, the Service's loop, up to 1.27 the repair loops and,
 *             up to 1.26, namespaces
 * Simplified  nothing
 */
import { millis } from '#base';
import { type HostedMachine, hostMachine } from '#kernel';
import { SERVICES } from '../../../api/resources';
import type { EndpointReconciler, ReconcileEnd } from '../../reconcilers/endpoint-reconciler';
import { makeReconciler } from '../../reconcilers/make-reconciler';
import { type ServiceRepair, serviceRepairPart } from '../../repair/service-repair';
import type { ServerContext, ServerPart } from '../../server-context';
import type { HookDone } from '../hook-descriptor';
import { bootstrapMachine } from './bootstrap-machine';
import { KubernetesServiceLoop, reconcileTargetOf } from './kubernetes-service';
import { NamespacesTask } from './namespaces-task';

/** Poll of the informers. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL = millis(100);
const NOTHING: HookDone = () => {};

export class BootstrapController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #reconciler: EndpointReconciler;
  readonly #loop: KubernetesServiceLoop;
  readonly #namespaces: NamespacesTask | undefined;
  readonly #repair: ServiceRepair | undefined;
  #machine: HostedMachine | undefined;
  #started: HookDone = NOTHING;
  #stopped: HookDone | undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#actor = server.actor('bootstrap-controller');
    this.#reconciler = makeReconciler(server);
    this.#loop = new KubernetesServiceLoop(server, this.#reconciler);
    const { systemNamespacesHook, serviceIPRepairHook } = server.switches;
    this.#namespaces = systemNamespacesHook ? undefined : new NamespacesTask(server);
    this.#repair = serviceIPRepairHook ? undefined : server.part(serviceRepairPart);
  }

  /** The post-start hook. Nothing happens the second time. */
  start(done: HookDone): void {
    if (this.#machine) return;
    this.#started = done;
    const effects = {
      waitForCaches: () => this.#waitForCaches(),
      removeStaleEndpoints: () => this.#removeStaleEndpoints(),
      startRunner: () => this.#startRunner(),
      hookDone: () => this.#started(),
      repairTimedOut: () => {
        const text = 'Unable to perform initial IP and Port allocation check';
        this.#server.fatal(this.#actor, text);
      },
      stopRunner: () => this.#stopRunner(),
      removeEndpoints: () => this.#removeEndpoints(),
      stopTimedOut: () => this.#log('warning', 'RemoveEndpoints() timed out'),
      stopDone: () => this.#stopped?.(),
    };
    const { process } = this.#server;
    this.#machine = hostMachine(process, {
      actor: this.#actor,
      machine: bootstrapMachine,
      effects,
    });
  }

  /** The pre-shutdown hook. */
  stop(done: HookDone): void {
    this.#stopped = done;
    if (this.#machine?.hasTag('failing')) done();
    else if (this.#machine) this.#machine.send({ type: 'stopAsked' });
    else done();
  }

  #waitForCaches(): void {
    const { switches, informers, process } = this.#server;
    if (!switches.kubernetesServiceFromLister) {
      this.#machineSend('cachesSynced');
      return;
    }
    // The hook does not wait for this: upstream starts the controller in a goroutine of its own.
    this.#started();
    this.#started = NOTHING;
    const services = informers.informerFor(SERVICES);
    informers.start();
    const poll = () => {
      if (services.hasSynced) this.#machineSend('cachesSynced');
      else process.timer(this.#actor, 'cache-sync-poll', SYNC_POLL, poll);
    };
    poll();
  }

  #removeStaleEndpoints(): void {
    this.#reconciler.removeEndpoints(reconcileTargetOf(this.#server), (end) => {
      this.#reportStale(end);
      this.#machineSend('staleEndpointsRemoved');
    });
  }

  #reportStale(end: ReconcileEnd): void {
    if (end.ok) {
      this.#log(
        'error',
        'Found stale data, removed previous endpoints on kubernetes service, ' +
          "apiserver didn't exit successfully previously",
      );
    } else if (!end.storageNotFound) {
      this.#log('error', `Error removing old endpoints from kubernetes service: ${end.text}`);
    }
  }

  /** In this order: namespaces, the Service, addresses, ports. From 1.28 on only the Service. */
  #startRunner(): void {
    this.#namespaces?.start();
    this.#loop.start();
    if (this.#repair) this.#repair.start(() => this.#machineSend('repaired'));
    else this.#machineSend('repaired');
  }

  #stopRunner(): void {
    this.#namespaces?.stop();
    this.#loop.stop();
    this.#repair?.stop();
  }

  #removeEndpoints(): void {
    this.#log('info', 'Shutting down kubernetes service endpoint reconciler');
    this.#reconciler.stopReconciling(() => {
      this.#reconciler.removeEndpoints(reconcileTargetOf(this.#server), (end) => {
        if (!end.ok) {
          const what = 'Unable to remove endpoints from kubernetes service';
          this.#log('error', `${what}: ${end.text}`);
        }
        this.#reconciler.destroy();
        this.#machineSend('endpointsRemoved');
      });
    });
  }

  /** Events may come while the machine is being made, so they wait for a task of their own. */
  #machineSend(type: string): void {
    if (this.#machine) this.#machine.send({ type });
    else this.#server.process.later(millis(0), () => this.#machine?.send({ type }));
  }

  #log(level: 'info' | 'warning' | 'error', message: string): void {
    this.#server.process.log(this.#actor, level, message);
  }
}

/** The controller that the post-start and the pre-shutdown hook share. */
export const bootstrapControllerPart: ServerPart<BootstrapController> = {
  name: 'bootstrap-controller',
  make: (server) => new BootstrapController(server),
};
