/**
 * The status of a kind that nobody has written yet: a Go struct that is no pointer is always there,
 * and so are those of its fields that are not left out when they are zero.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/api (types.go of each group: the tags without
 *             omitempty); Go encoding/json
 */
import type { KubeObject } from '../../../api/objects';

type Fields = Readonly<Record<string, unknown>>;

const NODE_INFO =
  'machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion kubeletVersion ' +
  'kubeProxyVersion operatingSystem architecture';

const counts = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, 0]));

/** By kind; all others with a status have an empty one. */
const ZERO: Readonly<Record<string, Fields>> = {
  ReplicaSet: counts('replicas'),
  ReplicationController: counts('replicas'),
  StatefulSet: counts('replicas', 'availableReplicas'),
  DaemonSet: counts(
    ...['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'],
  ),
  PodDisruptionBudget: counts(
    ...['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
  ),
  HorizontalPodAutoscaler: { desiredReplicas: 0, currentMetrics: null },
  Ingress: { loadBalancer: {} },
  VolumeAttachment: { attached: false },
  Node: {
    daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
    nodeInfo: Object.fromEntries(NODE_INFO.split(' ').map((name) => [name, ''])),
  },
};
const EMPTY: Fields = {};

export const zeroStatusOf = (kind: string): Fields =>
  Object.hasOwn(ZERO, kind) ? ZERO[kind] : EMPTY;

/** The object with what its status lacks of these fields. */
export function withZeroStatus(object: KubeObject, zero: Fields): KubeObject {
  const status = object.status as Fields | undefined;
  if (status && Object.keys(zero).every((name) => status[name] !== undefined)) return object;
  return { ...object, status: { ...zero, ...status } };
}
