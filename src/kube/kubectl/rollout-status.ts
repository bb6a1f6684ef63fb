/**
 * How far the roll-out of a workload is.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go
 */
import type { ResourceType } from '#console';
import type { KubeObject } from '../api/objects';

export interface RolloutStatus {
  readonly text: string;
  readonly done: boolean;
  /** The text is an error. */
  readonly failed?: true;
}

export type StatusKind = 'Deployment' | 'DaemonSet' | 'StatefulSet';

const KINDS: readonly StatusKind[] = ['Deployment', 'DaemonSet', 'StatefulSet'];

export const statusKind = ({ group, kind }: ResourceType): StatusKind | undefined =>
  group === 'apps' ? KINDS.find((each) => each === kind) : undefined;

interface Spec {
  readonly replicas?: number;
  readonly strategy?: { readonly type?: string };
  readonly updateStrategy?: {
    readonly type?: string;
    readonly rollingUpdate?: { readonly partition?: number };
  };
}

interface Status {
  readonly observedGeneration?: number;
  readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly availableReplicas?: number;
  readonly readyReplicas?: number;
  readonly desiredNumberScheduled?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly currentReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
}

const waiting = (text: string): RolloutStatus => ({ text, done: false });
const done = (text: string): RolloutStatus => ({ text, done: true });
const failed = (text: string): RolloutStatus => ({ text, done: true, failed: true });
const NOT_ROLLING = failed('rollout status is only available for RollingUpdate strategy type');

export function rolloutStatus(kind: StatusKind, object: KubeObject): RolloutStatus {
  const { generation = 0, name = '' } = object.metadata;
  const [spec, status] = [(object.spec ?? {}) as Spec, (object.status ?? {}) as Status];
  const observed = status.observedGeneration ?? 0;
  if (kind === 'Deployment') {
    if (generation <= observed) return deploymentStatus(JSON.stringify(name), spec, status);
    return waiting('Waiting for deployment spec update to be observed...');
  }
  if (spec.updateStrategy?.type !== 'RollingUpdate') return NOT_ROLLING;
  if (kind === 'DaemonSet') {
    if (generation <= observed) return daemonSetStatus(JSON.stringify(name), status);
    return waiting('Waiting for daemon set spec update to be observed...');
  }
  if (observed === 0 || generation > observed) {
    return waiting('Waiting for statefulset spec update to be observed...');
  }
  return statefulSetStatus(spec, status);
}

function deploymentStatus(name: string, { replicas }: Spec, status: Status): RolloutStatus {
  const { conditions = [], updatedReplicas: updated = 0, availableReplicas: ready = 0 } = status;
  const progressing = conditions.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    return failed(`deployment ${name} exceeded its progress deadline`);
  }
  const all = status.replicas ?? 0;
  const head = `Waiting for deployment ${name} rollout to finish:`;
  if (replicas !== undefined && updated < replicas) {
    return waiting(`${head} ${updated} out of ${replicas} new replicas have been updated...`);
  }
  if (all > updated) {
    return waiting(`${head} ${all - updated} old replicas are pending termination...`);
  }
  if (ready < updated) {
    return waiting(`${head} ${ready} of ${updated} updated replicas are available...`);
  }
  return done(`deployment ${name} successfully rolled out`);
}

function daemonSetStatus(name: string, status: Status): RolloutStatus {
  const { desiredNumberScheduled: wanted = 0, updatedNumberScheduled: updated = 0 } = status;
  const { numberAvailable: ready = 0 } = status;
  const head = `Waiting for daemon set ${name} rollout to finish:`;
  if (updated < wanted) {
    return waiting(`${head} ${updated} out of ${wanted} new pods have been updated...`);
  }
  if (ready < wanted) {
    return waiting(`${head} ${ready} of ${wanted} updated pods are available...`);
  }
  return done(`daemon set ${name} successfully rolled out`);
}

function statefulSetStatus({ replicas, updateStrategy }: Spec, status: Status): RolloutStatus {
  const { readyReplicas: ready = 0, updatedReplicas: updated = 0 } = status;
  const { currentRevision = '', updateRevision = '' } = status;
  if (replicas !== undefined && ready < replicas) {
    return waiting(`Waiting for ${replicas - ready} pods to be ready...`);
  }
  const partition = updateStrategy?.rollingUpdate?.partition;
  if (replicas !== undefined && partition !== undefined) {
    const wanted = replicas - partition;
    const progress = `${updated} out of ${wanted} new pods have been updated...`;
    if (updated < wanted) return waiting(`Waiting for partitioned roll out to finish: ${progress}`);
    return done(`partitioned roll out complete: ${updated} new pods have been updated...`);
  }
  const where = `${updated} pods at revision ${updateRevision}...`;
  if (updateRevision !== currentRevision) {
    return waiting(`waiting for statefulset rolling update to complete ${where}`);
  }
  const current = `${status.currentReplicas ?? 0} pods at revision ${currentRevision}...`;
  return done(`statefulset rolling update complete ${current}`);
}
