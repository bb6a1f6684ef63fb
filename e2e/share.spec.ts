import { expect, test } from './orrery.page';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const PLACE = '/library/crash-vs-graceful?t=1m3s&sel=actor%3Akube-apiserver-b&tab=object';

test('the link that was copied opens the same run at the same place', async ({ orrery, page }) => {
  await orrery.open(PLACE);
  const hash = await orrery.traceHash();
  await page.getByRole('button', { name: 'Share' }).click();
  const shown = await page.getByRole('textbox', { name: 'Copy the link' }).inputValue();
  await page.getByRole('button', { name: 'Copy the link', exact: true }).click();
  await expect(page.getByText('The link was copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(shown);

  await page.goto('about:blank');
  await page.goto(link);
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(hash);
  expect(await orrery.time()).toBe(63_000_000);
  await expect(orrery.process('kube-apiserver-b')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('tab', { name: 'Object' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('replays exactly')).toBeVisible();
});

test('a link that saw another run says that the model has changed', async ({ orrery, page }) => {
  await orrery.open(`${PLACE}&v=1&h=00c0ffee`);
  const verdict = page.getByText(/^the model has changed since: link v1 00c0ffee, here v\d+ /);
  await expect(verdict).toBeVisible();
  const hash = await orrery.traceHash();
  await expect(verdict).toContainText(hash.slice(0, 8));
});

test('C copies the link, and the address bar has the same one', async ({ orrery, page }) => {
  await orrery.open(PLACE);
  await orrery.press('c');
  await expect(page.getByText('The link was copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page).toHaveURL(link);
});

test('going back in the history of the browser is going back in what was opened', async ({
  orrery,
  page,
}) => {
  await orrery.open(PLACE);
  const first = await orrery.traceHash();
  await orrery.turnTo('/library/ha-startup?t=10s');
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', first);
  await page.goBack();
  await expect(orrery.root).toHaveAttribute('data-trace-hash', first);
});

test('an address with another time moves the playhead and runs nothing', async ({
  orrery,
  page,
}) => {
  await orrery.open(PLACE);
  const hash = await orrery.traceHash();
  await orrery.seek('1m41.5s');
  await expect(orrery.clock).toHaveText('01:41.500');
  await expect(page.locator('[data-status="done"]')).toHaveAttribute('data-trace-hash', hash);
});

test('a view that cannot be read is left out, and the run opens all the same', async ({
  orrery,
}) => {
  await orrery.open('/library/ha-startup?t=yesterday&from=9s&to=1s&lang=tlh&tab=..%2F&sel=%00');
  expect(await orrery.time()).toBe(0);
  await expect(orrery.process('etcd')).toBeVisible();
});

test('what is in etcd before the first record can be linked to', async ({ orrery, page }) => {
  await orrery.open('/library/hand-edited-endpoints?t=0s&tab=object');
  await expect(page.getByRole('tabpanel', { name: 'Object' })).not.toBeEmpty();
});

test('a link selects a record that comes in after the page', async ({ orrery, page }) => {
  await orrery.open('/library/crash-vs-graceful?t=1m&sel=record%3A8320&tab=why');
  const why = page.getByRole('tabpanel', { name: 'Why' });
  await expect(why).toContainText('kube-apiserver-c/lease-reconciler decided');
  expect((await orrery.view()).get('sel')).toBe('record:8320');
});
