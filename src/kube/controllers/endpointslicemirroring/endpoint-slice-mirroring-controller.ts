/**
 * Mirrors Endpoints that a person keeps for a Service without a selector into EndpointSlices.
 *
 * Upstream    kubernetes v1.27 pkg/controller/endpointslicemirroring (the controller, events.go)
 * Acts as     endpointslicemirroring
 * Wakes on    Endpoints that may be mirrored, Services without a selector, EndpointSlices of its
 *             own that it did not write or whose deletion it did not expect
 * Reads       informers of Endpoints, EndpointSlices and Services
 * Writes      EndpointSlices (create, update, delete), Events about Endpoints
 */
import { type SimDuration, seconds } from '#base';
import type { Procedure } from '#kernel';
import { metaNamespaceKey } from '../../api/meta';
import type { EndpointSlice, Endpoints, KubeObject, Service, Status } from '../../api/objects';
import { ENDPOINTS, ENDPOINTSLICES, SERVICES } from '../../api/resources';
import type { SharedInformer } from '../../client';
import { CoreEventRecorder } from '../../client/core-event-recorder';
import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  MaxOfRateLimiter,
} from '../../client/rate-limiters';
import { errorText, type RestClient } from '../../client/rest-client';
import { TokenBucket } from '../../client/token-bucket';
import { switchesOf } from '../../profile';
import { type Controller, type ControllerContext, KeyWorkers, type SyncEnd } from '../controller';
import { EndpointSliceTracker, LABEL_SERVICE_NAME, serviceKeyOf } from '../endpoint-slice-tracker';
import { type MirrorPlan, managedByController, planMirror, refusalOf } from './mirror-plan';

/** Source: maxRetries, defaultSyncBackOff, maxSyncBackOff. */
const MAX_RETRIES = 15;
const BACK_OFF = { first: seconds(1), longest: seconds(100) };
/** Of tries of all keys. Source: NewController. */
const OVERALL = { qps: 10, burst: 100 };
/** Source: the EventSource of NewController. */
const EVENT_SOURCE = 'endpoint-slice-mirroring-controller';

export const makeEndpointSliceMirroringController = (context: ControllerContext): Controller =>
  new EndpointSliceMirroringController(context);

class EndpointSliceMirroringController implements Controller {
  readonly greeting = 'Starting EndpointSliceMirroring controller';
  readonly #context: ControllerContext;
  readonly #client: RestClient;
  readonly #events: CoreEventRecorder;
  readonly #endpoints: SharedInformer;
  readonly #slices: SharedInformer;
  readonly #services: SharedInformer;
  readonly #tracker = new EndpointSliceTracker();
  readonly #workers: KeyWorkers;
  /** --mirroring-endpointslice-updates-batch-period. */
  readonly #batchPeriod: SimDuration;

