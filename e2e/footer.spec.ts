import type { Locator } from '@playwright/test';
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

/** Texts in the bar that are cut. Of the hash the eye needs the beginning only. */
const cutTexts = (bar: Locator): Promise<string[]> =>
  bar.evaluate((footer) =>
    [...footer.querySelectorAll('*')]
      .filter((one) => !one.matches('output[translate=no]'))
      .filter((one) => getComputedStyle(one).overflowX !== 'visible')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent ?? ''),
  );

test('in the status bar nothing is cut in both languages, whatever comes to stand in it', async ({
  orrery,
  page,
}) => {
  const bar = page.locator('footer');
  const last = bar.getByRole('button').last();
  const edge = async () => {
    const box = await last.boundingBox();
    return box && box.x + box.width;
  };
  for (const language of ['en', 'zh'] as const) {
    await orrery.open(`/library/ha-startup?t=30s&lang=${language}`);
    expect(await bar.evaluate((footer) => footer.clientHeight)).toBeLessThan(40);
    // A link says what its sender saw, and an act adds what it cut and the way back.
    await orrery.open(`/library/ha-startup?t=30s&v=1&h=00000000&lang=${language}`);
    await orrery.settled();
    await expect(bar.locator('[data-replay]')).toBeVisible();
    const before = await edge();
    await orrery.process('kube-apiserver-a').first().click();
    await orrery.press('k');
    await page.getByRole('dialog').getByRole('button').first().click();
    await expect(bar.getByRole('button', { name: /^(Undo|撤销)$/ })).toBeVisible();
    await orrery.settled();
    expect(await cutTexts(bar), language).toEqual([]);
    // The second line takes nothing away from what stands at the end.
    expect(await edge()).toBe(before);
    expect(await bar.evaluate((footer) => footer.scrollWidth - footer.clientWidth)).toBe(0);
    expect(await layoutFaults(page), language).toEqual([]);
  }
});

test('a notice covers no lane and no button above the status bar', async ({ orrery, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await orrery.open('/library/ha-startup?t=30s');
  await page
    .locator('footer')
    .getByRole('button', { name: /^(Copy|trace)/i })
    .first()
    .click();
  const notice = page.locator('[class*=notice][data-shown=true]');
  await expect(notice).toBeVisible();
  const [said, timeline] = [
    await notice.boundingBox(),
    await page.locator('[data-panel=timeline]').boundingBox(),
  ];
  if (!said || !timeline) throw new Error('nothing is said');
  expect(said.y).toBeGreaterThanOrEqual(timeline.y + timeline.height);
});

test('the longest title takes no more lines of the header than there are', async ({
  orrery,
  page,
}) => {
  for (const [width, height, lines] of [
    [1280, 800, 2],
    [1680, 1050, 1],
  ]) {
    await page.setViewportSize({ width, height });
    await orrery.open('/library/ha-startup?t=30s');
    const picker = page.locator('header').getByRole('button', { name: /^Scenario: Three API/ });
    await expect(picker).toHaveAttribute('title', /^Three API servers.* then a leader$/);
    const title = picker.locator('span').first();
    const high = await title.evaluate((element) => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      return element.clientHeight / line;
    });
    expect(Math.round(high), `${width}`).toBeLessThanOrEqual(lines);
  }
});
