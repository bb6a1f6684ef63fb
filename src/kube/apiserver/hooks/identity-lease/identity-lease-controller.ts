/**
 * Keeps this server's identity Lease: creates it, then renews it every 10 s.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/instance.go (lease.NewController,
 *             labelAPIServerHeartbeatFunc)
 * Acts as     identity-lease
 * Wakes on    its own timer
 * Reads       the Lease (only to create it, or after a conflict)
 * Writes      Leases of kube-system (create, update)
 * Simplified  nothing
 */
import type { SimDuration } from '#base';
import { type HostedMachine, hostMachine, type Timer } from '#kernel';
import type { KubeObject } from '../../../api/objects';
import { LeaseController } from '../../../client/lease-controller';
import type { ServerContext } from '../../server-context';
import { identityLeaseMachine } from './identity-lease-machine';
import { DEPRECATED_LABEL, IDENTITY_LABEL, serverIdentityPart } from './server-identity';

/** Where identity Leases are. Source: metav1.NamespaceSystem. */
const NAMESPACE = 'kube-system';
const NOW = 0 as SimDuration;

export class IdentityLeaseController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #leases: LeaseController;
  #machine: HostedMachine | undefined;
  #renewal: Timer | undefined;

  constructor(server: ServerContext) {
    const { process, loopback: client, options } = server;
    this.#server = server;
    this.#actor = server.actor('identity-lease');
    const { name, holder } = server.part(serverIdentityPart);
    this.#leases = new LeaseController({
      ...{ process, actor: this.#actor, client, namespace: NAMESPACE, name },
      holderIdentity: holder,
      leaseDurationSeconds: options.identityLeaseDurationSeconds,
      renewIntervalSeconds: options.identityLeaseRenewIntervalSeconds,
      stream: 'identity-lease',
      postProcess: (lease) => this.#labelHeartbeat(lease),
      onEnsure: (step) => this.#send(step),
    });
  }

  start(): void {
    const { process, stop } = this.#server;
    const effects = {
      armRenewal: () => this.#armRenewal(),
      cancelRenewal: () => this.#renewal?.cancel(),
      sync: () =>
        process.later(NOW, () => {
          this.#server.run(this.#leases.sync(), () => this.#send('synced'));
        }),
    };
    this.#machine = hostMachine(process, {
      actor: this.#actor,
      machine: identityLeaseMachine,
      effects,
    });
    stop.onClose(() => this.#send('stopAsked'));
  }

  #armRenewal(): void {
    const { process } = this.#server;
    const wait = this.#leases.renewalWait();
    this.#renewal = process.timer(this.#actor, 'renewal', wait, () => this.#send('renewalDue'));
  }

  /** Upstream: labelAPIServerHeartbeatFunc. */
  #labelHeartbeat(lease: KubeObject): KubeObject {
    const { name: hostname, switches } = this.#server;
    const [key, value] = (switches.identityLabel ? IDENTITY_LABEL : DEPRECATED_LABEL).split('=');
    const labels = Object.assign({}, lease.metadata.labels, {
      [key]: value,
      'kubernetes.io/hostname': hostname,
    });
    return Object.assign({}, lease, { metadata: Object.assign({}, lease.metadata, { labels }) });
  }

  #send(type: string): void {
    this.#machine?.send({ type });
  }
}