  constructor(context: ControllerContext) {
    const { process, actor, informers, flag } = context;
    const client = context.client();
    this.#context = context;
    this.#client = client;
    this.#events = new CoreEventRecorder({ process, actor, client, component: EVENT_SOURCE });
    this.#endpoints = informers.informerFor(ENDPOINTS);
    this.#slices = informers.informerFor(ENDPOINTSLICES);
    this.#services = informers.informerFor(SERVICES);
    this.#batchPeriod = flag('mirroring-endpointslice-updates-batch-period') as SimDuration;
    this.#workers = new KeyWorkers(context, {
      name: 'endpoint_slice_mirroring',
      workers: flag('mirroring-concurrent-service-endpoint-syncs') as number,
      limiter: new MaxOfRateLimiter([
        new ItemExponentialFailureRateLimiter(BACK_OFF.first, BACK_OFF.longest),
        new BucketRateLimiter(new TokenBucket({ ...OVERALL, now: () => process.sim.now })),
      ]),
      sync: (key) => this.#syncEndpoints(key),
      failure: (_, error) => error,
      budget: {
        retries: MAX_RETRIES,
        retrying: 'Error mirroring EndpointSlices for Endpoints, retrying',
        dropping: 'Retry budget exceeded, dropping Endpoints out of the queue',
      },
    });
    this.#listen();
  }

  work(): void {
    this.#workers.start();
  }

  #listen(): void {
    const queue = (object: KubeObject) => this.#workers.add(metaNamespaceKey(object));
    const queueMirrored = (object: KubeObject) => {
      if (!refusalOf(object)) queue(object);
    };
    const queueSelectorless = (service: KubeObject) => {
      if (!hasSelector(service)) queue(service);
    };
    this.#endpoints.addEventHandler({
      onAdd: queueMirrored,
      onUpdate: (old, now) => {
        if (!refusalOf(old) || !refusalOf(now)) queue(now);
      },
      onDelete: queueMirrored,
    });
    this.#slices.addEventHandler({
      onAdd: (slice) => {
        if (this.#isNews(slice)) this.#queueFor(slice);
      },
      onUpdate: (old, slice) => this.#onSliceUpdate(old, slice),
      onDelete: (slice) => {
        if (!managedByController(slice) || !this.#tracker.has(slice)) return;
        if (!this.#tracker.handleDeletion(slice)) this.#queueFor(slice);
      },
    });
    this.#services.addEventHandler({
      onAdd: queueSelectorless,
      onUpdate: (old, service) => {
        if (hasSelector(old) !== hasSelector(service)) queue(service);
      },
      onDelete: queueSelectorless,
    });
  }

  /** One of its own that it did not write. */
  #isNews(slice: KubeObject): boolean {
    return managedByController(slice) && this.#tracker.shouldSync(slice);
  }

  #onSliceUpdate(old: KubeObject, slice: KubeObject): void {
    if (serviceKeyOf(old) !== serviceKeyOf(slice)) {
      this.#queueFor(slice);
      this.#queueFor(old);
      return;
    }
    const changedHands = managedByController(old) !== managedByController(slice);
    if (changedHands || this.#isNews(slice)) this.#queueFor(slice);
  }

  #queueFor(slice: KubeObject): void {
    if (slice.metadata.labels?.[LABEL_SERVICE_NAME]) {
      this.#workers.addAfter(serviceKeyOf(slice), this.#batchPeriod);
    }
  }

  *#syncEndpoints(key: string): Procedure<SyncEnd> {
    const endpoints = this.#endpoints.getByKey(key);
    const service = this.#services.getByKey(key);
    const refusal = whyNot(endpoints, service);
    const slices = this.#mirrored(key);
    if (!endpoints || refusal !== undefined) {
      this.#tracker.deleteService(key);
      this.#decided(key, slices.length > 0 ? 'remove' : 'none', refusal ?? '', slices.length);
      return yield* this.#deleteSlices(key, slices);
    }
    if (this.#tracker.staleSlices(key, slices)) {
      this.#decided(key, 'wait', 'CacheOutOfDate', slices.length);
      return 'EndpointSlice informer cache is out of date';
    }
    return yield* this.#reconcile(key, endpoints as Endpoints, slices);
  }

  *#reconcile(
    key: string,
    endpoints: Endpoints,
    slices: readonly EndpointSlice[],
  ): Procedure<SyncEnd> {
    const { process, profile, flag } = this.#context;
    const maxPerSubset = flag('mirroring-max-endpoints-per-subset') as number;
    const renewsOwner = switchesOf(profile).mirroringRenewsOwner;
    const stream = process.random('endpoint-slice-mirroring');
    const shuffled = <T>(items: readonly T[]): readonly T[] => {
      const rest = [...items];
      return items.map(() => rest.splice(stream.int(0, rest.length - 1), 1)[0]);
    };
    const plan = planMirror({ endpoints, slices, maxPerSubset, renewsOwner, shuffled });
    this.#tellSkipped(endpoints, plan, maxPerSubset);
    const { toCreate, toUpdate, toDelete } = plan;
    const changes = toCreate.length + toUpdate.length + toDelete.length;
    const outcome = changes > 0 ? 'write' : 'none';
    this.#decided(key, outcome, changes > 0 ? 'SlicesDiffer' : 'SlicesMatch', slices.length);
    return yield* this.#finalize(key, endpoints, plan);
  }

  /** Upstream: the Events of reconcile. */
  #tellSkipped(endpoints: Endpoints, plan: MirrorPlan, most: number): void {
    const { invalidAddresses, skipped } = plan;
    const invalid = invalidAddresses.length;
    const about = { ...endpoints, apiVersion: 'v1', kind: ENDPOINTS.kind };
    if (invalid > 0) {
      const text = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      this.#events.warn(about, 'InvalidIPAddress', text);
    }
    if (skipped > invalid) {
      const limit = `A max of ${most} addresses can be mirrored to EndpointSlices`;
      const text = `${limit} per Endpoints subset. ${skipped} addresses were skipped`;
      this.#events.warn(about, 'TooManyAddressesToMirror', text);
    }
  }

  /** The first failure ends it. */
  *#finalize(key: string, endpoints: Endpoints, plan: MirrorPlan): Procedure<SyncEnd> {
    const { toCreate, toUpdate, toDelete } = plan;
    const failed = (what: string, error: string) =>
      `failed to ${what} for Endpoints ${key}: ${error}`;
    if (endpoints.metadata.deletionTimestamp === undefined) {
      for (const slice of toCreate) {
        const made = yield* this.#client.create(ENDPOINTSLICES, slice);
        if (!made.ok && isTerminating(made.status)) return undefined;
        if (!made.ok) return failed('create EndpointSlice', errorText(made));
        this.#tracker.update(made.object);
      }
    }
    for (const slice of toUpdate) {
      const name = slice.metadata.name ?? '';
      const written = yield* this.#client.update(ENDPOINTSLICES, slice);
      if (!written.ok) return failed(`update ${name} EndpointSlice`, errorText(written));
      this.#tracker.update(written.object);
    }
    for (const slice of toDelete) {
      const { name = '', namespace = '' } = slice.metadata;
      const deleted = yield* this.#client.delete(ENDPOINTSLICES, namespace, name);
      if (!deleted.ok) return failed(`delete ${name} EndpointSlice`, errorText(deleted));
      this.#tracker.expectDeletion(slice);
    }
    return undefined;
  }

  /** Upstream: deleteMirroredSlices, deleteEndpoints. */
  *#deleteSlices(key: string, slices: readonly EndpointSlice[]): Procedure<SyncEnd> {
    const errors: string[] = [];
    for (const { metadata } of slices) {
      const { name = '', namespace = '' } = metadata;
      const deleted = yield* this.#client.delete(ENDPOINTSLICES, namespace, name);
      if (!deleted.ok) errors.push(errorText(deleted));
    }
    if (errors.length === 0) return undefined;
    const which = `${errors.length}/${slices.length} EndpointSlices for ${key} Endpoints`;
    return `Error(s) deleting ${which}, including: ${errors[0]}`;
  }

  /** Upstream: endpointSlicesMirroredForService. */
  #mirrored(key: string): readonly EndpointSlice[] {
    const [namespace] = key.split('/');
    return this.#slices
      .list(namespace)
      .filter((slice) => managedByController(slice) && serviceKeyOf(slice) === key)
      .map((slice) => slice as EndpointSlice);
  }

  /** Why something is written, or nothing. */
  #decided(key: string, outcome: string, reason: string, slices: number): void {
    const { process, actor } = this.#context;
    process.write('decision', actor, { name: 'mirror', outcome, reason, saw: { key, slices } });
  }
}

/** An empty selector is none: that is how it comes back from the store. */
const hasSelector = (service: KubeObject): boolean =>
  Object.keys((service as Service).spec?.selector ?? {}).length > 0;

/** Why there is nothing to mirror. */
function whyNot(endpoints?: KubeObject, service?: KubeObject): string | undefined {
  if (!endpoints) return 'EndpointsNotFound';
  const refusal = refusalOf(endpoints);
  if (refusal) return refusal;
  if (!service) return 'ServiceNotFound';
  return hasSelector(service) ? 'ServiceHasSelector' : undefined;
}

/** The namespace is being deleted: no other try would change that. */
const isTerminating = (status: Status | undefined): boolean =>
  (status?.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating');
