import { z } from './schema-kit';

/** An object as a person writes it: a kind and a name; the rest is the kind's. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly name?: string;
    readonly namespace?: string;
  };
  readonly [field: string]: unknown;
}

const metadata = z.looseObject({
  name: z.string().optional(),
  generateName: z.string().optional(),
  namespace: z.string().optional(),
});

export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
});

/** One manifest, or a list of them. */
export const manifestsSchema = z.union([manifestSchema, z.array(manifestSchema).min(1)]);

export function manifestList(
  payload: ManifestObject | readonly ManifestObject[],
): readonly ManifestObject[] {
  return Array.isArray(payload) ? payload : [payload as ManifestObject];
}

/** `namespaces/kube-system`-like words for a fault record. */
export function manifestTarget(payload: ManifestObject | readonly ManifestObject[]): string {
  return manifestList(payload)
    .map(({ kind, metadata: { namespace, name } }) =>
      namespace ? `${kind} ${namespace}/${name}` : `${kind} ${name}`,
    )
    .join(', ');
}
