import { describe, expect, it } from 'vitest';
import { strategicMerge } from './strategic-merge';

const deployment = (containers: object[], more: object = {}) => ({
  metadata: { name: 'd', finalizers: ['a/b', 'c/d'] },
  spec: { replicas: 1, template: { spec: { containers, ...more } } },
});
const A = { name: 'a', image: 'a:1', ports: [{ containerPort: 80, name: 'http' }] };
const B = { name: 'b', image: 'b:1' };
const FINALIZERS = { finalizers: ['x/y'], '$setElementOrder/finalizers': ['a/b'] };
const patched = (patch: object, before: object = deployment([A, B])) =>
  strategicMerge(before, patch, 'Deployment');
const inPod = (spec: object) => ({ spec: { template: { spec } } });

describe('a strategic merge patch', () => {
  it('merges containers by name, and their ports by number', () => {
    const ports = [{ containerPort: 81 }];
    expect(patched(inPod({ containers: [{ name: 'a', image: 'a:2', ports }] }))).toEqual(
      deployment([{ ...A, image: 'a:2', ports: [...A.ports, { containerPort: 81 }] }, B]),
    );
  });

  it('appends what is not there, and takes away what it names so', () => {
    const containers = [
      { name: 'c', image: 'c:1' },
      { name: 'a', $patch: 'delete' },
    ];
    expect(patched(inPod({ containers }))).toEqual(deployment([B, { name: 'c', image: 'c:1' }]));
  });

  it('replaces a list or a map that says so', () => {
    const containers = [{ name: 'c', image: 'c:1' }, { $patch: 'replace' }];
    expect(patched(inPod({ containers }))).toEqual(deployment([{ name: 'c', image: 'c:1' }]));
    expect(patched({ metadata: { $patch: 'replace', name: 'e' } })).toMatchObject({
      metadata: { name: 'e' },
    });
  });

  it('replaces lists without a strategy', () => {
    const with2 = deployment([A], { tolerations: [{ key: 'x' }, { key: 'y' }] });
    const made = patched(inPod({ tolerations: [{ key: 'z' }] }), with2);
    expect(made).toEqual(deployment([A], { tolerations: [{ key: 'z' }] }));
  });

  it('merges and deletes plain values', () => {
    const metadata = { finalizers: ['e/f'], '$deleteFromPrimitiveList/finalizers': ['a/b'] };
    expect(patched({ metadata })).toMatchObject({ metadata: { finalizers: ['c/d', 'e/f'] } });
  });

  it('drops keys that are not retained', () => {
    const volumes = [{ name: 'v', emptyDir: {} }];
    const patch = { name: 'v', hostPath: { path: '/' }, $retainKeys: ['name', 'hostPath'] };
    expect(patched(inPod({ volumes: [patch] }), deployment([A], { volumes }))).toEqual(
      deployment([A], { volumes: [{ name: 'v', hostPath: { path: '/' } }] }),
    );
    const strategy = { $retainKeys: ['type'], type: 'Recreate' };
    const rolling = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: {} } } };
    expect(patched({ spec: { strategy } }, rolling)).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    });
  });

  it('puts its items in the order that it names, the others where they stood', () => {
    const env = ['w', 'x', 'y', 'z'].map((name) => ({ name, value: '1' }));
    const order = ['z', 'x'].map((name) => ({ name }));
    const made = strategicMerge({ env }, { '$setElementOrder/env': order }, 'Container');
    expect((made.env as { name: string }[]).map(({ name }) => name)).toEqual(['w', 'y', 'z', 'x']);
  });

  it('removes fields that it gives as null', () => {
    expect(patched({ spec: { replicas: null } })).toEqual({
      ...deployment([A, B]),
      spec: { template: { spec: { containers: [A, B] } } },
    });
  });

  it.each([
    [
      'an item without its key',
      inPod({ containers: [{ image: 'x' }] }),
      'map: map[image:x] does not contain declared merge key: name',
    ],
    [
      'an unknown directive',
      { spec: { $patch: 'x' } },
      'unknown patch type: x in map: map[$patch:x]',
    ],
    [
      'keys beside those that are retained',
      { spec: { $retainKeys: [], replicas: 2 } },
      "patch content doesn't match retainKeys list",
    ],
    ['an order without an item', { metadata: { ...FINALIZERS } }, /setElementOrder list$/],
  ])('refuses %s', (_what, patch, text) => {
    expect(() => patched(patch)).toThrow(text);
  });
});
