import { expect, test } from './orrery.page';

const ENDPOINTS = '/registry/services/endpoints/default/kubernetes';

test.describe('Machine', () => {
  test('the state at the playhead is lit, forwards and backwards', async ({ orrery, page }) => {
    await orrery.open(
      '/library/crash-vs-graceful?t=1m30s&sel=actor%3Akube-apiserver-b&tab=machine',
    );
    const chart = (state: string) =>
      page.getByRole('img', { name: new RegExp(`lifecycle: \\d+ states, now in ${state}$`) });
    const lit = (state: string) => page.locator(`[data-state="${state}"][class*=lit]`);
    await expect(chart('serving.ready')).toBeVisible();
    await expect(lit('serving.ready')).toBeVisible();
    await orrery.seek('1m45s');
    await expect(chart('terminating.waitingForDelay')).toBeVisible();
    await expect(lit('terminating.waitingForDelay')).toBeVisible();
    await expect(lit('serving.ready')).toHaveCount(0);
    await orrery.seek('1m30s');
    await expect(lit('serving.ready')).toBeVisible();
  });

  test('the whole chart is in sight, and its words can be read', async ({ orrery, page }) => {
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1680, height: 1050 },
    ]) {
      await page.setViewportSize(size);
      await orrery.open('/library/ha-startup?t=20s&sel=actor%3Akube-apiserver-a&tab=machine');
      const chart = page.getByRole('img', { name: /lifecycle: \d+ states/ });
      const inside = (svg: Element): boolean => {
        const frame = svg.parentElement?.getBoundingClientRect();
        const box = svg.getBoundingClientRect();
        return (
          frame !== undefined && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1
        );
      };
      const where = `${size.width} x ${size.height}`;
      // It is fitted into the room that it finds, a moment after it is there.
      await expect.poll(() => chart.evaluate(inside), where).toBe(true);
      const smallest = () =>
        chart.locator('text[font-size]').evaluateAll((texts) =>
          Math.min(
            ...texts.map((text) => {
              const { a } = (text as SVGTextElement).getScreenCTM() ?? { a: 0 };
              return a * Number.parseFloat(getComputedStyle(text).fontSize);
            }),
          ),
        );
      await expect.poll(smallest, where).toBeGreaterThanOrEqual(8.9);
    }
  });

  test('parts of a process are listed, and timers count down', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=20s&sel=actor%3Akube-apiserver-a&tab=machine');
    await page
      .getByRole('navigation', { name: 'Parts of kube-apiserver-a' })
      .getByRole('button', { name: 'lease-reconciler', exact: true })
      .click();
    await expect(page.getByRole('heading', { name: /lease-reconciler/ })).toBeVisible();
    await expect.poll(async () => (await orrery.view()).get('sel')).toContain('lease-reconciler');
  });

  test('with nothing selected it lists who is here', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=44s&tab=machine');
    const panel = page.getByRole('tabpanel', { name: 'Machine' });
    await expect(panel.getByRole('button', { name: /kube-apiserver-c.*SIGKILL/ })).toBeVisible();
    await panel.getByRole('button', { name: /kube-apiserver-a/ }).click();
    await expect(orrery.process('kube-apiserver-a')).toHaveAttribute('aria-pressed', 'true');
  });
});

test.describe('Object', () => {
  test('changed lines are marked, who wrote it is named, revisions lead back', async ({
    orrery,
    page,
  }) => {
    await orrery.open('/library/ha-startup?t=1m20s&tab=object');
    const panel = page.getByRole('tabpanel', { name: 'Object' });
    await expect(panel.getByRole('heading', { name: ENDPOINTS })).toBeVisible();
    await expect(panel).toContainText(/written by kube-apiserver-[ab] at 00:5\d/);
    const marked = panel.locator('[data-mark=removed]');
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText('removed: - ip: 10.0.0.13');

    // The revisions lead through its history.
    const revisions = page.getByRole('navigation', { name: 'Revisions' }).getByRole('button');
    await expect(revisions.first()).toHaveAttribute('aria-current', 'true');
    await revisions.last().click();
    await expect(revisions.last()).toHaveAttribute('aria-current', 'true');
    await expect(orrery.clock).toHaveText(/^00:0\d\./);
    const yaml = page.getByRole('region', { name: 'Object as YAML' });
    await expect(yaml).not.toContainText('10.0.0.13');
    await expect(yaml.locator('[data-mark=added]')).toHaveCount(0);
  });

  test('before its first write a key says when that is', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=0.5s&tab=object');
    await page.getByRole('button', { name: /^It is first written at 00:0/ }).click();
    await expect(page.getByRole('region', { name: 'Object as YAML' })).toContainText('Endpoints');
  });

  test('an object that is being deleted and one that is gone', async ({ orrery, page }) => {
    const key = encodeURIComponent('object:/registry/namespaces/kube-node-lease');
    await orrery.open(`/library/node-lease-namespace-deleted?t=45s&tab=object&sel=${key}`);
    const yaml = page.getByRole('region', { name: 'Object as YAML' });
    await expect(yaml.locator('[data-mark=added]').first()).toContainText('deletionTimestamp');
    await orrery.seek('1m25s');
    await expect(page.getByText('Deleted at this revision')).toBeVisible();
  });
});

