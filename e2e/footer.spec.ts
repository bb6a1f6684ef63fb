import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

test('the status bar stays one line in both languages, whatever comes to stand in it', async ({
  orrery,
  page,
}) => {
  const bar = page.locator('footer');
  for (const language of ['en', 'zh'] as const) {
    // A link says what its sender saw, and an act adds the way back.
    await orrery.open(`/library/ha-startup?t=30s&v=1&h=00000000&lang=${language}`);
    await orrery.settled();
    await expect(bar.locator('[data-replay]')).toBeVisible();
    const before = await bar.evaluate((footer) => footer.clientHeight);
    expect(before).toBeLessThan(40);
    await orrery.process('kube-apiserver-a').first().click();
    await orrery.press('k');
    await page.getByRole('dialog').getByRole('button').first().click();
    await expect(bar.getByRole('button', { name: /^(Undo|撤销)$/ })).toBeVisible();
    await orrery.settled();
    expect(await bar.evaluate((footer) => footer.clientHeight)).toBe(before);
    expect(await bar.evaluate((footer) => footer.scrollWidth - footer.clientWidth)).toBe(0);
    expect(await layoutFaults(page), language).toEqual([]);
  }
});
