import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './orrery.page';

const PLACE = '/library/crash-vs-graceful';

test('many seeds become a distribution, and a seed runs on the page', async ({ orrery, page }) => {
  test.slow();
  await orrery.open(PLACE);
  const before = await orrery.traceHash();
  await page.keyboard.press('#');
  const sheet = page.getByRole('dialog', { name: 'Many seeds' });
  await sheet.getByLabel('First seed').fill('100');
  await sheet.getByLabel('How many').fill('12');
  await sheet.getByRole('button', { name: 'Run them' }).click();
  await expect(sheet.locator('[data-explored="done"]')).toBeVisible({ timeout: 60_000 });
  await expect(sheet.getByText('12 samples')).toBeVisible();
  await expect(sheet.getByText('holds in every seed')).toBeVisible();

  // Whom it was about: in this scenario one server crashes, and which one never changes.
  await sheet.getByLabel('What is measured').selectOption('time-to-ready');
  const whom = sheet.getByRole('table', { name: 'Whom it was about' });
  await expect(whom.getByRole('row')).toHaveCount(4);
  await expect(whom.getByRole('row', { name: /kube-apiserver-a 33 % \(12\)/ })).toBeVisible();
  await sheet.getByLabel('What is measured').selectOption('endpoint-staleness');

  // The bars are buttons, and all samples are in them.
  const bars = sheet.getByRole('group', { name: 'How often each length came' }).getByRole('button');
  const counts = await bars.evaluateAll((all) =>
    all.map((bar) => Number(bar.getAttribute('aria-label')?.split(': ')[1])),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
  await bars.nth(counts.findIndex((count) => count > 0)).click();
  const seeds = sheet.getByRole('listitem').getByRole('button');
  await expect(seeds.first()).toHaveText(/^Seed 1\d\d shortest · 1\d\.\d+ s · kube-apiserver-/);
  await expect(seeds.nth(2)).toHaveText(/^Seed 1\d\d 1\d\.\d+ s · kube-apiserver-/);
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);

  const seed = (await seeds.first().textContent())?.match(/\d+/)?.[0];
  await seeds.first().click();
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel(/^seed/i).first()).toHaveValue(String(seed));
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', before);
  await orrery.settled();

  // What was found is still there.
  await page.getByRole('button', { name: 'Many seeds' }).click();
  await expect(sheet.getByText('12 samples')).toBeVisible();
});

test('bad numbers are refused in words, and a run of seeds can be stopped', async ({
  orrery,
  page,
}) => {
  await orrery.open(PLACE);
  await page.keyboard.press('#');
  const sheet = page.getByRole('dialog', { name: 'Many seeds' });
  await sheet.getByLabel('How many').fill('0');
  await expect(sheet.getByRole('alert')).toHaveText('How many is a whole number from 1 to 10000');
  await expect(sheet.getByRole('button', { name: 'Run them' })).toBeDisabled();
  await sheet.getByLabel('How many').fill('5000');
  await sheet.getByRole('button', { name: 'Run them' }).click();
  await expect(sheet.getByText(/of 5000 seeds · .* a second/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Stop' }).click();
  await expect(sheet.locator('[data-explored="stopped"]')).toHaveText(/^Stopped after \d+ of 5000/);
  await expect(sheet.getByRole('button', { name: 'Run them' })).toBeEnabled();
});
