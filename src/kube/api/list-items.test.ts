import { expect, test } from 'vitest';
import { withBareItems, withWholeItems } from './list-items';
import type { KubeList } from './objects';

const list: KubeList = {
  kind: 'ConfigMapList',
  apiVersion: 'v1',
  metadata: {},
  items: [{ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: {} }],
};

test('items leave their kind to the list, and get it back from there', () => {
  const bare = withBareItems(list);
  expect(bare.items).toEqual([{ metadata: { name: 'a' }, data: {} }]);
  expect(withWholeItems(bare)).toEqual(list);
  expect(withWholeItems(structuredClone(bare))).toEqual(list);
  expect(withWholeItems({ ...bare, kind: 'FooList' }).items[0].kind).toBe('Foo');
  expect(withWholeItems({ ...bare, kind: 'Table' }).items).toBe(bare.items);
});
