/**
 * Strategic merge patch: objects are merged field by field as in a merge patch, and those lists
 * item by item whose types say by which key.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go
 *             (StrategicMergePatchUsingLookupPatchMeta, mergeMap, mergeSlice)
 */
import { fieldsOfType, type GoField } from '../../api/go-types/go-types';
import { type Fields, goPlain, isFields, StrategicPatchFault } from './patch-fault';
import { inElementOrder } from './set-element-order';

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM = '$deleteFromPrimitiveList/';
const SET_ORDER = '$setElementOrder/';

/** @param struct name of the target's Go type; undefined where nothing is known of it. */
export function strategicMerge(target: unknown, patch: unknown, struct: string | undefined) {
  return mergeMap(isFields(target) ? target : {}, patch as Fields, struct);
}

function mergeMap(original: Fields, patch: Fields, struct: string | undefined): Fields {
  const { [DIRECTIVE]: directive, ...fields } = patch;
  if (directive === 'replace') return withoutNulls(fields) as Fields;
  if (directive === 'delete') return {};
  if (directive !== undefined) {
    throw new StrategicPatchFault(
      'type',
      `unknown patch type: ${goPlain(directive)} in map: ${goPlain(patch)}`,
    );
  }
  const merged: Record<string, unknown> = { ...retained(original, fields) };
  const known = struct === undefined ? undefined : fieldsOfType(struct);
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith(DELETE_FROM)) {
      const name = key.slice(DELETE_FROM.length);
      merged[name] = withoutItems(merged[name], value, key);
    }
  }
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith('$')) continue;
    if (value === null) delete merged[key];
    else merged[key] = mergeValue(merged[key], value, known?.get(key));
  }
  for (const [key, order] of Object.entries(fields)) {
    if (!key.startsWith(SET_ORDER)) continue;
    const name = key.slice(SET_ORDER.length);
    const list = merged[name];
    if (!Array.isArray(list)) continue;
    const rule = known?.get(name)?.patch;
    const before = Array.isArray(original[name]) ? (original[name] as unknown[]) : [];
    const given = (fields[name] ?? []) as readonly unknown[];
    merged[name] = inElementOrder(list, { order, before, given }, rule?.mergeKey);
  }
  return merged;
}

/** What `$retainKeys` leaves of the original. Upstream: applyRetainKeysDirective. */
function retained(original: Fields, patch: Fields): Fields {
  const keys = patch[RETAIN_KEYS];
  if (keys === undefined) return original;
  if (!Array.isArray(keys)) throw new StrategicPatchFault('retainKeys');
  const extra = Object.keys(patch).find((key) => !key.startsWith('$') && !keys.includes(key));
  if (extra !== undefined) throw new StrategicPatchFault('notRetained');
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)));
}

function withoutItems(list: unknown, gone: unknown, key: string): unknown {
  if (!Array.isArray(gone)) throw new StrategicPatchFault('primitiveList', key);
  return Array.isArray(list) ? list.filter((item) => !gone.includes(item)) : list;
}

function mergeValue(original: unknown, patch: unknown, field: GoField | undefined): unknown {
  const replaces = field?.patch?.strategy === 'replace';
  if (isFields(patch)) {
    if (!isFields(original) || replaces) return mergeMap({}, patch, structOf(field));
    return mergeMap(original, patch, structOf(field));
  }
  if (!Array.isArray(patch)) return patch;
  if (field?.patch?.strategy !== 'merge') return withoutNulls(patch);
  return mergeSlice(Array.isArray(original) ? original : [], patch, field);
}

/** The struct of a field, of its items or of its values. */
function structOf(field: GoField | undefined): string | undefined {
  let type = field?.type;
  while (type && (type.kind === 'list' || type.kind === 'map')) type = type.of;
  return type?.kind === 'struct' ? type.name : undefined;
}

function mergeSlice(original: readonly unknown[], patch: readonly unknown[], field: GoField) {
  if (patch.some(Array.isArray)) throw new StrategicPatchFault('listOfLists');
  if (!patch.some(isFields)) return [...new Set([...original, ...patch])];
  const { mergeKey } = field.patch ?? {};
  if (mergeKey === undefined) return withoutNulls(patch);
  let items = original as readonly Fields[];
  const wanted = patch as readonly Fields[];
  const plain = wanted.filter((item) => item[DIRECTIVE] === undefined);
  for (const item of wanted) {
    if (item[DIRECTIVE] === 'replace') return withoutNulls(plain);
    if (item[DIRECTIVE] !== 'delete') continue;
    const key = keyOf(item, mergeKey);
    items = items.filter((each) => each[mergeKey] !== key);
  }
  const merged = [...items];
  for (const item of plain) {
    const key = keyOf(item, mergeKey);
    const place = merged.findIndex((each) => each[mergeKey] === key);
    const made = mergeMap(place < 0 ? {} : merged[place], item, structOf(field));
    if (place < 0) merged.push(made);
    else merged[place] = made;
  }
  return merged;
}

function keyOf(item: Fields, mergeKey: string): unknown {
  const key = item[mergeKey];
  if (key !== undefined) return key;
  const text = `map: ${goPlain(item)} does not contain declared merge key: ${mergeKey}`;
  throw new StrategicPatchFault('noMergeKey', text);
}

/** What a patch adds, without what it says of itself. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => inner !== null && key[0] !== '$');
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}
