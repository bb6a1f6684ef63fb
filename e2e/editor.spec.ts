import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn } from './layout-faults';
import { expect, type OrreryPage, test } from './orrery.page';

const PLACE = '/library/crash-vs-graceful?t=1m10s';

/** The text that is edited; it stands in a shadow root, which locators look into. */
const textOf = (page: Page) => page.locator('.cm-content');
const statusOf = (page: Page) => page.locator('[role=status][data-kind]');
const faultsOf = (page: Page) => page.getByTestId('editor-faults');

async function openEditor(orrery: OrreryPage, place = PLACE): Promise<void> {
  await orrery.open(place);
  await orrery.press('y');
  await expect(textOf(orrery.page)).toContainText('kube-orrery/v1');
}

/**
 * Only lines in sight are in the page; the browser keeps the whole text a moment after a change.
 */
const kept = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('kube-orrery.draft') ?? '{}').text),
  );

/** Finds a text with the editor's own search, and types behind its line. */
async function typeAfter(page: Page, line: string, typed: string): Promise<void> {
  await textOf(page).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

test('a fault is marked and worded in both languages; mended, the text runs', async ({
  orrery,
  page,
}) => {
  await openEditor(orrery);
  const before = await orrery.traceHash();
  await expect(statusOf(page)).toHaveText('runs as written');
  await typeAfter(page, 'until: 200s', 'x');
  await expect(faultsOf(page)).toContainText('spec.until');
  await expect(faultsOf(page)).toContainText('expected a Go duration such as 120s, not below zero');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('200sx');
  await orrery.page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Not run: the text has 1 fault')).toBeVisible();
  expect(await orrery.traceHash()).toBe(before);

  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await expect(faultsOf(page)).toContainText('应为 Go 时长，例如 120s，不能小于零，实际为 "200sx"');
  await expect(statusOf(page)).toHaveText('1 处错误');
  await page.getByRole('button', { name: '切换到英文' }).click();

  // By keyboard: the fault leads to its place, where it is mended and run.
  await faultsOf(page).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('150s');
  await expect(faultsOf(page)).toBeHidden();
  await expect(statusOf(page)).toHaveText('not run yet');
  await page.keyboard.press('Control+Enter');
  await expect(statusOf(page)).toHaveText('runs as written');
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', before);
  await orrery.settled();
  expect(await orrery.time()).toBe(70_000_000);
  await expect(page).toHaveURL(/#\/s\/1\//);
});

test('what only the engine knows is marked too', async ({ orrery, page }) => {
  await openEditor(orrery);
  await typeAfter(page, '- --advertise-address=10.0.0.11', '\n- --no-such-flag=1');
  await expect(faultsOf(page)).toContainText('unknown flag: --no-such-flag');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('--no-such-flag=1');
});

test('a text that was not run survives a reload, and can be discarded', async ({
  orrery,
  page,
}) => {
  await openEditor(orrery);
  await typeAfter(page, 'seed: 7', '7 # mine');
  await expect(statusOf(page)).toHaveText('not run yet');
  await kept(page).toContain('seed: 77 # mine');
  await page.reload();
  await orrery.settled();
  await kept(page).toContain('seed: 77 # mine');
  await expect(page.getByText('is here again. It has not been run.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await kept(page).toContain('seed: 7');
  await kept(page).not.toContain('mine');
  // Even that can be taken back.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await kept(page).toContain('seed: 77 # mine');
});

test('comments survive a run and a reload', async ({ orrery, page }) => {
  await openEditor(orrery);
  await expect(page.getByText('Comments stay as they were written')).toBeVisible();
  await typeAfter(page, 'seed: 7', '8 # mine');
  await page.keyboard.press('Control+Enter');
  await expect(statusOf(page)).toHaveText('runs as written');
  await expect(page).toHaveURL(/#\/s\/1\//);
  await page.reload();
  await orrery.settled();
  await kept(page).toContain('seed: 78 # mine');
  await expect(statusOf(page)).toHaveText('runs as written');
});

test('the form adds a server, and the stage shows it', async ({ orrery, page }) => {
  await openEditor(orrery);
  await expect(orrery.process('kube-apiserver-d')).toBeHidden();
  await page.getByRole('button', { name: 'Add a server' }).click();
  await kept(page).toContain('--advertise-address=10.0.0.14');
  await kept(page).toContain('# Two ways to stop an API server in one run');
  await page.keyboard.press('Control+Enter');
  await orrery.settled();
  await expect(orrery.process('kube-apiserver-d')).toHaveAccessibleName(/, ready/);
  expect(await orrery.time()).toBe(70_000_000);
});

test('fields, flags and steps of the form change their own part of the text', async ({
  orrery,
  page,
}) => {
  await openEditor(orrery);
  const form = page.getByRole('region', { name: 'Scenario as a form' });
  const until = form.getByRole('textbox', { name: 'Until' });
  await until.fill('9x');
  // Said while it is typed, and taken back with it.
  await expect(faultsOf(page)).toContainText('spec.until');
  await expect(until).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(until).toHaveValue('200s');
  await expect(statusOf(page)).toHaveText('runs as written');
  await until.fill('190s');
  await page.keyboard.press('Enter');
  await kept(page).toContain('until: 190s');
  const server = form.getByRole('group', { name: 'kube-apiserver-a' });
  await server.getByRole('textbox', { name: '--shutdown-delay-duration' }).fill('60s');
  await page.keyboard.press('Tab');
  await server.getByRole('combobox', { name: 'Flag of kube-apiserver-a' }).fill('--secure-port');
  await server.getByRole('button', { name: 'Add a flag' }).click();
  await expect(server.getByRole('textbox', { name: '--secure-port' })).toHaveValue('6443');
  const removals = form.getByRole('button', { name: /^Remove step / });
  const steps = await removals.count();
  await form.getByRole('button', { name: /^Add a step at 1m10s$/ }).click();
  await expect(removals).toHaveCount(steps + 1);
  await form.getByRole('button', { name: 'Remove step 5', exact: true }).click();
  await expect(removals).toHaveCount(steps);
  // Text and form share one undo.
  const undo = page.getByRole('group', { name: 'Editing' }).getByRole('button', { name: 'Undo' });
  for (let times = 0; times < 5; times += 1) await undo.click();
  await expect(statusOf(page)).toHaveText('runs as written');
});

test('a number is dragged in the form, and runs when it is let go', async ({ orrery, page }) => {
  await openEditor(orrery);
  const before = await orrery.traceHash();
  const form = page.getByRole('region', { name: 'Scenario as a form' });
  const handle = form.getByTitle('Drag to change').nth(1);
  const box = await handle.boundingBox();
  if (!box) throw new Error('the handle has no place');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 5 - 21, box.y + 5, { steps: 4 });
  await expect(form.getByRole('textbox', { name: 'Until' })).toHaveValue('170s');
  await page.mouse.up();
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', before);
  await orrery.settled();
  expect(await orrery.time()).toBe(70_000_000);
  await kept(page).toContain('until: 170s');
});

test('fields and flags are completed and explained by keyboard', async ({ orrery, page }) => {
  await openEditor(orrery);
  await typeAfter(page, 'seed: 7', '\ntra');
  const options = page.getByRole('listbox', { name: 'Completions' });
  await expect(options.getByRole('option', { name: 'trace' })).toBeVisible();
  // A list takes keys only a moment after it has appeared, so that nobody accepts by mistake.
  await drawn(page, 12);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Space');
  await expect(options.getByRole('option')).toHaveText(['auto', 'full']);
  // Escape first puts the list away, then leaves the text.
  await page.keyboard.press('Escape');
  await expect(options).toBeHidden();
  await page.keyboard.press('F1');
  await expect(page.locator('.cm-explanation')).toContainText('spec.trace');
  await page.keyboard.press('Escape');
  await expect(page.locator('.cm-explanation')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(textOf(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Machine' })).toBeVisible();
});

test('the text follows acts on the stage, and asks before it would be lost', async ({
  orrery,
  page,
}) => {
  await openEditor(orrery, '/library/crash-vs-graceful?t=3m10s&sel=actor%3Akube-apiserver-a');
  await orrery.press('k');
  await kept(page).toContain('kill: kube-apiserver-a');
  await kept(page).toContain('# Two ways to stop an API server in one run');
  await expect(statusOf(page)).toHaveText('runs as written');
  await typeAfter(page, 'seed: 7', '1');
  await orrery.settled();
  await page
    .locator('header')
    .getByRole('spinbutton', { name: 'seed' })
    .or(page.getByRole('spinbutton', { name: 'seed' }))
    .first()
    .fill('9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('What runs has changed.')).toBeVisible();
  await kept(page).toContain('seed: 71');
  await page.getByRole('button', { name: 'Show what runs' }).click();
  await kept(page).toContain('seed: 9');
});

test('a new text from the template, a copy of the library, and a download', async ({
  orrery,
  page,
}) => {
  await openEditor(orrery);
  await page.getByRole('button', { name: 'New scenario' }).click();
  await page.getByRole('button', { name: /^An empty cluster/ }).click();
  await expect(textOf(page)).toContainText('# A scenario of your own.');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(statusOf(page)).toHaveText('runs as written');
  await page.getByRole('button', { name: 'New scenario' }).click();
  await page.getByRole('button', { name: 'A crash and a graceful stop' }).last().click();
  await kept(page).toContain('name: crash-vs-graceful-copy');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as YAML' }).click();
  expect((await downloading).suggestedFilename()).toBe('crash-vs-graceful-copy.yaml');
});

test('an opened scenario lands in the editor, comments, faults and all', async ({
  orrery,
  page,
}) => {
  await orrery.open(PLACE);
  const open = async (buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await orrery.press('i');
    await (await choosing).setFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer });
  };
  const text = [
    '# mine',
    'apiVersion: kube-orrery/v1',
    'kind: Scenario',
    'metadata: { name: mine }',
    'spec: { until: 20s, apiServers: [{ name: solo, flags: [--advertise-address=10.0.0.9] }] }',
    '',
  ].join('\n');
  await open(Buffer.from(text));
  await expect(textOf(page)).toContainText('# mine');
  await expect(orrery.process('solo')).toBeVisible();
  await expect(statusOf(page)).toHaveText('runs as written');
  await open(Buffer.from(text.replace('20s', 'soon')));
  await expect(faultsOf(page)).toContainText('spec.until');
  await page.getByRole('button', { name: 'Go on with the run on screen' }).click();
  await expect(orrery.process('solo')).toBeVisible();
  await expect(page.locator('.cm-lintRange-error')).toHaveText('soon');
});

for (const theme of ['dark', 'light'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });

    test('the editor has no serious finding', async ({ orrery, page }) => {
      test.slow();
      await openEditor(orrery);
      await typeAfter(page, 'until: 200s', 'x');
      await expect(faultsOf(page)).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .include('[data-panel=inspector]')
        .options({ resultTypes: ['violations'] })
        .setLegacyMode()
        .analyze();
      const serious = violations.filter(({ impact }) => /serious|critical/.test(impact ?? ''));
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual(
        [],
      );
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the editor is a tab', async ({ orrery, page }) => {
    await orrery.open(PLACE);
    await page.getByRole('tab', { name: 'Editor' }).click();
    await expect(textOf(page)).toContainText('kube-orrery/v1');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await expect(statusOf(page)).toHaveText('not run yet');
    await page.getByRole('tab', { name: 'Stage' }).click();
    await expect(textOf(page)).toBeHidden();
  });
});
