import { expect, type OrreryPage, test } from './orrery.page';

/** Where the playhead is once it has come to rest. */
async function restingTime(orrery: OrreryPage): Promise<number> {
  await expect(orrery.page.getByRole('button', { name: 'Play or pause' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  return orrery.time();
}

test.describe('playing', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('Space pauses and plays, and nothing moves while it is paused', async ({ orrery, page }) => {
    await orrery.open();
    await orrery.togglePlay();
    const paused = await restingTime(orrery);
    expect(paused).toBeGreaterThan(0);
    // Anything that still moved would have moved by the time another view was laid out.
    await orrery.openTab('Object');
    expect(await orrery.time()).toBe(paused);
    await orrery.togglePlay();
    await expect(page.getByRole('button', { name: 'Play or pause' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(() => orrery.time()).toBeGreaterThan(paused);
  });

  test('it goes at the speed that was chosen', async ({ orrery, page }) => {
    await orrery.open('/library/crash-vs-graceful?t=0s');
    const speeds = page.getByRole('group', { name: 'Speed' });
    await speeds.getByRole('button', { name: '10×', exact: true }).click();
    const began = Date.now();
    await orrery.togglePlay();
    await expect.poll(() => orrery.time()).toBeGreaterThan(15_000_000);
    const virtual = (await orrery.time()) / 1_000;
    const wall = Date.now() - began;
    // A busy machine draws fewer frames, and then time goes slower, but never faster.
    expect(virtual / wall).toBeGreaterThan(1);
    expect(virtual / wall).toBeLessThan(12);
    await orrery.press('+');
    await expect(speeds.getByRole('button', { name: '100×' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await orrery.press('-');
    await orrery.press('-');
    await expect(speeds.getByRole('button', { name: '1×', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('max goes to the end at once; playing from the end begins anew', async ({
    orrery,
    page,
  }) => {
    await orrery.open('/library/ha-startup?t=10s');
    await page.getByRole('button', { name: 'max' }).click();
    await orrery.togglePlay();
    // The scenario has a breakpoint on the way.
    const breakpoints = page.getByRole('region', { name: 'Breakpoints' });
    await expect(breakpoints).toContainText('Stopped at kind = etcd and op = delete');
    expect(await restingTime(orrery)).toBeLessThan(60_000_000);
    await orrery.togglePlay();
    await expect(orrery.clock).toHaveText('02:10.000');
    expect(await restingTime(orrery)).toBe(130_000_000);
    await expect(breakpoints).toContainText('The playhead stands on no breakpoint.');
    await page.getByRole('button', { name: '1×', exact: true }).click();
    await orrery.togglePlay();
    await expect.poll(() => orrery.time()).toBeLessThan(60_000_000);
  });
});

test('Home and End lead to the ends', async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=40s');
  await orrery.press('End');
  await expect(orrery.clock).toHaveText('02:10.000');
  await orrery.press('Home');
  await expect(orrery.clock).toHaveText('00:00.000');
});

test('stepping goes from record to record, and back the same way', async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=40s');
  const selected = async (): Promise<string> => {
    await expect.poll(async () => (await orrery.view()).get('sel')).toContain('record:');
    return (await orrery.view()).get('sel') ?? '';
  };
  await orrery.press('.');
  const first = { record: await selected(), time: await orrery.time() };
  for (let i = 0; i < 5; i += 1) await orrery.press('.');
  await expect.poll(() => orrery.time()).toBeGreaterThan(first.time);
  for (let i = 0; i < 5; i += 1) await orrery.press(',');
  await expect.poll(() => orrery.time()).toBe(first.time);
  await expect.poll(selected).toBe(first.record);
});

test('stepping by decision stops only where something was decided', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=42s&tab=why');
  for (let i = 0; i < 3; i += 1) {
    const before = await orrery.time();
    await orrery.press('>');
    await expect.poll(() => orrery.time()).toBeGreaterThanOrEqual(before);
    const answer = page.getByRole('tabpanel', { name: 'Why' }).locator('[aria-current="true"]');
    await expect(answer).toContainText(/decided|endpoints/);
  }
  const there = await orrery.time();
  await orrery.press('<');
  await expect.poll(() => orrery.time()).toBeLessThanOrEqual(there);
});

test('the playhead follows the pointer on the time axis', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=10s');
  const axis = await page.getByRole('application', { name: 'Timeline' }).boundingBox();
  if (!axis) throw new Error('the timeline is not on the page');
  const y = axis.y + 8;
  await page.mouse.move(axis.x + axis.width / 2, y);
  await page.mouse.down();
  await expect.poll(() => orrery.time()).toBeGreaterThan(64_000_000);
  await page.mouse.move(axis.x + axis.width / 4, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await orrery.time()) - 32_500_000)).toBeLessThan(300_000);
  const time = await orrery.time();
  await expect.poll(async () => (await orrery.view()).get('t')).toBe(`${time / 1_000_000}s`);
});

test('a breakpoint of one’s own is refused with a reason, or walked', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=0s');
  await orrery.press('|');
  const field = page.getByRole('textbox', { name: 'Add a breakpoint' });
  await field.fill('colour = red');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('no record has a field "colour"');
  await field.fill('kind = fault and verb = kill');
  await field.press('Enter');
  await field.press('Escape');
  await orrery.press('}');
  await expect.poll(() => orrery.time()).toBe(40_000_000);
  const bar = page.getByRole('region', { name: 'Breakpoints' });
  await expect(bar).toContainText('Stopped at kind = fault and verb = kill');
  await bar.getByRole('button', { name: 'Remove kind = fault and verb = kill' }).click();
  await expect(bar.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});
