/**
 * Types that definitions bring: those that a document defines, and those that a server serves now.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/restmapper (discovery.go:
 *             GetAPIGroupResources)
 * Simplified  only a line that names what is not built in asks; nothing is kept for the next line
 */
import { type ResourceType, typesOfDefinition } from '#console';
import type { Procedure } from '#kernel';
import { isBuiltIn } from '../api/api-groups';
import { crdSpec } from '../api/crd-spec';
import { decodeError } from '../api/decode-fields';
import { decodedValue } from '../api/decoded-value';
import { decodedStruct } from '../api/go-types/decoded-types';
import type { KubeObject } from '../api/objects';
import { DiscoveryClient } from '../client/discovery';
import type { DiscoveredResource } from '../client/discovery-documents';
import { MemoryDiscovery } from '../client/memory-discovery';
import type { LineCall } from './line-call';

/** Who asks, and where it is told of what failed. */
type Asking = Pick<LineCall, 'client' | 'profile' | 'say'>;

/** Types that the definitions in a document would bring; one of wrong types brings none. */
export const definedTypes = (definitions: readonly unknown[]): readonly ResourceType[] =>
  definitions.flatMap((crd) => {
    const type = decodedStruct('CustomResourceDefinition');
    if (decodeError(crd, type, undefined) !== undefined) return [];
    const spec = crdSpec(decodedValue(crd, type) as KubeObject);
    return typesOfDefinition(spec, () => spec.names);
  });

/** Types of groups that are not built in, in the order of discovery. */
export function* servedTypes(call: Asking): Procedure<ResourceType[]> {
  const source = new DiscoveryClient(call.client, call.profile);
  const discovery = new MemoryDiscovery(source, (text) => call.say(text, 'warning'));
  const groups = yield* discovery.serverGroups();
  if (!groups.ok) return [];
  const types: ResourceType[] = [];
  for (const { name, versions } of groups.value.filter((group) => !isBuiltIn(group.name))) {
    for (const version of versions) {
      const found = yield* discovery.resourcesOf(name, version);
      if (found.ok) types.push(...found.value.map(typeOf));
    }
  }
  return types;
}

function typeOf({ verbs: _, preferred: __, singular, ...type }: DiscoveredResource): ResourceType {
  return singular === '' ? type : { ...type, singular };
}
