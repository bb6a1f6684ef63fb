import { expect, test } from './orrery.page';

test.beforeEach(async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=0s');
});

test('the slash searches; Enter walks the hits, Escape closes', async ({ orrery, page }) => {
  await orrery.press('/');
  const field = page.getByRole('textbox', { name: 'Search records' });
  await expect(field).toBeFocused();
  await field.fill('scenario kill kube-apiserver-c');
  await expect(page.getByText('hits: 2')).toBeVisible();
  await field.press('Enter');
  await expect.poll(() => orrery.time()).toBe(40_000_000);
  await expect(page.getByText('hit 1 of 2')).toBeVisible();
  await field.fill('lease-reconciler decision');
  await field.press('Enter');
  // From the playhead on, so that it is not the first of all; and not the answer of before.
  const place = page.getByText(/^hit \d+ of (?!2$)\d+$/);
  await expect(place).toBeVisible();
  const first = (await place.textContent()) ?? '';
  const time = await orrery.time();
  await field.press('Enter');
  await expect(place).not.toHaveText(first);
  await field.press('Shift+Enter');
  await expect(place).toHaveText(first);
  await orrery.isAt(time);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
});

test('a query without a hit says so, in both languages', async ({ orrery, page }) => {
  await orrery.press('/');
  const field = page.getByRole('textbox', { name: 'Search records' });
  await field.fill('zzz');
  await expect(page.getByText('No record has all of “zzz”.')).toBeVisible();
  await field.press('Escape');
  await orrery.press('l');
  await orrery.press('/');
  await page.getByRole('textbox', { name: '搜索记录' }).fill('zzz');
  await expect(page.getByText('没有记录同时含有“zzz”。')).toBeVisible();
});

test('what is typed right behind the slash is searched, not done', async ({ orrery, page }) => {
  await orrery.press('/');
  await page.keyboard.type('masterleases');
  await expect(page.getByRole('textbox', { name: 'Search records' })).toHaveValue('masterleases');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
