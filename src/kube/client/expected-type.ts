/**
 * Which objects a reflector takes: those of a Go type, or, of objects without one, those of a kind.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/reflector.go
 *             (setExpectedType, getTypeDescriptionFromObject)
 */
import type { ApiResource, KubeObject } from '../api/objects';
import { apiVersionOf, resourceAt } from '../api/resources';

/** An object of the type: of a Go struct, or one that is read without a struct. */
export type ExampleObject =
  | { readonly typed: Pick<ApiResource, 'version' | 'kind'> }
  | { readonly unstructured: { readonly apiVersion?: string; readonly kind?: string } };

export interface ExpectedType {
  /** As log lines call it. */
  readonly displayName: string;
  /** Group, version and kind are looked at; else the Go type alone. */
  readonly gvkChecked: boolean;
  /** What is wrong with an object that came. */
  unlike(object: KubeObject): string | undefined;
}

const UNSPECIFIED: ExpectedType = {
  displayName: '<unspecified>',
  gvkChecked: false,
  unlike: () => undefined,
};
const UNSTRUCTURED = '*unstructured.Unstructured';

/** `*v1.Namespace`, as log lines call the type. */
export const goType = ({ version, kind }: Pick<ApiResource, 'version' | 'kind'>): string =>
  `*${version}.${kind}`;

/** The example of a resource's objects: those of custom resources have no Go type. */
export function exampleOf(of: ApiResource): ExampleObject {
  if (resourceAt(of.group, of.version, of.resource)) return { typed: of };
  return { unstructured: { apiVersion: apiVersionOf(of), kind: of.kind } };
}

/** @param example undefined where any object will do */
export function expectedTypeOf(example: ExampleObject | undefined): ExpectedType {
  if (!example) return UNSPECIFIED;
  if ('typed' in example) {
    const { kind } = example.typed;
    const displayName = goType(example.typed);
    return {
      displayName,
      gvkChecked: false,
      unlike: ({ kind: found, apiVersion = '' }) => {
        if (found === undefined || found === kind) return undefined;
        const type = goType({ version: apiVersion.split('/').at(-1) ?? '', kind: found });
        return `expected type ${displayName}, but watch event object had type ${type}`;
      },
    };
  }
  const { apiVersion, kind } = example.unstructured;
  if (!apiVersion || !kind) {
    return { displayName: UNSTRUCTURED, gvkChecked: false, unlike: () => undefined };
  }
  const displayName = gvkText(apiVersion, kind);
  return {
    displayName,
    gvkChecked: true,
    unlike: (object) => {
      const found = gvkText(object.apiVersion ?? '', object.kind ?? '');
      if (found === displayName) return undefined;
      return `expected gvk ${displayName}, but watch event object had gvk ${found}`;
    },
  };
}

/** Upstream: GroupVersionKind.String. */
const gvkText = (apiVersion: string, kind: string): string => {
  const [version, group = ''] = apiVersion.split('/').reverse();
  return `${group}/${version}, Kind=${kind}`;
};
