/**
 * The registry of Services: addresses and ports are taken before a write and given back when the
 * Service has gone; it takes the Endpoints object of its name with it.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/storage.go (REST)
 */
import type { Procedure } from '#kernel';
import { nameOf, namespaceOf } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { type Outcome, type Refused, refused } from './outcome';
import { type RegistryParts, RegistryStore } from './registry-store';
import { normalizeClusterIPs, patchAllocatedValues } from './service-normalize';
import { allocateService, releaseAllocatedResources } from './service-transaction';
import { ServiceWork, type ServiceWorkParts } from './service-work';
import { defaultOnRead } from './strategies/service-defaults';
import { draftOf, type SpecDraft, specOf, withSpec } from './strategies/service-fields';
import type { Strategy } from './strategy';
import type { Begun, WriteHooks } from './write-hooks';

export interface ServiceParts extends ServiceWorkParts {
  readonly endpoints: RegistryStore;
}

export class ServiceStore extends RegistryStore {
  readonly #own: ServiceParts;

  constructor(strategy: Strategy, parts: RegistryParts, own: ServiceParts) {
    super(strategy, parts);
    this.#own = own;
  }

  override readonly hooks: WriteHooks = {
    beginCreate: (object, dryRun) => this.#beginCreate(object, dryRun),
    beginUpdate: (object, old, dryRun) => this.#beginUpdate(object, old, dryRun),
    afterDelete: (object, dryRun) => this.#afterDelete(object, dryRun),
    decorator: (object) => this.#asRead(object),
  };

  *#beginCreate(object: KubeObject, dryRun: boolean): Procedure<Begun | Refused> {
    const draft = draftOf(specOf(object));
    normalizeClusterIPs(draft, undefined);
    const result = yield* allocateService(this.#work(object, dryRun), draft);
    return begun(result, object, draft);
  }

  *#beginUpdate(
    object: KubeObject,
    stored: KubeObject,
    dryRun: boolean,
  ): Procedure<Begun | Refused> {
    const before = specOf(this.#asRead(stored));
    const draft = draftOf(specOf(object));
    patchAllocatedValues(draft, before);
    normalizeClusterIPs(draft, before);
    const result = yield* allocateService(this.#work(stored, dryRun), draft, before);
    return begun(result, object, draft);
  }

  *#afterDelete(service: KubeObject, dryRun: boolean): Procedure<void> {
    if (dryRun) return;
    const [namespace, name] = [namespaceOf(service), nameOf(service)];
    const gone = yield* this.#own.endpoints.delete({ namespace, name, options: {} });
    const work = this.#work(service, dryRun);
    const failure = failureOf(gone);
    if (failure && failure.reason !== 'NotFound') {
      // Upstream names the Service first here.
      const what = `delete service endpoints ${name}/${namespace} failed`;
      work.log('error', `${what}: ${failure.message ?? ''}`);
    }
    yield* releaseAllocatedResources(work, specOf(this.#asRead(service)));
  }

  #asRead(service: KubeObject): KubeObject {
    return defaultOnRead(service, this.#own.allocators.defaultFamily);
  }

  #work(service: KubeObject, dryRun: boolean): ServiceWork {
    const version = service.metadata.resourceVersion ?? '';
    const [namespace, name] = [namespaceOf(service), nameOf(service)];
    return new ServiceWork(this.#own, { namespace, name, dryRun, version });
  }
}

const failureOf = (outcome: Outcome): Status | undefined =>
  outcome.ok ? undefined : outcome.status;

type AllocationResult = ReturnType<typeof allocateService> extends Procedure<infer R> ? R : never;

function begun(result: AllocationResult, object: KubeObject, draft: SpecDraft): Begun | Refused {
  if (!result.ok) return refused(result.status);
  const { transaction } = result;
  return {
    ok: true,
    object: withSpec(object, draft),
    finish: (success) => (success ? transaction.commit() : transaction.revert()),
  };
}
