/**
 * Publishes by which certificates and headers this cluster knows its users, for extension servers.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller/clusterauthenticationtrust
 *             (cluster_authentication_trust_controller.go), pkg/controlplane/instance.go
 * Acts as     cluster-authentication-trust
 * Runs when   always; there is nothing to publish without --client-ca-file
 * Blocks      nothing: it is done as soon as it has started
 * If it is slow, if it fails   the ConfigMap is written later
 * Reads       an informer of its own over the ConfigMaps of kube-system
 * Writes      ConfigMap extension-apiserver-authentication (update, create), Namespace (create)
 * Simplified  nothing here; see authentication-info.ts for the certificates
 */
import { minutes } from '#base';
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../../../api/equality';
import { CONFIG_MAPS } from '../../../api/resources';
import { SharedInformer } from '../../../client';
import { errorText, reasonOf } from '../../../client/rest-client';
import { gateEnabled } from '../../options';
import type { ConfigMap } from '../../registry/strategies/config-map';
import type { ServerContext } from '../../server-context';
import { createNamespaceIfNeeded } from '../bootstrap-controller/master-service';
import { InformedController } from '../informed-controller';
import { combined, dataOf, infoOf, requiredInfo } from './authentication-info';

const NAMESPACE = 'kube-system';
const NAME = 'extension-apiserver-authentication';
const KEY = `${NAMESPACE}/${NAME}`;
/** It is looked at again. Upstream: the PollImmediateUntil of Run. */
const RECHECK = minutes(1);
const UPSTREAM_NAME = 'cluster_authentication_trust_controller';

export class ClusterAuthenticationTrustController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #informer: SharedInformer;
  readonly #controller: InformedController;

  constructor(server: ServerContext) {
    this.#server = server;
    const actor = server.actor('cluster-authentication-trust');
    this.#actor = actor;
    const { process, loopback: client } = server;
    const parts = { process, actor: `${actor}/configmaps`, client, of: CONFIG_MAPS };
    this.#informer = new SharedInformer({ ...parts, namespace: NAMESPACE });
    this.#controller = new InformedController({
      server,
      actor,
      says: {
        start: `Starting ${UPSTREAM_NAME} controller`,
        stop: `Shutting down ${UPSTREAM_NAME} controller`,
      },
      caches: [this.#informer],
      workers: 1,
      onSynced: () => this.#recheck(),
      sync: () => this.sync(),
      failure: (key, error) => `${key} failed with : ${error}`,
    });
    const changed = ({ metadata }: { metadata: { name?: string } }) => {
      if (metadata.name === NAME) this.#controller.add(KEY);
    };
    const onUpdate = (_old: unknown, object: ConfigMap) => changed(object);
    this.#informer.addEventHandler({ onAdd: changed, onUpdate, onDelete: changed });
  }

  start(): void {
    this.#controller.start();
    this.#informer.start();
    this.#server.stop.onClose(() => this.#informer.stop());
  }

  #recheck(): void {
    this.#controller.add(KEY);
    const { process, stop } = this.#server;
    process.timer(this.#actor, 'recheck', RECHECK, () => {
      if (!stop.closed) this.#recheck();
    });
  }

  /** What is there and what is missing, together; written only when that is something new. */
  *sync(): Procedure<string | undefined> {
    const { loopback, options, process } = this.#server;
    const gate = gateEnabled(options.profile, options.featureGates, 'RemoteRequestHeaderUID');
    const found = this.#informer.get(NAMESPACE, NAME) as ConfigMap | undefined;
    const data = dataOf(combined(infoOf(found?.data ?? {}), requiredInfo(options, gate)));
    if (semanticDeepEqual(data, found?.data ?? {})) return undefined;
    process.write('decision', this.#actor, {
      name: 'sync',
      outcome: found ? 'update' : 'create',
      reason: `Keys ${Object.keys(data).join(', ')}`,
      saw: found
        ? [{ kind: 'ConfigMap', name: NAME, resourceVersion: found.metadata.resourceVersion }]
        : [],
    });
    const failure = yield* createNamespaceIfNeeded(loopback, NAMESPACE);
    if (failure) return errorText(failure);
    return yield* this.#write({ ...(found ?? NEW), data });
  }

  /** An update first, and a create where there is nothing to update. Upstream: writeConfigMap. */
  *#write(object: ConfigMap): Procedure<string | undefined> {
    const { loopback } = this.#server;
    const updated = yield* loopback.update(CONFIG_MAPS, object);
    if (reasonOf(updated) === 'NotFound') {
      const created = yield* loopback.create(CONFIG_MAPS, object);
      return created.ok ? undefined : errorText(created);
    }
    return updated.ok ? undefined : errorText(updated);
  }
}

const NEW: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: NAMESPACE, name: NAME },
};
