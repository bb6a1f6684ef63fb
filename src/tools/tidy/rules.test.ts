/** Each rule on small samples: what it must find, and what it must leave alone. */
import { describe, expect, test } from 'vitest';
import { checkClosures } from './closure-rules';
import { type Debt, settle } from './debt';
import { checkDeterminism } from './determinism-rules';
import { checkImports } from './import-rules';
import { checkLeftovers } from './leftover-rules';
import { checkLists } from './list-rules';
import { checkNames, checkTopLevel } from './name-rules';
import { checkSizes } from './size-rules';
import { type Finding, makeSource } from './source';

const details = (findings: readonly Finding[]): string[] => findings.map(({ detail }) => detail);

describe('imports', () => {
  const imports = (path: string, text: string) => checkImports(makeSource(path, text));

  test.each([
    ['up the ladder', 'src/kernel/a.ts', "import { x } from '#kube';"],
    ['as a type', 'src/kernel/a.ts', "import type { X } from '#session';"],
    ['by an export', 'src/kernel/a.ts', "export * from '#kube';"],
    ['in a type position', 'src/base/a.ts', "export type X = import('#trace').X;"],
    ['when needed', 'src/session/a.ts', "const x = () => import('#library');"],
    ['past the door', 'src/kube/a.ts', "import { x } from '#base/order';"],
    ['its own door', 'src/kube/a.ts', "import { x } from '#kube';"],
    ['another layer by path', 'src/kernel/a.ts', "import { x } from '../base/order';"],
    ['the page the worker', 'src/ui/a.ts', "import { x } from '../worker/main';"],
    ['the page the kernel', 'src/ui/a.ts', "import { x } from '#kernel';"],
    ['a package of another layer', 'src/kube/a.ts', "import { parse } from 'yaml';"],
    ['the d3 bundle', 'src/ui/a.ts', "import * as d3 from 'd3';"],
    ['xstate beside its host', 'src/kernel/a.ts', "import { setup } from 'xstate';"],
    ['Node in a layer of the page', 'src/session/a.ts', "import { readFileSync } from 'node:fs';"],
    ['Node under its old name', 'src/session/a.ts', "import { readFileSync } from 'fs';"],
    ['a test of a low layer', 'src/kernel/a.test.ts', "import { x } from '#kube';"],
    ['a layer nobody knows', 'src/extra/a.ts', 'export const x = 1;'],
    ['kubelet the store', 'src/kube/kubelet/a.ts', "import { x } from '../etcd';"],
    [
      'scheduler the server',
      'src/kube/scheduler/a.ts',
      "import { x } from '../apiserver/request';",
    ],
    ['client a controller', 'src/kube/client/a.ts', "import { x } from '../controllers/job/job';"],
    ['the page what tests share', 'src/ui/a.ts', "import { x } from './b/testing';"],
    ['one controller another', 'src/kube/controllers/job/a.ts', "import { x } from '../pod/b';"],
  ])('finds %s', (_, path, text) => {
    expect(imports(path, text)).toHaveLength(1);
  });

  test.each([
    ['src/kernel/a.ts', "import { x } from '#base'; import type { Seq } from '#trace';"],
    ['src/kernel/machine-steps.ts', "import { setup } from 'xstate';"],
    ['src/trace/a.ts', "import { sha256 } from '@noble/hashes/sha2.js';"],
    ['src/ui/a.tsx', "import { scaleLinear } from 'd3-scale'; import { x } from './b/c';"],
    ['src/ui/host.ts', "import W from '../worker/main?worker';"],
    ['src/main.tsx', "import { App } from './ui/app'; import { x } from '#protocol';"],
    ['src/library/index.ts', "import text from './ha-startup/scenario.yaml?raw';"],
    ['src/kernel/a.test.ts', "import { test } from 'vitest'; import { join } from 'node:path';"],
    ['src/session/a.test.ts', "import { scenarios } from '#library';"],
    ['src/session/b-testing.ts', "import { x } from './testing'; import { it } from 'vitest';"],
    ['src/cli/main.ts', "import { readFileSync } from 'node:fs'; import { run } from '#session';"],
    ['src/kube/controllers/job/a.ts', "import { x } from '../controller-descriptor';"],
    ['src/kube/controllers/job/a.ts', "import { x } from '../../client'; import '../../profile';"],
    ['src/kube/apiserver/hooks/x/a.ts', "import { x } from '../../../api/selectors';"],
    ['src/tools/a.ts', "import { x } from '#kube'; import { build } from 'vite';"],
  ])('leaves alone %s: %s', (path, text) => {
    expect(imports(path, text)).toEqual([]);
  });
});

