import { expect, type OrreryPage, test } from './orrery.page';

/** Of the run, seconds. */
const LENGTH = 130;

interface Window {
  readonly from: number;
  readonly to: number;
}

/** The visible window as the address says it, seconds. */
async function visible(orrery: OrreryPage): Promise<Window> {
  const view = await orrery.view();
  const seconds = (key: string) => Number((view.get(key) ?? '').replace(/s$/, ''));
  return { from: seconds('from'), to: seconds('to') };
}

const lengthOf = ({ from, to }: Window): number => to - from;

async function areaOf(orrery: OrreryPage) {
  const box = await orrery.page.getByRole('application', { name: 'Timeline' }).boundingBox();
  if (!box) throw new Error('the timeline is not on the page');
  return box;
}

test.beforeEach(async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=30s');
  await expect.poll(() => visible(orrery)).toEqual({ from: 0, to: LENGTH });
});

test('the wheel zooms where the pointer is; shift and wheel move', async ({ orrery, page }) => {
  const area = await areaOf(orrery);
  await page.mouse.move(area.x + area.width / 3, area.y + area.height / 2);
  await page.mouse.wheel(0, -500);
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeLessThan(90);
  const zoomed = await visible(orrery);
  // A third of the way along is the same time, before and after.
  expect(zoomed.from + lengthOf(zoomed) / 3).toBeCloseTo(LENGTH / 3, 0);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 200);
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await visible(orrery)).from).toBeGreaterThan(zoomed.from);
  expect(lengthOf(await visible(orrery))).toBeCloseTo(lengthOf(zoomed), 3);
});

test('keys by position zoom, move and show all again', async ({ orrery }) => {
  for (let i = 0; i < 3; i += 1) await orrery.press('w');
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeLessThan(36);
  const zoomed = await visible(orrery);
  await orrery.press('d');
  await expect.poll(async () => (await visible(orrery)).from).toBeGreaterThan(zoomed.from);
  await orrery.press('a');
  await expect.poll(async () => (await visible(orrery)).from).toBeCloseTo(zoomed.from, 3);
  await orrery.press('s');
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeGreaterThan(lengthOf(zoomed));
  await orrery.press('0');
  await expect.poll(() => visible(orrery)).toEqual({ from: 0, to: LENGTH });
});

test('dragging moves the picture, and is not a click', async ({ orrery, page }) => {
  for (let i = 0; i < 3; i += 1) await orrery.press('w');
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeLessThan(36);
  const before = await visible(orrery);
  const area = await areaOf(orrery);
  const y = area.y + area.height - 12;
  await page.mouse.move(area.x + area.width * 0.6, y);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.85, y, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => (await visible(orrery)).from)
    .toBeCloseTo(before.from - lengthOf(before) / 4, 0);
  expect((await orrery.view()).get('sel')).toBeNull();
});

test('the minimap moves and resizes the window', async ({ orrery, page }) => {
  for (let i = 0; i < 3; i += 1) await orrery.press('w');
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeLessThan(36);
  const before = await visible(orrery);
  const map = await page.getByTitle('The whole run', { exact: true }).boundingBox();
  if (!map) throw new Error('the minimap is not on the page');
  const at = (seconds: number): number => map.x + (seconds / LENGTH) * map.width;
  const y = map.y + map.height / 2;
  // Outside brings the window there.
  await page.mouse.click(at(90), y);
  await expect.poll(async () => (await visible(orrery)).from).toBeGreaterThan(70);
  expect(lengthOf(await visible(orrery))).toBeCloseTo(lengthOf(before), 1);
  const { from, to } = await visible(orrery);
  // Its end makes it longer.
  await page.mouse.move(at(to), y);
  await page.mouse.down();
  await page.mouse.move(at(to) + (5 / LENGTH) * map.width, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await visible(orrery)).to).toBeCloseTo(to + 5, 0);
  expect((await visible(orrery)).from).toBeCloseTo(from, 3);
});

test('pointing at a mark says what it is, a click on it selects its record', async ({
  orrery,
  page,
}) => {
  const area = await areaOf(orrery);
  const row = await page.getByRole('treeitem', { name: /scenario/ }).boundingBox();
  if (!row) throw new Error('the lane is not on the page');
  // The kill, at 40 s.
  const mark = { x: area.x + (40.2 / LENGTH) * area.width, y: row.y + row.height / 2 };
  await page.mouse.move(mark.x, mark.y);
  await expect(page.locator('[class*=tooltip]')).toContainText('00:40.000');
  await page.mouse.click(mark.x, mark.y);
  await expect.poll(async () => (await orrery.view()).get('sel')).toContain('record:');
  const why = await orrery.openTab('Why');
  await expect(why.locator('[aria-current=true]')).toContainText('00:40.000');
});

