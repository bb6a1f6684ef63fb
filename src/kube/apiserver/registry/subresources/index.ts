/**
 * The subresources that a POST makes something of, by resource.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/rest/storage_core.go (NewLegacyRESTStorage)
 */
import type { Procedure, Process } from '#kernel';
import type { RestClient } from '../../../client/rest-client';
import type { Outcome } from '../outcome';
import type { RegistryStore } from '../registry-store';
import { bind } from './pod-binding';
import { evict } from './pod-eviction';
import type { SubresourceRequest } from './request';
import { requestToken } from './service-account-token';

export interface SubresourceOptions {
  /** Of the server itself. */
  readonly loopback: RestClient;
  readonly issuers: readonly string[];
  readonly audiences: readonly string[];
  /** Whether a feature gate is on. */
  readonly gate: (name: string) => boolean;
}

export type Poster = (request: SubresourceRequest) => Procedure<Outcome>;

interface Parts extends SubresourceOptions {
  readonly process: Process;
  /** The registry of a core resource. */
  readonly storeOf: (resource: string) => RegistryStore;
}

/** By resource and subresource, such as `pods/binding`. */
export function posters(parts: Parts): ReadonlyMap<string, Poster> {
  const { process, storeOf, loopback: client, issuers, audiences, gate } = parts;
  const pods = storeOf('pods');
  const schedulingGates = gate('PodSchedulingReadiness');
  const conditions = gate('PodDisruptionConditions');
  const unhealthyPolicy = gate('PDBUnhealthyPodEvictionPolicy');
  const evicting = { process, pods, client, conditions, unhealthyPolicy };
  const stores = { accounts: storeOf('serviceaccounts'), pods, secrets: storeOf('secrets') };
  return new Map<string, Poster>([
    ['pods/binding', (request) => bind({ pods, schedulingGates }, request)],
    ['pods/eviction', (request) => evict(evicting, request)],
    [
      'serviceaccounts/token',
      (request) => requestToken({ ...stores, issuers, audiences }, request),
    ],
  ]);
}
