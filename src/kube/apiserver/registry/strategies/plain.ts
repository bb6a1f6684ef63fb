/**
 * Kinds that are told apart by the table of resources and by the rules of their kind alone: what
 * has a status keeps it, what counts generations counts them.
 *
 * Upstream    kubernetes v1.27 pkg/registry/<group>/<resource>/strategy.go
 * Simplified  a kind without rules of its own is checked no further than its metadata and types
 */
import { builtInResource } from '../../../api/built-in-resources';
import { semanticDeepEqual } from '../../../api/equality';
import type { FieldError } from '../../../api/field-error';
import { withMeta } from '../../../api/meta';
import type { ApiResource, KubeObject } from '../../../api/objects';
import { apiVersionOf, storageVersionOf } from '../../../api/resources';
import { validateCoreMeta, validateObjectMeta } from '../../../api/validate-meta';
import { type NameCheck, nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy, type UpdateStrategy } from '../strategy';
import { withStatus } from './status-parts';
import { withZeroStatus, zeroStatusOf } from './zero-status';

/** What a kind brings beside what the table says of it. */
export type KindRules = Partial<Omit<Strategy, 'of' | 'validate' | 'subresources'>> & {
  /** Beside metadata. */
  readonly validate?: (object: KubeObject) => readonly FieldError[];
  /** Of a new object, besides. */
  readonly validateCreate?: (object: KubeObject) => readonly FieldError[];
  /** Metadata apart, an update must keep to this as well. */
  readonly validateUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[];
  /** How an object of this kind may be called; by default as a DNS subdomain. */
  readonly nameCheck?: (object: KubeObject) => NameCheck;
  /** Status of a new object; by default that of Go's zero values. */
  readonly firstStatus?: (object: KubeObject) => unknown;
  /** The status is taken as it is given when the object is created. */
  readonly keepsGivenStatus?: boolean;
  /** What else an update of the status leaves as it was. */
  readonly prepareStatusUpdate?: (object: KubeObject, old: KubeObject) => KubeObject;
  readonly subresources?: Readonly<Record<string, UpdateStrategy>>;
  /** The object in another version, where more than the version's name differs. */
  readonly convert?: (object: KubeObject, apiVersion: string) => KubeObject;
};

/** The rules by kind. */
export type AllKindRules = Readonly<Record<string, KindRules>>;

/** Kinds whose delete answers with the object. Source: ReturnDeletedObject of their NewREST. */
const RETURNED: ReadonlySet<string> = new Set([
  ...['Pod', 'PersistentVolume', 'PersistentVolumeClaim', 'PodTemplate', 'ResourceQuota'],
  ...['ServiceAccount', 'StorageClass', 'CSIDriver', 'CSINode', 'VolumeAttachment'],
]);

/** Groups that check metadata as any server does, and not as the core group does. */
const PLAIN_META: ReadonlySet<string> = new Set([
  ...['admissionregistration.k8s.io', 'coordination.k8s.io', 'internal.apiserver.k8s.io'],
  'storagemigration.k8s.io',
]);

/** Every field beside metadata, status, kind and version. */
function contentOf(object: KubeObject): object {
  const { metadata: _, status: __, kind: ___, apiVersion: ____, ...content } = object;
  return content;
}

/** Labels and other metadata of a status update are ignored but for what has its own rules. */
const statusStrategy = ({ prepareStatusUpdate }: KindRules): UpdateStrategy => ({
  prepareForUpdate: (object, old) => {
    const { resourceVersion, labels, annotations, finalizers, ownerReferences } = object.metadata;
    const metadata = { resourceVersion, labels, annotations, finalizers, ownerReferences };
    const made = withStatus(withMeta(old, metadata), object.status);
    return prepareStatusUpdate?.(made, old) ?? made;
  },
  validateUpdate: () => [],
});

export function plainStrategy(of: ApiResource, rules: KindRules = {}): Strategy {
  const row = builtInResource(of.group, of.resource);
  const hasStatus = row?.subresources.includes('status') ?? false;
  const counts = row?.generations ?? false;
  const { nameCheck, firstStatus, keepsGivenStatus, prepareStatusUpdate, convert, ...own } = rules;
  const validateMeta = PLAIN_META.has(of.group) ? validateObjectMeta : validateCoreMeta;
  const check = (object: KubeObject): readonly FieldError[] => [
    ...validateMeta(object.metadata, of.namespaced, nameCheck?.(object) ?? nameIsDNSSubdomain),
    ...(rules.validate?.(object) ?? []),
  ];
  const zero = zeroStatusOf(of.kind);
  const filled = (object: KubeObject): KubeObject => {
    const made = rules.setDefaults?.(object) ?? object;
    return hasStatus ? withZeroStatus(made, zero) : made;
  };
  const stored = storageVersionOf(of);
  const inVersion = (version: string) => (object: KubeObject) => {
    const apiVersion = apiVersionOf({ group: of.group, version });
    return convert?.(object, apiVersion) ?? { ...object, apiVersion };
  };
  const words =
    stored === of.version
      ? {}
      : { fromStorage: inVersion(of.version), toStorage: inVersion(stored) };
  return {
    ...DEFAULT_STRATEGY,
    ...words,
    returnDeletedObject: RETURNED.has(of.kind),
    ...own,
    of,
    ...(hasStatus || rules.setDefaults ? { setDefaults: filled } : {}),
    prepareForCreate: (object, context) => {
      const counted = counts ? withMeta(object, { generation: 1 }) : object;
      const status = keepsGivenStatus ? object.status : (firstStatus?.(object) ?? zero);
      const fresh = hasStatus ? withStatus(counted, status) : counted;
      return rules.prepareForCreate?.(fresh, context) ?? fresh;
    },
    prepareForUpdate: (object, old) => {
      const kept = hasStatus ? withStatus(object, old.status) : object;
      const made = rules.prepareForUpdate?.(kept, old) ?? kept;
      if (!counts || semanticDeepEqual(contentOf(made), contentOf(old))) return made;
      return withMeta(made, { generation: (old.metadata.generation ?? 0) + 1 });
    },
    validate: (object) => [...check(object), ...(rules.validateCreate?.(object) ?? [])],
    validateUpdate: (object, old) => [
      ...check(object),
      ...(rules.validateUpdate?.(object, old) ?? []),
    ],
    subresources: {
      ...(hasStatus ? { status: statusStrategy(rules) } : {}),
      ...rules.subresources,
    },
  };
}
