import type { Locator, Page } from '@playwright/test';
import { expect, type OrreryPage, test } from './orrery.page';

/** After the last step of the scenario, so that a write cuts nothing. */
const LIBRARY = '/library/ha-startup?t=2m9s';

class Terminal {
  readonly line: Locator;
  readonly log: Locator;

  constructor(page: Page) {
    this.line = page.getByRole('textbox', { name: 'kubectl command line' });
    this.log = page.getByRole('log', { name: 'Output of the console' });
  }

  /** Types a line and waits for its output to be over. */
  async run(line: string): Promise<void> {
    await this.line.fill(line);
    await this.line.press('Enter');
  }
}

async function open(orrery: OrreryPage, place = LIBRARY): Promise<Terminal> {
  await orrery.open(place);
  await orrery.press('`');
  const terminal = new Terminal(orrery.page);
  await expect(terminal.line).toBeFocused();
  return terminal;
}

test('lines read and write as kubectl does, and replay', async ({ orrery }) => {
  const terminal = await open(orrery);
  await terminal.run('get svc');
  await expect(terminal.log).toContainText(
    /NAME {9}TYPE {8}CLUSTER-IP {3}EXTERNAL-IP {3}PORT\(S\) {3}AGE\s*kubernetes {3}ClusterIP/,
  );
  await terminal.run('create ns shop');
  await expect(terminal.log).toContainText('namespace/shop created');
  await terminal.run('label ns shop tier=front');
  await expect(terminal.log).toContainText('namespace/shop labeled');
  await terminal.run('get ns shop --show-labels');
  await expect(terminal.log).toContainText(
    /shop {3}Active {3}0s {4}kubernetes.io\/metadata.name=shop/,
  );
  await terminal.run("get ns shop -o jsonpath='{.metadata.labels.tier}'");
  await expect(terminal.log).toContainText(/jsonpath='[^']*'\s*front/);
  await terminal.run('delete ns shop');
  // The namespace controller takes its time.
  await terminal.log.getByRole('button', { name: 'Go to its end' }).click();
  await expect(terminal.log).toContainText('namespace "shop" deleted');
  await terminal.run('get svc nothing');
  await expect(terminal.log).toContainText(
    'Error from server (NotFound): services "nothing" not found',
  );
  await terminal.run('get leases');
  await expect(terminal.log).toContainText('No resources found in default namespace.');
  await orrery.settled();
  const hash = await orrery.traceHash();
  // The address follows the page a moment later.
  await expect(orrery.page).toHaveURL(new RegExp(`h=${hash.slice(0, 8)}`));
  const address = orrery.page.url();
  await orrery.open('/library/ha-startup');
  await orrery.page.goto(address);
  await expect(orrery.root).toHaveAttribute('data-trace-hash', hash);
  expect(await orrery.traceHash()).toBe(hash);
});

test('the Object tab opens what a line wrote, until another is chosen', async ({
  orrery,
  page,
}) => {
  const terminal = await open(orrery);
  await orrery.openTab('Object');
  const panel = page.getByRole('tabpanel', { name: 'Object' });
  const shown = (key: string) => panel.getByRole('heading', { name: key, exact: true });
  await expect(shown('/registry/services/endpoints/default/kubernetes')).toBeVisible();
  await terminal.run('create cm colours --from-literal=sky=blue');
  await expect(terminal.log).toContainText('configmap/colours created');
  await expect(shown('/registry/configmaps/default/colours')).toBeVisible();
  await expect(panel).toContainText('written by kubectl');
});

test('a read in the past leaves later steps, a write asks', async ({ orrery }) => {
  const terminal = await open(orrery);
  await terminal.run('create ns late');
  await expect(terminal.log).toContainText('namespace/late created');
  await orrery.settled();
  await orrery.seek('1m5s');
  await expect(terminal.log).not.toContainText('late created');
  await terminal.run('get ns');
  await expect(terminal.log).toContainText(/kube-system {7}Active/);
  await orrery.settled();
  await orrery.seek('2m19s');
  await expect(terminal.log).toContainText('namespace/late created');
  await orrery.seek('1m5s');
  await terminal.run('create ns early');
  await expect(orrery.page.getByRole('dialog')).toBeVisible();
  await orrery.page.keyboard.press('Escape');
  await expect(terminal.log).toContainText('Nothing was done');
});

test('health, metrics and errors of the line', async ({ orrery }) => {
  const terminal = await open(orrery);
  await terminal.run("get --raw '/livez?verbose'");
  await expect(terminal.log).toContainText('[+]ping ok');
  await expect(terminal.log).toContainText('livez check passed');
  const before = await orrery.traceHash();
  await terminal.run('get svc --foo');
  await expect(terminal.log).toContainText('error: unknown flag: --foo');
  await terminal.run('rollout undo deploy web');
  await expect(terminal.log).toContainText('kubectl rollout undo is not modelled yet.');
  await expect(terminal.log).toContainText('$kubectl rollout undo deploy web');
  await terminal.run('help');
  await expect(terminal.log).toContainText('These verbs are modelled');
  expect(await orrery.traceHash()).toBe(before);
  await terminal.run('clear');
  await expect(terminal.log).not.toContainText('unknown flag');
});

