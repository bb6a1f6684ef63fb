/**
 * The order of a merged list, where the patch names one: its own items as it says, the server's
 * among them where they stood.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go
 *             (normalizeElementOrder, mergeSortedSlice)
 */
import { isFields, StrategicPatchFault } from './patch-fault';

export interface ElementOrder {
  /** The value of `$setElementOrder`. */
  readonly order: unknown;
  /** The list before the patch. */
  readonly before: readonly unknown[];
  /** The list in the patch. */
  readonly given: readonly unknown[];
}

export function inElementOrder(
  merged: readonly unknown[],
  { order, before, given }: ElementOrder,
  mergeKey: string | undefined,
): readonly unknown[] {
  if (!Array.isArray(order)) throw new StrategicPatchFault('setElementOrder');
  const keyOf = (item: unknown): unknown =>
    mergeKey !== undefined && isFields(item) ? item[mergeKey] : item;
  const wanted = order.map(keyOf);
  const deletes = (item: unknown) => isFields(item) && item.$patch === 'delete';
  const unnamed = given.some((item) => !deletes(item) && !wanted.includes(keyOf(item)));
  if (unnamed) throw new StrategicPatchFault('setElementOrder');
  const servers = before.map(keyOf);
  const byPlace = (list: readonly unknown[]) => (a: unknown, b: unknown) =>
    list.indexOf(keyOf(a)) - list.indexOf(keyOf(b));
  const own = merged.filter((item) => wanted.includes(keyOf(item))).sort(byPlace(wanted));
  const others = merged.filter((item) => !wanted.includes(keyOf(item))).sort(byPlace(servers));
  const standsBefore = (a: unknown, b: unknown): boolean => {
    const [left, right] = [servers.indexOf(keyOf(a)), servers.indexOf(keyOf(b))];
    return left >= 0 && right >= 0 && left < right;
  };
  const sorted: unknown[] = [];
  while (own.length > 0 || others.length > 0) {
    const fromOthers = own.length === 0 || (others.length > 0 && standsBefore(others[0], own[0]));
    sorted.push(fromOthers ? others.shift() : own.shift());
  }
  return sorted;
}
