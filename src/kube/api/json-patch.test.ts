import { expect, it } from 'vitest';
import { JsonPatchFault, jsonPatch } from './json-patch';

const document = { a: { b: 1, 'c/d': [1, 2, 3] } };

it.each([
  [{ op: 'add', path: '/a/e', value: 5 }, { a: { b: 1, 'c/d': [1, 2, 3], e: 5 } }],
  [{ op: 'add', path: '/a/c~1d/1', value: 9 }, { a: { b: 1, 'c/d': [1, 9, 2, 3] } }],
  [{ op: 'add', path: '/a/c~1d/-', value: 9 }, { a: { b: 1, 'c/d': [1, 2, 3, 9] } }],
  [{ op: 'replace', path: '/a/b', value: null }, { a: { b: null, 'c/d': [1, 2, 3] } }],
  [{ op: 'replace', path: '/a/c~1d/0', value: 0 }, { a: { b: 1, 'c/d': [0, 2, 3] } }],
  [{ op: 'remove', path: '/a/c~1d/2' }, { a: { b: 1, 'c/d': [1, 2] } }],
  [{ op: 'remove', path: '/a/c~1d' }, { a: { b: 1 } }],
  [
    { op: 'copy', from: '/a/b', path: '/b' },
    { ...document, b: 1 },
  ],
  [
    { op: 'move', from: '/a/c~1d', path: '/b' },
    { a: { b: 1 }, b: [1, 2, 3] },
  ],
  [{ op: 'test', path: '/a/c~1d', value: [1, 2, 3] }, document],
  [{ op: 'replace', path: '', value: 7 }, 7],
])('%j', (operation, result) => {
  const before = structuredClone(document);
  expect(jsonPatch(document, [operation])).toEqual(result);
  expect(document).toEqual(before);
});

it.each([
  [{ op: 'remove', path: '/a/x' }],
  [{ op: 'replace', path: '/a/x', value: 1 }],
  [{ op: 'add', path: '/x/y', value: 1 }],
  [{ op: 'add', path: '/a/b/y', value: 1 }],
  [{ op: 'add', path: '/a/c~1d/4', value: 1 }],
  [{ op: 'remove', path: '/a/c~1d/-' }],
  [{ op: 'test', path: '/a/b', value: 2 }],
  [{ op: 'test', path: '/a/__proto__', value: 2 }],
  [{ op: 'move', from: '/x', path: '/y' }],
  [{ op: 'add', path: 'a', value: 1 }],
  [{ op: 'shrink', path: '/a' }],
  [7],
])('%j is no change of it', (operation) => {
  expect(() => jsonPatch(document, [operation])).toThrow(JsonPatchFault);
});
