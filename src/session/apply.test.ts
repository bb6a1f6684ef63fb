import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const run = (...acts: readonly object[]) => {
  const timeline = acts.map((act, index) => ({ at: `${20 + index}s`, ...act })) as TimelineStep[];
  const { table } = runOf(
    scenarioOf({ seed: 3, until: '60s', apiServers: apiServers(1), timeline }),
  );
  const of = (client: string) => client === 'kubectl';
  return {
    said: recordsOf(table, 'log')
      .filter(({ actor }) => of(actor))
      .map(({ message }) => message),
    asked: recordsOf(table, 'request')
      .filter(({ client }) => of(client))
      .map(({ verb, name, query }) => [verb, name, query].filter(Boolean).join(' ')),
    last: (key: string) => table.archive.history(key).at(-1)?.object as Record<string, unknown>,
  };
};

const map = (data: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', ...metadata },
  data,
});
const web = (...ports: readonly object[]) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, ports },
});
const OPTIONS = 'fieldManager=kubectl-client-side-apply&fieldValidation=Strict';

describe('apply', () => {
  it('takes away what the manifest no longer has, and writes nothing for no change', () => {
    const { said, asked, last } = run(
      { apply: map({ a: '1', b: '2' }) },
      {
        patch: { kind: 'ConfigMap', namespace: 'default', name: 'x', patch: { data: { c: '3' } } },
      },
      { apply: map({ a: '1' }) },
      { apply: map({ a: '1' }) },
    );
    expect(said).toEqual([
      'configmap/x created',
      'configmap/x patched',
      'configmap/x configured',
      'configmap/x unchanged',
    ]);
    expect(asked).toEqual([
      'get x',
      `create x ${OPTIONS}`,
      'get x',
      'patch x fieldManager=kubectl-patch',
      'get x',
      `patch x ${OPTIONS}`,
      'get x',
    ]);
    expect(last('/registry/configmaps/default/x').data).toEqual({ a: '1', c: '3' });
  });

  it('merges the ports of a Service by their number', () => {
    const { said, last } = run(
      { apply: web({ name: 'a', port: 80 }, { name: 'b', port: 81 }) },
      { apply: web({ name: 'b', port: 81 }, { name: 'c', port: 82 }) },
      { apply: web({ name: 'b', port: 81 }, { name: 'c', port: 82 }) },
    );
    expect(said).toEqual([
      'service/web created',
      'service/web configured',
      'service/web unchanged',
    ]);
    const { ports } = last('/registry/services/specs/default/web').spec as { ports: object[] };
    expect(ports).toMatchObject([
      { name: 'b', port: 81 },
      { name: 'c', port: 82 },
    ]);
  });

  it('warns of an object that was not applied before', () => {
    const { said } = run({ create: map({ a: '1' }) }, { apply: map({ a: '1' }) });
    expect(said[1]).toMatch(
      /^Warning: resource configmaps\/x is missing the kubectl\.kubernetes\.io\/last-applied-/,
    );
    expect(said.slice(2)).toEqual(['configmap/x configured']);
  });

  it('says of a patch that fails what was to be patched, and by what', () => {
    const { said } = run(
      { create: map({ a: '1' }) },
      { create: map({ a: '1' }) },
      { apply: map({ a: '<2>' }, { resourceVersion: '1' }) },
    );
    expect(said[1]).toBe(
      'Error from server (AlreadyExists): error when creating "STDIN": configmaps ' +
        '"x" already exists',
    );
    const [head, patch, ...rest] = said[3].split('\n');
    expect(head).toBe('Error from server (Conflict): error when applying patch:');
    expect(JSON.parse(patch)).toMatchObject({
      data: { a: '<2>' },
      metadata: { resourceVersion: '1' },
    });
    expect(patch).toContain('{"data":{"a":"\\u003c2\\u003e"},"metadata":{"annotations":{');
    expect(rest).toEqual([
      'to:',
      'Resource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"',
      'Name: "x", Namespace: "default"',
      'for: "STDIN": error when patching "STDIN": Operation cannot be fulfilled on configmaps ' +
        '"x": the object has been modified; please apply your changes to the latest version and ' +
        'try again',
    ]);
  });

  it('warns of an object that is going', () => {
    const { said } = run(
      { apply: map({ a: '1' }, { finalizers: ['x.io/hold'] }) },
      { delete: { kind: 'ConfigMap', namespace: 'default', name: 'x' } },
      { apply: map({ a: '2' }, { finalizers: ['x.io/hold'] }) },
    );
    expect(said.slice(2)).toEqual([
      'Warning: Detected changes to resource x which is currently being deleted.',
      'configmap/x configured',
    ]);
  });

  it('needs a name', () => {
    const { said, asked } = run({ apply: map({}, { name: undefined, generateName: 'gen-' }) });
    expect(said).toEqual(['error: from gen-: cannot use generate name with apply']);
    expect(asked).toEqual([]);
  });
});

