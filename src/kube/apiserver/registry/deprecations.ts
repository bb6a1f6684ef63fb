/**
 * Versions of kinds that will go, and what is said of them in every answer.
 *
 * Upstream    kubernetes v1.25-v1.33 staging/src/k8s.io/apiserver/pkg/endpoints/deprecation
 *             (WarningMessage), staging/src/k8s.io/api (the lifecycles of the types)
 */
import type { ApiResource } from '../../api/objects';
import { apiVersionOf } from '../../api/resources';
import type { Profile } from '../../profile';

interface Lifecycle {
  /** Minor versions of 1. */
  readonly deprecated: number;
  /** Absent where no end is known. */
  readonly removed?: number;
  /** The version, or version and kind, that takes its place. */
  readonly use?: string;
}

const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io';

/** By apiVersion, and kind where not all is meant. Source: zz_generated.prerelease-lifecycle.go. */
const LIFECYCLES: Readonly<Record<string, Lifecycle>> = {
  'v1 ComponentStatus': { deprecated: 19 },
  'v1 Endpoints': { deprecated: 33, use: 'discovery.k8s.io/v1 EndpointSlice' },
  'autoscaling/v2beta2': { deprecated: 23, removed: 26, use: 'autoscaling/v2' },
  'storage.k8s.io/v1beta1 CSIStorageCapacity': {
    ...{ deprecated: 24, removed: 27, use: 'storage.k8s.io/v1' },
  },
  'authentication.k8s.io/v1alpha1': { deprecated: 29, removed: 32 },
  'authentication.k8s.io/v1beta1': { deprecated: 30, removed: 33 },
  'admissionregistration.k8s.io/v1beta1': { deprecated: 31, removed: 34 },
  'networking.k8s.io/v1alpha1 ClusterCIDR': { deprecated: 28, removed: 31 },
  'networking.k8s.io/v1alpha1': { deprecated: 30, removed: 33 },
  'storage.k8s.io/v1alpha1 VolumeAttributesClass': { deprecated: 32, removed: 35 },
  [`${FLOW_CONTROL}/v1beta1`]: { deprecated: 23, removed: 26, use: `${FLOW_CONTROL}/v1beta3` },
  [`${FLOW_CONTROL}/v1beta2`]: { deprecated: 26, removed: 29, use: `${FLOW_CONTROL}/v1beta3` },
  [`${FLOW_CONTROL}/v1beta3`]: { deprecated: 29, removed: 32, use: `${FLOW_CONTROL}/v1` },
};

/** @returns the warning of a kind in that version of Kubernetes, if there is one. */
export function deprecationsOf(profile: Profile): (of: ApiResource) => string | undefined {
  const minor = Number(profile.split('.')[1]);
  const known = new Map<ApiResource, string | undefined>();
  return (of) => {
    if (!known.has(of)) known.set(of, deprecationOf(of, minor));
    return known.get(of);
  };
}

function deprecationOf(of: ApiResource, minor: number): string | undefined {
  const version = apiVersionOf(of);
  const found = LIFECYCLES[`${version} ${of.kind}`] ?? LIFECYCLES[version];
  if (!found || found.deprecated > minor) return undefined;
  const { deprecated, removed, use } = found;
  const end = removed === undefined ? '' : `, unavailable in v1.${removed}+`;
  const kind = use?.includes(' ') ? use : `${use} ${of.kind}`;
  const instead = use === undefined ? '' : `; use ${kind}`;
  return `${version} ${of.kind} is deprecated in v1.${deprecated}+${end}${instead}`;
}
