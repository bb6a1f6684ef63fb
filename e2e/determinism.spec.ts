import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from './orrery.page';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The hash that Node finds for the same scenario. */
function hashInNode(scenario: string, seed?: string): string {
  const more = seed === undefined ? [] : ['--seed', seed];
  const args = ['src/tools/orrery.mjs', 'run', scenario, '--format', 'json', ...more];
  const out = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return (JSON.parse(out) as { traceHash: string }).traceHash;
}

test('the page and Node find the same hash, also after the seed is changed by hand', async ({
  orrery,
  page,
}) => {
  await orrery.open();
  const first = await orrery.traceHash();
  expect(first).toBe(hashInNode('ha-startup'));

  const seed = page.getByLabel(/^seed/i).first();
  await seed.fill('4711');
  await seed.press('Enter');
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', first);
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(hashInNode('ha-startup', '4711'));
});

test('a link replays exactly, in the page and in Node', async ({ orrery, page }) => {
  await orrery.open('/library/crash-vs-graceful');
  await orrery.seek('31.5s');
  await orrery.select(/^kube-apiserver-b/);
  await page.keyboard.press('k');
  // Later steps of the story would be cut, so the page asks first.
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByText('SIGKILL 00:31.500')).toBeVisible();
  await orrery.settled();
  const acted = await orrery.traceHash();
  // The address follows a moment later.
  await expect(page).toHaveURL(new RegExp(`#/s/1/.*h=${acted.slice(0, 8)}`));
  const link = page.url();
  expect(hashInNode(link)).toBe(acted);

  const again = await page.context().newPage();
  await again.goto(link);
  await expect(again.locator('[data-status="done"]')).toHaveCount(1);
  await expect(again.locator('[data-trace-hash]')).toHaveAttribute('data-trace-hash', acted);
});
