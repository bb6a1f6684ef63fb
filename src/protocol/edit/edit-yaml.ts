/**
 * Edits of single fields in the text of a document. Only the characters concerned change; where the
 * text is written in a way that this cannot keep, the YAML library writes the document anew with
 * its comments. Either way the result is read again and must say exactly what was asked.
 */
import { bad, good, type Result } from '#base';
import { type FieldPath, formatPath } from '../fault-path';
import { sameJson } from '../json-patch';
import { readYaml } from '../yaml-text';
import { commentsIn, withLibrary } from './library-edit';
import { readSource, type YamlSource } from './source';
import {
  applyChange,
  spliceInsert,
  spliceMove,
  spliceRemove,
  spliceSet,
  type TextChange,
} from './splice';
import { valueAfter } from './value-edit';

export type YamlEdit =
  | {
      readonly kind: 'set';
      readonly path: FieldPath;
      readonly value: unknown;
      /** Where a new key goes among its siblings; default: last. */
      readonly order?: readonly string[];
    }
  | { readonly kind: 'remove'; readonly path: FieldPath }
  | {
      readonly kind: 'insert';
      readonly path: FieldPath;
      readonly index: number;
      readonly value: unknown;
    }
  | {
      readonly kind: 'move';
      readonly path: FieldPath;
      readonly from: number;
      readonly to: number;
    };

/** The text after all edits, or why one of them cannot be made. Never a text that says less. */
export function editYaml(text: string, edits: readonly YamlEdit[]): Result<string> {
  let current = text;
  for (const edit of edits) {
    const next = editOnce(current, edit);
    if (!next.ok) return next;
    current = next.value;
  }
  return good(current);
}

function editOnce(text: string, edit: YamlEdit): Result<string> {
  const source = readSource(text);
  if (!source.ok) return source;
  const before = readYaml(text, { documents: 'one' });
  if (!before.ok) return before;
  const wanted = valueAfter(before.value[0].value, edit);
  const says = (candidate: string): boolean => {
    const read = readYaml(candidate, { documents: 'one' });
    return read.ok && sameJson(read.value[0].value, wanted);
  };
  const change = spliceOf(source.value, edit);
  if (change) {
    const spliced = applyChange(text, change);
    if (says(spliced) && keepsComments(text, spliced, change)) return good(spliced);
  }
  const written = withLibrary(text, edit);
  if (written !== undefined && says(written)) return good(written);
  const reason = 'is written in a way that can only be edited in the text, such as by an alias';
  return bad([{ path: formatPath(edit.path), reason }]);
}

function spliceOf(source: YamlSource, edit: YamlEdit): TextChange | undefined {
  switch (edit.kind) {
    case 'set':
      return spliceSet(source, edit.path, edit.value, edit.order);
    case 'remove':
      return spliceRemove(source, edit.path);
    case 'insert':
      return spliceInsert(source, edit.path, edit.index, edit.value);
    case 'move':
      return spliceMove(source, edit.path, edit.from, edit.to);
  }
}

/** All comments outside of what was replaced are still comments. */
function keepsComments(before: string, after: string, change: TextChange): boolean {
  const outside = commentsIn(before).filter(
    ({ offset }) => offset < change.from || offset >= change.to,
  );
  const grown = change.insert.length - (change.to - change.from);
  const places = new Set(commentsIn(after).map(({ offset, text }) => `${offset} ${text}`));
  return outside.every(({ offset, text }) =>
    places.has(`${offset < change.from ? offset : offset + grown} ${text}`),
  );
}

/** The smallest range that differs between two texts. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  return {
    from: head,
    to: before.length - tail,
    insert: after.slice(head, after.length - tail),
  };
}
