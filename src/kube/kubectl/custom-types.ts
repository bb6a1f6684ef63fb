/**
 * Types that definitions bring: those that a document defines, and those that a server serves now.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/restmapper/discovery.go, apimachinery
 *             pkg/version/helpers.go (CompareKubeAwareVersionStrings)
 * Simplified  the definitions are listed in place of discovery's requests
 */
import type { ResourceType } from '#console';
import type { Procedure } from '#kernel';
import { type CrdNames, crdSpec } from '../api/crd-spec';
import { customResource } from '../api/custom-resource';
import type { KubeObject } from '../api/objects';
import { CRDS } from '../api/resources';
import type { RestClient } from '../client/rest-client';

const STABILITY = ['alpha', 'beta', undefined];

/** Greater for the version that a client prefers. */
function rankOf(version: string): readonly number[] {
  const [, major, stability, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  if (major === undefined) return [-1, 0, 0];
  return [STABILITY.indexOf(stability), Number(major), Number(minor ?? 0)];
}

function preferredFirst(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  const place = left.findIndex((value, index) => value !== right[index]);
  return place < 0 ? 0 : right[place] - left[place];
}

/** Every type that a definition brings, its preferred version first. */
function typesOf(
  crd: KubeObject,
  namesOf: (version: string) => CrdNames | undefined,
): readonly ResourceType[] {
  const { group = '', scope, versions = [] } = crdSpec(crd);
  const served = versions.flatMap(({ name, served: is }) => (is && name ? [name] : []));
  return served.sort(preferredFirst).flatMap((version) => {
    const { plural: resource, kind, shortNames } = namesOf(version) ?? {};
    if (resource === undefined || kind === undefined) return [];
    const type = { group, version, resource, kind, namespaced: scope === 'Namespaced' };
    return [shortNames === undefined ? type : { ...type, shortNames }];
  });
}

/** Types that the definitions in a document would bring. */
export const definedTypes = (definitions: readonly unknown[]): readonly ResourceType[] =>
  definitions.flatMap((crd) => {
    const { names } = crdSpec(crd as KubeObject);
    return typesOf(crd as KubeObject, () => names);
  });

/** Types of the definitions that are in force. */
export function* servedTypes(client: RestClient): Procedure<readonly ResourceType[]> {
  const found = yield* client.list(CRDS, '');
  if (!found.ok) return [];
  return found.object.items.flatMap((crd) => {
    const { acceptedNames } = (crd.status ?? {}) as { readonly acceptedNames?: CrdNames };
    return typesOf(crd, (version) => (customResource(crd, version) ? acceptedNames : undefined));
  });
}
