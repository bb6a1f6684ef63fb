import type { ServerContext } from '../server-context';
import { createMasterLeases } from '../storage/master-leases';
import { type EndpointReconciler, NoneEndpointReconciler } from './endpoint-reconciler';
import { LeaseEndpointReconciler } from './lease-reconciler';
import { MasterCountEndpointReconciler } from './master-count-reconciler';

/** The endpoint reconciler of a server. Upstream: createEndpointReconciler. */
export function makeReconciler(server: ServerContext): EndpointReconciler {
  const { process, switches, loopback: client, options } = server;
  if (options.endpointReconcilerType === 'none') return new NoneEndpointReconciler();
  if (options.endpointReconcilerType === 'master-count') {
    const actor = server.actor('master-count-reconciler');
    const { apiServerCount: masterCount } = options;
    return new MasterCountEndpointReconciler({ process, actor, client, masterCount });
  }
  const actor = server.actor('lease-reconciler');
  const storage = server.openStorage(actor);
  const leases = createMasterLeases(storage, options.etcdPrefix);
  return new LeaseEndpointReconciler({ process, actor, client, leases, switches });
}
