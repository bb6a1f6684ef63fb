/**
 * What is special about a kind. Functions are pure: they are given objects and return new ones.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/rest (RESTCreateStrategy,
 *             RESTUpdateStrategy, RESTDeleteStrategy); the defaulting functions of the kind's group
 */
import type { CrdPrinterColumn } from '../../api/crd-spec';
import type { FieldError } from '../../api/field-error';
import type { ApiResource, KubeObject, Status } from '../../api/objects';

/** A column of the table of a custom resource. */
export type PrinterColumn = CrdPrinterColumn;

export type SelectableFields = Readonly<Record<string, string>>;

/** Who writes, and what the server's clock shows. */
export interface WriteContext {
  readonly user: string;
  readonly now: () => string;
}

/** How a whole object, or one of its subresources, is changed. */
export interface UpdateStrategy {
  /** Normalises before validation: what a client may not set is taken from `old`. */
  prepareForUpdate(object: KubeObject, old: KubeObject, context?: WriteContext): KubeObject;
  validateUpdate(object: KubeObject, old: KubeObject): readonly FieldError[];
}

export interface Strategy extends UpdateStrategy {
  readonly of: ApiResource;
  /**
   * Its objects are of no Go type, so that only their metadata is decoded into one; absent for
   * kinds that are built in. Upstream: unstructured.Unstructured.
   */
  readonly unstructured?: true;
  /** Why a body cannot be decoded into the kind's type, as Go says it; absent: not looked at. */
  readonly decodeError?: (object: KubeObject) => string | undefined;
  /**
   * Drops fields that its definition does not know; absent for kinds that are built in.
   */
  readonly prune?: (object: KubeObject) => {
    readonly object: KubeObject;
    readonly unknown: readonly string[];
  };
  /** Fills in the defaults of the version. Upstream: SetDefaults_<kind>, SetObjectDefaults_... */
  setDefaults(object: KubeObject): KubeObject;
  prepareForCreate(object: KubeObject, context?: WriteContext): KubeObject;
  validate(object: KubeObject): readonly FieldError[];
  /** What whoever writes a good object should know. Upstream: WarningsOnCreate and -Update. */
  readonly warnings?: (object: KubeObject, old: KubeObject | undefined) => readonly string[];
  /** A PUT of a missing object creates it. */
  readonly allowCreateOnUpdate: boolean;
  /** A PUT without a version is taken. */
  readonly allowUnconditionalUpdate: boolean;
  /** A delete answers with the object and not with a Status. */
  readonly returnDeletedObject: boolean;
  /** Its objects are never waited for by the garbage collector. Upstream: rest.Unsupported. */
  readonly garbageCollection: 'DeleteDependents' | 'OrphanDependents' | 'Unsupported';
  /** How long an object is left when it is deleted, s; absent where it goes at once. */
  readonly gracePeriodSeconds?: (object: KubeObject, asked: number | undefined) => number;
  /**
   * How long an object is kept, s, or why it is not; absent: for ever. Upstream: Store.TTLFunc.
   */
  readonly ttl?: (object: KubeObject, existing: number, update: boolean) => number | Status;
  /** Fields that selectors may name, besides metadata.name and metadata.namespace. */
  selectableFields(object: KubeObject): SelectableFields;
  /** The text of the refusal of a field that cannot be selected. */
  fieldNotSupported(field: string): string;
  /** Further conditions before a written object without finalizers is deleted. */
  shouldDeleteDuringUpdate?(object: KubeObject, old: KubeObject): boolean;
  readonly subresources: Readonly<Record<string, UpdateStrategy>>;
  /** The stored object in the words of this version; absent where they are the same. */
  readonly fromStorage?: (object: KubeObject) => KubeObject;
  /** Columns that its definition names; absent for kinds that are built in. */
  readonly printerColumns?: readonly PrinterColumn[];
  readonly toStorage?: (object: KubeObject) => KubeObject;
}

/** What most kinds have. */
export const DEFAULT_STRATEGY = {
  setDefaults: (object: KubeObject) => object,
  prepareForCreate: (object: KubeObject) => object,
  prepareForUpdate: (object: KubeObject) => object,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  returnDeletedObject: false,
  garbageCollection: 'DeleteDependents',
  selectableFields: (): SelectableFields => ({}),
  // Source: runtime.DefaultMetaV1FieldSelectorConversion.
  fieldNotSupported: (field: string) =>
    `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
  subresources: {},
} as const;
