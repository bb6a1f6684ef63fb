import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

/** A phone, a phone on its side, and usual windows at 200 and 400 %: so many fewer css px. */
const SMALL = [
  ['a phone', { width: 390, height: 844 }, 2],
  ['the narrowest phone', { width: 320, height: 640 }, 2],
  ['a phone on its side', { width: 844, height: 390 }, 2],
  ['1280x800 at 200 %', { width: 640, height: 400 }, 2],
  ['1680x1050 at 200 %', { width: 840, height: 525 }, 2],
  ['1280x1024 at 400 %', { width: 320, height: 256 }, 4],
] as const;

for (const [name, viewport, deviceScaleFactor] of SMALL) {
  test.describe(name, () => {
    test.use({ viewport, deviceScaleFactor });

    test('the panels are tabs, and each is whole, in both languages', async ({ orrery, page }) => {
      await orrery.open('/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a');
      const tabs = page.getByRole('tablist').first().getByRole('tab');
      for (const language of ['en', 'zh'] as const) {
        if (language === 'zh') await orrery.press('l');
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
        await expect(tabs).toHaveCount(5);
        for (let place = 0; place < 5; place += 1) {
          await tabs.nth(place).click();
          await expect(page.getByRole('tabpanel').first()).not.toBeEmpty();
          expect.soft(await layoutFaults(page), `${language}, tab ${place + 1}`).toEqual([]);
        }
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a server is selected and killed by touch', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=2m9s');
    await orrery.process('kube-apiserver-a').tap();
    await page.getByRole('toolbar').getByRole('button', { name: 'kill' }).tap();
    await expect(orrery.process('kube-apiserver-a')).toHaveAccessibleName(/SIGKILL/);
  });

  test('what is touched is large enough', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a');
    const small = await page.locator('button:visible').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        const name = button.getAttribute('aria-label') ?? button.textContent;
        return width < 24 || height < 24 ? [`${name}: ${width} x ${height}`] : [];
      }),
    );
    expect(small).toEqual([]);
  });
});

test('a window that becomes narrow and wide again keeps its selection', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a');
  await page.setViewportSize({ width: 500, height: 800 });
  await expect(page.getByRole('tab', { name: 'Stage' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
  await expect(orrery.process('kube-apiserver-a')).toHaveAttribute('aria-pressed', 'true');
});
