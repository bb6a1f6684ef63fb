import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metaNamespaceKey } from '../api/meta';
import type { KubeObject } from '../api/objects';
import { Indexer } from './store';

const anyObject = fc
  .tuple(fc.constantFrom('', 'a', 'b'), fc.constantFrom('x', 'y', 'z'))
  .map(([namespace, name]): KubeObject => ({ metadata: { namespace, name } }));

describe('an indexer', () => {
  it('lists what a plain map would, in order of key', () => {
    const step = fc.tuple(fc.boolean(), anyObject);
    fc.assert(
      fc.property(fc.array(step), fc.constantFrom('', 'a', 'b'), (steps, namespace) => {
        const indexer = new Indexer();
        const model = new Map<string, KubeObject>();
        for (const [add, object] of steps) {
          // Reading between the changes must not keep an old list alive.
          indexer.list(namespace);
          if (add) {
            indexer.update(object);
            model.set(metaNamespaceKey(object), object);
          } else {
            indexer.delete(object);
            model.delete(metaNamespaceKey(object));
          }
        }
        const wanted = [...model.keys()]
          .sort()
          .map((key) => model.get(key) as KubeObject)
          .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace);
        expect(indexer.list(namespace)).toEqual(wanted);
        expect(indexer.size).toBe(model.size);
      }),
      { seed: 1 },
    );
  });
});
