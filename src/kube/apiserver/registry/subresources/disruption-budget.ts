/**
 * What a PodDisruptionBudget says of an eviction, and what one takes of it.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/pod/storage/eviction.go (checkAndDecrement,
 *             getPodDisruptionBudgets), staging/src/k8s.io/component-helpers
 *             apps/poddisruptionbudget/helpers.go
 */
import { nameOf } from '../../../api/meta';
import type { KubeObject, Status } from '../../../api/objects';
import { newForbidden, newTooManyRequests, withCause } from '../../../api/status';
import { selects } from '../../kinds/rules/label-selector';
import { type Fields, fieldsOf, itemsOf } from '../../kinds/rules/pod-defaults';

export type Budget = KubeObject & { readonly spec?: unknown; readonly status?: unknown };

/** What a budget that refuses by itself is called. */
const BUDGET = { group: 'policy', resource: 'poddisruptionbudget' };
/** Pods whose eviction the controller has not seen yet. Source: MaxDisruptedPodSize. */
const MAX_DISRUPTED_PODS = 2_000;
export const RETRY_SECONDS = 10;
const VIOLATES = "Cannot evict pod as it would violate the pod's disruption budget.";

/** A budget without a selector, or with an empty one, is of no Pod. */
export function covers({ spec }: Budget, { metadata }: KubeObject): boolean {
  const selector = fieldsOf(fieldsOf(spec).selector);
  const terms = Object.keys(fieldsOf(selector.matchLabels)).length;
  const empty = terms === 0 && itemsOf(selector.matchExpressions).length === 0;
  return !empty && selects(selector, metadata.labels ?? {});
}

export const numbersOf = (status: unknown) => fieldsOf(status) as Readonly<Record<string, number>>;

export function disruptionRefusal(budget: Budget): Status | undefined {
  const { observedGeneration = 0, disruptionsAllowed = 0, ...counts } = numbersOf(budget.status);
  const name = nameOf(budget);
  if (observedGeneration < (budget.metadata.generation ?? 0)) return stillProcessed(name);
  if (disruptionsAllowed < 0) {
    return newForbidden(BUDGET, name, 'pdb disruptions allowed is negative');
  }
  const disrupted = Object.keys(fieldsOf(fieldsOf(budget.status).disruptedPods)).length;
  if (disrupted > MAX_DISRUPTED_PODS) {
    const why = 'too many evictions not confirmed by PDB controller';
    return newForbidden(BUDGET, name, `DisruptedPods map too big - ${why}`);
  }
  if (disruptionsAllowed > 0) return undefined;
  const { desiredHealthy = 0, currentHealthy = 0 } = counts;
  const needs = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return withCause(newTooManyRequests(VIOLATES, 0), {
    reason: 'DisruptionBudget',
    message: `The disruption budget ${name} ${needs}`,
  });
}

export const stillProcessed = (name: string): Status =>
  withCause(newTooManyRequests(VIOLATES, RETRY_SECONDS), {
    reason: 'DisruptionBudget',
    message: `The disruption budget ${name} is still being processed by the server.`,
  });

/** The budget with one disruption fewer, and the Pod among those that go. */
export function decremented(budget: Budget, pod: string, now: string): KubeObject {
  const status = fieldsOf(budget.status);
  const disruptionsAllowed = Number(status.disruptionsAllowed) - 1;
  const disruptedPods = { ...fieldsOf(status.disruptedPods), [pod]: now };
  const left = { ...status, disruptionsAllowed, disruptedPods };
  const known = disruptionsAllowed === 0 ? withoutDisruptions(left, now) : left;
  return { ...budget, status: known };
}

/** Upstream: UpdateDisruptionAllowedCondition, where none are left. */
function withoutDisruptions(status: Fields, now: string): Fields {
  const type = 'DisruptionAllowed';
  const conditions = itemsOf(status.conditions);
  const old = conditions.find((each) => each.type === type);
  const condition = {
    type,
    status: 'False',
    ...(status.observedGeneration ? { observedGeneration: status.observedGeneration } : {}),
    lastTransitionTime: old?.status === 'False' ? old.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: '',
  };
  const others = conditions.map((each) => (each === old ? condition : each));
  return { ...status, conditions: old ? others : [...conditions, condition] };
}
