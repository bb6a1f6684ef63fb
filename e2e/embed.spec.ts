import { deflateRawSync } from 'node:zlib';
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from './orrery.page';
import { StaticHost } from './static-host';

const SETTLED = '[data-testid="embed"][data-status="done"]';

let blog: StaticHost;
let blogAddress: string;

test.beforeEach(async () => {
  blog = new StaticHost('/blog/');
  blogAddress = await blog.start();
});
test.afterEach(async () => {
  await blog.stop();
});

/** A page of somebody else's, of another origin, with a frame in it. */
async function surround(page: Page, address: string): Promise<FrameLocator> {
  const html = `<!doctype html><link rel="icon" href="data:,"><title>A blog</title>
    <script>
      globalThis.told = [];
      addEventListener('message', ({ data }) => {
        if (data.type === 'kube-orrery:height') told.push(data.height);
      });
    </script>
    <iframe src="${address}" width="860" height="560"></iframe>`;
  blog.files = new Map([['index.html', html]]);
  await page.goto('about:blank');
  await page.goto(blogAddress);
  return page.frameLocator('iframe');
}

test('a frame shows stage and timeline, plays, and leads to the whole page', async ({
  page,
  baseURL,
  context,
}) => {
  const frame = await surround(page, `${baseURL}?embed=1#/library/crash-vs-graceful?t=1m3s`);
  await expect(frame.locator(SETTLED)).toBeVisible({ timeout: 30_000 });
  await expect(frame.locator('[data-target="kube-apiserver-b"]')).toBeVisible();
  await expect(frame.getByRole('application', { name: 'Timeline' })).toBeVisible();
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('complementary', { name: 'First hints' })).toHaveCount(0);
  await expect(frame.getByRole('button', { name: 'kill', exact: true })).toHaveCount(0);

  const time = frame.locator('output[data-us]');
  await expect(time).toHaveText('01:03.000');
  const play = frame.getByRole('button', { name: 'Play or pause' });
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(time).not.toHaveText('01:03.000');
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  const stopped = await time.textContent();

  const opening = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Open in Kube Orrery' }).click();
  const whole = await opening;
  await expect(whole.locator('[data-testid="page"][data-status="done"]')).toBeVisible();
  await expect(whole.locator('header output[data-us]')).toHaveText(stopped ?? '');
  expect(new URL(whole.url()).search).toBe('');
});

test('a frame keeps nothing and says nothing but its height', async ({ page, baseURL }) => {
  const query = '?embed=1&view=timeline&theme=light&height=post';
  const frame = await surround(page, `${baseURL}${query}#/library/first-boot`);
  await expect(frame.locator(SETTLED)).toBeVisible({ timeout: 30_000 });
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(frame.locator('[data-target]')).toHaveCount(0);
  await expect(frame.getByRole('treeitem').first()).toBeVisible();
  const told = () =>
    page.evaluate(() => (globalThis as unknown as { told: number[] }).told.at(-1) ?? 0);
  const lanes = () => frame.getByRole('treeitem').count();
  await expect.poll(async () => (await told()) - 24 * (await lanes())).toBe(30 + 24 + 20 + 52);
  const kept = await frame.locator('html').evaluate(() => localStorage.length);
  expect(kept).toBe(0);
});

test('a frame opens share links, and says in words why it does not', async ({ page, baseURL }) => {
  const document = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'own', title: { en: 'My own', zh: '我的' } },
    spec: { seed: 1, until: '5s' },
  };
  const payload = deflateRawSync(JSON.stringify(document)).toString('base64url');
  const frame = await surround(page, `${baseURL}?embed=1#/s/1/${payload}?lang=zh`);
  await expect(frame.locator(SETTLED)).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByText('我的')).toBeVisible();
  await expect(frame.getByRole('link', { name: '在 Kube Orrery 中打开' })).toBeVisible();

  const refused = await surround(page, `${baseURL}?embed=1#/s/1/AAAAAAAA`);
  await expect(refused.getByRole('alert')).toContainText('its content cannot be unpacked');
});
