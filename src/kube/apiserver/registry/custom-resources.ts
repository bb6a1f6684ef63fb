/**
 * The resources that CustomResourceDefinitions bring: one registry for each version that is served
 * of a definition that is in force.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/apiserver/customresource_handler.go, pkg/registry/customresource/strategy.go
 * Simplified  the strategy of conversion is always None; no subresource scale; what is stored is
 *             neither pruned nor defaulted when it is read
 */
import type { Procedure } from '#kernel';
import { type CrdVersion, crdSpec } from '../../api/crd-spec';
import { customResource } from '../../api/custom-resource';
import { semanticDeepEqual } from '../../api/equality';
import { withMeta } from '../../api/meta';
import type { ApiResource, KubeObject } from '../../api/objects';
import { apiVersionOf } from '../../api/resources';
import { newMethodNotSupported, withMessage } from '../../api/status';
import { validateObjectMeta } from '../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../api/validate-text';
import { defaulted, prunedBySchema, type Schema } from './custom-schema';
import { schemaErrors } from './custom-validation';
import { type Outcome, refused } from './outcome';
import { type RegistryParts, RegistryStore, type WriteRequest } from './registry-store';
import type { StorageCaches } from './storage-caches';
import { conditionTrue } from './strategies/crd-conditions';
import { firstGeneration, statusUpdate, withStatus } from './strategies/status-parts';
import { DEFAULT_STRATEGY, type Strategy } from './strategy';

/** Where definitions are looked up. */
export interface Definitions {
  get(namespace: string, name: string): KubeObject | undefined;
}

type Named = Pick<ApiResource, 'group' | 'version' | 'resource'>;

/** Everything but metadata counts; the status only where it has no subresource. */
function counted(object: KubeObject, hasStatus: boolean): object {
  const { metadata: _, apiVersion: __, status, ...content } = object;
  return hasStatus ? content : { ...content, status };
}

function customStrategy(of: ApiResource, version: CrdVersion, stored: string): Strategy {
  const hasStatus = version.subresources?.status !== undefined;
  const schema: Schema | undefined = version.schema?.openAPIV3Schema;
  const validate = (object: KubeObject) => [
    ...validateObjectMeta(object.metadata, of.namespaced, nameIsDNSSubdomain),
    ...(schema ? schemaErrors('', object, schema, true) : []),
  ];
  const inVersion = (name: string) => (object: KubeObject) => ({
    ...object,
    apiVersion: apiVersionOf({ group: of.group, version: name }),
  });
  return {
    ...DEFAULT_STRATEGY,
    of,
    unstructured: true,
    ...(schema
      ? {
          prune: (object: KubeObject) => prunedBySchema(object, schema),
          setDefaults: (object: KubeObject) => defaulted(object, schema, true) as KubeObject,
        }
      : {}),
    prepareForCreate: (object) =>
      firstGeneration(hasStatus ? withStatus(object, undefined) : object),
    prepareForUpdate: (object, old) => {
      const kept = hasStatus ? withStatus(object, old.status) : object;
      if (semanticDeepEqual(counted(kept, hasStatus), counted(old, hasStatus))) return kept;
      return withMeta(kept, { generation: (old.metadata.generation ?? 0) + 1 });
    },
    validate,
    validateUpdate: validate,
    allowUnconditionalUpdate: false,
    printerColumns: version.additionalPrinterColumns ?? [],
    subresources: hasStatus ? { status: { ...statusUpdate, validateUpdate: validate } } : {},
    fromStorage: inVersion(of.version),
    toStorage: inVersion(stored),
  };
}

class CustomStore extends RegistryStore {
  readonly terminating: boolean;

  constructor(strategy: Strategy, parts: RegistryParts, terminating: boolean) {
    super(strategy, parts);
    this.terminating = terminating;
  }

  override *create(request: WriteRequest): Procedure<Outcome> {
    if (!this.terminating) return yield* super.create(request);
    const status = newMethodNotSupported(this.of, 'create');
    const text = 'create not allowed while custom resource definition is terminating';
    return refused(withMessage(status, text));
  }
}

export class CustomResources {
  readonly #definitions: Definitions;
  readonly #parts: RegistryParts;
  readonly #caches: StorageCaches;
  /** By path, with the definition that it was made of. */
  readonly #stores = new Map<string, { readonly crd: KubeObject; readonly store: RegistryStore }>();

  constructor(definitions: Definitions, parts: RegistryParts, caches: StorageCaches) {
    this.#definitions = definitions;
    this.#parts = parts;
    this.#caches = caches;
  }

  storeOf({ group, version, resource }: Named): RegistryStore | undefined {
    const crd = this.#definitions.get('', `${resource}.${group}`);
    if (!crd) return undefined;
    const path = `${group}/${version}/${resource}`;
    const known = this.#stores.get(path);
    if (known?.crd === crd) return known.store;
    const made = customResource(crd, version);
    if (!made) return undefined;
    const stored = crdSpec(crd).versions?.find(({ storage }) => storage)?.name ?? version;
    const strategy = customStrategy(made.of, made.version, stored);
    const parts = { ...this.#parts, storage: this.#caches.storageOf(made.of) };
    const store = new CustomStore(strategy, parts, conditionTrue(crd, 'Terminating'));
    this.#stores.set(path, { crd, store });
    return store;
  }
}
