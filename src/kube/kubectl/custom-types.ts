/**
 * Types that definitions bring: those that a document defines, and those that a server serves now.
 *
 * Simplified  the definitions are listed in place of discovery's requests
 */
import { type ResourceType, typesOfDefinition } from '#console';
import type { Procedure } from '#kernel';
import { type CrdNames, crdSpec } from '../api/crd-spec';
import { customResource } from '../api/custom-resource';
import type { KubeObject } from '../api/objects';
import { CRDS } from '../api/resources';
import type { RestClient } from '../client/rest-client';

/** Types that the definitions in a document would bring. */
export const definedTypes = (definitions: readonly unknown[]): readonly ResourceType[] =>
  definitions.flatMap((crd) => {
    const spec = crdSpec(crd as KubeObject);
    return typesOfDefinition(spec, () => spec.names);
  });

/** Types of the definitions that are in force. */
export function* servedTypes(client: RestClient): Procedure<readonly ResourceType[]> {
  const found = yield* client.list(CRDS, '');
  if (!found.ok) return [];
  return found.object.items.flatMap((crd) => {
    const { acceptedNames } = (crd.status ?? {}) as { readonly acceptedNames?: CrdNames };
    return typesOfDefinition(crdSpec(crd), (version) =>
      customResource(crd, version) ? acceptedNames : undefined,
    );
  });
}
