import { expect, test } from './orrery.page';

test('the palette runs commands, selects actors and opens scenarios', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=10s');
  const field = page.getByRole('combobox', { name: 'What to do or where to go' });
  await orrery.press('Control+k');
  await field.fill('to the end');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect.poll(() => orrery.time()).toBe(130_000_000);
  await orrery.press('Control+k');
  await field.fill('kube-apiserver-b');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect.poll(async () => (await orrery.view()).get('sel')).toContain('kube-apiserver-b');
  await orrery.press('Control+k');
  await field.fill('slow-hook');
  await field.press('Enter');
  await expect(page).toHaveURL(/library\/slow-hook/);
});

for (const [language, kill, why] of [
  ['en', 'Kill kube-apiserver-a (SIGKILL)', 'It does not run now.'],
  ['zh', '杀死 kube-apiserver-a（SIGKILL）', '它此刻没有运行。'],
] as const) {
  test(`kill is offered for each process with nothing selected: ${language}`, async ({
    orrery,
    page,
  }) => {
    await orrery.open(`/library/ha-startup?t=110s&tab=machine&lang=${language}`);
    await orrery.press('Control+k');
    await page.getByRole('combobox').last().fill('kill apiserver-a');
    const option = page.getByRole('option', { name: kill });
    await expect(option).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
    await expect(option).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^kube-apiserver-a .*SIGKILL/ })).toBeVisible();
    await orrery.press('Control+k');
    await page.getByRole('combobox').last().fill('kill apiserver-a');
    await expect(option).toContainText(why);
    await expect(option).toHaveAttribute('aria-disabled', 'true');
  });
}

for (const [what, key, file, name] of [
  ['palette', 'Control+k', 'command-palette', 'What to do or where to go'],
  ['console', '`', 'console-panel', 'kubectl command line'],
  ['line of breakpoints', '|', 'breakpoint-bar', 'Add a breakpoint'],
] as const) {
  test(`what is typed before the ${what} is there is kept for it, and done nowhere`, async ({
    orrery,
    page,
  }) => {
    await page.route(`**/assets/${file}-*.js`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await orrery.open('/library/ha-startup?t=10s&sel=actor%3Akube-apiserver-b');
    const hash = await orrery.traceHash();
    await orrery.press(key);
    // Each of these letters is a key of the page, and the first kills.
    await page.keyboard.type('kbt');
    const field = page.getByLabel(name, { exact: true });
    await expect(field).toHaveCount(0);
    await expect(field).toHaveValue('kbt');
    await expect(field).toBeFocused();
    expect(await orrery.traceHash()).toBe(hash);
    await page.keyboard.type('x');
    await expect(field).toHaveValue('kbtx');
  });
}

test('Escape takes back a sheet that is not there yet', async ({ orrery, page }) => {
  let arrived: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route('**/assets/help-sheet-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await orrery.open('/library/ha-startup?t=10s&sel=actor%3Akube-apiserver-b');
  await orrery.press('?');
  await page.keyboard.press('Escape');
  arrived();
  // The next one opens at its first key, and what was selected is still.
  await orrery.press('x');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Export/);
  await expect(orrery.process('kube-apiserver-b')).toHaveAttribute('aria-pressed', 'true');
});
