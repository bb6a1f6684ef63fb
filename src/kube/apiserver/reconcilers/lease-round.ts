/** One call of the lease reconciler while it goes on, and what is said of it. */
import type { Seq } from '#trace';
import type { Endpoints, KubeObject } from '../../api/objects';
import { errorText, type RestResult } from '../../client/rest-client';
import { STORAGE_CODE, type StorageFailure } from '../storage/storage';
import type { FailedReconcile, ReconcileEnd, ReconcileTarget } from './endpoint-reconciler';
import type { EndpointsPlan } from './endpoint-subsets';

/** One call in progress. */
export interface Round {
  readonly target: ReconcileTarget;
  readonly reconcilePorts: boolean;
  readonly removal: boolean;
  readonly done: (end: ReconcileEnd) => void;
  found: Endpoints | undefined;
  create: boolean;
  leaseIPs: readonly string[];
  plan: EndpointsPlan | undefined;
  /** Records that took the leases of listed addresses away. */
  gone: readonly Seq[];
  failure: FailedReconcile | undefined;
}

/** How a call ends that storage has failed. */
export function storageFailed(failure: StorageFailure): FailedReconcile {
  const text = 'message' in failure ? failure.message : 'Too large resource version';
  const missing = failure.kind === 'storage' && failure.code === STORAGE_CODE.keyNotFound;
  return { ok: false, text, storageNotFound: missing };
}

/** Storage has failed the call. */
export function failed(round: Round, failure: StorageFailure): string {
  round.failure = storageFailed(failure);
  return 'stepFailed';
}

/** The API has failed the call. */
export function refused(round: Round, result: RestResult<KubeObject>): string {
  const { status } = result.ok ? {} : result;
  round.failure = { ok: false, text: errorText(result), storageNotFound: false, status };
  return 'stepFailed';
}

/** Why the endpoints are written. */
export function resetReason(round: Round, plan: EndpointsPlan): string {
  if (round.create) return 'EndpointsMissing';
  if (!plan.formatCorrect) return 'FormatIncorrect';
  if (!plan.ipsCorrect) return 'AddressesDifferFromLeases';
  return plan.portsCorrect ? 'SkipMirrorLabelMissing' : 'PortsDiffer';
}

/** What the decision read: the Endpoints at their revision, and the leases. */
export function seen({ found, leaseIPs }: Round): readonly unknown[] {
  const leases = leaseIPs.map((ip) => ({ kind: 'masterlease', name: ip }));
  if (!found) return leases;
  const { namespace, name, resourceVersion } = found.metadata;
  return [{ kind: 'Endpoints', namespace, name, resourceVersion }, ...leases];
}
