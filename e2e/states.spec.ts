import { deflateRawSync } from 'node:zlib';
import { test as unguarded } from '@playwright/test';
import { expect, test } from './orrery.page';

const link = (document: object): string =>
  `/s/1/${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;

test('a worker that the browser ended is missed, and another one goes on', async ({
  orrery,
  page,
}) => {
  await page.clock.install();
  await orrery.open('/library/crash-vs-graceful?t=20s&sel=actor%3Akube-apiserver-b');
  const hash = await orrery.traceHash();
  const [worker] = page.workers();
  const closed = worker.waitForEvent('close');
  await worker.evaluate(() => close());
  await closed;
  const seed = page.getByLabel(/^seed/i).first();
  await seed.fill('4711');
  await seed.press('Enter');
  await expect(page.getByText('running again')).toBeVisible();
  await page.clock.runFor(40_000);

  const banner = page.getByRole('alert');
  await expect(banner).toContainText('The model is gone');
  await expect(banner).toContainText('the worker has said nothing for');
  await banner.getByRole('button', { name: 'Run it again' }).click();
  await orrery.settled();
  await expect(banner).toBeHidden();
  expect(await orrery.traceHash()).not.toBe(hash);
});

// What fails here fails on purpose, so the guard of the other tests is left out.
unguarded(
  'a worker that cannot be loaded is said in words, in both languages',
  async ({ page }) => {
    await page.route('**/worker/main-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('./#/library/first-boot');
    const banner = page.getByRole('alert');
    await expect(banner).toContainText('The model is gone');
    await expect(banner).toContainText('Its worker could not be loaded');
    await expect(page.getByText('Nothing is running')).toBeVisible();
    await page.getByRole('button', { name: 'Switch to Chinese' }).click();
    await expect(banner).toContainText('模型已不在运行');
    await page.unroute('**/worker/main-*.js');
    await banner.getByRole('button', { name: '重新运行' }).click();
    await expect(page.locator('[data-status="done"]')).toBeVisible({ timeout: 30_000 });
  },
);

test('a long run is stopped while it is computed, and what came of it stays', async ({
  orrery,
  page,
}) => {
  const place = link({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'long' },
    spec: {
      until: '20h',
      apiServers: [
        {
          name: 'solo',
          flags: ['--advertise-address=10.0.0.9', '--service-cluster-ip-range=10.96.0.0/12'],
        },
      ],
    },
  });
  await page.goto(`./#${place}?t=20s`);
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByTestId('page')).toHaveAttribute('data-status', 'stopped');
  await expect(foot).toContainText(/records so far, stopped at \d+:/);
  const said = await foot.textContent();
  await orrery.press('End');
  const end = await orrery.time();
  expect(end).toBeGreaterThan(20_000_000);
  await orrery.seek('21s');
  await orrery.isAt(21_000_000);
  expect(await foot.textContent()).toBe(said);
  await foot.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByTestId('page')).toHaveAttribute('data-status', 'running');
  await orrery.press('l');
  await foot.getByRole('button', { name: '停止', exact: true }).click();
  await expect(foot).toContainText('停止于');
});

test('a run without a single server is shown for what it is', async ({ orrery, page }) => {
  const nothing = {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'nothing' },
    spec: { until: '0s' },
  };
  await orrery.open(link(nothing));
  await expect(page.getByRole('contentinfo')).toContainText(/\d+ records/);
  await expect(page.getByText(/real time/), 'no length, so no speed').toHaveCount(0);
  for (const name of ['Object', 'etcd', 'Why', 'Reconcile', 'Hooks and health', 'Cluster IPs']) {
    await orrery.openTab(name);
  }
  await orrery.press('x');
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
});

for (const [what, name] of [
  ['is full', 'QuotaExceededError'],
  ['is denied', 'SecurityError'],
] as const) {
  test(`storage that ${what} is said once, and everything works`, async ({ orrery, page }) => {
    await page.addInitScript((error) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no', error);
      };
      if (error === 'SecurityError') {
        Storage.prototype.getItem = Storage.prototype.setItem as never;
      }
    }, name);
    await orrery.open('/library/first-boot');
    const notice = page.getByText('This browser keeps nothing');
    await orrery.press('n');
    await expect(notice).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await orrery.openTab('Object');
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await orrery.press('l');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says in both languages what it needs', async ({ page }) => {
    await page.goto('./');
    const words = page.locator('noscript p');
    await expect(words).toBeVisible();
    await expect(words).toContainText('so needs JavaScript');
    await expect(words).toContainText('因此需要');
  });
});

for (const [what, lose] of [
  ['workers', () => Reflect.deleteProperty(globalThis, 'Worker')],
  ['a newer language', () => Reflect.deleteProperty(Array.prototype, 'toSorted')],
] as const) {
  test(`a browser without ${what} is told so in both languages`, async ({ page }) => {
    await page.addInitScript(lose);
    await page.goto('./');
    const words = page.getByRole('alert');
    await expect(words).toContainText('Kube Orrery needs a browser of 2023 or later');
    await expect(words).toContainText('需要 2023 年或更新的浏览器');
    await expect(page.locator('#root')).toBeEmpty();
  });
}

unguarded.describe('a part that cannot be loaded', () => {
  unguarded('leaves the other tabs, and says what to do, in both languages', async ({ page }) => {
    await page.route('**/assets/why-panel-*.js', (route) => route.abort());
    await page.goto('./#/library/first-boot?tab=why');
    const alert = page.getByRole('tabpanel').getByRole('alert');
    await expect(alert).toContainText('A part of the page is missing');
    await page.locator('body').press('l');
    await expect(alert).toContainText('页面缺少一部分');
    await page.getByRole('tab', { name: '对象' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await page.getByRole('tab', { name: '为什么' }).click();
    await page.unroute('**/assets/why-panel-*.js');
    await expect.poll(() => page.url()).toContain('tab=why');
    await alert.getByRole('button', { name: '重新加载页面' }).click();
    await expect(page.getByRole('tabpanel', { name: '为什么' })).not.toBeEmpty();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  unguarded('a sheet that does not come can be closed', async ({ page }) => {
    await page.route('**/assets/help-sheet-*.js', (route) => route.abort());
    await page.goto('./#/library/first-boot');
    await page.locator('body').press('?');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('A part of the page is missing');
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
    await expect(page.locator('[data-status="done"]')).toBeVisible({ timeout: 30_000 });
  });

  for (const part of ['run-parts', 'navigation']) {
    unguarded(`${part}: the page says so in the place of the run`, async ({ page }) => {
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
      await page.goto('./#/library/first-boot');
      await expect(page.getByRole('alert')).toContainText('A part of the page is missing');
      await expect(page.getByRole('banner')).toBeVisible();
      await page.goto('./?embed=1#/library/first-boot');
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('A part of the page is missing');
    });
  }
});
