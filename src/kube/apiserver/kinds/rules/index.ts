/** The rules of single kinds, which the plain strategy has beside the table of resources. */
import type { KindRules } from '../../registry/strategies/plain';
import { cronJobRules, jobRules } from './batch';
import { signingRequestRules } from './certificates';
import { disruptionBudgetRules } from './disruption-budget';
import {
  autoscalerRules,
  claimRules,
  networkPolicyRules,
  nodeRules,
  secretRules,
  storageClassRules,
  trustBundleRules,
  volumeRules,
} from './others';
import { podRules } from './pod';
import {
  daemonSetRules,
  deploymentRules,
  replicaSetRules,
  replicationControllerRules,
  statefulSetRules,
} from './workloads';

export const KIND_RULES: Readonly<Record<string, KindRules>> = {
  Pod: podRules,
  Node: nodeRules,
  PersistentVolume: volumeRules,
  PersistentVolumeClaim: claimRules,
  Secret: secretRules,
  Deployment: deploymentRules,
  ReplicaSet: replicaSetRules,
  ReplicationController: replicationControllerRules,
  StatefulSet: statefulSetRules,
  DaemonSet: daemonSetRules,
  Job: jobRules,
  CronJob: cronJobRules,
  CertificateSigningRequest: signingRequestRules,
  StorageClass: storageClassRules,
  NetworkPolicy: networkPolicyRules,
  PodDisruptionBudget: disruptionBudgetRules,
  HorizontalPodAutoscaler: autoscalerRules,
  ClusterTrustBundle: trustBundleRules,
};
