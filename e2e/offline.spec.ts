import { serviceWorkerText } from '../src/tools/offline/service-worker-text';
import { expect, test } from './orrery.page';
import { StaticHost } from './static-host';

test.use({ serviceWorkers: 'allow' });

let host: StaticHost;
let address: string;

test.beforeEach(async () => {
  host = new StaticHost('/some/path/');
  address = await host.start();
});
test.afterEach(async () => {
  await host.stop();
});

/** Waits until the page is kept: its service worker has taken in every file. */
const KEPT = async (): Promise<string> => {
  const { active } = await navigator.serviceWorker.ready;
  return active?.scriptURL ?? '';
};

test('after the first load the page works without a network, under any path of a host', async ({
  orrery,
  page,
  context,
}) => {
  await page.goto(address);
  await orrery.settled();
  const online = await orrery.traceHash();
  expect(await page.evaluate(KEPT)).toBe(`${address}sw.js`);
  // What the page still warms up with would be cut off by hand, and not by its own doing.
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await host.stop();
  await page.reload();
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(online);

  await page.getByRole('button', { name: /^Scenario/ }).click();
  await page.getByRole('button', { name: /^A crash and a graceful stop/ }).click();
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', online);
  await orrery.settled();
  // What is loaded when it is first wanted is there too.
  await orrery.openTab('Object');
  await orrery.openTab('Why');
  await orrery.press('x');
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();

  const another = await context.newPage();
  await another.goto(`${address}index.html?from=bookmark#/library/first-boot`);
  await expect(another.locator('[data-status="done"]')).toHaveCount(1, { timeout: 30_000 });
  host = new StaticHost('/');
  await host.start();
});

test('a newer version waits until it is let in, then every tab has it and only it', async ({
  orrery,
  page,
  context,
}) => {
  await page.goto(`${address}#/library/first-boot`);
  await orrery.settled();
  await page.evaluate(KEPT);
  await page.reload();
  await orrery.settled();
  const second = await context.newPage();
  await second.goto(`${address}#/library/slow-hook`);
  await expect(second.locator('[data-status="done"]')).toHaveCount(1, { timeout: 30_000 });

  const next = new Map<string, string | Buffer>(host.files);
  const html = String(next.get('index.html'));
  next.set('index.html', html.replace('<div id="root">', '<div id="root" data-version="next">'));
  next.delete('sw.js');
  host.files = new Map([...next, ['sw.js', serviceWorkerText(next)]]);

  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const notice = page.getByText('A newer version of Kube Orrery is ready.');
  // It takes every file in again, each looked at.
  await expect(notice).toBeVisible({ timeout: 30_000 });
  const root = page.locator('#root');
  await page.reload();
  await orrery.settled();
  await expect(root, 'the old version goes on').not.toHaveAttribute('data-version');

  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(root).toHaveAttribute('data-version', 'next');
  await expect(second.locator('#root')).toHaveAttribute('data-version', 'next');
  await orrery.settled();
  expect(page.url()).toContain('#/library/first-boot');
  const caches = await page.evaluate(() => globalThis.caches.keys());
  expect(caches).toHaveLength(1);
});

test('files of two versions are never taken in together', async ({ orrery, page }) => {
  // As while a host is being updated: the list is of one version, a file of another.
  const mixed = new Map<string, string | Buffer>(host.files);
  mixed.set('favicon.svg', `${mixed.get('favicon.svg')}<!-- other -->`);
  host.files = mixed;
  await page.goto(address);
  await orrery.settled();
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await new Promise<void>((resolve) => {
      const look = async () => {
        const found = await serviceWorker.getRegistration();
        const worker = found?.installing ?? found?.waiting ?? found?.active;
        if (!worker) resolve();
        else setTimeout(look, 100);
      };
      setTimeout(look, 1_000);
    });
  });
  expect(await page.evaluate(() => globalThis.caches.keys())).toEqual([]);
});
