/**
 * Keeps the system namespaces, as the bootstrap controller did up to 1.26.
 *
 * Upstream    kubernetes v1.25 pkg/controlplane/controller.go (RunKubernetesNamespaces)
 * Acts as     bootstrap-controller
 */
import { minutes } from '#base';
import type { Procedure } from '#kernel';
import { errorText } from '../../../client/rest-client';
import type { ServerContext } from '../../server-context';
import { createNamespaceIfNeeded } from './master-service';

/** In the order in which they are looked after. Upstream: SystemNamespaces. */
const SYSTEM_NAMESPACES = ['kube-system', 'kube-public', 'kube-node-lease'] as const;
/** From the end of one run to the next. Upstream: SystemNamespacesInterval. */
const INTERVAL = minutes(1);

type Server = Pick<ServerContext, 'process' | 'loopback' | 'actor' | 'run'>;

export class NamespacesTask {
  readonly #server: Server;
  readonly #actor: string;
  #stopped = false;

  constructor(server: Server) {
    this.#server = server;
    this.#actor = server.actor('bootstrap-controller');
  }

  start(): void {
    this.#server.run(this.round(), () => {
      if (this.#stopped) return;
      const { process } = this.#server;
      process.timer(this.#actor, 'namespaces-tick', INTERVAL, () => {
        if (!this.#stopped) this.start();
      });
    });
  }

  stop(): void {
    this.#stopped = true;
  }

  /** One look at each; creates what cannot be read. */
  *round(): Procedure<void> {
    const { process, loopback } = this.#server;
    for (const name of SYSTEM_NAMESPACES) {
      const failure = yield* createNamespaceIfNeeded(loopback, name);
      if (!failure) continue;
      const what = `unable to create required kubernetes system namespace ${name}`;
      process.log(this.#actor, 'error', `${what}: ${errorText(failure)}`);
    }
  }
}