describe('a step says what kubectl says', () => {
  it('of a drawn name, of an empty namespace and of what is not there', () => {
    const { said, last } = run(
      { create: map({}, { name: undefined, generateName: 'gen-', namespace: '' }) },
      { create: { apiVersion: 'x.io/v1', kind: 'Gadget', metadata: { name: 'g' } } },
      { replace: map({}, { resourceVersion: '7' }) },
    );
    expect(said[0]).toMatch(/^configmap\/gen-\w{5} created$/);
    const name = said[0].slice('configmap/'.length, -' created'.length);
    expect(last(`/registry/configmaps/default/${name}`)).toBeDefined();
    expect(said[1]).toBe(
      'error: resource mapping not found for name: "g" namespace: "" from "STDIN": no matches ' +
        'for kind "Gadget" in version "x.io/v1"\nensure CRDs are installed first',
    );
    expect(said[2]).toBe(
      'Error from server (NotFound): error when replacing "STDIN": configmaps "x" not found',
    );
  });

  it('of what is invalid and of unknown fields', () => {
    const { said, asked } = run({ create: web({ port: 0 }) }, { create: { ...map({}), foo: 1 } });
    expect(said[0]).toMatch(/^The Service "web" is invalid: /);
    expect(said[1]).toMatch(
      /^Error from server \(BadRequest\): .*strict decoding error: unknown field "foo"$/,
    );
    expect(asked[1]).toBe('create x fieldManager=kubectl-create&fieldValidation=Strict');
  });

  it('of a server that is not there', () => {
    const { said } = run({ kill: 'kube-apiserver-a' }, { create: map({}) });
    expect(said[0]).toBe(
      'The connection to the server kube-apiserver-a:6443 was refused - did you specify the ' +
        'right host or port?',
    );
  });
});

describe('a patch', () => {
  const ofMap = (patch: object) => ({
    patch: { kind: 'ConfigMap', namespace: 'default', name: 'x', type: 'merge', patch },
  });

  it('that takes the last finalizer away is a change; one that changes nothing is none', () => {
    const { said } = run(
      { create: map({ a: '1' }, { finalizers: ['example.com/f'] }) },
      { kubectl: 'delete cm x --wait=false' },
      ofMap({ data: { a: '1' } }),
      ofMap({ metadata: { finalizers: null } }),
    );
    expect(said.slice(-2)).toEqual(['configmap/x patched (no change)', 'configmap/x patched']);
  });

  it('without the key by which a list is merged fails with its text alone', () => {
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const change = { spec: { template: { spec: { containers: [{ image: 'x' }] } } } };
    const { said } = run(
      { create: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec } },
      { kubectl: `patch deploy web -p '${JSON.stringify(change)}'` },
    );
    expect(said.at(-1)).toBe(
      'Error from server: map: map[image:x] does not contain declared merge key: name',
    );
  });
});

describe('a line', () => {
  it('of a category lists its types', () => {
    const { asked, said } = run({ create: web({ port: 80 }) }, { kubectl: 'get all' });
    expect(said.at(-1)).toMatch(/^NAME .*\nservice\/kubernetes .*\nservice\/web /);
    const resources = asked.slice(1).length;
    expect(resources).toBeGreaterThan(5);
  });

  it('with a format that nobody prints asks, and fails', () => {
    const { asked, said } = run({ kubectl: 'get ns default -o foo' });
    expect(asked).toEqual(['get default']);
    expect(said[0]).toMatch(
      /^error: unable to match a printer suitable for the output format "foo", allowed formats /,
    );
  });

  it.each([
    ['get cm a%b', 'error: invalid resource name "a%b": [may not contain \'%\']'],
    ['get cm ..', 'error: invalid resource name "..": [may not be \'..\']'],
    ["get cm ''", 'error: resource name may not be empty'],
    ['get cm a -n b%', 'error: invalid namespace "b%": [may not contain \'%\']'],
  ])('that no path can hold is not sent: %s', (kubectl, text) => {
    const { asked, said } = run({ kubectl });
    expect([asked, said]).toEqual([[], [text]]);
  });
});
