/** Who owns an object and what it owns, as `metadata.ownerReferences` says at a time. Pure. */
/** What is stored at a time. */
export interface Store {
  readonly keys: readonly string[];
  objectAt(key: string): unknown;
}

export interface Relation {
  readonly kind: string;
  readonly name: string;
  /** Where the object is stored; undefined for an owner that is not there. */
  readonly key: string | undefined;
  /** Whether it is the owner that manages the object. */
  readonly controller: boolean;
}

export interface Relations {
  readonly owners: readonly Relation[];
  readonly owned: readonly Relation[];
}

export const NO_RELATIONS: Relations = { owners: [], owned: [] };

interface OwnerReference {
  readonly kind?: unknown;
  readonly name?: unknown;
  readonly uid?: unknown;
  readonly controller?: unknown;
}

interface Stored {
  readonly kind?: unknown;
  readonly metadata?: {
    readonly name?: unknown;
    readonly uid?: unknown;
    readonly ownerReferences?: unknown;
  };
}

/** Whatever stands in etcd was perhaps put there by a person, so nothing is taken for granted. */
const storedAt = (store: Store, key: string): Stored | undefined => {
  const object = store.objectAt(key);
  return typeof object === 'object' && object !== null ? object : undefined;
};

const referencesOf = (object: Stored | undefined): readonly OwnerReference[] => {
  const references = object?.metadata?.ownerReferences;
  return Array.isArray(references)
    ? references.filter((each) => typeof each === 'object' && each !== null)
    : [];
};

export function relationsOf(store: Store, key: string): Relations {
  const object = storedAt(store, key);
  const uid = object?.metadata?.uid;
  const references = referencesOf(object);
  if (uid === undefined && references.length === 0) return NO_RELATIONS;
  const keyByUid = new Map<unknown, string>();
  const owned: Relation[] = [];
  for (const other of store.keys) {
    const stored = storedAt(store, other);
    keyByUid.set(stored?.metadata?.uid, other);
    const mine = referencesOf(stored).find((each) => uid !== undefined && each.uid === uid);
    if (mine) owned.push(relation(stored?.kind, stored?.metadata?.name, other, mine));
  }
  const owners = references.map((each) =>
    relation(
      each.kind,
      each.name,
      each.uid === undefined ? undefined : keyByUid.get(each.uid),
      each,
    ),
  );
  return { owners, owned };
}

function relation(
  kind: unknown,
  name: unknown,
  key: string | undefined,
  { controller }: OwnerReference,
): Relation {
  return { kind: String(kind), name: String(name), key, controller: controller === true };
}
