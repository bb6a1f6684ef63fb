import { expect, test } from './orrery.page';

/** After the last step of the scenario, so that an act cuts nothing and nobody is asked. */
const QUIET = '/library/ha-startup?t=2m9s&sel=actor%3Akube-apiserver-a';

test('before my last act: both runs, the first difference, who differs, and back', async ({
  orrery,
  page,
}) => {
  await orrery.open(QUIET);
  await orrery.press('k');
  await expect(orrery.process('kube-apiserver-a')).toHaveAccessibleName(/SIGKILL/);
  await orrery.settled();
  await orrery.seek('2m14s');
  await orrery.press('9');
  const sheet = page.getByRole('dialog', { name: 'Compare with' });
  await sheet.getByRole('button', { name: /^Before my last act/ }).click();
  const timelines = page.getByRole('application');
  const bar = page.getByRole('region', { name: 'Comparison' });
  await expect(timelines).toHaveCount(2);
  await expect(bar.getByRole('status')).toContainText('First difference at 02:09.000');
  await expect(bar.getByRole('status')).toContainText('kube-apiserver-a');
  await expect(bar.locator('[data-differing="kube-apiserver-a"]')).toContainText('exited SIGKILL');
  await expect(orrery.process('kube-apiserver-a')).toHaveAttribute('data-differs', 'true');
  await bar.getByRole('button', { name: 'Jump to it' }).click();
  await orrery.isAt(129_000_000);

  await orrery.press("'");
  await expect(orrery.process('kube-apiserver-a')).toHaveAccessibleName(/ready/);
  await orrery.press('9');
  await expect(timelines).toHaveCount(1);
  await expect(orrery.process('kube-apiserver-a')).toHaveAccessibleName(/SIGKILL/);
});

test('a counter-run, another seed, and a link that is none', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s');
  const sheet = page.getByRole('dialog', { name: 'Compare with' });
  const verdict = page.getByRole('region', { name: 'Comparison' }).getByRole('status');
  await page.getByRole('button', { name: 'Compare …' }).click();
  await expect(sheet.getByRole('button', { name: /^Before my last act/ })).toBeDisabled();
  await sheet.getByLabel('Link', { exact: true }).fill('hello');
  await sheet.getByRole('button', { name: 'Compare: A pasted link' }).click();
  await expect(sheet.getByRole('alert')).toContainText('expected /#/s/1/');
  await sheet.getByRole('button', { name: /^The counter-run/ }).click();
  await expect(verdict).toContainText('First difference at');
  await expect(verdict).toContainText('Next record of B, at ');
  await page.getByRole('button', { name: 'Leave the comparison' }).click();

  await orrery.press('9');
  await sheet.getByRole('button', { name: 'Compare: Another seed' }).click();
  await expect(verdict).toContainText('First difference at 00:0');
});
