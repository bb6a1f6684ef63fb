/**
 * Notes of each APIService whether it can be reached.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/controllers/status
 *             (available_controller.go: sync), v1.31 pkg/controllers/status/{local,remote}
 * Acts as     available-condition, remote-availability
 * Wakes on    APIServices; for those of extension servers also Services and Endpoints
 * Reads       their informers
 * Writes      the status of an APIService, where it does not say so yet
 */
import { millis, seconds } from '#base';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { API_SERVICES, ENDPOINTS, SERVICES } from '../../api/resources';
import { formatTime } from '../../api/timestamps';
import { errorText } from '../../client/rest-client';
import {
  type APIService,
  type APIServiceCondition,
  isAvailable,
  localAvailable,
} from '../registry/strategies/api-service';
import type { ServerContext } from '../server-context';
import { aggregatorActor, apiServiceInformerPart } from './aggregator-informers';
import { InformedController } from './informed-controller';
import { discoveryFault, isFailedDiscovery, serviceFault } from './remote-availability';

/** Source: the hooks of NewWithDelegate. */
const WORKERS = 5;
/** Of an APIService that fails. Source: NewAvailableConditionController. */
const RETRY = { first: millis(5), longest: seconds(30) };

/** The APIService with the condition set; undefined when its status says so already. */
export function withAvailability(
  object: APIService,
  wanted: APIServiceCondition,
): APIService | undefined {
  const conditions = object.status?.conditions ?? [];
  const found = conditions.find(({ type }) => type === wanted.type);
  const same =
    found?.status === wanted.status &&
    found.reason === wanted.reason &&
    found.message === wanted.message;
  if (same) return undefined;
  const kept = found?.status === wanted.status ? found.lastTransitionTime : undefined;
  const condition = { ...wanted, lastTransitionTime: kept ?? wanted.lastTransitionTime };
  const others = conditions.filter(({ type }) => type !== wanted.type);
  return { ...object, status: { ...object.status, conditions: [...others, condition] } };
}

export interface AvailabilityOptions {
  /** The controller's, as it logs. */
  readonly name: string;
  /** APIServices that this server answers itself. */
  readonly local: boolean;
  /** Those of extension servers. */
  readonly remote: boolean;
}

class AvailabilityController {
  readonly #server: ServerContext;
  readonly #options: AvailabilityOptions;
  readonly #controller: InformedController;

  constructor(server: ServerContext, options: AvailabilityOptions) {
    this.#server = server;
    this.#options = options;
    const { informers } = server;
    const informer = server.part(apiServiceInformerPart);
    const shared = [informers.informerFor(SERVICES), informers.informerFor(ENDPOINTS)];
    this.#controller = new InformedController({
      server,
      actor: server.actor(aggregatorActor(options.local)),
      says: { start: `Starting ${options.name}`, stop: `Shutting down ${options.name}` },
      caches: options.remote ? [informer, ...shared] : [informer],
      workers: WORKERS,
      onSynced: () => {},
      sync: (key) => this.#sync(key),
      failure: (key, error) => `${key} failed with: ${error}`,
      retry: RETRY,
    });
    const changed = ({ metadata }: APIService) => this.#controller.add(metadata.name ?? '');
    const onUpdate = (_old: APIService, object: APIService) => changed(object);
    informer.addEventHandler({ onAdd: changed, onUpdate });
    if (options.remote) for (const each of shared) this.#wakeOn(each);
  }

  start(): void {
    this.#controller.start();
  }

  /** What an APIService points to has changed. Upstream: getAPIServicesFor. */
  #wakeOn(informer: ReturnType<ServerContext['informers']['informerFor']>): void {
    const woken = ({ metadata: { namespace, name } }: KubeObject) => {
      for (const each of this.#server.part(apiServiceInformerPart).list('')) {
        const { service } = (each as APIService).spec ?? {};
        if (service?.namespace !== namespace || service?.name !== name) continue;
        this.#controller.add(each.metadata.name ?? '');
      }
    };
    const onUpdate = (_old: KubeObject, object: KubeObject) => woken(object);
    informer.addEventHandler({ onAdd: woken, onUpdate, onDelete: woken });
  }

  *#sync(key: string): Procedure<string | undefined> {
    const { process } = this.#server;
    const object = this.#server.part(apiServiceInformerPart).get('', key) as APIService | undefined;
    if (!object) return undefined;
    if (!object.spec?.service) {
      if (!this.#options.local || isLocalAvailable(object)) return undefined;
      return yield* this.#write(object, localAvailable(formatTime(process.wallMs())));
    }
    if (!this.#options.remote) return undefined;
    const wanted = this.#remoteCondition(object, formatTime(process.wallMs()));
    const error = yield* this.#write(object, wanted);
    // What does not answer is tried again, later each time.
    return error ?? (isFailedDiscovery(wanted) ? wanted.message : undefined);
  }

  #remoteCondition(object: APIService, lastTransitionTime: string): APIServiceCondition {
    const { informers } = this.#server;
    const { namespace = '', name = '' } = object.spec?.service ?? {};
    const service = informers.informerFor(SERVICES).get(namespace, name);
    const endpoints = informers.informerFor(ENDPOINTS).get(namespace, name);
    const fault = serviceFault(object, service, endpoints) ?? discoveryFault(object, service);
    return { type: 'Available', status: 'False', lastTransitionTime, ...fault };
  }

  /** Upstream: updateAPIServiceStatus. */
  *#write(object: APIService, wanted: APIServiceCondition): Procedure<string | undefined> {
    const changed = withAvailability(object, wanted);
    if (!changed) return undefined;
    const { loopback } = this.#server;
    const result = yield* loopback.updateSubresource(API_SERVICES, changed, 'status');
    return result.ok ? undefined : errorText(result);
  }
}

const isLocalAvailable = (object: APIService): boolean =>
  isAvailable(object) && withAvailability(object, localAvailable('')) === undefined;

export function startAvailability(server: ServerContext, options: AvailabilityOptions): void {
  new AvailabilityController(server, options).start();
}
