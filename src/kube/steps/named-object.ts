import { apiVersionOf, resourceOfKind } from '../api/resources';
import type { ManifestObject } from './manifests';
import { z } from './schema-kit';
import type { PayloadFault } from './step-descriptor';

/** An object by kind and name. */
export const namedFields = {
  kind: z.string().check(z.minLength(1)),
  namespace: z.optional(z.string()),
  name: z.string().check(z.minLength(1)),
};

export interface NamedObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The object that a payload names, as a manifest. */
export function namedObject({ kind, namespace, name }: NamedObject): ManifestObject {
  const resource = resourceOfKind(kind);
  const apiVersion = resource ? apiVersionOf(resource) : 'v1';
  const metadata = namespace ? { name, namespace } : { name };
  return { apiVersion, kind: resource?.kind ?? kind, metadata };
}

/** Refuses a kind that nobody stores. */
export const unknownKind = ({ kind }: NamedObject): readonly PayloadFault[] =>
  resourceOfKind(kind) ? [] : [{ path: 'kind', reason: `${kind}: not modelled yet` }];
