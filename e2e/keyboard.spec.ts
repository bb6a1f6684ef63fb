import type { Page } from '@playwright/test';
import { expect, test } from './orrery.page';

/** Presses a key until what has the focus is what was asked for. */
async function goTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${selector}`);
}

test('without a mouse: select a server, kill it, go on, ask why, go back', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=30s');
  await goTo(page, '[data-target]');
  await goTo(page, '[data-target="kube-apiserver-b"]', 'ArrowRight');
  await page.keyboard.press('Enter');
  await expect(orrery.process('kube-apiserver-b')).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('k');
  // The later kill of another server would be cut; the answer that goes on has the focus.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(orrery.process('kube-apiserver-b')).toHaveAccessibleName(/SIGKILL 00:30\.000/);
  await orrery.settled();
  // The server still has the focus; Space plays there.
  await expect(orrery.process('kube-apiserver-b')).toBeFocused();
  for (const playing of ['true', 'false']) {
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play or pause' })).toHaveAttribute(
      'aria-pressed',
      playing,
    );
  }

  await goTo(page, 'button[aria-label="To the end"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await goTo(page, '[role=tab]');
  await goTo(page, '[data-tab=object]', 'ArrowRight');
  await expect(page.getByRole('heading', { name: /endpoints\/default\/kubernetes/ })).toBeVisible();
  await goTo(page, '[class*=why]');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('tabpanel', { name: 'Why' });
  await expect(answer).toContainText('/registry/services/endpoints/default/kubernetes');
  await expect(answer).toContainText('etcd deleted /registry/masterleases/10.0.0.12');

  await goTo(page, 'button[aria-label="Back to the start"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(orrery.clock).toHaveText('00:00.000');
  await page.keyboard.press('u');
  await orrery.settled();
  await expect(page).toHaveURL(/#\/library\/ha-startup\?/);
});

test('the hooks of a server can be walked', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  await goTo(page, '[data-target]');
  await goTo(page, '[data-target="kube-apiserver-a"]', 'ArrowRight');
  await page.keyboard.press('ArrowDown');
  const tip = page.getByRole('region', { name: 'Stage' }).getByRole('status');
  await expect(tip).toContainText('succeeded since 00:0');
  const first = await tip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tip).not.toHaveText(first ?? '');
});

test('causes and effects are walked with brackets, and each is read out', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=42s');
  await orrery.press('>');
  await expect.poll(async () => (await orrery.view()).get('sel')).toContain('record:');
  const decision = (await orrery.view()).get('sel') ?? '';
  await orrery.press('[');
  await expect.poll(async () => (await orrery.view()).get('sel')).not.toBe(decision);
  const voice = page.locator('[aria-live=polite]');
  await expect(voice).toHaveText(/^00:4\d\.\d{3}: /);
});

test('keys typed into a field are not acts', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=2m9s&sel=actor%3Akube-apiserver-a');
  const before = await orrery.traceHash();
  await page.getByRole('textbox', { name: 'filter lanes' }).fill('kkk');
  await page.keyboard.type('kt');
  await expect(page.getByText('No lane has this in its name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('treeitem', { name: /kube-apiserver-a/ })).toBeVisible();
  expect(await orrery.traceHash()).toBe(before);
});

test('the timeline is walked record by record and lane by lane', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=42s');
  const timeline = page.getByRole('application', { name: 'Timeline' });
  await timeline.focus();
  const selected = async () => (await orrery.view()).get('sel');
  await page.keyboard.press('ArrowDown');
  await expect.poll(selected).toContain('record:');
  const first = await selected();
  await page.keyboard.press('ArrowRight');
  await expect.poll(selected).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(selected).toBe(first);
  await page.keyboard.press('Enter');
  await expect(timeline).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(selected).toBeNull();
});

test('every place that Tab leads to shows that it has the focus', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s&sel=actor%3Akube-apiserver-a&tab=object');
  const seen = new Set<string>();
  for (let presses = 0; presses < 70; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const shown = [element, ...element.querySelectorAll('*')].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      });
      return { what: element.outerHTML.slice(0, 120), shown };
    });
    // After the last place the focus leaves the page.
    if (!focus) break;
    if (!focus.shown) seen.add(focus.what);
  }
  expect([...seen]).toEqual([]);
});
