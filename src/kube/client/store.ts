/**
 * A cache of objects by key, and of keys by what indexes say of the objects. It holds the very
 * objects that lists and watches brought; nobody changes them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (thread_safe_store.go,
 *             index.go)
 */
import { broken, compareText } from '#base';
import { metaNamespaceKey, namespaceOf } from '../api/meta';
import type { KubeObject } from '../api/objects';

/** The values by which an object is found. */
export type IndexFunc<T> = (object: T) => readonly string[];

const NO_KEYS: ReadonlySet<string> = new Set();
const NOTHING: readonly never[] = [];

/** Keys by value of one index. */
class Index<T> {
  readonly #of: IndexFunc<T>;
  readonly #keys = new Map<string, Set<string>>();

  constructor(of: IndexFunc<T>) {
    this.#of = of;
  }

  values(): Iterable<string> {
    return this.#keys.keys();
  }

  valuesOf(object: T): readonly string[] {
    return this.#of(object);
  }

  keysOf(value: string): ReadonlySet<string> {
    return this.#keys.get(value) ?? NO_KEYS;
  }

  /** Upstream: updateIndices. A value that no object has is dropped. */
  update(key: string, old: T | undefined, object: T | undefined): void {
    const before = old === undefined ? NOTHING : this.#of(old);
    const now = object === undefined ? NOTHING : this.#of(object);
    for (const value of before) if (!now.includes(value)) this.#remove(value, key);
    for (const value of now) {
      const keys = this.#keys.get(value);
      if (keys) keys.add(key);
      else this.#keys.set(value, new Set([key]));
    }
  }

  #remove(value: string, key: string): void {
    const keys = this.#keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(value);
  }
}

export interface StoreParts<T> {
  readonly keyOf: (object: T) => string;
  readonly indexers?: Readonly<Record<string, IndexFunc<T>>>;
}

/** Upstream: Indexer over ThreadSafeStore. */
export class IndexedStore<T> {
  readonly #keyOf: (object: T) => string;
  readonly #items = new Map<string, T>();
  readonly #indices = new Map<string, Index<T>>();

  constructor({ keyOf, indexers = {} }: StoreParts<T>) {
    this.#keyOf = keyOf;
    this.addIndexers(indexers);
  }

  get size(): number {
    return this.#items.size;
  }

  /** While it is empty. Upstream: AddIndexers. */
  addIndexers(indexers: Readonly<Record<string, IndexFunc<T>>>): void {
    if (this.#items.size > 0) broken('cannot add indexers to running index');
    const known = Object.keys(indexers).filter((name) => this.#indices.has(name));
    if (known.length > 0) broken(`indexer conflict: ${known.join(', ')}`);
    for (const [name, of] of Object.entries(indexers)) this.#indices.set(name, new Index(of));
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  /** Keys in the order of their first appearance. */
  keys(): Iterable<string> {
    return this.#items.keys();
  }

  /** Adds the object, or puts it in the place of an older one. */
  update(object: T): void {
    const key = this.#keyOf(object);
    const old = this.#items.get(key);
    this.#items.set(key, object);
    for (const index of this.#indices.values()) index.update(key, old, object);
  }

  delete(object: T): void {
    const key = this.#keyOf(object);
    const old = this.#items.get(key);
    if (old === undefined) return;
    this.#items.delete(key);
    for (const index of this.#indices.values()) index.update(key, old, undefined);
  }

  /** The whole content anew. */
  replace(objects: readonly T[]): void {
    for (const old of [...this.#items.values()]) this.delete(old);
    for (const object of objects) this.update(object);
  }

  /** All objects, in order of key. */
  all(): readonly T[] {
    return this.#objectsOf(this.#items.keys());
  }

  /** Keys of the objects that an index has under a value. */
  indexKeys(name: string, value: string): ReadonlySet<string> {
    return this.#index(name).keysOf(value);
  }

  /** Objects that an index has under a value, in order of key. */
  byIndex(name: string, value: string): readonly T[] {
    return this.#objectsOf(this.indexKeys(name, value));
  }

  /** Objects that share a value of an index with this one, in order of key. */
  index(name: string, object: T): readonly T[] {
    const index = this.#index(name);
    const keys = index.valuesOf(object).flatMap((value) => [...index.keysOf(value)]);
    return this.#objectsOf(new Set(keys));
  }

  /** Upstream: ListIndexFuncValues. */
  indexValues(name: string): Iterable<string> {
    return this.#index(name).values();
  }

  #index(name: string): Index<T> {
    return this.#indices.get(name) ?? broken(`Index with name ${name} does not exist`);
  }

  #objectsOf(keys: Iterable<string>): readonly T[] {
    return [...keys].sort(compareText).map((key) => this.#items.get(key) as T);
  }
}

/** Source: cache.NamespaceIndex. */
const NAMESPACE_INDEX = 'namespace';

/** The cache of one informer. */
export class Indexer extends IndexedStore<KubeObject> {
  /** Lists that have been sorted since the last change, by namespace; "" for all. */
  readonly #sorted = new Map<string, readonly KubeObject[]>();

  constructor() {
    const indexers = { [NAMESPACE_INDEX]: (object: KubeObject) => [namespaceOf(object)] };
    super({ keyOf: metaNamespaceKey, indexers });
  }

  override update(object: KubeObject): void {
    super.update(object);
    this.#forget(object);
  }

  override delete(object: KubeObject): void {
    super.delete(object);
    this.#forget(object);
  }

  /** Objects of the namespace ("" for all), in order of key. */
  list(namespace: string): readonly KubeObject[] {
    const known = this.#sorted.get(namespace);
    if (known) return known;
    const items = namespace === '' ? this.all() : this.byIndex(NAMESPACE_INDEX, namespace);
    this.#sorted.set(namespace, items);
    return items;
  }

  #forget(object: KubeObject): void {
    this.#sorted.delete(namespaceOf(object));
    this.#sorted.delete('');
  }
}