describe('closures', () => {
  const closures = (text: string, path = 'src/kube/a.ts') =>
    details(checkClosures(makeSource(path, text)));

  test.each([
    ['function f(a) { a.b = () => a; }', 'a function written where it is assigned to a property'],
    [
      'class A { f() { this.#b = function () {}; } }',
      'a function written where it is assigned to a property',
    ],
    ['const f = () => ({ *g() {} });', 'a generator made in a function'],
    ['function f() { const g = function* () {}; }', 'a generator made in a function'],
    ['function f() { function* g() {} }', 'a generator made in a function'],
    ['const f = () => ({ get x() { return 1; } });', 'an accessor of an object literal'],
  ])('finds %s', (text, word) => {
    expect(closures(text)).toEqual([word]);
  });

  test.each([
    ['function f(a) { const b = () => a; a.b = b; }'],
    ['class A { *f() {} get x() { return 1; } }'],
    ['function* f() {} const g = { *h() {}, get x() { return 1; } };'],
    ['function f(a) { a.b ??= g(() => a); }'],
  ])('leaves alone %s', (text) => {
    expect(closures(text)).toEqual([]);
  });

  test('leaves alone other layers', () => {
    expect(closures('function f(a) { a.b = () => a; }', 'src/ui/a.ts')).toEqual([]);
  });
});

describe('determinism', () => {
  const words = (text: string, path = 'src/kube/a.ts') =>
    details(checkDeterminism(makeSource(path, text)));

  test.each([
    ['const t = Date.now();', 'Date'],
    ['const t = new Date();', 'Date'],
    ['let t: Date;', 'Date'],
    ['performance.now();', 'performance'],
    ['setTimeout(() => {}, 1);', 'setTimeout'],
    ['queueMicrotask(() => {});', 'queueMicrotask'],
    ['export function f(): Promise<void> {}', 'Promise'],
    ['export const f = async () => {};', 'async'],
    ['class A { async f() {} }', 'async'],
    ["const m = () => import('#base');", 'import()'],
    ['const r = Math.random();', 'Math.random'],
    ['const r = Math.log(2);', 'Math.log'],
    ["const r = Math['pow'](2, 3);", 'Math.pow'],
    ["const r = Math['ra' + 'ndom']();", 'Math[...]'],
    ['const r = 2 ** 3;', '**'],
    ['let r = 2; r **= 3;', '**'],
    ['console.log(1);', 'console'],
    ['crypto.randomUUID();', 'crypto'],
    ["fetch('/x');", 'fetch'],
    ["const s = 'a'.localeCompare('b');", 'localeCompare'],
    ['const s = (1).toLocaleString();', 'toLocaleString'],
    ["const s = new Intl.NumberFormat('en');", 'Intl'],
    ['const e = process.env.HOME;', 'process'],
    ['const g = globalThis;', 'globalThis'],
    ['const x = { Date };', 'Date'],
  ])('finds %s', (text, word) => {
    expect(words(text)).toEqual([word]);
  });

  test('finds await inside its async function', () => {
    expect(words('async function f(x: unknown) { await x; }')).toEqual(['async', 'await']);
  });

  test.each([
    ["const s = 'new Date() ** Math.random()'; // Date, await, setTimeout"],
    ['const o = { Date: 1, fetch: 2 }; const t = o.Date + o.fetch;'],
    ['interface A { readonly fetch: string; window(): void }'],
    ['function stop(process: { kill(): void }) { process.kill(); }'],
    ['const n = Math.floor(1.5) + Math.max(1, 2);'],
    ["import type { Process as process } from '#kernel'; let p: process;"],
    ['const f = function* () { yield 1; };'],
  ])('leaves alone %s', (text) => {
    expect(words(text)).toEqual([]);
  });

  test('holds below session only, and not in tests', () => {
    expect(words('const t = Date.now();', 'src/session/a.ts')).toEqual([]);
    expect(words('const t = Date.now();', 'src/kube/a.test.ts')).toEqual([]);
  });
});

