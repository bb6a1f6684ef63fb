import { describe, expect, test } from 'vitest';
import { counterScenario, readCounterRun } from './counter-run';
import { smallScenario } from './fixtures/small-scenario';
import { applyOperations, type PatchOperation, sameJson } from './json-patch';

describe('operations', () => {
  const document = { a: [1, { 'b/c': 2 }], d: null };
  test.each<[operation: PatchOperation, after: unknown]>([
    [
      { op: 'add', path: '/a/0', value: 0 },
      { a: [0, 1, { 'b/c': 2 }], d: null },
    ],
    [
      { op: 'add', path: '/a/-', value: 3 },
      { a: [1, { 'b/c': 2 }, 3], d: null },
    ],
    [
      { op: 'add', path: '/e', value: 3 },
      { a: [1, { 'b/c': 2 }], d: null, e: 3 },
    ],
    [
      { op: 'replace', path: '/a/1/b~1c', value: 3 },
      { a: [1, { 'b/c': 3 }], d: null },
    ],
    [
      { op: 'remove', path: '/a/0' },
      { a: [{ 'b/c': 2 }], d: null },
    ],
    [{ op: 'remove', path: '/d' }, { a: [1, { 'b/c': 2 }] }],
    [{ op: 'test', path: '/a/1', value: { 'b/c': 2 } }, document],
    [{ op: 'test', path: '/d', value: null }, document],
  ])('%j', (operation, after) => {
    const before = structuredClone(document);
    expect(applyOperations(document, [operation])).toEqual({ ok: true, value: after });
    expect(document).toEqual(before);
  });

  test.each<[operation: PatchOperation, reason: string]>([
    [{ op: 'remove', path: '/x' }, 'there is nothing at "/x"'],
    [{ op: 'replace', path: '/a/2', value: 1 }, 'there is nothing at "/a/2"'],
    [{ op: 'add', path: '/a/3', value: 1 }, 'there is nothing at "/a/3"'],
    [{ op: 'add', path: '/a/01', value: 1 }, 'there is nothing at "/a/01"'],
    [{ op: 'add', path: '/d/e', value: 1 }, 'there is nothing at "/d/e"'],
    [{ op: 'add', path: '', value: 1 }, 'expected a JSON Pointer below the top, found ""'],
    [
      { op: 'add', path: '/__proto__', value: {} },
      'expected a JSON Pointer below the top, found "/__proto__"',
    ],
    [{ op: 'add', path: '/__proto__/x', value: 1 }, 'there is nothing at "/__proto__/x"'],
    [
      { op: 'test', path: '/a/0', value: 2 },
      'the value at "/a/0" is not the one that the patch was written for',
    ],
  ])('%j is refused', (operation, reason) => {
    const fault = { path: 'patch[1]', reason };
    const first: PatchOperation = { op: 'test', path: '/d', value: null };
    expect(applyOperations(document, [first, operation])).toEqual({ ok: false, faults: [fault] });
  });

  test('same JSON whatever the order of keys', () => {
    expect(sameJson({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true);
    expect(sameJson({ a: 1 }, { a: '1' })).toBe(false);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
  });
});

describe('counter-runs', () => {
  const text = `
patch:
  - { op: test, path: /spec/timeline/0/start, value: kube-apiserver-b }
  - { op: remove, path: /spec/timeline/0 }
fails: both addresses are listed
because: { en: It never starts., zh: 它从未启动。 }
`;

  test('gives the changed scenario', () => {
    const counter = readCounterRun(text);
    if (!counter.ok) throw new Error('the counter-run was refused');
    const changed = counterScenario(smallScenario(), counter.value);
    expect(changed.ok && changed.value.spec.timeline).toHaveLength(2);
  });

  test('must name an expectation', () => {
    const counter = readCounterRun(text.replace('both', 'all'));
    const changed = counter.ok ? counterScenario(smallScenario(), counter.value) : counter;
    expect(changed).toEqual({
      ok: false,
      faults: [{ path: 'fails', reason: 'no expectation is called "all addresses are listed"' }],
    });
  });

  test('names every fault of its form', () => {
    const read = readCounterRun('patch: [{ op: move, path: a }]\nbecause: x');
    expect(read.ok ? [] : read.faults.map((fault) => fault.path)).toEqual([
      'patch[0].op',
      'patch[0].path',
      'fails',
    ]);
  });
});
