import { deflateRawSync } from 'node:zlib';
import { expect, test } from './orrery.page';

/** One API server of a version that keeps addresses as objects. */
const SCENARIO = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'objects-for-addresses' },
  spec: {
    seed: 1,
    kubernetes: '1.33',
    until: '60s',
    apiServers: [
      {
        name: 'kube-apiserver-a',
        startAt: '0s',
        flags: ['--advertise-address=10.0.0.11', '--service-cluster-ip-range=10.96.0.0/16'],
      },
    ],
  },
};
const LINK = `/s/1/${deflateRawSync(JSON.stringify(SCENARIO)).toString('base64url')}`;
const READY = 'Kubernetes default Service CIDR is ready';

test('a range of 1.33 is IPAddress objects in a ServiceCIDR, whose condition is on screen', async ({
  orrery,
  page,
}) => {
  await orrery.open(`${LINK}?t=50s`);
  const panel = await orrery.openTab('Cluster IPs');
  const cidrs = panel.getByRole('list', { name: 'ServiceCIDRs' });
  await expect(cidrs).toContainText('ServiceCIDR kubernetes');
  await expect(cidrs).toContainText('Ready=True');
  await expect(cidrs).toContainText(READY);
  await expect(panel).toContainText('Each address is an IPAddress');
  await expect(panel.getByText('10.96.0.1', { exact: true }).first()).toBeVisible();

  // Since when it stands is a way to the write of the status.
  await cidrs.getByRole('button', { name: /^since / }).click();
  await expect.poll(async () => (await orrery.view()).get('sel')).toMatch(/^record:\d+$/);
  const written = await orrery.time();
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(50_000_000);

  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  const list = page.getByRole('list', { name: '所有 ServiceCIDR' });
  await expect(list).toContainText('Ready=True');
  await expect(list).toContainText(READY);
  await expect(list.getByRole('button', { name: /^自 / })).toBeVisible();
});

test('before its first write the range says what will make it', async ({ orrery, page }) => {
  await orrery.open(`${LINK}?t=0s`);
  const panel = await orrery.openTab('Cluster IPs');
  await expect(panel).toContainText('The controller of the default ServiceCIDR makes it');
  await panel.getByRole('button', { name: /^To when it is first stored/ }).click();
  await expect(page.getByRole('list', { name: 'ServiceCIDRs' })).toContainText('no condition yet');
});
