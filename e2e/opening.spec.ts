import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';
import { traceOf } from './trace-file';

interface Dropped {
  readonly name: string;
  readonly content: string | readonly number[];
}

/** A manifest as kubeadm writes it for one of several masters. */
function master(host: number, more: readonly string[] = [], version = '1.28.4'): Dropped {
  const lines = more.map((flag) => `    - ${flag}\n`).join('');
  const content = `apiVersion: v1
kind: Pod
metadata:
  annotations:
    kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint: 192.168.7.${host}:6443
  labels: {component: kube-apiserver, tier: control-plane}
  name: kube-apiserver
  namespace: kube-system
spec:
  containers:
  - command:
    - kube-apiserver
    - --advertise-address=192.168.7.${host}
    - --allow-privileged=true
    - --enable-admission-plugins=NodeRestriction
    - --etcd-servers=https://127.0.0.1:2379
    - --secure-port=6443
    - --service-cluster-ip-range=10.96.0.0/12
${lines}    image: registry.k8s.io/kube-apiserver:v${version}
    name: kube-apiserver
  hostNetwork: true
status: {}
`;
  return { name: `master-${host}.yaml`, content };
}

const NAMESPACES: Dropped = {
  name: 'dump.json',
  content: JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', resourceVersion: '77' } },
      { apiVersion: 'example.com/v1', kind: 'Gear', metadata: { name: 'web', namespace: 'shop' } },
    ],
  }),
};

async function drag(page: Page, type: string, files: readonly Dropped[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, content } of given) {
      const part = typeof content === 'string' ? content : new Uint8Array(content);
      transfer.items.add(new File([part], name));
    }
    return transfer;
  }, files);
  await page.dispatchEvent('body', type, { dataTransfer: data });
}

const drop = (page: Page, ...files: readonly Dropped[]): Promise<void> => drag(page, 'drop', files);

const report = (page: Page) => page.getByRole('dialog');
const endpoints = 'object:/registry/services/endpoints/default/kubernetes';

test('three masters dropped at once run and register', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  await drop(page, master(21), master(22), master(23, [], '1.26.1'));
  const dialog = report(page);
  await expect(dialog.getByRole('heading', { name: 'Opened' })).toBeVisible();
  await expect(dialog).toContainText('profile 1.26 of kube-apiserver-c');
  for (const host of [21, 22, 23]) await expect(dialog).toContainText(`192.168.7.${host}:6443`);
  await expect(dialog).toContainText('from the image registry.k8s.io/kube-apiserver:v1.28.4');
  expect(await layoutFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Look at the run' }).click();
  await expect(dialog).toBeHidden();
  await orrery.settled();
  for (const letter of ['a', 'b', 'c']) {
    await expect(orrery.process(`kube-apiserver-${letter}`)).toBeVisible();
  }
  await expect(page.getByText('k8s 1.26, 1.28', { exact: true })).toBeVisible();
  const skew = page.getByRole('button', { name: 'Beyond the version skew policy' });
  await skew.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '(1.26)' })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await expect.poll(() => page.url()).toContain('#/s/1/');
  await page.evaluate((key) => {
    const [path, query] = location.hash.slice(1).split('?');
    const view = new URLSearchParams(query);
    view.set('sel', key);
    view.set('tab', 'object');
    view.set('t', '100s');
    location.hash = `${path}?${view}`;
  }, endpoints);
  const panel = page.getByRole('tabpanel', { name: 'Object' });
  for (const host of [21, 22, 23]) await expect(panel).toContainText(`ip: 192.168.7.${host}`);
  // Undo leads back to what ran before, as it was.
  await orrery.press('u');
  await orrery.settled();
  await expect(page.getByRole('button', { name: /^Scenario: Three API servers/ })).toBeVisible();
});

test('what is left out is named with file, document, field and reason', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=30s');
  const odd = master(21, ['--insecure-port=0', '--made-up=1']);
  const binary = { name: 'photo.png', content: [137, 80, 78, 71, 0, 1, 2] };
  const template = { name: 'chart.yaml', content: 'image: {{ .Values.image }}\n' };
  await drop(page, odd, NAMESPACES, binary, template);
  const dialog = report(page);
  await expect(dialog.getByRole('heading', { name: 'Opened in part' })).toBeVisible();
  const items = dialog.getByRole('listitem');
  const line = (...parts: readonly string[]) =>
    parts.reduce((found, part) => found.filter({ hasText: part }), items);
  await expect(line('photo.png', 'is binary')).toHaveCount(1);
  await expect(line('chart.yaml', 'line 1, column 8', 'is a template')).toHaveCount(1);
  await expect(line('master-21.yaml', '--insecure-port=0', 'removed in 1.24')).toHaveCount(1);
  await expect(line('master-21.yaml', '--made-up=1', 'no such flag')).toHaveCount(1);
  await expect(line('dump.json', 'Gear shop/web', 'not modelled yet')).toHaveCount(1);
  await expect(line('dump.json', 'metadata.resourceVersion')).toHaveCount(1);
  expect(await layoutFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await drop(page, odd, NAMESPACES, binary, template);
  await expect(dialog.getByRole('heading', { name: '已部分打开' })).toBeVisible();
  await expect(line('photo.png', '是二进制文件')).toHaveCount(1);
  await expect(line('--insecure-port=0', '已在 1.24 中移除')).toHaveCount(1);
  await expect(line('Gear shop/web', '尚未模拟')).toHaveCount(1);
  await expect(dialog.locator('[lang=en]')).toHaveCount(0);
  expect(await layoutFaults(page)).toEqual([]);
});

