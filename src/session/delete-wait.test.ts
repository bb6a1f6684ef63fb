import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const run = (...acts: readonly (object | string)[]) => {
  const timeline = acts.map((act, index) => ({
    at: `${20 + index}s`,
    ...(typeof act === 'string' ? { kubectl: act } : act),
  })) as TimelineStep[];
  const { table } = runOf(
    scenarioOf({ seed: 3, until: '60s', apiServers: apiServers(1), timeline }),
  );
  const logs = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  return {
    said: logs.map(({ message }) => message),
    asked: recordsOf(table, 'request')
      .filter(({ client }) => client === 'kubectl')
      .map(({ verb, name, query }) => [verb, name, query].filter(Boolean).join(' ')),
    ended: recordsOf(table, 'decision')
      .filter(({ name }) => name === 'Execute')
      .map(({ reason, outcome, t }) => [reason, outcome, Math.floor(t / 1_000_000)]),
    last: (key: string) => table.archive.history(key).at(-1)?.object as Record<string, unknown>,
  };
};

const map = (name: string) => ({
  create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
});
const KEY = '/registry/configmaps/default/x';

describe('delete waits', () => {
  it('until a get finds nothing', () => {
    const { asked, ended } = run(map('x'), 'delete cm x');
    expect(asked.slice(1)).toEqual(['delete x', 'get x']);
    expect(ended).toEqual([['delete cm x', 'exit 0', 21]]);
  });

  it('until a watch tells that it has gone', () => {
    const { said, asked, ended } = run(
      map('x'),
      'delete cm x --cascade=foreground',
      'patch cm x -p \'{"metadata":{"finalizers":null}}\'',
    );
    expect(said.slice(1)).toEqual(['configmap "x" deleted', 'configmap/x patched']);
    expect(asked.slice(1, 6)).toEqual([
      'delete x',
      'get x',
      'list fieldSelector=metadata.name%3Dx&limit=500&resourceVersion=0',
      expect.stringMatching(/^watch allowWatchBookmarks=true&fieldSelector=metadata\.name%3Dx&/),
      'get x',
    ]);
    expect(ended.map(([, outcome, at]) => [outcome, at])).toEqual([
      ['exit 0', 22],
      ['exit 0', 22],
    ]);
  });

  it('for as long as it is told to, and not at all with --wait=false', () => {
    const { said, ended } = run(
      { create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } } },
      'delete ns a --timeout=5s',
      'delete ns a --wait=false',
    );
    expect(said.slice(1)).toEqual([
      'namespace "a" deleted',
      'namespace "a" deleted',
      'error: timed out waiting for the condition on namespaces/a',
    ]);
    expect(ended.map(([, outcome, at]) => [outcome, at])).toEqual([
      ['exit 0', 22],
      ['exit 1', 26],
    ]);
  });

  it('as a step does too', () => {
    const { asked, last } = run(map('x'), {
      delete: { kind: 'ConfigMap', namespace: 'default', name: 'x', propagationPolicy: 'Orphan' },
    });
    expect(asked.slice(1, 4)).toEqual(['delete x', 'get x', expect.stringMatching(/^list /)]);
    expect(last(KEY).metadata).toMatchObject({ finalizers: ['orphan'] });
  });
});

describe('--dry-run', () => {
  it('asks nobody, or asks that nothing be kept', () => {
    const { said, asked, last } = run(
      map('x'),
      'create cm y --dry-run=client',
      'create cm y --dry-run=server',
      'label cm x a=b --dry-run=client',
      'annotate cm x a=b --dry-run=server',
      'patch cm x --dry-run=server -p \'{"data":{"a":"1"}}\'',
      'delete cm x nope --dry-run=client',
      'delete cm x --dry-run=server',
    );
    expect(said.slice(1)).toEqual([
      'configmap/y created (dry run)',
      'configmap/y created (server dry run)',
      'configmap/x labeled (dry run)',
      'configmap/x annotated (server dry run)',
      'configmap/x patched (server dry run)',
      'configmap "x" deleted (dry run)',
      'configmap "nope" deleted (dry run)',
      'configmap "x" deleted (server dry run)',
    ]);
    expect(asked.filter((text) => !text.startsWith('get')).slice(1)).toEqual([
      'create y dryRun=All&fieldManager=kubectl-create&fieldValidation=Strict',
      'patch x dryRun=All&fieldManager=kubectl-annotate',
      'patch x dryRun=All&fieldManager=kubectl-patch',
      'delete x',
    ]);
    expect([last(KEY).data, last('/registry/configmaps/default/y')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('takes three words', () => {
    const compile = () => run(map('x'), 'delete cm x --dry-run=maybe');
    expect(compile).toThrow(
      'Invalid dry-run value (maybe). Must be "none", "server", or "client".',
    );
  });
});

describe('wait', () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.x.com' },
    spec: {
      group: 'x.com',
      scope: 'Namespaced',
      names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  };

  it('until a condition is met', () => {
    const { said, asked, ended } = run(
      { create: crd },
      'wait --for=condition=Established crd/foos.x.com',
      'wait crd foos.x.com --for condition=established=false --timeout=3s',
    );
    const title = 'customresourcedefinition.apiextensions.k8s.io/foos.x.com';
    expect(said).toEqual([
      `${title} created`,
      `${title} condition met`,
      'error: timed out waiting for the condition on customresourcedefinitions/foos.x.com',
    ]);
    expect(asked.slice(1, 3)).toEqual([
      'get foos.x.com',
      'list fieldSelector=metadata.name%3Dfoos.x.com&limit=500&resourceVersion=0',
    ]);
    expect(ended.map(([, outcome, at]) => [outcome, at])).toEqual([
      ['exit 0', 21],
      ['exit 1', 25],
    ]);
  });

  it('until a value is there, or nothing is', () => {
    const { said } = run(
      map('x'),
      "wait cm/x --for=jsonpath='{.data.a}'=1 --timeout=10s",
      'patch cm x -p \'{"data":{"a":"1"}}\'',
      'wait cm/x --for=delete --timeout=10s',
      'delete cm x',
      'wait cm/x --for=delete',
      'wait cm/x --for=condition=Ready',
      'wait cm --all --for=condition=Ready -n nowhere',
      'wait ns/default --for=condition=Ready --timeout=0',
    );
    expect(said.slice(1)).toEqual([
      // The watch hears of it before who has asked for it.
      'configmap/x condition met',
      'configmap/x patched',
      'configmap/x condition met',
      'configmap "x" deleted',
      'Error from server (NotFound): configmaps "x" not found',
      'error: no matching resources found',
      'error: condition not met for namespaces/default',
    ]);
  });

  it.each([
    ['ready', 'unrecognized condition: "ready"'],
    ['jsonpath={.a}', "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3"],
    ['jsonpath={.a}=', 'jsonpath wait value cannot be empty'],
  ])('does not know --for=%s', (condition, reason) => {
    expect(() => run(`wait ns/default --for=${condition}`)).toThrow(`error: ${reason}`);
  });
});
