import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

const ENDPOINTS = '/registry/services/endpoints/default/kubernetes';
const LIFECYCLE = 't=1m45s&sel=actor%3Akube-apiserver-b&tab=machine';
/** Letters are no smaller than this, px. */
const LEAST_LETTERS_PX = 8.9;

/** Runs in the page: what of a chart cannot be read, or is not where it should be. */
function unreadable(svg: Element, leastPx: number): string[] {
  const faults: string[] = [];
  const frame = svg.parentElement?.getBoundingClientRect() ?? new DOMRect();
  const lit = svg.querySelector('[data-box=state][class*=lit] rect')?.getBoundingClientRect();
  const inSight =
    !lit ||
    (lit.left >= frame.left - 1 &&
      lit.right <= frame.right + 1 &&
      lit.top >= frame.top - 1 &&
      lit.bottom <= frame.bottom + 1);
  if (!inSight) faults.push('the lit state is out of sight');
  const scale = (svg as SVGSVGElement).getScreenCTM()?.a ?? 0;
  const boxes = [...svg.querySelectorAll('[data-box]')].map((box) => ({
    name: box.querySelector('text')?.textContent ?? '',
    group: box.getAttribute('data-box') === 'group',
    rect: box.querySelector('rect')?.getBoundingClientRect() ?? new DOMRect(),
    text: box.querySelector('text')?.getBoundingClientRect() ?? new DOMRect(),
  }));
  for (const { name, rect, text } of boxes) {
    const fits = text.left > rect.left && text.right < rect.right && text.top > rect.top;
    if (!fits || text.bottom > rect.bottom) faults.push(`${name} is wider than its box`);
  }
  for (const text of svg.querySelectorAll('text')) {
    const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < leastPx) faults.push(`${text.textContent}: ${size} px`);
  }
  const labels = [...svg.querySelectorAll('[data-label] tspan')];
  for (const label of labels) {
    const a = label.getBoundingClientRect();
    const lies = (b: DOMRect): boolean =>
      a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
    for (const { name, group, rect, text } of boxes) {
      if (lies(group ? text : rect)) faults.push(`${label.textContent} lies on ${name}`);
    }
    for (const other of labels) {
      if (other !== label && lies(other.getBoundingClientRect()))
        faults.push(`${label.textContent} lies on ${other.textContent}`);
    }
  }
  return faults;
}