describe('sizes', () => {
  const sizes = (text: string, path = 'src/kube/a.ts') => checkSizes(makeSource(path, text));
  const lines = (count: number) => 'x();\n'.repeat(count);
  const longFunction = (count: number) => `function f() {\n${lines(count - 2)}}\n`;

  test('a file has 300 lines, a test 500', () => {
    expect(sizes(lines(300))).toEqual([]);
    expect(sizes(lines(301))).toMatchObject([{ rule: 'file-lines', size: 301 }]);
    expect(sizes(lines(500), 'src/kube/a.test.ts')).toEqual([]);
    expect(sizes(lines(501), 'src/kube/a.test.ts')).toMatchObject([{ rule: 'file-lines-hard' }]);
  });

  test('a function has 70 lines', () => {
    expect(sizes(longFunction(70))).toEqual([]);
    expect(sizes(longFunction(71))).toMatchObject([{ rule: 'function-lines', detail: 'f' }]);
    expect(sizes(`const g = () => {\n${lines(70)}};\n`)).toMatchObject([{ detail: 'g', size: 72 }]);
    expect(sizes(`class A {\n  m() {\n${lines(70)}}\n}\n`)).toMatchObject([{ detail: 'm' }]);
  });

  test('a line has 100 columns', () => {
    expect(sizes(`// ${'x'.repeat(97)}\n`)).toEqual([]);
    expect(sizes(`// ${'x'.repeat(98)}\n`)).toMatchObject([{ rule: 'line-columns', line: 1 }]);
  });

  test('a function has four parameters, not counting this', () => {
    expect(sizes('function f(this: A, a, b, c, d) {}')).toEqual([]);
    expect(sizes('const f = (a, b, c, { d }, ...e) => {};')).toMatchObject([{ size: 5 }]);
    expect(sizes('class A { constructor(a, b, c, d, e) {} }')).toMatchObject([
      { detail: 'constructor' },
    ]);
  });
});

describe('names', () => {
  test.each([
    'src/kube/TaskQueue.ts',
    'src/kube/task_queue.ts',
    'src/Kube/a.ts',
    'src/kube/utils.ts',
    'src/kube/helpers/a.ts',
    'src/kube/string-util.ts',
    'src/kube/watch-manager.ts',
  ])('finds %s', (path) => {
    expect(checkNames([path])).toHaveLength(1);
  });

  test('leaves alone what tools and Kubernetes call so', () => {
    const paths = [
      'src/README.md',
      'src/kube/controller-manager/start-order.property.test.ts',
      'src/docs/decisions/001-trace-is-columns.md',
      'e2e/visual.spec.ts-snapshots/dark-en-1280.png',
    ];
    expect(checkNames(paths)).toEqual([]);
  });

  test('the top level takes nothing new', () => {
    expect(details(checkTopLevel(['src', 'README.md', 'scripts', '.ci']))).toEqual(['scripts']);
  });
});