test('idle stretches fold, the link keeps it, and times stay right', async ({ orrery, page }) => {
  await orrery.press('z');
  await expect.poll(async () => (await orrery.view()).get('idle')).toBe('folded');
  const fold = page.getByRole('button', { name: 'Fold long idle stretches' });
  await expect(fold).toHaveAttribute('aria-pressed', 'true');
  expect(await visible(orrery)).toEqual({ from: 0, to: LENGTH });
  // The axis is a scrubber still: its end is the end of the run.
  const area = await areaOf(orrery);
  await page.mouse.click(area.x + area.width - 1, area.y + 18);
  await expect.poll(() => orrery.time()).toBeGreaterThan(129_000_000);
  await page.reload();
  await orrery.settled();
  await expect(fold).toHaveAttribute('aria-pressed', 'true');
  await fold.click();
  await expect.poll(async () => (await orrery.view()).get('idle')).toBeNull();
});

test.describe('lanes', () => {
  test('fold, are filtered, pinned and selected', async ({ orrery, page }) => {
    const tree = page.getByRole('tree', { name: 'Lanes' });

    await test.step('unfold and fold, by pointer and by key', async () => {
      const server = tree.getByRole('treeitem', { name: /kube-apiserver-a/ }).first();
      await expect(server).toHaveAttribute('aria-expanded', 'false');
      const inner = tree.getByRole('treeitem', { level: 2 });
      await server.getByRole('button', { name: 'Unfold kube-apiserver-a' }).click();
      await expect(server).toHaveAttribute('aria-expanded', 'true');
      await expect(inner.first()).toBeVisible();
      await server.press('ArrowLeft');
      await expect(server).toHaveAttribute('aria-expanded', 'false');
      await expect(inner).toHaveCount(0);
    });

    await test.step('a filter leaves those with its words, and can be cleared', async () => {
      const filter = page.getByRole('textbox', { name: 'filter lanes' });
      await filter.fill('reconciler');
      await expect(tree.getByRole('treeitem', { name: /lease-reconciler/ }).first()).toBeVisible();
      await expect(tree.getByRole('treeitem', { name: /scenario/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Clear the filter' }).click();
      await expect(filter).toHaveValue('');
      await expect(tree.getByRole('treeitem', { name: /scenario/ })).toBeVisible();
    });

    await test.step('a pinned lane stands on top', async () => {
      await tree.getByRole('treeitem', { name: /etcd/ }).hover();
      await tree.getByRole('button', { name: 'Pin etcd at the top' }).click();
      await expect(tree.getByRole('treeitem').first()).toContainText('etcd');
      await tree.getByRole('treeitem').first().hover();
      await tree.getByRole('button', { name: 'Unpin etcd' }).click();
      await expect(tree.getByRole('treeitem').first()).toContainText('scenario');
    });

    await test.step('a lane selects its actor, and the stage shows it', async () => {
      await tree.getByRole('treeitem', { name: /kube-apiserver-b/ }).click();
      await expect(orrery.process('kube-apiserver-b')).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('records in view can be read as a table', async () => {
      const table = page.getByRole('table', { name: /^Records in view, \d+ of / });
      await expect(table.getByRole('row').nth(1)).toContainText('00:0');
    });
  });

  test('keys fold and pin the selected lane, and the link keeps both', async ({ orrery, page }) => {
    const tree = page.getByRole('tree', { name: 'Lanes' });
    await tree.getByRole('treeitem', { name: /kube-apiserver-b/ }).click();
    await orrery.press('v');
    await expect(tree.getByRole('treeitem', { level: 2 }).first()).toBeVisible();
    await orrery.press('j');
    await expect(tree.getByRole('treeitem').first()).toContainText('kube-apiserver-b');
    await expect.poll(async () => (await orrery.view()).get('pin')).toBe('kube-apiserver-b');
    await page.reload();
    await orrery.settled();
    await expect(tree.getByRole('treeitem').first()).toContainText('kube-apiserver-b');
    await expect(tree.getByRole('treeitem', { level: 2 }).first()).toBeVisible();
  });
});

test('zooming in leaves a trail, and Backspace and a click lead back', async ({ orrery, page }) => {
  const trail = page.getByRole('navigation', { name: 'Windows one zoomed in from' });
  await expect(trail).toHaveCount(0);
  await orrery.press('w');
  await expect(trail.getByRole('button')).toHaveText(['00:00.000 – 02:10.000']);
  await orrery.press('w');
  await expect(trail.getByRole('button')).toHaveCount(2);
  // The address says it up to half a second late.
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeLessThan(55);
  await orrery.press('d');
  await expect(trail.getByRole('button')).toHaveCount(2);
  const inside = await visible(orrery);
  await orrery.press('Backspace');
  await expect(trail.getByRole('button')).toHaveCount(1);
  await expect.poll(async () => lengthOf(await visible(orrery))).toBeGreaterThan(lengthOf(inside));
  await trail.getByRole('button', { name: 'Back to 00:00.000 – 02:10.000' }).click();
  await expect(trail).toHaveCount(0);
  await expect.poll(() => visible(orrery)).toEqual({ from: 0, to: LENGTH });
});
