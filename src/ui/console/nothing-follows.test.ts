import { expect, it } from 'vitest';
import { nothingFollows } from './nothing-follows';

it('knows the lines after which a real cluster would go on', () => {
  expect(nothingFollows('deployment.apps/web created')).toBe(true);
  expect(nothingFollows('service/web created\ncronjob.batch/tick configured')).toBe(true);
  expect(nothingFollows('pod/shell created')).toBe(true);
  expect(nothingFollows('deployment.apps/web scaled')).toBe(true);
});

it('says nothing of what is whole as it is stored, or was not stored', () => {
  expect(nothingFollows('service/web created')).toBe(false);
  expect(nothingFollows('deployment.apps/web unchanged')).toBe(false);
  expect(nothingFollows('deployment.apps/web created (dry run)')).toBe(false);
  expect(nothingFollows('deployment.apps "web" deleted')).toBe(false);
});