describe('leftovers', () => {
  const leftovers = (text: string, path = 'src/kube/a.ts') =>
    details(checkLeftovers(makeSource(path, text)));
  const slash = '/';

  test.each([
    ['// TODO: later', 'TODO'],
    ['/** FIXME */', 'FIXME'],
    ['// @ts-ignore', '@ts-ignore'],
    ['const x = y as any;', 'as any'],
    ['debugger;', 'debugger'],
    ['console.log(1);', 'console.log'],
    ['// const x = 1;', 'const x = 1;'],
    ['// run(x).then(y);', 'run(x).then(y);'],
    ['// if (x) {', 'if (x) {'],
    ['// }', '}'],
    [`const p = '${slash}home/me/x';`, `${slash}home/me`],
    [`// see ${slash}work/main/x`, `${slash}work/main`],
    [`const h = 'https:${slash}${slash}registry.example.com/x';`, `https:${slash}${slash}registry`],
  ])('finds %s', (text, detail) => {
    expect(leftovers(text)).toEqual([detail]);
  });

  test.each(['test.only', 'it.skip', 'describe.only', 'test.todo', 'vi.mock'])(
    'finds %s in a test',
    (call) => {
      expect(leftovers(`${call}('x', () => {});`, 'src/kube/a.test.ts')).toEqual([call]);
    },
  );

  test('finds a page test that is switched off by its group', () => {
    expect(leftovers("test.describe.skip('x', () => {});", 'e2e/a.spec.ts')).toEqual(['test.skip']);
  });

  test.each([
    ['// TODO(#12): the second address family'],
    ['// Only the retry is rate limited: fresh news about the key is taken at once.'],
    ['// for each of them (see below)'],
    ['// Upstream: return early; the caller retries.'],
    ['/** run(x); */'],
    ["const image = 'registry.k8s.io/kube-apiserver:v1.29.0';"],
    ["const path = '/registry/masterleases/';"],
    ["const path = '/etc/kubernetes/pki/ca.crt';"],
  ])('leaves alone %s', (text) => {
    expect(leftovers(text)).toEqual([]);
  });
});

describe('lists', () => {
  const folder = 'src/kube/invariants';
  const check = (index: string, ...members: string[]) => {
    const sources = new Map([[`${folder}/index.ts`, makeSource(`${folder}/index.ts`, index)]]);
    const paths = [`${folder}/index.ts`, ...members.map((name) => `${folder}/${name}/a.ts`)];
    return details(checkLists(paths, sources));
  };

  test('finds a member that is in no list', () => {
    expect(check("import { a } from './a/a';", 'a', 'b')).toEqual(['b']);
    expect(check("import { a } from './a'; import { b } from './b/b';", 'a', 'b')).toEqual([]);
  });

  test('finds a list that a pattern makes, and a folder without a list', () => {
    expect(check("import './a'; const x = import.meta.glob('./*');", 'a')).toEqual([
      'import.meta.glob',
    ]);
    expect(details(checkLists([`${folder}/a/a.ts`], new Map()))).toEqual(['index.ts']);
  });

  test('does not ask for folders that are not there yet', () => {
    expect(checkLists([], new Map())).toEqual([]);
  });
});

describe('debt', () => {
  const long: Finding = {
    ...{ rule: 'file-lines', path: 'src/a.ts', line: 1 },
    ...{ detail: 'file', size: 320, message: '' },
  };
  const entry: Debt = {
    ...{ rule: 'file-lines', path: 'src/a.ts', detail: 'file' },
    ...{ size: 320, issue: 2 },
  };

  test('excuses what it names, and not a line more', () => {
    expect(settle([long], [entry])).toEqual([]);
    expect(settle([long], [{ ...entry, size: 319 }])).toHaveLength(2);
  });

  test('is a finding itself when it is paid off or too large', () => {
    expect(details(settle([], [entry]))).toEqual(['file']);
    expect(settle([long], [{ ...entry, size: 400 }])).toMatchObject([{ rule: 'debt' }]);
  });

  test('never excuses a clock', () => {
    const clock = { ...long, rule: 'determinism' };
    expect(settle([clock], [{ ...entry, rule: 'determinism' }])).toHaveLength(2);
  });
});
