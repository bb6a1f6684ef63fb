/**
 * Which etcd key an object has.
 *
 * Upstream    kubernetes v1.27 pkg/kubeapiserver/default_storage_factory_builder.go
 *             (specialDefaultResourcePrefixes), pkg/registry/core/rest, storage.NamespaceKeyFunc
 */
import { builtInResource } from '../../api/built-in-resources';

/** Source: --etcd-prefix, genericoptions.NewEtcdOptions. */
const DEFAULT_PREFIX = '/registry';

/** A resource, as far as its place in etcd depends on it. */
export interface StoredResource {
  readonly group: string;
  readonly resource: string;
}

/** `--etcd-prefix` with one slash before it and none after. Upstream: path.Join("/", prefix). */
export function etcdPrefix(flag: string): string {
  const parts: string[] = [];
  for (const part of flag.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.length === 0 ? '' : `/${parts.join('/')}`;
}

/** Where the objects of a resource are, or those of one namespace; with a slash at the end. */
export function etcdPrefixOf(
  { group, resource }: StoredResource,
  namespace = '',
  flag = DEFAULT_PREFIX,
): string {
  const place = builtInResource(group, resource)?.place ?? `${group}/${resource}`;
  const all = `${etcdPrefix(flag)}/${place}/`;
  return namespace === '' ? all : `${all}${namespace}/`;
}

/** The key of an object; `namespace` is "" for resources without one. */
export function etcdKeyOf(
  of: StoredResource,
  namespace: string,
  name: string,
  flag = DEFAULT_PREFIX,
): string {
  return etcdPrefixOf(of, namespace, flag) + name;
}

/** Keys remembered below one prefix. */
const KEPT_KEYS = 8_192;

/**
 * A prefix and the keys below it. Each key is one and the same text every time: a text put together
 * anew is slow to look up and to compare, and every call names a key.
 */
export class KeyPrefix {
  readonly text: string;
  readonly #keys = new Map<string, string>();

  constructor(text: string) {
    this.text = text;
  }

  keyOf(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = this.text + name;
    if (this.#keys.size < KEPT_KEYS) this.#keys.set(name, key);
    return key;
  }
}
