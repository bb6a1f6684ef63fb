/** The spec of a CustomResourceDefinition, as far as it is looked at. */
import type { KubeObject } from './objects';

export interface CrdVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: Readonly<Record<string, unknown>> };
  readonly additionalPrinterColumns?: readonly CrdPrinterColumn[];
  readonly subresources?: { readonly status?: object; readonly scale?: object };
}

export interface CrdPrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface CrdNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface CrdSpec {
  readonly group?: string;
  readonly scope?: string;
  readonly names?: CrdNames;
  readonly versions?: readonly CrdVersion[];
  readonly conversion?: { readonly strategy?: string };
  readonly preserveUnknownFields?: boolean;
}

export const crdSpec = (object: KubeObject): CrdSpec => (object.spec ?? {}) as CrdSpec;
