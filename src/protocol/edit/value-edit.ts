/** What an edit does to plain data, and which edits lead from one value to another. */
import { type FieldPath, isMapping } from '../fault-path';
import { sameJson } from '../json-patch';
import type { YamlEdit } from './edit-yaml';

/** A copy of `value` after the edit. */
export function valueAfter(value: unknown, edit: YamlEdit): unknown {
  switch (edit.kind) {
    case 'set':
      return changedAt(value, edit.path, () => edit.value);
    case 'remove':
      return withoutField(value, edit.path);
    case 'insert':
      return changedAt(value, edit.path, (list) => {
        const items = Array.isArray(list) ? [...list] : [];
        items.splice(edit.index, 0, edit.value);
        return items;
      });
    case 'move':
      return changedAt(value, edit.path, (list) => {
        const items = [...(list as unknown[])];
        items.splice(edit.to, 0, ...items.splice(edit.from, 1));
        return items;
      });
  }
}

function changedAt(value: unknown, path: FieldPath, change: (old: unknown) => unknown): unknown {
  if (path.length === 0) return change(value);
  const [part, ...rest] = path;
  if (Array.isArray(value) && typeof part === 'number') {
    return value.map((item, index) => (index === part ? changedAt(item, rest, change) : item));
  }
  const map = isMapping(value) ? value : {};
  return { ...map, [part]: changedAt(map[part], rest, change) };
}

function withoutField(value: unknown, path: FieldPath): unknown {
  const last = path[path.length - 1];
  return changedAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== last);
    return Object.fromEntries(Object.entries(parent as object).filter(([key]) => key !== last));
  });
}

/**
 * Edits that make `after` of `before`. Lists are compared from both ends, so that adding to a list
 * or cutting it touches nothing else.
 */
export function editsBetween(before: unknown, after: unknown, path: FieldPath = []): YamlEdit[] {
  if (sameJson(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listEdits(before, after, path);
  if (!isMapping(before) || !isMapping(after)) return [{ kind: 'set', path, value: after }];
  const gone = Object.keys(before).filter((key) => after[key] === undefined);
  const kept = Object.keys(after).filter((key) => after[key] !== undefined);
  return [
    ...kept.flatMap((key) => editsBetween(before[key], after[key], [...path, key])),
    ...gone.map((key): YamlEdit => ({ kind: 'remove', path: [...path, key] })),
  ];
}

function listEdits(
  before: readonly unknown[],
  after: readonly unknown[],
  path: FieldPath,
): YamlEdit[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && sameJson(before[head], after[head])) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    sameJson(before[before.length - 1 - tail], after[after.length - 1 - tail])
  ) {
    tail += 1;
  }
  const oldMiddle = before.slice(head, before.length - tail);
  const newMiddle = after.slice(head, after.length - tail);
  if (oldMiddle.length === newMiddle.length) {
    return oldMiddle.flatMap((old, index) =>
      editsBetween(old, newMiddle[index], [...path, head + index]),
    );
  }
  if (before.length === 0 || after.length === 0) return [{ kind: 'set', path, value: after }];
  return [
    ...newMiddle.map(
      (value, index): YamlEdit => ({
        kind: 'insert',
        path,
        index: head + index,
        value,
      }),
    ),
    ...oldMiddle.map(
      (): YamlEdit => ({
        kind: 'remove',
        path: [...path, head + newMiddle.length],
      }),
    ),
  ];
}
