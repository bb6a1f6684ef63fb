/** The types that the definitions in a trace bring, whenever they were there. */
import { type Definition, type ResourceType, typesOfDefinition } from '#console';
import type { Archive } from '#trace';

/** Where the API server keeps them. */
const DEFINITIONS = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

const keysOf = (archive: Archive): readonly string[] =>
  archive.keys().filter((key) => key.startsWith(DEFINITIONS));

/** Grows with each change of a definition. */
export const definitionRevisions = (archive: Archive): number =>
  keysOf(archive).reduce((sum, key) => sum + archive.history(key).length, 0);

export const typesDefinedIn = (archive: Archive): readonly ResourceType[] =>
  keysOf(archive).flatMap((key) => {
    const last = archive.history(key).findLast(({ object }) => object !== undefined);
    const { spec = {} } = (last?.object ?? {}) as { readonly spec?: Definition };
    return typesOfDefinition(spec, () => spec.names);
  });
