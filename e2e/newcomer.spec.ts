/**
 * Somebody who has never seen the page finds out within a minute why an address left the endpoints,
 * by what is visible: with nothing but a mouse, and with nothing but Tab and Enter.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, type OrreryPage, test } from './orrery.page';

/** The answer, in the words of the page. */
const ANSWER = 'Step: kill kube-apiserver-c';
/** What is pressed, by what is written on it or said of it, in turn. */
const WAY: readonly (readonly [name: string | RegExp, then: (page: Page) => Locator])[] = [
  // The run is of 130 s: to its end, where one address is missing.
  ['To the end', (page) => page.locator('output[data-us="130000000"]')],
  ['why?', (page) => page.getByRole('tabpanel', { name: 'Why' }).getByText(ANSWER)],
];
/** A click every five seconds, and a key each second: within a minute, and room for reading. */
const MOST_CLICKS = 4;
const MOST_KEYS = 50;

/** What a person would see first: the page as it opens. */
async function arrive(orrery: OrreryPage): Promise<void> {
  await orrery.open();
  await expect(orrery.page.getByRole('complementary', { name: 'First hints' })).toBeVisible();
}

test('with a mouse alone', async ({ orrery, page }) => {
  await arrive(orrery);
  let clicks = 0;
  for (const [name, then] of WAY) {
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeInViewport();
    await button.click();
    clicks += 1;
    await expect(then(page)).toBeVisible();
  }
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

test('with Tab and Enter alone', async ({ orrery, page }) => {
  await arrive(orrery);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    expect(keys, 'keys pressed').toBeLessThanOrEqual(MOST_KEYS);
    await page.keyboard.press(key);
  };
  for (const [name, then] of WAY) {
    const target = page.getByRole('button', { name }).first();
    await expect(target).toBeVisible();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    // Each step goes on from where the last one has left the focus.
    while (!(await isThere())) await press('Tab');
    await press('Enter');
    await expect(then(page)).toBeVisible();
  }
});
