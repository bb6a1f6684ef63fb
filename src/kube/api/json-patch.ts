/**
 * JSON Patch (RFC 6902): a list of operations on a plain document, carried out in order, all or
 * none. The document is left alone; what it shares with the result stays shared.
 *
 * Upstream    github.com/evanphx/json-patch v4.12 patch.go (Apply)
 */

/** A pointer that leads nowhere, a value that a test does not find, or no operation at all. */
export class JsonPatchFault extends Error {}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function partsOf(pointer: unknown): readonly string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) {
    throw new JsonPatchFault(`no pointer: ${JSON.stringify(pointer)}`);
  }
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Place in a list: `-` is behind the last. */
function placeIn(list: readonly unknown[], part: string, most: number): number {
  const place = part === '-' ? list.length : /^(0|[1-9]\d*)$/.test(part) ? Number(part) : -1;
  if (place < 0 || place > most) throw new JsonPatchFault(`no such place in a list: ${part}`);
  return place;
}

function valueAt(document: unknown, parts: readonly string[]): unknown {
  let value = document;
  for (const part of parts) {
    if (Array.isArray(value)) value = value[placeIn(value, part, value.length - 1)];
    else if (isFields(value) && Object.hasOwn(value, part)) value = value[part];
    else throw new JsonPatchFault(`there is no ${part}`);
  }
  return value;
}

type Change = 'add' | 'replace' | 'remove';

/** The document with one value changed. */
function changed(
  document: unknown,
  parts: readonly string[],
  change: Change,
  value?: unknown,
): unknown {
  if (parts.length === 0) return change === 'remove' ? undefined : value;
  const [part, ...rest] = parts;
  if (rest.length > 0) {
    const inner = changed(valueAt(document, [part]), rest, change, value);
    if (Array.isArray(document)) return document.with(Number(part), inner);
    return { ...(document as Fields), [part]: inner };
  }
  if (Array.isArray(document)) {
    if (change === 'add')
      return document.toSpliced(placeIn(document, part, document.length), 0, value);
    const place = placeIn(document, part, document.length - 1);
    return change === 'remove' ? document.toSpliced(place, 1) : document.with(place, value);
  }
  if (!isFields(document)) throw new JsonPatchFault(`there is no place for ${part}`);
  if (change !== 'add') valueAt(document, parts);
  const { [part]: _, ...others } = document;
  return change === 'remove' ? others : { ...document, [part]: value };
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, place) => same(item, b[place]));
  }
  if (!isFields(a) || !isFields(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}

function carryOut(document: unknown, operation: unknown): unknown {
  const { op, path, from, value } = isFields(operation) ? operation : ({} as Fields);
  const parts = partsOf(path);
  switch (op) {
    case 'add':
    case 'replace':
    case 'remove':
      return changed(document, parts, op, value);
    case 'copy':
      return changed(document, parts, 'add', valueAt(document, partsOf(from)));
    case 'move': {
      const moved = valueAt(document, partsOf(from));
      return changed(changed(document, partsOf(from), 'remove'), parts, 'add', moved);
    }
    case 'test':
      if (same(valueAt(document, parts), value)) return document;
      throw new JsonPatchFault(`testing value ${path} failed`);
    default:
      throw new JsonPatchFault(`no such operation: ${JSON.stringify(op)}`);
  }
}

/** @throws JsonPatchFault when an operation cannot be carried out */
export const jsonPatch = (document: unknown, operations: readonly unknown[]): unknown =>
  operations.reduce(carryOut, document);