test.describe('Why', () => {
  test('from the shortened endpoints back to the kill', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=1m20s&tab=object');
    await page.getByTestId('inspector').getByRole('button', { name: 'Why?' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Why' });
    await expect(panel).toContainText('Because, step by step back');
    await expect(panel.locator('[aria-current=true]')).toContainText(`etcd stored ${ENDPOINTS}`);
    await expect(panel).toContainText(/decided update .*AddressesDifferFromLeases/);
    // The list was shortened because a key was missing ...
    await panel.getByRole('button', { name: /etcd deleted .*masterleases\/10\.0\.0\.13/ }).click();
    await expect(panel.locator('[aria-current=true]')).toContainText('etcd deleted');
    await expect(panel).toContainText(/etcd lease \d+ ran out/);
    // ... which says what came of it ...
    await expect(panel.getByRole('button', { name: /decided update/ })).toBeVisible();
    // ... whose lease nobody renewed, because of this.
    await panel.getByRole('button', { name: /kube-apiserver-c was killed \(SIGKILL\)/ }).click();
    await expect(orrery.clock).toHaveText('00:40.000');
    await expect(panel).toContainText('a step of the timeline');
  });

  test('a long chain is shown in parts, to its end', async ({ orrery, page }) => {
    await orrery.open(
      '/library/ha-startup?t=1m20s&tab=why&sel=actor%3Akube-apiserver-a%2Flease-reconciler',
    );
    const panel = page.getByRole('tabpanel', { name: 'Why' });
    const more = panel.getByRole('button', { name: '10 more' });
    await expect(more).toBeVisible();
    for (let parts = 0; parts < 40 && (await more.isVisible()); parts += 1) await more.click();
    await expect(panel).toContainText('Here the chain ends');
  });

  test('it also says why nothing happened', async ({ orrery, page }) => {
    await orrery.open(
      '/library/ha-startup?t=35s&tab=why&sel=actor%3Akube-apiserver-a%2Flease-reconciler',
    );
    await expect(page.getByRole('tabpanel', { name: 'Why' })).toContainText(
      'And why nothing else happened',
    );
  });
});

test.describe('Source', () => {
  test('every actor of the run says what it models', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a&tab=source');
    const panel = page.getByRole('tabpanel', { name: 'Source' });
    for (const [actor, file] of [
      ['kube-apiserver-a', 'src/kube/apiserver/server.ts'],
      ['kube-apiserver-a/lifecycle', 'src/kube/apiserver/server-life.ts'],
      ['kube-apiserver-b/lease-reconciler', 'src/kube/apiserver/reconcilers/lease-reconciler.ts'],
      ['etcd/lessor', 'src/kube/etcd/lessor.ts'],
    ]) {
      await page.evaluate((path) => {
        const view = new URLSearchParams({ t: '44s', tab: 'source', sel: `actor:${path}` });
        location.hash = `/library/ha-startup?${view}`;
      }, actor);
      await expect(panel.getByRole('heading', { name: actor, exact: true })).toBeVisible();
      await expect(panel.getByText(file, { exact: true })).toBeVisible();
    }
    await expect(panel.getByRole('row', { name: /LEASE_SCAN_PERIOD 500 ms/ })).toBeVisible();
  });

  test('what it is made of opens by keyboard, and a record is known by its actor', async ({
    orrery,
    page,
  }) => {
    await orrery.open('/library/ha-startup?t=44s&sel=record%3A900&tab=source');
    const panel = page.getByRole('tabpanel', { name: 'Source' });
    await expect(panel.getByText('Models').first()).toBeVisible();
    const part = panel.locator('details').first();
    await part.locator('summary').press('Enter');
    await expect(part).toHaveAttribute('open');
    await expect(part.getByText('Our file')).toBeVisible();
  });
});

test('tabs by number, and by arrow', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=20s');
  const tabs = page.getByRole('tab');
  await orrery.press('2');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await tabs.nth(1).press('ArrowLeft');
  await expect(tabs.nth(0)).toBeFocused();
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true');
});
