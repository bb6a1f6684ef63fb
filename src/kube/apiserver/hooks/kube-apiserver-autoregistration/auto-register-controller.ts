/**
 * Keeps the APIServices of what this server serves: those of its own groups once, when it starts;
 * those of CustomResourceDefinitions all the time.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/controllers/autoregister
 *             (autoregister_controller.go: checkAPIService)
 * Acts as     autoregister
 * Wakes on    APIServices, and what is to be registered
 * Reads       the informer of APIServices
 * Writes      APIServices (create, update, delete)
 * Simplified  nothing
 */
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../../../api/equality';
import { API_SERVICES } from '../../../api/resources';
import type { SharedInformer } from '../../../client';
import { errorText, type RestResult } from '../../../client/rest-client';
import type { APIService } from '../../registry/strategies/api-service';
import type { ServerContext } from '../../server-context';
import { apiServiceInformerPart } from '../aggregator-informers';
import { InformedController } from '../informed-controller';
import { ALWAYS, AUTOMANAGED, ON_START } from './api-services-to-register';

/** Source: createAggregatorServer. */
const WORKERS = 5;

/** What is to be done for one name. Upstream: the table above checkAPIService. */
export type APIServicePlan = 'none' | 'create' | 'update' | 'delete';

export interface APIServiceView {
  readonly desired: APIService | undefined;
  readonly current: APIService | undefined;
  /** It was dealt with before. */
  readonly hasSynced: boolean;
  /** It was there when the controller started. */
  readonly atStart: boolean;
}

const managedOf = (of: APIService | undefined): string => of?.metadata.labels?.[AUTOMANAGED] ?? '';

export function planAPIService(view: APIServiceView): APIServicePlan {
  const { desired, current, hasSynced, atStart } = view;
  if (!current && !desired) return 'none';
  if (managedOf(desired) === ON_START && hasSynced) return 'none';
  if (!current) return 'create';
  const managed = managedOf(current);
  if (managed !== ON_START && managed !== ALWAYS) return 'none';
  if (managed === ON_START && (!atStart || hasSynced)) return 'none';
  if (!desired) return 'delete';
  return semanticDeepEqual(current.spec, desired.spec) ? 'none' : 'update';
}

export class AutoRegisterController {
  readonly #server: ServerContext;
  readonly #informer: SharedInformer;
  readonly #controller: InformedController;
  readonly #toSync = new Map<string, APIService>();
  readonly #synced = new Set<string>();
  readonly #atStart = new Set<string>();

  constructor(server: ServerContext) {
    this.#server = server;
    this.#informer = server.part(apiServiceInformerPart);
    this.#controller = new InformedController({
      server,
      actor: server.actor('autoregister'),
      says: {
        start: 'Starting autoregister controller',
        stop: 'Shutting down autoregister controller',
      },
      caches: [this.#informer],
      workers: WORKERS,
      onSynced: () => {
        for (const { metadata } of this.#informer.list('')) this.#atStart.add(metadata.name ?? '');
      },
      sync: (name) => this.sync(name),
      failure: (key, error) => `${key} failed with : ${error}`,
    });
    const changed = ({ metadata }: APIService) => this.#controller.add(metadata.name ?? '');
    const onUpdate = (_old: APIService, object: APIService) => changed(object);
    this.#informer.addEventHandler({ onAdd: changed, onUpdate, onDelete: changed });
  }

  start(): void {
    this.#controller.start();
  }

  /** Upstream: addAPIServiceToSync. Its label says how it is kept. */
  addToSync(apiService: APIService): void {
    const { name = '' } = apiService.metadata;
    this.#toSync.set(name, apiService);
    this.#controller.add(name);
  }

  /** Upstream: RemoveAPIServiceToSync. */
  removeToSync(name: string): void {
    this.#toSync.delete(name);
    this.#controller.add(name);
  }

  *sync(name: string): Procedure<string | undefined> {
    const desired = this.#toSync.get(name);
    const current = this.#informer.get('', name) as APIService | undefined;
    const hasSynced = this.#synced.has(name);
    const plan = planAPIService({ desired, current, hasSynced, atStart: this.#atStart.has(name) });
    const result = yield* this.#carryOut(plan, name, { desired, current });
    if (result && !result.ok) return errorText(result);
    this.#synced.add(name);
    return undefined;
  }

  *#carryOut(
    plan: APIServicePlan,
    name: string,
    { desired, current }: Pick<APIServiceView, 'desired' | 'current'>,
  ): Procedure<RestResult<unknown> | undefined> {
    const { loopback } = this.#server;
    if (plan === 'create' && desired) return yield* loopback.create(API_SERVICES, desired);
    if (plan === 'delete') return yield* loopback.delete(API_SERVICES, '', name);
    if (plan !== 'update' || !current || !desired) return undefined;
    return yield* loopback.update(API_SERVICES, { ...current, spec: desired.spec } as APIService);
  }
}
