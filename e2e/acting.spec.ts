import { expect, test } from './orrery.page';

/** After the last step of the scenario, so that an act cuts nothing and nobody is asked. */
const QUIET = '/library/ha-startup?t=2m9s&sel=actor%3Akube-apiserver-a';
/** Before the kill of another server. */
const BEFORE_THE_KILL = '/library/ha-startup?t=30s&sel=actor%3Akube-apiserver-a';

/** By a button, and what the stage then says of the process. */
const ACTS = [
  ['kill', /SIGKILL 02:09\.000/],
  ['terminate', /terminating/],
  ['pause', /paused/],
  ['restart', /starting/],
] as const;

test('each act on the selection, and undo of each', async ({ orrery, page }) => {
  await orrery.open(QUIET);
  const before = await orrery.traceHash();
  const server = orrery.process('kube-apiserver-a');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(server).toHaveAttribute('aria-pressed', 'true');
  for (const [verb, outcome] of ACTS) {
    await test.step(verb, async () => {
      await page.getByRole('toolbar').getByRole('button', { name: verb, exact: true }).click();
      await expect(server, verb).toHaveAccessibleName(outcome);
      await orrery.settled();
      expect(await orrery.traceHash()).not.toBe(before);
      expect(await orrery.time()).toBe(129_000_000);
      await expect(page).toHaveURL(/#\/s\/1\//);

      await undo.click();
      await expect(server, `undo of ${verb}`).toHaveAccessibleName(/, ready/);
      await expect(orrery.root).toHaveAttribute('data-trace-hash', before);
      await expect(page).toHaveURL(/#\/library\/ha-startup\?/);
      await expect(undo).toBeHidden();
    });
  }
});

test('a paused process goes on, a killed one starts again', async ({ orrery, page }) => {
  await orrery.open(QUIET);
  const server = orrery.process('kube-apiserver-a');
  const act = (verb: string) =>
    page.getByRole('toolbar').getByRole('button', { name: verb, exact: true });
  await act('pause').click();
  await expect(server).toHaveAccessibleName(/paused/);
  await expect(act('pause')).toHaveAttribute('aria-disabled', 'true');
  await act('resume').click();
  await expect(server).toHaveAccessibleName(/, ready/);
  await act('kill').click();
  await expect(server).toHaveAccessibleName(/SIGKILL/);
  await expect(act('kill')).toHaveAttribute('aria-disabled', 'true');
  await act('start').click();
  await expect(server).toHaveAccessibleName(/starting/);
});

test('tools that cannot be used say why', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=2m9s');
  const tool = (name: string) =>
    page.getByRole('toolbar').getByRole('button', { name, exact: true });
  await expect(tool('kill')).toHaveAttribute('title', 'select a process');
  await orrery.select(/^kube-apiserver-c, /);
  await expect(tool('kill')).toHaveAttribute('title', 'kube-apiserver-c is not running');
  await expect(tool('start')).toHaveAttribute('aria-disabled', 'false');
});

test('an act that would cut later steps asks first; no leaves all as it is', async ({
  orrery,
  page,
}) => {
  await orrery.open(BEFORE_THE_KILL);
  const before = await orrery.traceHash();
  await orrery.press('k');
  const question = page.getByRole('dialog', { name: 'Cut the future?' });
  await expect(question).toContainText('This run has 4 steps of its own to come');
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(question).toBeHidden();
  expect(await orrery.traceHash()).toBe(before);
  await orrery.press('k');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await orrery.traceHash()).toBe(before);
});

test('yes cuts the later steps, and undo brings them back', async ({ orrery, page }) => {
  await orrery.open(BEFORE_THE_KILL);
  const before = await orrery.traceHash();
  await orrery.press('k');
  await orrery.cut();
  await expect(orrery.process('kube-apiserver-a')).toHaveAccessibleName(/SIGKILL 00:30\.000/);
  await orrery.settled();
  const said = page.getByText('Space goes on, Ctrl Z brings back what was cut.');
  await expect(said).toBeVisible();
  // It covers no lane. For its few seconds it may stand over the counts.
  const timeline = await page.getByRole('application', { name: 'Timeline' }).boundingBox();
  const bottom = (timeline?.y ?? 0) + (timeline?.height ?? 0);
  expect((await said.boundingBox())?.y).toBeGreaterThanOrEqual(Math.floor(bottom));
  const cut = page.getByRole('button', { name: 'cut: 40s kill kube-apiserver-c' });
  await cut.click();
  await page.getByRole('heading', { name: 'Steps that your change cut' }).click();
  await page.keyboard.press('Escape');
  // One thing at a time: what is selected stays.
  await expect(cut).toHaveAttribute('aria-expanded', 'false');
  await expect(orrery.process('kube-apiserver-a')).toHaveAttribute('aria-pressed', 'true');
  await orrery.press('End');
  await expect(orrery.process('kube-apiserver-c')).toHaveAccessibleName(/, ready/);
  await page.getByRole('button', { name: /no longer checked$/ }).click();
  const outcome = page.getByRole('region', { name: 'What was expected' });
  await expect(outcome).toContainText('the address of the killed server leaves and stays away');
  await page.keyboard.press('Escape');
  await expect(outcome).toBeHidden();
  await orrery.press('u');
  await expect(orrery.process('kube-apiserver-c')).toHaveAccessibleName(/SIGKILL 00:40\.000/);
  await expect(cut).toBeHidden();
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(before);
});

test('an act at the end of a run brings the new end into view and says so', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=2m5s&sel=actor%3Akube-apiserver-a');
  await expect.poll(async () => (await orrery.view()).get('to')).toBe('130s');
  await orrery.press('k');
  await expect(page.getByRole('status').getByText('The run goes on to 03:05 now')).toBeVisible();
  await orrery.settled();
  await expect.poll(async () => (await orrery.view()).get('to')).toBe('185s');
  await page.getByRole('button', { name: 'Undo' }).click();
  await orrery.settled();
  await expect(page.getByRole('application', { name: 'Timeline' })).toBeVisible();
});
