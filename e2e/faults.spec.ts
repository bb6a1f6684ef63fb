import { expect, test } from './orrery.page';

/** After the last step of the scenario, so that an act cuts nothing and nobody is asked. */
const QUIET = '/library/ha-startup?t=2m9s&sel=actor%3Akube-apiserver-a';

test('a fault from the sheet lasts as long as was chosen, and is healed by hand', async ({
  orrery,
  page,
}) => {
  await orrery.open(QUIET);
  const before = await orrery.traceHash();
  const strip = page.getByRole('region', { name: 'Faults' });
  await orrery.press('g');
  const sheet = page.getByRole('dialog', { name: /Faults at 02:09\.000/ });
  await expect(sheet.getByRole('combobox', { name: 'Process' })).toHaveValue('kube-apiserver-a');
  await sheet.getByRole('button', { name: '30 s' }).click();
  await sheet.getByRole('button', { name: 'Cut it off from etcd' }).click();
  await expect(sheet).toBeHidden();
  const cut = strip.getByRole('button', { name: /kube-apiserver-a cut off from etcd/ });
  await expect(cut).toContainText('30.0 s left');
  await orrery.settled();
  expect(await orrery.time()).toBe(129_000_000);
  await orrery.seek('2m19s');
  await expect(cut).toContainText('20.0 s left');
  await cut.click();
  await expect(cut).toBeHidden();
  await orrery.settled();

  await orrery.press('Control+z');
  await expect(cut).toBeVisible();
  await orrery.press('Control+z');
  await expect(cut).toBeHidden();
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(before);
  await orrery.press('Control+Shift+z');
  await expect(cut).toBeVisible();
});

test('by keys alone: cut off, outage, heal all', async ({ orrery, page }) => {
  await orrery.open(QUIET);
  // What the scenario itself killed is down, too.
  const running = page.locator('[data-running]');
  await expect(running).toHaveText([
    /until healed.*kube-apiserver-c killed/,
    /until healed.*kube-controller-manager-a killed/,
  ]);
  await orrery.press('\\');
  await expect(running).toHaveCount(3);
  await orrery.press('q');
  await expect(running).toHaveCount(4);
  await orrery.settled();
  await orrery.seek('2m11s');
  await expect(running.nth(2)).toContainText('8.0 s left');
  await orrery.press('h');
  await expect(running).toHaveCount(0);
  await orrery.settled();
});

test('a fault that the engine refuses says why and changes nothing', async ({ orrery, page }) => {
  const key = encodeURIComponent('object:/registry/masterleases/10.0.0.11');
  await orrery.open(`/library/ha-startup?t=2m9s&sel=${key}`);
  const before = await orrery.traceHash();
  await orrery.press('g');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Value, JSON').fill('{');
  await sheet.getByRole('button', { name: 'Write this value' }).click();
  await expect(sheet.getByRole('alert')).toContainText('value: not JSON');
  await sheet.getByLabel('Value, JSON').fill('{"subsets": 7}');
  await sheet.getByRole('button', { name: 'Write this value' }).click();
  await expect(sheet.getByRole('alert')).toContainText('put.value');
  expect(await orrery.traceHash()).toBe(before);
  await sheet.getByRole('button', { name: 'Delete the key' }).click();
  await expect(sheet).toBeHidden();
  await orrery.settled();
  expect(await orrery.traceHash()).not.toBe(before);
});
