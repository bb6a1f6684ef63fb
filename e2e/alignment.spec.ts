/** What an eye sees and measuring overlaps does not: what stands in one row, what is faded. */
import type { Locator } from '@playwright/test';
import { expect, type OrreryPage, test } from './orrery.page';

/** Bottoms of the letters of each element, px: in one row they are the same. */
const bottoms = (parts: Locator): Promise<readonly number[]> =>
  parts.evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()].map(({ bottom }) => bottom);
      return Math.round(Math.max(...boxes));
    }),
  );
const spread = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);

const look = (orrery: OrreryPage, scenario: string, view: Record<string, string>) =>
  orrery.turnTo(`/library/${scenario}?${new URLSearchParams({ lang: 'en', ...view })}`);

test('tabs that all have room are not faded by what was scrolled before', async ({
  orrery,
  page,
}) => {
  await orrery.open(
    '/library/kcm-startup?t=50s&tab=journey&sel=object:/registry/namespaces/default',
  );
  const fade = () =>
    page.getByRole('tablist').evaluate((list) => {
      const { scrollLeft } = list;
      const style = getComputedStyle(list);
      const [before, after] = ['--more-before', '--more-after'].map((name) =>
        Number.parseFloat(style.getPropertyValue(name)),
      );
      return { scrolled: scrollLeft > 0, before: before > 1, after: after > 1 };
    });
  await expect.poll(fade).toEqual({ scrolled: true, before: true, after: false });
  await look(orrery, 'kcm-startup', { t: '50s', tab: 'etcd', sel: 'actor:etcd' });
  await expect.poll(fade).toEqual({ scrolled: false, before: false, after: false });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a longer run is shown as a whole where a shorter one was', async ({ orrery, page }) => {
    const window = async () => {
      const view = await orrery.view();
      return [view.get('from'), view.get('to')];
    };
    await orrery.open('/library/kcm-startup?t=30s');
    await look(orrery, 'node-port-clash', { t: '100s', tab: 'node-ports' });
    // Longer than a window glides, and the address is behind.
    await page.waitForTimeout(1_000);
    expect(await window()).toEqual(['0s', '800s']);
    // Nor is a record looked for where the run before had one of its number.
    const part = { t: '50s', from: '40s', to: '60s', sel: 'record:900' };
    await look(orrery, 'leader-handoff-crash', part);
    await page.waitForTimeout(1_000);
    expect(await window()).toEqual(['40s', '60s']);
  });
});

test('what stands in one row has one line of letters', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&tab=etcd&sel=actor:etcd');
  const panel = page.getByRole('tabpanel');
  const facts = panel.locator('header p').locator('button, span:not(:has(*)):not([role])');
  await expect(facts).toHaveCount(4);
  expect(spread(await bottoms(facts))).toBeLessThanOrEqual(1);
  await look(orrery, 'ha-startup', {
    t: '44s',
    tab: 'watch-cache',
    sel: 'actor:kube-apiserver-a',
  });
  for (const head of await panel.locator('thead').all()) {
    const cells = head.locator('th:not(:has(button)), th button');
    expect(spread(await bottoms(cells))).toBeLessThanOrEqual(1);
  }
});

test('names of constants and of kinds are not broken within a word', async ({ orrery, page }) => {
  await page.setViewportSize({ width: 1680, height: 1050 });
  await orrery.open('/library/queue-under-failure?t=45s&tab=source&sel=actor:etcd');
  const name = page.getByRole('rowheader', { name: 'DEFAULT_QUOTA_BYTES' });
  const lines = await name.evaluate((cell) => {
    const tops = [...cell.childNodes].flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return node.nodeType === Node.TEXT_NODE ? [range.getClientRects().length] : [];
    });
    return tops;
  });
  expect(lines).toEqual([1, 1, 1]);
  await look(orrery, 'queue-under-failure', {
    t: '45s',
    tab: 'object',
    sel: 'object:/registry/namespaces/default',
  });
  const kind = page.locator('summary', { hasText: 'prioritylevelconfigurations' });
  const line = page.locator('summary', { hasText: /^roles$/ });
  const height = async (of: Locator) => (await of.boundingBox())?.height;
  expect(await height(kind)).toBe(await height(line));
});

test('words on the way of a request lie over the lines behind them', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&tab=request&sel=record:3000');
  const rows = page.getByRole('list', { name: 'The way of the request' }).getByRole('button');
  await expect(rows.first()).toBeVisible();
  const words = rows.locator('[translate=no]').last();
  await expect(words).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const time = rows.locator('em');
  for (const each of await time.all()) await expect(each).toHaveCSS('white-space', 'nowrap');
});

test('the header of a wide screen is one row however fast the run was', async ({
  orrery,
  page,
}) => {
  await page.setViewportSize({ width: 1800, height: 1050 });
  await orrery.open('/library/crash-vs-graceful?t=44s&lang=en');
  const header = page.getByRole('banner');
  const speed = header.getByText(/× real time$/);
  await speed.evaluate((span) => {
    span.textContent = '24,100× real time';
  });
  const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);
  const help = header.getByRole('button').last();
  expect((await top(help)) - (await top(header))).toBeLessThan(20);
});

test('rows of sheets and lines are in order', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&sel=actor:kube-apiserver-a');
  await orrery.press('?');
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('dd').first()).toBeVisible();
  const meanings = await sheet
    .locator('dd')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
  // Two columns, in each of which all that a key means begins at one place.
  expect(new Set(meanings).size).toBe(2);
  await page.keyboard.press('Escape');

  await expect(sheet).toHaveCount(0);
  await orrery.press('g');
  await expect(sheet.getByLabel('Error text')).toBeVisible();
  const [process, lasts] = [
    sheet.getByText('Process', { exact: true }),
    sheet.getByText('How long'),
  ];
  expect(spread([...(await bottoms(process)), ...(await bottoms(lasts))])).toBeLessThanOrEqual(1);
  const error = sheet.getByLabel('Error text');
  expect(await error.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');

  const footer = await page.getByRole('contentinfo').boundingBox();
  for (const [key, line] of [
    ['/', page.getByRole('search')],
    ['m', page.getByRole('form', { name: /^Note at/ })],
    ['|', page.getByRole('region', { name: /^Breakpoints/ })],
  ] as const) {
    await orrery.press(key);
    await expect(line).toBeVisible();
    const box = await line.boundingBox();
    expect((footer?.y ?? 0) - (box ? box.y + box.height : 0), key).toBeGreaterThanOrEqual(4);
    if (key === '|')
      await expect(line.getByRole('textbox')).not.toHaveCSS('border-top-width', '0px');
    await page.keyboard.press('Escape');
  }
});

test('one expectation is counted in the singular', async ({ orrery, page }) => {
  await orrery.open('/library/leader-handoff-crash?t=50s&sel=actor:kube-apiserver-a&lang=en');
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('5 of 5 expectations hold');
  await orrery.press('k');
  await expect(foot).toContainText('1 of 1 expectation holds, 4 no longer checked');
});