test('tabs without room are behind a button, with the mouse and by keys', async ({
  orrery,
  page,
}) => {
  await orrery.open('/library/crash-vs-graceful?t=44s&sel=actor%3Akube-apiserver-c&tab=machine');
  const tab = (name: string) => page.getByRole('tab', { name });
  const more = page.getByRole('button', { name: /^More tabs: \d+$/ });
  await more.click();
  await page.getByRole('listitem').getByRole('button', { name: 'Source' }).click();
  await expect(tab('Source')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Source')).toBeFocused();
  await expect(tab('Source')).toBeInViewport({ ratio: 0.9 });
  // The first ones are cut now; they are found in the same place.
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tab('Machine')).toBeFocused();
  await expect(tab('Machine')).toHaveAttribute('aria-selected', 'true');
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect(more).toHaveCount(0);
});

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

  for (const [width, height, theme, language] of [
    [1280, 800, 'light', 'zh'],
    [1680, 1050, 'dark', 'en'],
  ] as const) {
    test(`the lit state of each machine can be read at ${width} x ${height}`, async ({
      orrery,
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await orrery.open(`/library/crash-vs-graceful?${LIFECYCLE}&lang=${language}`);
      const find = page.locator('nav button[aria-expanded]').last();
      // Of families that are many of one kind the first will do; loops are all different.
      await find.click();
      const families = page.locator('nav section');
      const wanted: string[] = [];
      for (const family of await families.all()) {
        const parts = await family.locator('[data-card]').allTextContents();
        wanted.push(...(parts.length > 25 ? parts.slice(0, 2) : parts));
      }
      await find.click();
      const machines = new Set<string>();
      for (const part of wanted) {
        await find.click();
        await families.getByText(part, { exact: true }).first().click();
        const chart = page.getByRole('tabpanel').getByRole('img');
        await expect(chart).toBeVisible();
        const name = await chart.getAttribute('aria-label');
        if (name === null || machines.has(name)) continue;
        machines.add(name);
        await expect.poll(() => chart.evaluate(unreadable, LEAST_LETTERS_PX), name).toEqual([]);
      }
      // Lifecycle, hooks, loops, a reconciler, repair: as many kinds as the server runs.
      expect(machines.size).toBeGreaterThanOrEqual(8);
    });
  }

  test('the chart is zoomed and moved by keys, wheel and drag', async ({ orrery, page }) => {
    await orrery.open(`/library/crash-vs-graceful?${LIFECYCLE}`);
    const view = page.getByRole('region', { name: /^Chart:/ });
    const chart = view.getByRole('img');
    const width = async () => (await chart.boundingBox())?.width ?? 0;
    const place = () => view.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    const lit = view.locator('[data-state="terminating.waitingForDelay"] rect').first();
    await expect(lit).toBeInViewport();
    const readable = await width();
    const time = await orrery.time();

    await view.press('0');
    await expect.poll(width).toBeLessThan(readable);
    const [all, frame] = [await chart.boundingBox(), await view.boundingBox()];
    expect(all && frame && all.height <= frame.height + 1 && all.width <= frame.width + 1).toBe(
      true,
    );
    await view.press('+');
    const larger = await width();
    await view.press('-');
    expect(await width()).toBeLessThan(larger);
    await page.getByRole('button', { name: 'Readable, and follow the state' }).click();
    await expect.poll(width).toBe(readable);

    const before = await place();
    await view.press('ArrowUp');
    await expect.poll(place).not.toEqual(before);
    expect(await orrery.time()).toBe(time);

    const box = await view.boundingBox();
    if (!box) throw new Error('no chart');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const held = await place();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30);
    await page.mouse.up();
    expect(await place()).toEqual([held[0] - 40, held[1] - 30]);

    // What lies under the pointer stays there.
    await page.getByRole('button', { name: 'Readable, and follow the state' }).click();
    await expect.poll(place).toEqual(before);
    const target = await lit.boundingBox();
    if (!target) throw new Error('no state');
    await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2);
    await page.mouse.wheel(0, -200);
    await expect.poll(width).toBeGreaterThan(readable * 1.2);
    const now = await lit.boundingBox();
    expect(
      Math.abs((now?.x ?? 0) + (now?.width ?? 0) / 2 - target.x - target.width / 2),
    ).toBeLessThan(3);

    await page.getByRole('button', { name: 'Open the chart over the page' }).click();
    const dialog = page.getByRole('dialog', { name: 'kube-apiserver-b/lifecycle' });
    await expect(
      dialog.getByRole('img', { name: /now in terminating.waitingForDelay$/ }),
    ).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('the last transition and what could come next are marked', async ({ orrery, page }) => {
    await orrery.open(`/library/crash-vs-graceful?${LIFECYCLE}`);
    // All of it cannot stand here with its labels, which are there for the asking.
    const words = page.getByRole('button', { name: 'Events at the arrows' });
    await expect(words).toHaveAttribute('aria-pressed', 'false');
    await expect(page.locator('[data-label]')).toHaveCount(0);
    await words.click();
    const labels = (kind: string) => page.locator(`[data-label=${kind}]`).allTextContents();
    await expect.poll(() => labels('last')).toEqual(['preShutdownHooksStopped']);
    expect((await labels('next')).sort()).toEqual(['delayElapsed', 'fatal', 'secondSignal']);
    await expect(page.locator('[data-edge=last]')).toHaveCount(1);
  });

  test('of a chart of ten states all are in sight on a small screen', async ({ orrery, page }) => {
    await orrery.open(
      '/library/leader-handoff-crash?t=70s&tab=machine&sel=actor%3Akube-controller-manager-b',
    );
    const chart = page
      .getByRole('tabpanel')
      .getByRole('img', { name: /leader-elector: \d+ states/ });
    await expect(chart).toBeVisible();
    const states = chart.locator('[data-box=state]');
    expect(await states.count()).toBeGreaterThanOrEqual(7);
    for (const state of await states.all()) await expect(state).toBeInViewport({ ratio: 1 });
    await expect.poll(() => chart.evaluate(unreadable, LEAST_LETTERS_PX)).toEqual([]);
  });

  test('what has no machine says what it is, what it did, and where more is', async ({
    orrery,
    page,
  }) => {
    await orrery.open('/library/first-boot?t=61s&tab=machine&sel=actor%3Akubectl');
    const panel = page.getByRole('tabpanel', { name: 'Machine' });
    await expect(panel).toContainText('kubectl has no machine of its own');
    await expect(panel).toContainText('The client behind the timeline');
    await expect(panel.getByRole('button', { name: /service\/web created/ })).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Source', exact: true }).click();
    await expect(page.getByRole('tabpanel', { name: 'Source' })).toContainText('kubectl.ts');
  });

  test('parts of a process are listed, and timers count down', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=20s&sel=actor%3Akube-apiserver-a&tab=machine');
    await page
      .getByRole('navigation', { name: 'Parts of kube-apiserver-a' })
      .getByRole('button', { name: /^loops \d+$/ })
      .click();
    await page.getByRole('button', { name: 'lease-reconciler', exact: true }).click();
    await expect(page.getByRole('heading', { name: /lease-reconciler/ })).toBeVisible();
    await expect.poll(async () => (await orrery.view()).get('sel')).toContain('lease-reconciler');
  });

  test('families of parts are one button each; a part is found by its name', async ({
    orrery,
    page,
  }) => {
    await orrery.open('/library/ha-startup?t=20s&sel=actor%3Akube-apiserver-a&tab=machine');
    const parts = page.getByRole('navigation', { name: 'Parts of kube-apiserver-a' });
    const caches = parts.getByRole('button', { name: /^watch-cache \d+$/ });
    await caches.click();
    await expect(caches).toHaveAttribute('aria-expanded', 'true');
    const field = parts.getByRole('textbox', { name: 'Find a part' });
    await expect(field).toBeFocused();
    await page.keyboard.type('services');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /watch-cache\/services/ })).toBeVisible();
    await expect(field).toHaveCount(0);
    const here = parts.getByRole('button', { name: /^watch-cache\/services \d+$/ });
    await expect(here).toBeFocused();
    const all = parts.getByRole('button', { name: 'Find a part' });
    await all.click();
    await page.keyboard.type('no such part');
    await expect(parts).toContainText('No part is called “no such part”.');
    await page.keyboard.press('Escape');
    await expect(all).toBeFocused();
    // With all of its parts the tab is still of the chart, not of the list.
    const row = await parts.boundingBox();
    expect(row?.height).toBeLessThan(80);
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
    await page.getByRole('button', { name: 'Previous revision (Alt [)' }).click();
    await expect(revisions.nth(1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Alt+BracketRight');
    await expect(revisions.first()).toHaveAttribute('aria-current', 'true');
    await revisions.last().click();
    await expect(revisions.last()).toHaveAttribute('aria-current', 'true');
    await expect(orrery.clock).toHaveText(/^00:0\d\./);
    const yaml = page.getByRole('region', { name: 'Object as YAML' });
    await expect(yaml).not.toContainText('10.0.0.13');
    await expect(yaml.locator('[data-mark=added]')).toHaveCount(0);
  });

  test('several changes of a write are walked, and each revision begins at its first', async ({
    orrery,
    page,
  }) => {
    const key = encodeURIComponent('object:/registry/leases/kube-system/kube-controller-manager');
    await orrery.open(`/library/leader-handoff-crash?t=54.53s&tab=object&sel=${key}`);
    const panel = page.getByRole('tabpanel', { name: 'Object' });
    await expect(panel).toContainText('written by kube-controller-manager-b');
    const next = panel.getByRole('button', { name: /^Change \d of \d · next$/ });
    const here = panel.locator('[data-here]');
    await expect(next).toHaveText('Change 1 of 2 · next');
    await expect(here.first()).toContainText('acquireTime');
    await next.click();
    await expect(next).toHaveText('Change 2 of 2 · next');
    await expect(here.first()).toContainText('leaseTransitions: 0');
    await expect(here.last()).toBeInViewport({ ratio: 1 });
    // To the revision before, of one change, and back: at the first change again.
    await page.getByRole('button', { name: 'Previous revision (Alt [)' }).click();
    await expect(next).toHaveCount(0);
    await expect(panel.locator('[data-mark=added]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Next revision (Alt ])' }).click();
    await expect(next).toHaveText('Change 1 of 2 · next');
    await expect(here.first()).toBeInViewport({ ratio: 1 });
    await next.click();
    await next.click();
    await expect(next).toHaveText('Change 1 of 2 · next');
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

test('a name in the key picker breaks only where its words meet', async ({ orrery, page }) => {
  const levels = '/registry/prioritylevelconfigurations/catch-all';
  for (const least of [false, true]) {
    await orrery.open(
      `/library/ha-startup?t=2m&sel=object:${encodeURIComponent(levels)}&tab=object`,
    );
    const panel = page.getByRole('tabpanel', { name: 'Object' });
    // The inspector can be drawn that narrow, px.
    if (least) await panel.evaluate((element) => element.style.setProperty('width', '360px'));
    const names = panel.locator('nav summary');
    await expect(names.filter({ hasText: 'prioritylevelconfigurations' })).toBeAttached();
    const torn = await names.evaluateAll((summaries) =>
      summaries.flatMap((summary) =>
        [...summary.childNodes].flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          const text = part.textContent ?? '';
          // A hyphen is a sensible place too.
          return range.getClientRects().length > 1 && !text.includes('-') ? [text] : [];
        }),
      ),
    );
    expect(torn, `narrow: ${least}`).toEqual([]);
  }
});
