import { expect, test } from './orrery.page';

test('what is no seed is refused in words', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=10s');
  const before = await orrery.traceHash();
  const seed = page.getByRole('spinbutton', { name: 'seed' });
  const words = page.getByText('A seed is a whole number from 0 to 4294967295');
  for (const bad of ['-1', '4294967296', '1.5', '']) {
    await test.step(`"${bad}"`, async () => {
      await seed.fill(bad);
      await seed.press('Enter');
      await expect(words, `"${bad}"`).toBeVisible();
      await expect(seed).toHaveValue('42');
      expect(await orrery.traceHash()).toBe(before);
    });
  }
});

test('another seed gives another run at the same place, and undo the first one', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=20s');
  const before = await orrery.traceHash();
  const seed = page.getByRole('spinbutton', { name: 'seed' });
  await seed.fill('4294967295');
  await seed.press('Enter');
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', before);
  await orrery.settled();
  expect(await orrery.time()).toBe(20_000_000);
  await expect(page).toHaveURL(/#\/s\/1\//);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(orrery.root).toHaveAttribute('data-trace-hash', before);
  await expect(seed).toHaveValue('42');
});