const BAD: readonly (readonly [string, Dropped, RegExp])[] = [
  ['too big', { name: 'big.yaml', content: '# x\n'.repeat(300_000) }, /is too big: 1\.1 MB/],
  ['empty', { name: 'none.yaml', content: '' }, /is empty/],
  ['no YAML', { name: 'a.yaml', content: 'a: [' }, /not valid YAML/],
  ['prose', { name: 'a.txt', content: 'Dear diary, nothing ran.' }, /no Kubernetes object/],
  [
    'a scenario with a fault',
    {
      name: 's.yaml',
      content:
        'apiVersion: kube-orrery/v1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  until: never\n',
    },
    /spec\.until.*line 5, column 3.*expected a Go duration/,
  ],
];

test('a file that cannot be opened is refused in words and nothing is lost', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=30s');
  const hash = await orrery.traceHash();
  const dialog = report(page);
  for (const [what, file, reason] of BAD) {
    await test.step(`one that is ${what}`, async () => {
      await drop(page, file);
      const title = dialog.getByRole('heading', { name: 'This could not be opened' });
      await expect(title, what).toBeVisible();
      const said = dialog.locator('[data-report]');
      await expect.soft(said, what).toContainText(file.name);
      await expect.soft(said, what).toContainText(reason);
      expect.soft(await layoutFaults(page), what).toEqual([]);
      await dialog.getByRole('button', { name: 'Go on with the run on screen' }).click();
      await expect(dialog).toBeHidden();
      await orrery.settled();
      expect.soft(await orrery.traceHash(), what).toBe(hash);
      expect.soft(await orrery.time(), what).toBe(30_000_000);
    });
  }
});

test('garbage is told once for each place, and the page goes on', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  const anchors = { name: 'anchors.yaml', content: 'a: &a [*a, *a]\n'.repeat(3) };
  const bytes = { name: 'bytes.bin', content: Array.from({ length: 5_000 }, (_, at) => at % 256) };
  await drop(page, anchors, bytes);
  const dialog = report(page);
  const faults = dialog.locator('[data-report] li');
  await expect(faults.filter({ hasText: 'bytes.bin' })).toHaveCount(1);
  await expect(faults.filter({ hasText: 'anchors.yaml' }).first()).toBeVisible();
  const said = await faults.allTextContents();
  expect(new Set(said).size).toBe(said.length);
  await dialog.getByRole('button', { name: 'Go on with the run on screen' }).click();
  await orrery.settled();
});

test('files that hover over the page are announced, and a drag pauses', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-startup?t=30s');
  await drag(page, 'dragenter', [master(21)]);
  await expect(page.getByTestId('drop-overlay')).toContainText('Drop to open');
  await drag(page, 'dragleave', [master(21)]);
  await expect(page.getByTestId('drop-overlay')).toBeHidden();
});

test('the keyboard opens files too, and Escape closes the report', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  const chooser = page.waitForEvent('filechooser');
  await orrery.press('i');
  const { name, content } = master(21);
  await (await chooser).setFiles([
    { name, mimeType: 'text/yaml', buffer: Buffer.from(String(content)) },
  ]);
  await expect(report(page)).toContainText('One API server is started');
  await expect(report(page).getByRole('button', { name: 'Look at the run' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report(page)).toBeHidden();
  await page.getByRole('button', { name: 'What was opened' }).click();
  await expect(report(page)).toContainText('One API server is started');
  await page.keyboard.press('Escape');
  await expect(report(page)).toBeHidden();
  await orrery.settled();
});

test('a scenario that is pasted runs at once', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=30s');
  const path = new URL('../src/library/crash-vs-graceful/scenario.yaml', import.meta.url);
  const text = readFileSync(fileURLToPath(path), 'utf8');
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
  await expect(
    page.getByRole('button', { name: /^Scenario: (?!Three API servers)/ }),
  ).toBeVisible();
  await orrery.settled();
  await expect(report(page)).toBeHidden();
});

test('an exported trace is shown with the same hash, and cannot be changed', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/first-boot?t=30s');
  const { hash, lines } = traceOf('first-boot');
  await drop(page, { name: 'first-boot.jsonl', content: lines });
  await expect(page.getByRole('button', { name: 'Scenario: first-boot.jsonl' })).toBeVisible();
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(hash);
  await page.locator('[data-target^=kube-apiserver]').first().click();
  const kill = page.getByRole('toolbar').getByRole('button', { name: /kill/i });
  await expect(kill).toHaveAttribute('aria-disabled', 'true');
  await expect(kill).toHaveAttribute('title', /An opened trace cannot be changed/);
  await orrery.press('u');
  await orrery.settled();
  await expect(page.getByRole('button', { name: 'Scenario: first-boot.jsonl' })).toBeHidden();
});
