import { isBuiltIn } from '../api/api-groups';
import { resourceOfObject } from '../api/resources';
import { z } from './schema-kit';
import type { PayloadFault } from './step-descriptor';

/** An object as a person writes it: a kind and a name; the rest is the kind's. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly name?: string;
    readonly generateName?: string;
    readonly namespace?: string;
  };
  readonly [field: string]: unknown;
}

const metadata = z.looseObject({
  name: z.optional(z.string()),
  generateName: z.optional(z.string()),
  namespace: z.optional(z.string()),
});

export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
});

/** One manifest, or a list of them. */
export const manifestsSchema = z.union([
  manifestSchema,
  z.array(manifestSchema).check(z.minLength(1)),
]);

export function manifestList(
  payload: ManifestObject | readonly ManifestObject[],
): readonly ManifestObject[] {
  return Array.isArray(payload) ? payload : [payload as ManifestObject];
}

/** The kinds that no API server of the model stores, and that no definition can bring. */
export function unknownKinds(
  payload: ManifestObject | readonly ManifestObject[],
): readonly PayloadFault[] {
  return manifestList(payload).flatMap(({ apiVersion, kind }, index) => {
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    if (resourceOfObject(apiVersion, kind) || !isBuiltIn(group)) return [];
    const path = Array.isArray(payload) ? `[${index}].kind` : 'kind';
    return [{ path, reason: `${kind} of ${apiVersion}: not modelled yet` }];
  });
}

/** `namespaces/kube-system`-like words for a fault record. */
export function manifestTarget(payload: ManifestObject | readonly ManifestObject[]): string {
  return manifestList(payload)
    .map(({ kind, metadata: { namespace, name, generateName } }) => {
      const called = name ?? `${generateName ?? ''}*`;
      return namespace ? `${kind} ${namespace}/${called}` : `${kind} ${called}`;
    })
    .join(', ');
}
