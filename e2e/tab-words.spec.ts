/** Words of the tabs that come from the model: names of timers and of keys. */
import { expect, test } from './orrery.page';

for (const [language, tab, rest] of [
  ['en', 'Machine', /^lease \S+ lessor\s*in \d+\.\d m?s$/],
  ['zh', '状态机', /^lease \S+ lessor\s*还有 \d+\.\d m?s$/],
] as const) {
  test(`a timer has its name, whose it is, and the rest of its time: ${language}`, async ({
    orrery,
    page,
  }) => {
    await orrery.open(`/library/ha-startup?t=20s&sel=actor%3Aetcd&tab=machine&lang=${language}`);
    const panel = page.getByRole('tabpanel', { name: tab });
    const rows = panel.getByRole('listitem').filter({ has: page.getByRole('meter') });
    await expect(rows.first().getByRole('button')).toHaveText(rest);
  });
}

for (const [language, tab, queues, later] of [
  ['en', 'Informers', 'Work queues of kube-controller-manager-a', 'team-b in 39.8 s, team-c in'],
  ['zh', 'Informer', 'kube-controller-manager-a 的工作队列', 'team-b，39.8 s 后；team-c，'],
] as const) {
  test(`keys are called by namespace and name in informers and queues: ${language}`, async ({
    orrery,
    page,
  }) => {
    await orrery.open(
      '/library/queue-under-failure?t=60s&sel=actor%3Akube-controller-manager-a' +
        `&tab=informers&lang=${language}`,
    );
    const panel = page.getByRole('tabpanel', { name: tab });
    await expect(panel.getByRole('button', { name: 'Added team-a/default' })).toBeVisible();
    await expect(panel.getByRole('heading', { name: queues })).toBeVisible();
    await expect(panel).toContainText(later);
  });
}

test('node ports are those of the chosen server where versions keep different bands', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/ha-upgrade?t=30s&tab=node-ports');
  const panel = page.getByRole('tabpanel', { name: 'Node ports' });
  const servers = panel.getByRole('group', { name: 'API server' }).getByRole('button');
  await expect(servers.first()).toHaveAttribute('aria-pressed', 'true');
  const older = await panel.textContent();
  await servers.last().click();
  await expect(servers.last()).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => panel.textContent()).not.toBe(older);
});
