/** What a CustomResourceDefinition that is in force makes a resource of. */
import { type CrdNames, type CrdVersion, crdSpec } from './crd-spec';
import type { ApiResource, KubeObject } from './objects';

interface InForce {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly acceptedNames?: CrdNames;
}

/** The definition's version, and the resource it makes; undefined where it makes none. */
export function customResource(
  crd: KubeObject,
  wanted: string,
): { readonly of: ApiResource; readonly version: CrdVersion } | undefined {
  const { group = '', scope, versions = [] } = crdSpec(crd);
  const { conditions = [], acceptedNames = {} } = (crd.status ?? {}) as InForce;
  const { plural = '', kind = '' } = acceptedNames;
  const version = versions.find(({ name, served }) => name === wanted && served);
  const established = conditions.find(({ type }) => type === 'Established')?.status === 'True';
  if (!version || !established) return undefined;
  const namespaced = scope === 'Namespaced';
  return { of: { group, version: wanted, resource: plural, kind, namespaced }, version };
}
