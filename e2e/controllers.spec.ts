import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './orrery.page';

const STARTED = '/library/leader-handoff-crash?t=20s&sel=actor%3Akube-controller-manager-a';

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
      const { violations } = await new AxeBuilder({ page })
        .include('[role=tabpanel]')
        .setLegacyMode()
        .analyze();
      expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
    });
  });
}

test('in Chinese, and after the crash', async ({ orrery, page }) => {
  await orrery.open(`${STARTED.replace('t=20s', 't=45s')}&tab=controllers&lang=zh`);
  await expect(page.getByRole('tabpanel').getByText('已退出')).toBeVisible();
  await expect(page.getByText('退出，退出码 137：SIGKILL')).toBeVisible();
});
