/** What the body of a PATCH is, and how one is merged. */

/** Media types of patches. Source: apimachinery pkg/types/patch.go. */
export const JSON_PATCH = 'application/json-patch+json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';
/** Server-side apply. */
export const APPLY_PATCH = 'application/apply-patch+yaml';

export interface PatchBody {
  readonly contentType: string;
  readonly patch: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function isPatchBody(body: unknown): body is PatchBody {
  return isFields(body) && typeof body.contentType === 'string' && (body.patch ?? null) !== null;
}

/** RFC 7386: objects are merged field by field, null takes a field away, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const merged: Record<string, unknown> = isFields(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

/** The lists that apply merges item by item, and the field that tells the items apart. */
const LIST_KEYS: Readonly<Record<string, string>> = { conditions: 'type' };

/** Server-side apply, forced: fields are merged, items of keyed lists by their key. */
export function applyPatch(target: unknown, config: unknown, field = ''): unknown {
  if (Array.isArray(config)) {
    const key = LIST_KEYS[field];
    const items = (Array.isArray(target) ? target : []) as readonly Fields[];
    const wanted = config as readonly Fields[];
    const find = (list: readonly Fields[], item: Fields) =>
      list.find((each) => each[key] === item[key]);
    const kept = items.map((item) => applyPatch(item, find(wanted, item) ?? {}));
    return [...kept, ...wanted.filter((item) => !find(items, item))];
  }
  if (!isFields(config)) return config;
  const merged: Record<string, unknown> = isFields(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(config)) {
    merged[key] = applyPatch(merged[key], value, key);
  }
  return merged;
}

/** Whether a value holds a list that apply does not know how to merge. */
export function hasUnkeyedList(value: unknown, field = ''): boolean {
  if (Array.isArray(value)) return !(field in LIST_KEYS);
  return isFields(value) && Object.entries(value).some(([key, each]) => hasUnkeyedList(each, key));
}
