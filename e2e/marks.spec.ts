import { expect, test } from './orrery.page';

test.beforeEach(async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=10s');
});

test('R marks an area and says what happened in it', async ({ orrery, page }) => {
  await orrery.press('r');
  const bar = page.getByRole('region', { name: 'Marked area' });
  await expect(bar).toContainText('Move the playhead');
  await orrery.seek('50s');
  await orrery.press('r');
  await expect(bar).toContainText('00:10.000 to 00:50.000');
  await expect(bar).toContainText(/records \d+/);
  await expect(bar).toContainText(/200: \d+/);
  await expect.poll(async () => (await orrery.view()).get('area')).toBe('10s..50s');
  await orrery.press('r');
  await expect(bar).toHaveCount(0);
});

test('M sets a note that is a step of the scenario, and undo takes it back', async ({
  orrery,
  page,
}) => {
  const hash = await orrery.traceHash();
  await orrery.press('m');
  const field = page.getByRole('textbox', { name: /^Note at 00:10/ });
  await field.fill('look here');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', hash);
  await orrery.settled();
  await orrery.press('.');
  await orrery.press(',');
  await expect(page.getByText('look here').first()).toBeVisible();
  await orrery.press('u');
  await expect(orrery.root).toHaveAttribute('data-trace-hash', hash);
});
