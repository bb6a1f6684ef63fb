import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './orrery.page';

test('values of a parameter stand beside each other, and lead to their seeds', async ({
  orrery,
  page,
}) => {
  test.slow();
  await orrery.open('/library/leader-handoff-crash');
  const before = await orrery.traceHash();
  await page.keyboard.press('#');
  const sheet = page.getByRole('dialog', { name: 'Many seeds' });
  const sweep = sheet.getByRole('region', { name: 'One parameter, several values' });
  const what = sweep.getByLabel('Parameter and values');
  await what.fill('spec.until');
  await expect(sweep.getByRole('alert')).toHaveText(/^expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2/);
  await what.fill('controllerManagers:--leader-elect-lease-duration=soon,10s,12s,20s');
  await sweep.getByLabel('Seeds for each value').fill('3');
  await sweep.getByLabel('Seeds for each value').press('Enter');
  await expect(sweep.locator('[data-swept="done"]')).toBeVisible({ timeout: 90_000 });
  await expect(sweep.getByRole('alert')).toHaveText(
    /^soon cannot be run: spec\.controllerManagers\[0\]\.flags: invalid argument "soon"/,
  );
  await sweep.getByLabel('What is measured').selectOption('hand-off');
  await expect(
    sweep.getByText(
      '10s: kube-controller-manager-a ended itself in 3 of 3 seeds: ' +
        'panic: leaseDuration must be greater than renewDeadline',
    ),
  ).toBeVisible();
  await expect(sweep.getByText('3 of 4 values are run; the others cannot be.')).toBeVisible();
  const table = sweep.getByRole('table', { name: 'What each value gave' });
  await expect(table.getByRole('row')).toHaveCount(4);

  const column = sweep.getByRole('button', { name: /^20s: median 2\d\.\d\d s, 5 % .* 3 samples$/ });
  await column.focus();
  await page.keyboard.press('Enter');
  await expect(column).toHaveAttribute('aria-pressed', 'true');
  const one = sweep.getByRole('region', { name: '20s' });
  await expect(one.getByRole('group', { name: 'How often each length came' })).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
    expect(violations).toEqual([]);
  }
  await table.getByRole('row', { name: /^20s/ }).getByRole('button').last().click();
  await expect(sheet).toBeHidden();
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', before);
  await orrery.settled();
});
