/**
 * Keeps the four system namespaces: looks once a minute, creates what is missing.
 *
 * Upstream    kubernetes v1.27
 *             pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go
 * Acts as     system-namespaces
 * Runs when   profile 1.27 and later
 * Blocks      nothing: it is done as soon as it has started
 * If it is slow, if it fails   a namespace that was deleted comes back later
 * Reads       the shared informer of Namespaces
 * Writes      Namespaces (create)
 * Simplified  nothing
 */
import { type HostedMachine, hostMachine, type Procedure } from '#kernel';
import { NAMESPACES } from '../../../api/resources';
import { errorText } from '../../../client/rest-client';
import type { ServerContext, ServerInformer } from '../../server-context';
import { createNamespace } from '../bootstrap-controller/master-service';
import { systemNamespacesMachine } from './system-namespaces-machine';

/** In the order in which they are looked after. Upstream: systemNamespaces of NewController. */
export const SYSTEM_NAMESPACES = [
  'kube-system',
  'kube-public',
  'kube-node-lease',
  'default',
] as const;

/** The system namespaces that the cache does not hold, in order. */
export function missingSystemNamespaces(exists: (name: string) => boolean): readonly string[] {
  return SYSTEM_NAMESPACES.filter((name) => !exists(name));
}

/** What it needs of its server. */
export type SystemNamespacesServer = Pick<
  ServerContext,
  'process' | 'loopback' | 'informers' | 'stop' | 'actor' | 'run'
>;

export class SystemNamespacesController {
  readonly #server: SystemNamespacesServer;
  readonly #actor: string;
  readonly #informer: ServerInformer;
  #machine: HostedMachine | undefined;
  #lastSeen = '';

  constructor(server: SystemNamespacesServer) {
    this.#server = server;
    this.#actor = server.actor('system-namespaces');
    this.#informer = server.informers.informerFor(NAMESPACES);
  }

  start(): void {
    const { process, stop } = this.#server;
    process.log(this.#actor, 'info', 'Starting system namespaces controller');
    const effects = {
      checkCache: () => {
        if (this.#informer.hasSynced) this.#later('cacheSynced');
      },
      sync: () => this.#server.run(this.sync(), () => this.#machine?.send({ type: 'syncDone' })),
      leave: () => process.log(this.#actor, 'info', 'Shutting down system namespaces controller'),
    };
    const options = { actor: this.#actor, machine: systemNamespacesMachine, effects };
    this.#machine = hostMachine(process, options);
    stop.onClose(() => {
      if (!this.#informer.hasSynced) {
        process.log(this.#actor, 'error', 'timed out waiting for caches to sync');
      }
      this.#machine?.send({ type: 'stopAsked' });
    });
  }

  /** One look at the cache; creates what is missing, in order. */
  *sync(): Procedure<void> {
    const { process, loopback } = this.#server;
    const missing = missingSystemNamespaces((name) => this.#informer.get('', name) !== undefined);
    this.#decide(missing);
    for (const name of missing) {
      const failure = yield* createNamespace(loopback, name);
      if (!failure) continue;
      const what = `unable to create required kubernetes system Namespace ${name}`;
      process.log(this.#actor, 'error', `${what}: ${errorText(failure)}`);
    }
  }

  #decide(missing: readonly string[]): void {
    const saw = SYSTEM_NAMESPACES.flatMap((name) => {
      const object = this.#informer.get('', name);
      if (!object) return [];
      const { resourceVersion } = object.metadata;
      return [{ kind: 'Namespace', name, resourceVersion }];
    });
    const outcome = missing.length === 0 ? 'none' : 'create';
    const reason = missing.length === 0 ? 'AllExist' : `Missing ${missing.join(', ')}`;
    const seen = `${outcome}|${reason}`;
    if (outcome === 'none' && seen === this.#lastSeen) return;
    this.#lastSeen = seen;
    const { process } = this.#server;
    process.write('decision', this.#actor, { name: 'sync', outcome, reason, saw });
  }

  #later(type: string): void {
    const { process } = this.#server;
    process.sim.schedule(process.sim.now, () => this.#machine?.send({ type }), process.life);
  }
}
