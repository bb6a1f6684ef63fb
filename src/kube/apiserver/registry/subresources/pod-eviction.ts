/**
 * Subresource eviction of Pods: a delete that the PodDisruptionBudget of the Pod must allow.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/pod/storage/eviction.go (EvictionREST)
 * Requests    list of PodDisruptionBudgets and PUT of the status of one, over the loopback client
 */
import { millis } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import { nameOf } from '../../../api/meta';
import type { KubeObject, Status } from '../../../api/objects';
import { resourceAt } from '../../../api/resources';
import {
  isStatus,
  newBadRequest,
  newConflict,
  newTimeoutError,
  newUnknownError,
} from '../../../api/status';
import { formatTime } from '../../../api/timestamps';
import { errorText, type RestClient, type RestResult, reasonOf } from '../../../client/rest-client';
import { isPodReady, withPodCondition } from '../../kinds/rules/pod-conditions';
import { fieldsOf } from '../../kinds/rules/pod-defaults';
import type { DeleteRequestOptions } from '../before-delete';
import { type Outcome, refused } from '../outcome';
import type { RegistryStore } from '../registry-store';
import {
  type Budget,
  covers,
  decremented,
  disruptionRefusal,
  numbersOf,
  RETRY_SECONDS,
  stillProcessed,
} from './disruption-budget';
import { postedObject, type SubresourceRequest, succeeded } from './request';

const EXPECTED = { kind: 'Eviction', apiVersions: ['policy/v1', 'policy/v1beta1'] };
const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };
/** Tries of a write that others are in the way of, and the wait. Source: EvictionsRetry. */
const TRIES = 20;
const WAIT = millis(500);
/** Longest addition to a wait, a tenth of it. Source: EvictionsRetry.Jitter. */
const JITTER = millis(50);
const SEVERAL =
  'This pod has more than one PodDisruptionBudget, which the eviction subresource does not ' +
  'support.';
const EVICTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

export interface EvictionParts {
  readonly process: Process;
  readonly pods: RegistryStore;
  readonly client: RestClient;
  /** Gate PodDisruptionConditions. */
  readonly conditions: boolean;
  /** Gate PDBUnhealthyPodEvictionPolicy. */
  readonly unhealthyPolicy: boolean;
}

export function* evict(parts: EvictionParts, request: SubresourceRequest): Procedure<Outcome> {
  const { namespace, name } = request;
  const eviction = postedObject(request, EXPECTED);
  if (isStatus(eviction)) return refused(eviction);
  if (eviction.metadata.name !== name) {
    return refused(newBadRequest('name in URL does not match name in Eviction object'));
  }
  const { deleteOptions = {} } = eviction as { readonly deleteOptions?: DeleteRequestOptions };
  const dryRun = dryRunOf(request, deleteOptions);
  if (typeof dryRun !== 'boolean') return refused(dryRun);
  const { pods } = parts;
  const attributes = { operation: 'CREATE', of: pods.of, subresource: 'eviction' } as const;
  const denied = yield* pods.admit({ ...attributes, namespace, name, object: eviction });
  if (denied) return refused(denied);
  return yield* new Evicting(parts, { namespace, name, options: deleteOptions, dryRun }).run();
}

/** Upstream: propagateDryRun. */
function dryRunOf({ dryRun }: SubresourceRequest, options: DeleteRequestOptions): boolean | Status {
  const { dryRun: given = [] } = options as { readonly dryRun?: readonly string[] };
  if (given.length === 0) return dryRun;
  if (!dryRun || given.join() === 'All') return true;
  const both = `[All] and [${given.join(' ')}]`;
  return newUnknownError(`Non-matching dry-run options in request and content: ${both}`);
}

interface Subject {
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteRequestOptions;
  readonly dryRun: boolean;
}

/** Upstream: canIgnorePDB. */
const needsNoBudget = (pod: KubeObject): boolean =>
  pod.metadata.deletionTimestamp !== undefined ||
  ['Succeeded', 'Failed', 'Pending'].includes(String(fieldsOf(pod.status).phase));

/** Upstream: shouldEnforceResourceVersion; it may become ready meanwhile. */
const mayBecomeReady = (pod: KubeObject): boolean =>
  pod.metadata.deletionTimestamp === undefined && fieldsOf(pod.status).phase === 'Pending';

class Evicting {
  readonly #parts: EvictionParts;
  readonly #subject: Subject;
  readonly #versionGiven: boolean;

  constructor(parts: EvictionParts, subject: Subject) {
    this.#parts = parts;
    this.#subject = subject;
    this.#versionGiven = subject.options.preconditions?.resourceVersion !== undefined;
  }

