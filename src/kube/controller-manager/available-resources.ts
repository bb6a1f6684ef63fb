/**
 * What the API server serves: all groups, versions and resources.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (GetAvailableResources), client-go discovery/discovery_client.go
 *             (ServerGroupsAndResources)
 * Simplified  the versions of groups are asked at once, but a part that fails is not tried again
 */
import { type Effect, type Procedure, performAll, runProcedure } from '#kernel';
import { errorText, type RestClient, type RestResult } from '../client/rest-client';
import { type Profile, profileWithin } from '../profile';

/** Longest wait for each answer. Source: defaultTimeout. */
const TIMEOUT = 'timeout=32s';

/** `group/version/resource`; the group of the core is "". */
export type AvailableResources = ReadonlySet<string>;

export interface Discovered {
  readonly resources: AvailableResources;
  /** Paths that could not be read, and why. */
  readonly failures: readonly string[];
}

const inOneDocument = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

/** Since 1.26 a client asks for all in one document, since 1.30 in its last form first. */
function acceptOf(profile: Profile): string | undefined {
  if (!profileWithin(profile, '1.26')) return undefined;
  const versions = profileWithin(profile, '1.30') ? ['v2', 'v2beta1'] : ['v2beta1'];
  return [...versions.map(inOneDocument), 'application/json'].join(',');
}

interface GroupDocument {
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
  }[];
  readonly items?: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly { readonly resource: string }[];
    }[];
  }[];
}

interface ResourceDocument {
  readonly resources: readonly { readonly name: string }[];
}

const ask =
  (client: RestClient, path: string, accept?: string): Effect<RestResult<string>> =>
  (resume) =>
    runProcedure(client.raw(`${path}?${TIMEOUT}`, accept), resume);

export function* availableResources(client: RestClient, profile: Profile): Procedure<Discovered> {
  const resources = new Set<string>();
  const failures: string[] = [];
  const paths: (readonly [string, string])[] = [];
  const accept = acceptOf(profile);
  for (const root of ['/api', '/apis']) {
    const [result] = yield* performAll([ask(client, root, accept)]);
    if (!result.ok) {
      failures.push(errorText(result));
      continue;
    }
    const { versions = [], groups = [], items = [] } = JSON.parse(result.object) as GroupDocument;
    for (const version of versions) paths.push([`/${version}`, `${root}/${version}`]);
    for (const { name, versions: of } of groups) {
      for (const { version } of of) {
        paths.push([`${name}/${version}`, `${root}/${name}/${version}`]);
      }
    }
    for (const { metadata, versions: of } of items) {
      for (const { version, resources: names } of of) {
        for (const { resource } of names) {
          resources.add(`${metadata.name ?? ''}/${version}/${resource}`);
        }
      }
    }
  }
  const lists = yield* performAll(paths.map(([, path]) => ask(client, path)));
  lists.forEach((result, index) => {
    const [prefix] = paths[index];
    if (!result.ok) failures.push(`${prefix.replace(/^\//, '')}: ${errorText(result)}`);
    else {
      for (const { name } of (JSON.parse(result.object) as ResourceDocument).resources) {
        if (!name.includes('/')) resources.add(`${prefix}/${name}`);
      }
    }
  });
  return { resources, failures };
}
