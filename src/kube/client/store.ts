/**
 * The cache of one informer: objects by key, and keys by namespace. It holds the very objects that
 * lists and watches brought; nobody changes them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (thread_safe_store.go,
 *             index.go)
 * Simplified  the one index is that of namespaces
 */
import { compareText } from '#base';
import { metaNamespaceKey, namespaceOf } from '../api/meta';
import type { KubeObject } from '../api/objects';

const NOTHING: readonly KubeObject[] = [];

export class Indexer {
  readonly #items = new Map<string, KubeObject>();
  readonly #byNamespace = new Map<string, Set<string>>();
  /** Lists that have been sorted since the last change, by namespace; "" for all. */
  readonly #sorted = new Map<string, readonly KubeObject[]>();

  get size(): number {
    return this.#items.size;
  }

  get(key: string): KubeObject | undefined {
    return this.#items.get(key);
  }

  /** Keys in the order of their first appearance. */
  keys(): Iterable<string> {
    return this.#items.keys();
  }

  /** Adds the object, or puts it in the place of an older one. */
  update(object: KubeObject): void {
    const key = metaNamespaceKey(object);
    const namespace = namespaceOf(object);
    this.#items.set(key, object);
    this.#forget(namespace);
    const keys = this.#byNamespace.get(namespace);
    if (keys) keys.add(key);
    else this.#byNamespace.set(namespace, new Set([key]));
  }

  delete(object: KubeObject): void {
    const key = metaNamespaceKey(object);
    const namespace = namespaceOf(object);
    if (!this.#items.delete(key)) return;
    this.#forget(namespace);
    const keys = this.#byNamespace.get(namespace);
    keys?.delete(key);
    if (keys?.size === 0) this.#byNamespace.delete(namespace);
  }

  /** Objects of the namespace ("" for all), in order of key. */
  list(namespace: string): readonly KubeObject[] {
    const known = this.#sorted.get(namespace);
    if (known) return known;
    const keys = namespace === '' ? this.#items.keys() : this.#byNamespace.get(namespace);
    if (!keys) return NOTHING;
    const items = [...keys].sort(compareText).map((key) => this.#items.get(key) as KubeObject);
    this.#sorted.set(namespace, items);
    return items;
  }

  #forget(namespace: string): void {
    this.#sorted.delete(namespace);
    this.#sorted.delete('');
  }
}
