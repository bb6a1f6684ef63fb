/**
 * Changes a plain document by a list of operations: `add`, `replace`, `remove` and `test` of JSON
 * Patch (RFC 6902) with JSON Pointers (RFC 6901). `test` makes a list of operations fail, not go
 * astray, when the document it was written for has changed.
 */
import { bad, good, type Result } from '#base';
import { isMapping } from './fault-path';
import { quote } from './wording';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove' | 'test';
  /** JSON Pointer, such as `/spec/timeline/2/kill`. */
  readonly path: string;
  readonly value?: unknown;
}

type Container = Record<string, unknown> | unknown[];

function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether two plain values have the same JSON, whatever the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isMapping(a) || !isMapping(b)) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Index of a list entry, or undefined; `-` is the place behind the last. */
function listIndex(list: readonly unknown[], part: string): number | undefined {
  if (part === '-') return list.length;
  if (!/^(0|[1-9]\d*)$/.test(part) || Number(part) > list.length) return undefined;
  return Number(part);
}

function child(container: Container, part: string): unknown {
  if (Array.isArray(container)) return container[listIndex(container, part) ?? container.length];
  return Object.hasOwn(container, part) ? container[part] : undefined;
}

function changeList(list: unknown[], part: string, operation: PatchOperation): boolean {
  const index = listIndex(list, part);
  if (index === undefined) return false;
  if (operation.op === 'add') list.splice(index, 0, operation.value);
  else if (index >= list.length) return false;
  else if (operation.op === 'remove') list.splice(index, 1);
  else list[index] = operation.value;
  return true;
}

function changeMapping(
  mapping: Record<string, unknown>,
  part: string,
  operation: PatchOperation,
): boolean {
  if (operation.op !== 'add' && !Object.hasOwn(mapping, part)) return false;
  if (operation.op === 'remove') delete mapping[part];
  else mapping[part] = operation.value;
  return true;
}

/** Carries out one operation in place. @returns why it could not, or undefined. */
function apply(document: unknown, operation: PatchOperation): string | undefined {
  const parts = pointerParts(operation.path);
  const last = parts.pop();
  if (last === undefined || !operation.path.startsWith('/') || last === '__proto__') {
    return `expected a JSON Pointer below the top, found ${quote(operation.path)}`;
  }
  let container = document;
  for (const part of parts) container = isContainer(container) ? child(container, part) : undefined;
  if (!isContainer(container)) return `there is nothing at ${quote(operation.path)}`;
  if (operation.op === 'test') {
    if (sameJson(child(container, last), operation.value)) return undefined;
    return `the value at ${quote(operation.path)} is not the one that the patch was written for`;
  }
  const done = Array.isArray(container)
    ? changeList(container, last, operation)
    : changeMapping(container, last, operation);
  return done ? undefined : `there is nothing at ${quote(operation.path)}`;
}

/**
 * Applies all operations in order to a copy.
 * @returns the changed copy, or the fault of the first operation that could not be carried out.
 */
export function applyOperations(
  document: unknown,
  operations: readonly PatchOperation[],
): Result<unknown> {
  const copy: unknown = JSON.parse(JSON.stringify(document));
  for (const [index, operation] of operations.entries()) {
    const reason = apply(copy, operation);
    if (reason !== undefined) return bad([{ path: `patch[${index}]`, reason }]);
  }
  return good(copy);
}
