import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './orrery.page';

const STARTED = '/library/leader-handoff-crash?t=20s&sel=actor%3Akube-controller-manager-a';

const JOURNEY = '/library/one-namespace-stuck?t=33s&sel=object:/registry/namespaces/shop';

async function hasNoViolations(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).include('[role=tabpanel]').setLegacyMode();
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('a leader shows its controllers as a staircase', async ({ orrery, page }) => {
      await orrery.open(`${STARTED}&tab=controllers`);
      const panel = page.getByRole('tabpanel');
      await expect(panel.getByText(/leads; all controllers are started/)).toBeVisible();
      const job = panel.getByRole('button', { name: /^job .*caches filled after/ });
      await job.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/sel=record/);
      await hasNoViolations(page);
      await orrery.turnTo(`${JOURNEY}&tab=object`);
      await panel.getByRole('button', { name: 'Who hears of it?' }).press('Enter');
      await expect(panel.getByText(/^Now: .* after “key comes later”; next is/)).toBeVisible();
      await panel
        .getByRole('button', { name: /^a worker takes the key/ })
        .last()
        .focus();
      await page.keyboard.press('Enter');
      await expect(panel.getByText(/^Now: .* after “request of the sync”; next is/)).toBeVisible();
      await hasNoViolations(page);
    });
  });
}

test('in Chinese, and after the crash', async ({ orrery, page }) => {
  await orrery.open(`${STARTED.replace('t=20s', 't=45s')}&tab=controllers&lang=zh`);
  await expect(page.getByRole('tabpanel').getByText('已退出')).toBeVisible();
  await expect(page.getByText('退出，退出码 137：SIGKILL')).toBeVisible();
});
