import { expect, test } from './orrery.page';

test.beforeEach(async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=0s');
});

test('the slash searches; Enter walks the hits, Escape closes', async ({ orrery, page }) => {
  await orrery.press('/');
  const field = page.getByRole('textbox', { name: 'Search records' });
  await expect(field).toBeFocused();
  await field.fill('scenario kill kube-apiserver-c');
  await expect(page.getByText('hits: 2')).toBeVisible();
  await field.press('Enter');
  await expect.poll(() => orrery.time()).toBe(40_000_000);
  await expect(page.getByText('hit 1 of 2')).toBeVisible();
  await field.fill('lease-reconciler decision');
  await field.press('Enter');
  // From the playhead on, so that it is not the first of all; and not the answer of before.
  const place = page.getByText(/^hit \d+ of (?!2$)\d+$/);
  await expect(place).toBeVisible();
  const first = (await place.textContent()) ?? '';
  const time = await orrery.time();
  await field.press('Enter');
  await expect(place).not.toHaveText(first);
  await field.press('Shift+Enter');
  await expect(place).toHaveText(first);
  await orrery.isAt(time);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
});

test('a query without a hit says so, in both languages', async ({ orrery, page }) => {
  await orrery.press('/');
  const field = page.getByRole('textbox', { name: 'Search records' });
  await field.fill('zzz');
  await expect(page.getByText('No record has all of “zzz”.')).toBeVisible();
  await field.press('Escape');
  await orrery.press('l');
  await orrery.press('/');
  await page.getByRole('textbox', { name: '搜索记录' }).fill('zzz');
  await expect(page.getByText('没有记录同时含有“zzz”。')).toBeVisible();
});

test('what is typed right behind the slash is searched, not done', async ({ orrery, page }) => {
  await orrery.press('/');
  await page.keyboard.type('masterleases');
  await expect(page.getByRole('textbox', { name: 'Search records' })).toHaveValue('masterleases');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the slash works from the first picture on, before there is a run', async ({
  orrery,
  page,
}) => {
  await page.goto('about:blank');
  await page.route('**/worker/main-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('./#/library/ha-startup?t=0s');
  await expect(page.getByRole('heading', { name: 'Kube Orrery' })).toBeAttached();
  await page.keyboard.press('/');
  await page.keyboard.type('kill');
  await expect(page.getByTestId('page')).toHaveAttribute('data-status', 'loading');
  await expect(page.getByRole('textbox', { name: 'Search records' })).toHaveValue('kill');
  await orrery.settled();
  await expect(page.getByText(/^hits: \d+$/)).toBeVisible();
});

test('hits are on the minimap, where they happened', async ({ orrery, page }) => {
  const minimap = page.locator('canvas[data-layer=minimap]');
  await expect(minimap).toBeVisible();
  await orrery.press('/');
  await expect(page.getByRole('textbox', { name: 'Search records' })).toBeFocused();
  // The first look is what later ones are compared with.
  expect(await minimap.evaluate(changedColumns)).toEqual([]);
  await page.keyboard.type('scenario kill kube-apiserver-c');
  await expect(page.getByText('hits: 2')).toBeVisible();
  // Both are at 40 of 130 seconds, and nothing else of the picture is another one.
  await expect.poll(() => minimap.evaluate(changedColumns)).not.toEqual([]);
  for (const place of await minimap.evaluate(changedColumns)) {
    expect(place).toBeCloseTo(40 / 130, 1);
  }
});

/** What is kept in the page from one look to the next. */
type Remembering = typeof globalThis & { before?: Uint8ClampedArray };

/** Runs in the page: the columns whose picture is another than at first, as parts of the width. */
function changedColumns(shown: SVGElement | HTMLElement): number[] {
  const { width, height } = shown as HTMLCanvasElement;
  // A copy: reading the page's own canvas would slow it down, and the browser says so.
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d', { willReadFrequently: true });
  context?.drawImage(shown as HTMLCanvasElement, 0, 0);
  const now = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const page = globalThis as Remembering;
  page.before ??= now;
  const { before } = page;
  const columns = new Set<number>();
  now.forEach((value, at) => {
    if (value !== before[at]) columns.add(((at >> 2) % width) / width);
  });
  return [...columns];
}