  *run(): Procedure<Outcome> {
    const { namespace, name } = this.#subject;
    for (let left = TRIES; ; left -= 1) {
      const found = yield* this.#parts.pods.get(namespace, name);
      if (!found.ok) return found;
      const pod = found.body;
      if (!needsNoBudget(pod)) return yield* this.#withBudget(pod);
      const deleted = yield* this.#delete(mayBecomeReady(pod) ? pod : undefined);
      if (deleted.ok || this.#versionGiven || !isConflicting(deleted) || left <= 1) return deleted;
      yield* this.#sleep();
    }
  }

  *#withBudget(pod: KubeObject): Procedure<Outcome> {
    const { client } = this.#parts;
    const { namespace } = this.#subject;
    const of = resourceAt(BUDGETS.group, BUDGETS.version, BUDGETS.resource);
    const listed = of && (yield* client.list(of, namespace));
    if (!listed?.ok) return refused(listed?.status ?? newUnknownError(errorTextOf(listed)));
    const budgets = listed.object.items.filter((each) => covers(each, pod));
    if (budgets.length > 1) return refused({ ...newUnknownError(SEVERAL), reason: undefined });
    const [budget] = budgets as readonly Budget[];
    if (!budget) return yield* this.#delete(undefined);
    if (this.#freeByHealth(pod, budget)) return yield* this.#deleteUnready(pod, budget);
    const refusal = yield* this.#decrement(budget);
    return refusal ? refused(refusal) : yield* this.#delete(undefined);
  }

  /** What is not ready is not counted among the healthy. */
  #freeByHealth(pod: KubeObject, { spec, status }: Budget): boolean {
    if (isPodReady(pod)) return false;
    const { unhealthyPolicy } = this.#parts;
    const always = fieldsOf(spec).unhealthyPodEvictionPolicy === 'AlwaysAllow';
    if (unhealthyPolicy && always) return true;
    const { currentHealthy = 0, desiredHealthy = 0 } = numbersOf(status);
    return currentHealthy >= desiredHealthy && desiredHealthy > 0;
  }

  *#deleteUnready(pod: KubeObject, budget: Budget): Procedure<Outcome> {
    const deleted = yield* this.#delete(pod);
    if (deleted.ok || this.#versionGiven || !isConflicting(deleted)) return deleted;
    return refused(stillProcessed(nameOf(budget)));
  }

  /** Upstream: checkAndDecrement, tried again after conflicts. */
  *#decrement(first: Budget): Procedure<Status | undefined> {
    const { client } = this.#parts;
    const { namespace, name, dryRun } = this.#subject;
    const of = resourceAt(BUDGETS.group, BUDGETS.version, BUDGETS.resource);
    if (!of) return newUnknownError('PodDisruptionBudgets are not served');
    let budget = first;
    for (let left = TRIES; left > 0; left -= 1) {
      const refusal = disruptionRefusal(budget);
      if (refusal) return refusal;
      if (dryRun) return undefined;
      const taken = decremented(budget, name, formatTime(this.#parts.pods.wallMs()));
      const written = yield* client.updateSubresource(of, taken, 'status');
      if (written.ok) return undefined;
      if (reasonOf(written) !== 'Conflict') return failureOf(written);
      yield* this.#sleep();
      const found = yield* client.get(of, namespace, nameOf(budget));
      if (!found.ok) return failureOf(found);
      budget = found.object;
    }
    const text = `couldn't update PodDisruptionBudget "${nameOf(budget)}" due to conflicts`;
    return newTimeoutError(text, RETRY_SECONDS);
  }

  /** @param asOf the Pod that must not have changed; undefined for any. */
  *#delete(asOf: KubeObject | undefined): Procedure<Outcome> {
    const { pods, conditions } = this.#parts;
    const { namespace, name, dryRun } = this.#subject;
    let { options } = this.#subject;
    if (asOf && !this.#versionGiven) {
      const { resourceVersion } = asOf.metadata;
      options = { ...options, preconditions: { ...options.preconditions, resourceVersion } };
    }
    if (conditions && !dryRun) {
      const marked = yield* this.#mark(options);
      if (!marked.ok) return marked;
      if (options.preconditions?.resourceVersion !== undefined) {
        const { resourceVersion } = (marked.body as KubeObject).metadata;
        options = { ...options, preconditions: { ...options.preconditions, resourceVersion } };
      }
    }
    const deleted = yield* pods.delete({ namespace, name, options, dryRun });
    return deleted.ok ? succeeded() : deleted;
  }

  /** Notes on the Pod why it goes. */
  #mark({ preconditions }: DeleteRequestOptions): Procedure<Outcome> {
    const { pods } = this.#parts;
    const { namespace, name } = this.#subject;
    const patcher = (pod: KubeObject): KubeObject | Status => {
      const { uid, resourceVersion } = preconditions ?? {};
      const mismatch =
        mismatchOf(pod, 'UID', uid, pod.metadata.uid) ??
        mismatchOf(pod, 'ResourceVersion', resourceVersion, pod.metadata.resourceVersion);
      return mismatch ?? withPodCondition(pod, EVICTED, formatTime(pods.wallMs()));
    };
    const object: KubeObject = { metadata: { name, namespace } };
    return pods.update({ namespace, name, subresource: 'status', object, patcher });
  }

  *#sleep(): Procedure<void> {
    const { process } = this.#parts;
    const jitter = process.random('apiserver/eviction-retry').int(0, JITTER);
    yield* perform<void>((resume) => {
      process.later((WAIT + jitter) as typeof WAIT, () => resume(undefined));
    });
  }
}

const ENDS = {
  UID: 'The object might have been deleted and then recreated',
  ResourceVersion: 'The object might have been modified',
} as const;

function mismatchOf(
  { metadata: { name = '' } }: KubeObject,
  what: keyof typeof ENDS,
  asked: string | undefined,
  found = '',
): Status | undefined {
  if (!asked || asked === found) return undefined;
  const cause =
    `the ${what} in the precondition (${asked}) does not match the ${what} in record (${found}). ` +
    ENDS[what];
  return newConflict({ group: '', resource: 'Pod' }, name, cause);
}

const isConflicting = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.status.reason === 'Conflict';

const errorTextOf = (result: RestResult<unknown> | undefined): string =>
  result ? errorText(result) : 'PodDisruptionBudgets are not served';

const failureOf = (result: RestResult<unknown>): Status | undefined =>
  result.ok ? undefined : (result.status ?? newUnknownError(result.transport));
