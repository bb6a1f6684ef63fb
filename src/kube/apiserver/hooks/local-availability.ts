/**
 * Notes of the APIServices that this server answers itself that they can be reached.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/controllers/status
 *             (available_controller.go: sync), v1.31 pkg/controllers/status/local
 * Acts as     available-condition
 * Wakes on    APIServices
 * Reads       the informer of APIServices; up to 1.30 it waits for those of Services and Endpoints
 * Writes      the status of an APIService without a Service, where it does not say so yet
 * Simplified  APIServices of extension servers are not looked at: nobody calls those servers
 */
import type { Procedure } from '#kernel';
import { API_SERVICES, ENDPOINTS, SERVICES } from '../../api/resources';
import { formatTime } from '../../api/timestamps';
import { errorText } from '../../client/rest-client';
import { type APIService, isAvailable, localAvailable } from '../registry/strategies/api-service';
import type { ServerContext } from '../server-context';
import { apiServiceInformerPart } from './aggregator-informers';
import { InformedController } from './informed-controller';

/** Source: the hooks of NewWithDelegate. */
const WORKERS = 5;

/** The APIService with the condition set; undefined when its status says so already. */
export function withLocalAvailability(object: APIService, now: string): APIService | undefined {
  if (object.spec?.service) return undefined;
  const wanted = localAvailable(now);
  const conditions = object.status?.conditions ?? [];
  const found = conditions.find(({ type }) => type === wanted.type);
  const same =
    isAvailable(object) && found?.reason === wanted.reason && found?.message === wanted.message;
  if (same) return undefined;
  const kept = found?.status === wanted.status ? found.lastTransitionTime : undefined;
  const condition = { ...wanted, lastTransitionTime: kept ?? now };
  const others = conditions.filter(({ type }) => type !== wanted.type);
  return { ...object, status: { ...object.status, conditions: [...others, condition] } };
}

export function startLocalAvailability(server: ServerContext, name: string): void {
  const { informers, process, loopback, switches } = server;
  const informer = server.part(apiServiceInformerPart);
  const shared = [informers.informerFor(SERVICES), informers.informerFor(ENDPOINTS)];
  function* sync(key: string): Procedure<string | undefined> {
    const object = informer.get('', key) as APIService | undefined;
    const changed = object && withLocalAvailability(object, formatTime(process.wallMs()));
    if (!changed) return undefined;
    const result = yield* loopback.updateSubresource(API_SERVICES, changed, 'status');
    return result.ok ? undefined : errorText(result);
  }
  const controller = new InformedController({
    server,
    actor: server.actor('available-condition'),
    says: { start: `Starting ${name}`, stop: `Shutting down ${name}` },
    caches: switches.splitAvailabilityHooks ? [informer] : [informer, ...shared],
    workers: WORKERS,
    onSynced: () => {},
    sync,
    failure: (key, error) => `${key} failed with: ${error}`,
  });
  const changed = ({ metadata }: APIService) => controller.add(metadata.name ?? '');
  const onUpdate = (_old: APIService, object: APIService) => changed(object);
  informer.addEventHandler({ onAdd: changed, onUpdate });
  controller.start();
}
