/**
 * The informers that the aggregator and the extension server have of their own kinds. They are not
 * among the shared ones, so /readyz does not wait for them by name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go
 *             (APIRegistrationInformers), apiextensions-apiserver pkg/apiserver/apiserver.go
 *             (Informers)
 */
import { millis } from '#base';
import type { ApiResource } from '../../api/objects';
import { API_SERVICES, CRDS } from '../../api/resources';
import { SharedInformer } from '../../client';
import { type Extensions, extensionsOf } from '../chain/extensions';
import type { ServerContext, ServerPart } from '../server-context';

/** Poll of informers. Upstream: cache.WaitForCacheSync, syncedPollPeriod. */
const SYNC_POLL = millis(100);

function informerPart(of: ApiResource): ServerPart<SharedInformer> {
  return {
    name: `${of.resource}-informer`,
    make: ({ process, loopback, stop, actor }) => {
      const path = actor(`informers/${of.resource}`);
      const informer = new SharedInformer({ process, actor: path, client: loopback, of });
      stop.onClose(() => informer.stop());
      return informer;
    },
  };
}

export const apiServiceInformerPart = informerPart(API_SERVICES);
export const crdInformerPart = informerPart(CRDS);

/** What is left to extension servers. */
export const extensionsPart: ServerPart<Extensions> = {
  name: 'extensions',
  make: ({ part }) => extensionsOf(part(apiServiceInformerPart)),
};

/** Who looks after APIServices: the one for all, or for its own; else the one of the others. */
export const aggregatorActor = (local: boolean): string =>
  local ? 'available-condition' : 'remote-availability';

/** Calls `then` when all have synced; looks every 100 ms until then, or until the server stops. */
export function waitForCaches(
  server: ServerContext,
  actor: string,
  caches: readonly { readonly hasSynced: boolean }[],
  then: () => void,
): void {
  const poll = (): void => {
    if (server.stop.closed) return;
    if (caches.every(({ hasSynced }) => hasSynced)) then();
    else server.process.timer(actor, 'sync-poll', SYNC_POLL, poll);
  };
  poll();
}
