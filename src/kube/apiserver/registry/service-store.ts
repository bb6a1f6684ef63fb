/**
 * A Service that has gone takes the Endpoints object of its name with it.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/storage.go (afterDelete)
 * Simplified  nothing is allocated (see strategies/service.ts), so nothing is released
 */
import type { Procedure } from '#kernel';
import type { KubeObject, Status } from '../../api/objects';
import type { Outcome } from './outcome';
import { refused } from './outcome';
import { type RegistryParts, RegistryStore, type WriteRequest } from './registry-store';
import { allocationNeeded } from './strategies/service';
import type { Strategy } from './strategy';

/** HTTP code of what the model cannot do. */
const NOT_IMPLEMENTED = 501;

export class ServiceStore extends RegistryStore {
  readonly #endpoints: RegistryStore;

  constructor(strategy: Strategy, parts: RegistryParts, endpoints: RegistryStore) {
    super(strategy, parts);
    this.#endpoints = endpoints;
  }

  override *create(request: WriteRequest): Procedure<Outcome> {
    const missing = allocationNeeded(request.object);
    if (missing !== undefined) return refused(notModelled(missing));
    return yield* super.create(request);
  }

  protected override *afterDelete(service: KubeObject): Procedure<void> {
    const { namespace = '', name = '' } = service.metadata;
    yield* this.#endpoints.delete({ namespace, name, options: {} });
  }
}

const notModelled = (field: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `not modelled yet: allocation of ${field}; name a value that is free`,
  reason: 'NotImplemented',
  code: NOT_IMPLEMENTED,
});