test('a watch shows what comes while the clock runs', async ({ orrery }) => {
  const terminal = await open(orrery);
  await terminal.run('get ns -w');
  await expect(terminal.log).toContainText(/default {11}Active/);
  await expect(terminal.log).toContainText('watching');
  await terminal.run('create ns seen');
  await expect(terminal.log).toContainText(/seen {14}Active {3}0s/);
  await terminal.line.press('Control+c');
  await expect(terminal.log).not.toContainText('watching');
  await expect(terminal.log).toContainText('^C left: the watch itself goes on in the run');
  await terminal.run('create ns unseen');
  await expect(terminal.log).toContainText('namespace/unseen created');
  await expect(terminal.log).not.toContainText(/unseen {12}Active/);
});

test('a manifest goes through the editor, and by paste', async ({ orrery }) => {
  const terminal = await open(orrery);
  await terminal.run('apply -f -');
  const editor = orrery.page.getByRole('textbox', { name: 'Manifest for apply -f -' });
  await expect(editor).toBeFocused();
  await editor.fill('apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n');
  await editor.press('Control+Enter');
  await expect(terminal.log).toContainText('namespace/shop created');
  await terminal.run('apply -f -');
  // What was sent last stands there, for one who has to mend it.
  await expect(editor).toHaveValue(/name: shop/);
  await editor.fill('kind: Widget\napiVersion: example.org/v1\nmetadata: {name: w}');
  await editor.press('Control+Enter');
  await expect(terminal.log).toContainText(
    'no matches for kind "Widget" in version "example.org/v1"',
  );
  // What is refused before it is sent stays, to be mended.
  await expect(editor).toHaveValue(/kind: Widget/);
  await editor.press('Escape');
  await expect(editor).toBeHidden();
});

test('Tab completes, arrows walk the history, Escape closes', async ({ orrery }) => {
  const terminal = await open(orrery);
  const tab = async (typed: string, completed: string) => {
    await terminal.line.fill(typed);
    await terminal.line.press('Tab');
    await expect(terminal.line).toHaveValue(completed);
  };
  await tab('desc', 'describe ');
  await tab('get ns kube-n', 'get ns kube-node-lease ');
  await tab('get svc -n kube-s', 'get svc -n kube-system ');
  await tab('get svc --all-n', 'get svc --all-namespaces ');
  await tab('get ns kube', 'get ns kube-');
  await expect(orrery.page.getByLabel('Possible words')).toContainText('kube-public');
  await terminal.run('version');
  await expect(terminal.log).toContainText('Server Version: v1.27.16');
  await terminal.line.press('ArrowUp');
  await expect(terminal.line).toHaveValue('version');
  await terminal.line.fill('');
  await terminal.line.press('Escape');
  await expect(terminal.line).toHaveCount(0);
  await orrery.press('Control+`');
  await expect(new Terminal(orrery.page).line).toBeFocused();
});

test('on a phone it is a tab', async ({ orrery }) => {
  await orrery.page.setViewportSize({ width: 390, height: 780 });
  await orrery.open(LIBRARY);
  await orrery.openTab('Console');
  const terminal = new Terminal(orrery.page);
  await terminal.run('get ns');
  await expect(terminal.log).toContainText(/kube-public {7}Active/);
});

for (const [language, hint, step, after] of [
  [
    'en',
    /kube-apiserver-a is ready at 00:0\d\.\d{3}: step on/,
    'Go to then',
    'was not ready before',
  ],
  ['zh', /kube-apiserver-a 在 00:0\d\.\d{3} 就绪：请走到那时/, '走到那时', '之前没有就绪'],
] as const) {
  test(`a line before the server is up says when it will be: ${language}`, async ({ orrery }) => {
    await orrery.open(`/library/first-boot?t=0s&lang=${language}`);
    await orrery.press('`');
    const log = orrery.page.getByRole('log').first();
    const line = orrery.page.locator(
      'input[aria-label*="kubectl"], textarea[aria-label*="kubectl"]',
    );
    await line.fill('get svc -A');
    await line.press('Enter');
    await expect(log).toContainText('did you specify the right host or port?');
    await expect(log).toContainText(hint);
    await log.getByRole('button', { name: step }).click();
    await expect.poll(() => orrery.time()).toBeGreaterThan(1_000_000);
    await expect(log).toContainText(after);
    await expect(log.getByRole('button', { name: step })).toBeHidden();
    await line.fill('get ns');
    await line.press('Enter');
    await expect(log).toContainText('kube-system');
  });
}

test('a default server that is dead is said to be, and another is offered', async ({
  orrery,
  page,
}) => {
  // After the last step, so that nothing is cut.
  const terminal = await open(orrery, '/library/ha-upgrade?t=3m39s');
  const said = page.getByText(/^kube-apiserver-127-a does not run at the playhead/);
  await expect(said).toBeVisible();
  await terminal.run('get ns');
  // What the line above offers is not said again; when it is gone, the hint says that others run.
  await expect(terminal.log).toContainText(/kube-apiserver-127-a ended at \S+: start it/);
  await expect(terminal.log).not.toContainText('Others run');
  await page.getByRole('button', { name: 'Ask kube-apiserver-128-a' }).click();
  await expect(said).toBeHidden();
  await expect(terminal.log).toContainText('Others run');
  await expect(page.locator('[data-panel=console] select')).toHaveValue('kube-apiserver-128-a');
  await terminal.run('get ns default');
  await expect(terminal.log).toContainText('default   Active');
});
