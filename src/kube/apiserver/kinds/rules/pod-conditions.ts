/**
 * Conditions of a Pod.
 *
 * Upstream    kubernetes v1.27 pkg/api/pod/util.go (UpdatePodCondition, IsPodReady)
 */
import type { KubeObject } from '../../../api/objects';
import { fieldsOf, itemsOf } from './pod-defaults';

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The Pod with the condition; its time stays where its status does. */
export function withPodCondition(pod: KubeObject, condition: PodCondition, now: string) {
  const status = fieldsOf(pod.status);
  const conditions = itemsOf(status.conditions);
  const old = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : now;
  const { type, status: state, ...why } = condition;
  const updated = { type, status: state, lastProbeTime: null, lastTransitionTime, ...why };
  const kept = old
    ? conditions.map((each) => (each === old ? updated : each))
    : [...conditions, updated];
  return { ...pod, status: { ...status, conditions: kept } };
}

export const isPodReady = ({ status }: KubeObject): boolean =>
  itemsOf(fieldsOf(status).conditions).some(
    ({ type, status: state }) => type === 'Ready' && state === 'True',
  );
