/**
 * The resource of an object that kubectl is given.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/restmapper/discovery.go
 * Simplified  discovery's requests are left out: the built-in kinds are known, and the others are
 *             looked for among the definitions
 */
import type { Procedure } from '#kernel';
import { customResource } from '../api/custom-resource';
import type { ApiResource } from '../api/objects';
import { CRDS, resourceOfObject } from '../api/resources';
import type { RestClient } from '../client/rest-client';

export function* findType(
  client: RestClient,
  apiVersion: string,
  kind: string,
): Procedure<ApiResource | undefined> {
  const known = resourceOfObject(apiVersion, kind);
  const [version, group] = apiVersion.split('/').reverse();
  if (known || group === undefined) return known;
  const found = yield* client.list(CRDS, '');
  if (!found.ok) return undefined;
  const made = found.object.items.map((crd) => customResource(crd, version)?.of);
  return made.find((of) => of?.group === group && of.kind === kind);
}
