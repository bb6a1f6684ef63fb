/**
 * What the API server serves, as the start of controllers asks for it.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (GetAvailableResources)
 */
import type { Procedure } from '#kernel';
import { DiscoveryClient, discoveryError } from '../client/discovery';
import { errorText, type RestClient } from '../client/rest-client';
import type { Profile } from '../profile';

/** `group/version/resource`; the group of the core is "". */
export type AvailableResources = ReadonlySet<string>;

export interface Discovered {
  readonly resources: AvailableResources;
  /** What could not be read, and why. */
  readonly error: string | undefined;
}

export function* availableResources(client: RestClient, profile: Profile): Procedure<Discovered> {
  const discovery = new DiscoveryClient(client, profile);
  const { resources, failures, error } = yield* discovery.groupsAndResources();
  const paths = resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`);
  const partly = failures.length > 0 ? discoveryError(failures) : undefined;
  return { resources: new Set(paths), error: error ? errorText(error) : partly };
}
