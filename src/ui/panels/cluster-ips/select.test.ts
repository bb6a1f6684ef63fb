import { expect, it } from 'vitest';
import { clusterIpRanges } from './select';

const PRIMARY = '/registry/ranges/serviceips';

it('has the primary range, and a secondary one where the run stores it', () => {
  const names = (keys: readonly string[]) => clusterIpRanges(keys).map(({ name }) => name);
  expect(names([])).toEqual(['primary']);
  expect(names([PRIMARY])).toEqual(['primary']);
  expect(names([PRIMARY, '/kubernetes/ranges/secondaryserviceips'])).toEqual([
    'primary',
    'secondary',
  ]);
});
