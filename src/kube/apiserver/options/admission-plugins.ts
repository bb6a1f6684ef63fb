/**
 * Admission plugins that are compiled in, and in which versions.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/kubeapiserver/options/plugins.go (AllOrderedPlugins)
 */
import { type Profile, profileWithin } from '../../profile';

interface Plugin {
  readonly name: string;
  readonly since?: Profile;
  readonly until?: Profile;
}

const ALWAYS =
  'AlwaysAdmit NamespaceAutoProvision NamespaceLifecycle NamespaceExists ' +
  'LimitPodHardAntiAffinityTopology LimitRanger ServiceAccount NodeRestriction ' +
  'TaintNodesByCondition AlwaysPullImages ImagePolicyWebhook PodSecurity PodNodeSelector ' +
  'Priority DefaultTolerationSeconds PodTolerationRestriction EventRateLimit ' +
  'ExtendedResourceToleration DefaultStorageClass StorageObjectInUseProtection ' +
  'OwnerReferencesPermissionEnforcement PersistentVolumeClaimResize RuntimeClass ' +
  'CertificateApproval CertificateSigning CertificateSubjectRestriction DefaultIngressClass ' +
  'DenyServiceExternalIPs MutatingAdmissionWebhook ValidatingAdmissionWebhook ResourceQuota ' +
  'AlwaysDeny';

const PLUGINS: readonly Plugin[] = [
  ...ALWAYS.split(' ').map((name) => ({ name })),
  { name: 'SecurityContextDeny', until: '1.29' },
  { name: 'PersistentVolumeLabel', until: '1.30' },
  { name: 'ValidatingAdmissionPolicy', since: '1.26' },
  { name: 'ClusterTrustBundleAttest', since: '1.27' },
  { name: 'MutatingAdmissionPolicy', since: '1.32' },
  { name: 'PodTopologyLabels', since: '1.33' },
];

/** Whether a plugin of that name is compiled in. */
export const isAdmissionPlugin = (profile: Profile, name: string): boolean =>
  PLUGINS.some(
    (plugin) => plugin.name === name && profileWithin(profile, plugin.since, plugin.until),
  );
