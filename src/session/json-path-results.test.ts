import { JSONPath } from 'jsonpath-plus';
import { describe, expect, it } from 'vitest';
import { readJsonPath } from './json-path';
import { jsonPathResults } from './json-path-results';

const lease = {
  kind: 'Lease',
  metadata: { name: 'x', labels: { a: 'b' }, finalizers: ['one', 'two'], empty: '' },
  spec: { holderIdentity: 'a_1', leaseTransitions: 0, renewTime: null, tags: [] },
};

describe('a path of fields alone', () => {
  const paths = ['.kind', '.spec', '.spec.holderIdentity', '.spec.leaseTransitions.x'].concat(
    ['.spec.renewTime', '.spec.renewTime.x', '.spec.tags', '.spec.tags.length', '.spec.none'],
    ['.metadata.finalizers', '.metadata.finalizers.a', '.metadata.finalizers.length'],
    ['.metadata.name.length', '.metadata.empty.length', '.toString', '.metadata.labels.a'],
  );

  it.each(paths)('leads to what the library finds: %s', (text) => {
    const read = readJsonPath(text);
    const path = read.ok ? read.value : '';
    const found = JSONPath({ path, json: lease, eval: 'safe', wrap: true });
    expect(jsonPathResults(path, lease)).toEqual(found);
  });

  it('is told from one with steps of another form', () => {
    expect(jsonPathResults('$.metadata.finalizers[*]', lease)).toEqual(['one', 'two']);
    expect(jsonPathResults('$..a', lease)).toEqual(['b']);
  });
});
