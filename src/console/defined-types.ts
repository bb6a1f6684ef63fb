/**
 * The types that a CustomResourceDefinition brings, as discovery would list them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/restmapper/discovery.go, apimachinery
 *             pkg/version/helpers.go (CompareKubeAwareVersionStrings)
 */
import { compareText } from '#base';
import type { ResourceType } from './types';

export interface DefinedNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly categories?: readonly string[];
}

/** What is read of a definition's spec. */
export interface Definition {
  readonly group?: string;
  readonly scope?: string;
  readonly names?: DefinedNames;
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[];
}

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
  return place < 0 ? compareText(a, b) : right[place] - left[place];
}

/**
 * Every type that a definition brings, its preferred version first.
 *
 * @param namesOf the names in force for a version; undefined where it is not served yet
 */
export function typesOfDefinition(
  { group = '', scope, versions = [] }: Definition,
  namesOf: (version: string) => DefinedNames | undefined,
): readonly ResourceType[] {
  const served = versions.flatMap(({ name, served: is }) => (is && name ? [name] : []));
  return served.sort(preferredFirst).flatMap((version) => {
    const { plural: resource, kind, ...more } = namesOf(version) ?? {};
    if (resource === undefined || kind === undefined) return [];
    const { singular, shortNames, categories } = more;
    const type = { group, version, resource, kind, namespaced: scope === 'Namespaced' };
    return [
      {
        ...type,
        ...(singular ? { singular } : {}),
        ...(shortNames ? { shortNames } : {}),
        ...(categories ? { categories } : {}),
      },
    ];
  });
}
