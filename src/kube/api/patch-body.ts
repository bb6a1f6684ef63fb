/** What the body of a PATCH is, and how one is merged. */

/** Media types of patches. Source: apimachinery pkg/types/patch.go. */
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';

export interface PatchBody {
  readonly contentType: string;
  readonly patch: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function isPatchBody(body: unknown): body is PatchBody {
  return isFields(body) && typeof body.contentType === 'string' && isFields(body.patch);
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

/** Whether a value holds a list anywhere. */
export function hasList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isFields(value) && Object.values(value).some(hasList);
}
