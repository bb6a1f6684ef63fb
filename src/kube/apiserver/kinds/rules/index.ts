/** The rules of single kinds, which the plain strategy has beside the table of resources. */
import type { AllKindRules } from '../../registry/strategies/plain';
import { autoscalerRules } from './autoscaler';
import { cronJobRules, jobRules } from './batch';
import { signingRequestRules } from './certificates';
import { disruptionBudgetRules } from './disruption-budget';
import { limitRangeRules, quotaRules } from './limits';
import { networkPolicyRules } from './network-policy';
import { ingressClassRules, ingressRules } from './networking';
import { nodeRules, runtimeClassRules } from './nodes';
import { podRules } from './pod';
import { secretRules } from './secrets';
import { trustBundleRules } from './trust-bundle';
import { claimRules, storageClassRules, volumeRules } from './volumes';
import {
  daemonSetRules,
  deploymentRules,
  replicaSetRules,
  replicationControllerRules,
  statefulSetRules,
} from './workloads';

export const KIND_RULES: AllKindRules = {
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
  Ingress: ingressRules,
  IngressClass: ingressClassRules,
  LimitRange: limitRangeRules,
  ResourceQuota: quotaRules,
  RuntimeClass: runtimeClassRules,
  ClusterTrustBundle: trustBundleRules,
};
