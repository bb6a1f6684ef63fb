/**
 * The patch of `apply`: what the manifest says otherwise than the live object, and what it said at
 * the last apply and no longer says.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go
 *             (CreateThreeWayMergePatch, diffMaps, diffLists), pkg/util/jsonmergepatch/patch.go
 *             (CreateThreeWayJSONMergePatch)
 */
import { fieldsOfType, type GoField } from '../api/go-types/go-types';

export type Fields = Readonly<Record<string, unknown>>;

export interface ThreeWay {
  /** What was applied last. */
  readonly original: Fields;
  /** What is applied now. */
  readonly modified: Fields;
  /** What the server has. */
  readonly current: Fields;
}

/** @param struct name of the Go type; undefined makes a JSON merge patch */
export function threeWayPatch(
  { original, modified, current }: ThreeWay,
  struct: string | undefined,
): Fields {
  const delta = diffMaps(current, modified, { struct, takes: 'changes' });
  const deletions = diffMaps(original, modified, { struct, takes: 'deletions' });
  return mergeDiffs(deletions, delta, struct);
}

interface Diff {
  readonly struct: string | undefined;
  /** One diff looks for what changed or came, the other for what went. */
  readonly takes: 'changes' | 'deletions';
  readonly retainKeys?: boolean | undefined;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function diffMaps(from: Fields, to: Fields, how: Diff): Fields {
  const patch: Record<string, unknown> = {};
  const known = how.struct === undefined ? undefined : fieldsOfType(how.struct);
  for (const [key, value] of Object.entries(to)) {
    diffField(patch, { key, before: from[key], value, field: known?.get(key) }, how);
  }
  if (how.takes === 'deletions') {
    for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch[key] = null;
  }
  const lost = Object.keys(from).some((key) => !Object.hasOwn(to, key));
  if (how.retainKeys && (Object.keys(patch).length > 0 || lost)) {
    patch.$retainKeys = Object.keys(to).sort();
  }
  return patch;
}

interface FieldDiff {
  readonly key: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly field: GoField | undefined;
}

function diffField(patch: Record<string, unknown>, given: FieldDiff, how: Diff): void {
  const { key, before, value, field } = given;
  const changes = how.takes === 'changes';
  const rule = field?.patch;
  const merges = rule?.strategy !== 'replace';
  const inner = { takes: how.takes, struct: structOf(field), retainKeys: rule?.retainKeys };
  if (isFields(before) && isFields(value) && merges) {
    const found = diffMaps(before, value, inner);
    if (Object.keys(found).length > 0) patch[key] = found;
  } else if (Array.isArray(before) && Array.isArray(value) && rule?.strategy === 'merge') {
    const { mergeKey } = rule;
    if (mergeKey === undefined) diffPlain(patch, key, [before, value], how);
    else diffItems(patch, key, [before, value], { ...inner, mergeKey });
  } else if (changes && !sameJson(before, value)) patch[key] = value;
}

type Lists<T> = readonly [before: readonly T[], after: readonly T[]];

function diffItems(
  patch: Record<string, unknown>,
  key: string,
  [before, after]: Lists<Fields>,
  { mergeKey, ...how }: Diff & { readonly mergeKey: string },
): void {
  const changes = how.takes === 'changes';
  if (before.length === 0) {
    if (changes && after.length > 0) patch[key] = after;
    return;
  }
  const same = (a: Fields) => (b: Fields) => a[mergeKey] === b[mergeKey];
  const items = after.flatMap((item) => {
    const old = before.find(same(item));
    if (!old) return changes ? [item] : [];
    const found = diffMaps(old, item, how);
    return Object.keys(found).length > 0 ? [{ ...found, [mergeKey]: item[mergeKey] }] : [];
  });
  const gone = changes ? [] : before.filter((item) => !after.some(same(item)));
  const dropped = gone.map((item) => ({ $patch: 'delete', [mergeKey]: item[mergeKey] }));
  const all = [...items, ...dropped];
  const ordered =
    before.length === after.length && after.every((item, index) => same(item)(before[index]));
  if (all.length > 0) patch[key] = all;
  if (all.length > 0 || (changes && !ordered)) {
    patch[`$setElementOrder/${key}`] = after.map((item) => ({ [mergeKey]: item[mergeKey] }));
  }
}

function diffPlain(
  patch: Record<string, unknown>,
  key: string,
  [before, after]: Lists<unknown>,
  { takes }: Diff,
): void {
  const changes = takes === 'changes';
  if (before.length === 0) {
    if (changes && after.length > 0) patch[key] = after;
    return;
  }
  const added = changes ? after.filter((item) => !before.includes(item)) : [];
  const gone = changes ? [] : before.filter((item) => !after.includes(item));
  if (added.length > 0) patch[key] = added;
  if (gone.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = gone;
  const ordered = sameJson(before, after);
  if (gone.length > 0 || (changes && (added.length > 0 || !ordered))) {
    patch[`$setElementOrder/${key}`] = after;
  }
}

/** The struct of a field, of its items or of its values. */
function structOf(field: GoField | undefined): string | undefined {
  let type = field?.type;
  while (type && (type.kind === 'list' || type.kind === 'map')) type = type.of;
  return type?.kind === 'struct' ? type.name : undefined;
}

/** Puts the changes over the deletions. Upstream: mergeMap, which merges no parallel lists. */
function mergeDiffs(deletions: Fields, delta: Fields, struct: string | undefined): Fields {
  const merged: Record<string, unknown> = { ...deletions };
  const known = struct === undefined ? undefined : fieldsOfType(struct);
  for (const [key, value] of Object.entries(delta)) {
    const before = merged[key];
    const field = known?.get(key);
    if (isFields(before) && isFields(value)) {
      merged[key] = mergeDiffs(before, value, structOf(field));
    } else if (Array.isArray(before) && Array.isArray(value) && key[0] !== '$') {
      merged[key] = mergeItems(before, value, field);
    } else merged[key] = value;
  }
  return merged;
}

function mergeItems(before: readonly Fields[], items: readonly Fields[], field?: GoField) {
  const mergeKey = field?.patch?.mergeKey;
  if (mergeKey === undefined) return items;
  const keyed = (list: readonly Fields[], item: Fields) =>
    list.find((each) => each[mergeKey] === item[mergeKey]);
  const first = items.map((item) => {
    const old = keyed(before, item);
    return old ? mergeDiffs(old, item, structOf(field)) : item;
  });
  return [...first, ...before.filter((item) => !keyed(items, item))];
}

const ESCAPED = /[<>&\u2028\u2029]/g;
const HEX = 16;
const HEX_DIGITS = 4;

/** The text of a value as Go writes it: fields in order, and nothing that HTML would read. */
export const goJson = (value: unknown): string =>
  sortedJson(value).replace(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(HEX).padStart(HEX_DIGITS, '0')}`,
  );

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && sortedJson(a) === sortedJson(b));
