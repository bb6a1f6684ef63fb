import type { Page } from '@playwright/test';
import { expect, test } from './orrery.page';

/** What runs of itself just now; not what follows a scroll. */
function movingByTheClock(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.timeline instanceof DocumentTimeline)
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 80) ?? ''),
  );
}

test.describe('where motion is unwanted', () => {
  test('nothing plays by itself', async ({ orrery, page }) => {
    await orrery.open();
    await expect(page.getByRole('button', { name: 'Play or pause' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    expect(await orrery.time()).toBe(0);
  });

  test('playing jumps instead of gliding', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=10s');
    const moves = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const clock = document.querySelector('header output[data-us]');
          const seen: number[] = [];
          const began = performance.now();
          const observer = new MutationObserver(() => {
            seen.push(performance.now());
            if (seen.length < 3 && performance.now() - began < 10_000) return;
            observer.disconnect();
            resolve(seen);
          });
          if (clock) observer.observe(clock, { attributes: true, attributeFilter: ['data-us'] });
        }),
    );
    await orrery.togglePlay();
    const [, second, third] = await moves;
    expect(third - second).toBeGreaterThan(400);
  });

  test('the view jumps to where it is asked to be', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=30s');
    expect(await movingByTheClock(page)).toEqual([]);
  });

  test('what is still loading says so without moving', async ({ orrery, page }) => {
    await orrery.open('/library/ha-startup?t=30s');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('tab', { name: 'etcd' }).click();
    await expect(page.locator('[role=tabpanel] [data-text]')).toBeVisible();
    expect(await movingByTheClock(page)).toEqual([]);
    letGo();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  });
});

test('numbers stay where they are while time goes on', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=9.111s');
  // The parts of the page are mounted one after the other; the inspector comes last.
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  const places = () =>
    page
      .locator('header button, header output, [role=toolbar] button, [role=tab], footer button')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { left, top, width } = element.getBoundingClientRect();
          return [left, top, width].map(Math.round).join();
        }),
      );
  const first = await places();
  for (const [time, us] of [
    ['0s', 0],
    ['44.888s', 44_888_000],
    ['2m10s', 130_000_000],
  ] as const) {
    await orrery.seek(time);
    await orrery.isAt(us);
    expect(await places(), time).toEqual(first);
  }
});

test('labels on the stage stay where they are while time goes on', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=20s');
  await expect(orrery.process('kube-apiserver-c')).toBeVisible();
  const places = () =>
    page.locator('[data-target]').evaluateAll((targets) =>
      targets.map((target) => {
        const { left, top } = target.getBoundingClientRect();
        return `${Math.round(left)},${Math.round(top)}`;
      }),
    );
  const first = await places();
  await orrery.seek('1m20s');
  await expect(orrery.process('kube-apiserver-c')).toHaveAccessibleName(/SIGKILL/);
  expect(await places()).toEqual(first);
});
