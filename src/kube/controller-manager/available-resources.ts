/**
 * What the API server serves, as the start of controllers asks for it.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (GetAvailableResources)
 */
import type { Procedure } from '#kernel';
import { discover } from '../client/discovery';
import type { RestClient } from '../client/rest-client';
import type { Profile } from '../profile';

/** `group/version/resource`; the group of the core is "". */
export type AvailableResources = ReadonlySet<string>;

export interface Discovered {
  readonly resources: AvailableResources;
  /** Paths that could not be read, and why. */
  readonly failures: readonly string[];
}

export function* availableResources(client: RestClient, profile: Profile): Procedure<Discovered> {
  const { resources, failures } = yield* discover(client, profile);
  const paths = resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`);
  return { resources: new Set(paths), failures };
}
