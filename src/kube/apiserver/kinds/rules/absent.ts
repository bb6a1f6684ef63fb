/**
 * What stands for the rules of single kinds where a run cannot have objects of them: no step, no
 * object and no component of the document makes one, and no API server does by itself. An object of
 * such a kind ends the run.
 */
import { broken } from '#base';
import type { AllKindRules, KindRules } from '../../registry/strategies/plain';

/** Kinds with rules of their own. */
export const KINDS_WITH_RULES: readonly string[] = [
  ...['Pod', 'Node', 'PersistentVolume', 'PersistentVolumeClaim', 'Secret'],
  ...['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet'],
  ...['Job', 'CronJob', 'CertificateSigningRequest', 'StorageClass', 'NetworkPolicy'],
  ...['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'Ingress', 'IngressClass'],
  ...['LimitRange', 'ResourceQuota', 'RuntimeClass', 'ClusterTrustBundle'],
];

const absent = (kind: string): KindRules => ({
  validate: () => broken(`the rules of ${kind} are there`),
});

export const ABSENT_KIND_RULES: AllKindRules = Object.fromEntries(
  KINDS_WITH_RULES.map((kind) => [kind, absent(kind)]),
);
