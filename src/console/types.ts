/**
 * The types that a line may name, and which one a word means.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/resource/builder.go (mappingFor),
 *             apimachinery pkg/api/meta/restmapper.go, pkg/runtime/schema (ParseResourceArg)
 * Simplified  what discovery would have told is known; its requests are not sent
 */

/** A type of object, as discovery lists it. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Where it is not the kind in small letters. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** Words for several types, such as `all`. */
  readonly categories?: readonly string[];
}

export const singularOf = ({ kind, singular }: ResourceType): string =>
  singular ?? kind.toLowerCase();

/** `services`, `leases.coordination.k8s.io`. */
export const groupResourceOf = ({ group, resource }: ResourceType): string =>
  group === '' ? resource : `${resource}.${group}`;

/** `service`, `lease.coordination.k8s.io`: how messages and `-o name` call it. */
export const groupKindOf = (type: Pick<ResourceType, 'group' | 'kind'>): string => {
  const kind = type.kind.toLowerCase();
  return type.group === '' ? kind : `${kind}.${type.group}`;
};

const calls = (type: ResourceType, word: string): boolean =>
  type.resource === word || singularOf(type) === word || (type.shortNames ?? []).includes(word);

/** The type that a word means: `svc`, `Service`, `leases.coordination.k8s.io`, `x.v1.group`. */
export function findType(types: readonly ResourceType[], word: string): ResourceType | undefined {
  const [name, ...rest] = word.toLowerCase().split('.');
  const named = types.filter((type) => calls(type, name));
  if (rest.length === 0) return named[0];
  const [version, ...after] = rest;
  const full = named.find((type) => type.version === version && type.group === after.join('.'));
  if (full) return full;
  const group = rest.join('.');
  return (
    named.find((type) => type.group === group) ??
    named.find((type) => group !== '' && type.group.startsWith(group))
  );
}
