/**
 * The items of a list on the wire: those of a built-in kind say neither their kind nor their
 * version, which the list says for them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/unstructured
 *             (helpers.go: decodeToList), whose rule every client here reads lists by
 */
import type { KubeList, KubeObject } from './objects';

/** Each object with its form in lists, both ways: lists are read again and again. */
const bareOf = new WeakMap<KubeObject, KubeObject>();
const wholeOf = new WeakMap<KubeObject, KubeObject>();

function bare(object: KubeObject): KubeObject {
  const known = bareOf.get(object);
  if (known) return known;
  const { kind: _, apiVersion: __, ...fields } = object;
  const made = fields as KubeObject;
  bareOf.set(object, made);
  wholeOf.set(made, object);
  return made;
}

/** The list as a server of a built-in kind writes it. */
export const withBareItems = (list: KubeList): KubeList => ({
  ...list,
  items: list.items.map(bare),
});

/** The list as clients have it once it is read: items that do not say what they are, are told. */
export function withWholeItems(list: KubeList): KubeList {
  const { apiVersion } = list;
  const kind = /^(.+)List$/.exec(list.kind)?.[1];
  if (kind === undefined || !Array.isArray(list.items)) return list;
  const whole = (item: KubeObject): KubeObject => {
    if (item.kind !== undefined) return item;
    const known = wholeOf.get(item);
    if (known?.kind === kind && known.apiVersion === apiVersion) return known;
    return { kind, apiVersion, ...item };
  };
  return { ...list, items: list.items.map(whole) };
}
