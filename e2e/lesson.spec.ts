import type { Locator, Page } from '@playwright/test';
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Lesson' });
const placeOf = (button: Locator) => button.boundingBox();

/** Opens the gallery and from it the lesson on crashes and graceful stops. */
async function openLesson(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Scenario/ }).click();
  const gallery = page.getByRole('dialog', { name: 'Gallery' });
  await expect(gallery.getByRole('region', { name: 'Lessons, in order' })).toBeVisible();
  await gallery.getByRole('searchbox').fill('graceful stop');
  await gallery.getByRole('button', { name: 'A crash and a graceful stop', exact: true }).click();
  await expect(bar(page).getByText('Stop 1 of 8')).toBeVisible();
}

test('a lesson goes from its first stop to its last, and the buttons stay', async ({
  orrery,
  page,
}) => {
  await orrery.open();
  await openLesson(page);
  await orrery.settled();
  const lesson = bar(page);
  const back = lesson.getByRole('button', { name: 'Back', exact: true });
  const first = await placeOf(back);
  await page.keyboard.press('ArrowRight');
  await expect(lesson.getByText('Stop 2 of 8')).toBeVisible();
  await orrery.isAt(59_000_000);

  await test.step('a wrong answer gets its reason, the right one what the run shows', async () => {
    await lesson.getByRole('button', { name: 'The process itself, before it ends' }).click();
    await expect(lesson.getByText('SIGKILL leaves a process not one more')).toBeVisible();
    await lesson.getByRole('button', { name: 'One of the others, once its lease' }).click();
    await expect(lesson.getByText('the crashed server has left after 26 s')).toBeVisible();
  });

  await test.step('Enter, Space and the arrows go on and back', async () => {
    await lesson.focus();
    await page.keyboard.press('Enter');
    await expect(lesson.getByText('Stop 3 of 8')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(lesson.getByText('Stop 2 of 8')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(lesson.getByText('Stop 3 of 8')).toBeVisible();
  });

  await test.step('a question that is passed over is told first', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(lesson.getByRole('button', { name: 'Tell me' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(lesson.getByText('the pre-shutdown hook.')).toBeVisible();
    for (const stop of [5, 6]) {
      await page.keyboard.press('ArrowRight');
      await expect(lesson.getByText(`Stop ${stop} of 8`)).toBeVisible();
    }
    await page.keyboard.press('ArrowRight');
    for (const stop of [7, 8]) {
      await page.keyboard.press('ArrowRight');
      await expect(lesson.getByText(`Stop ${stop} of 8`)).toBeVisible();
    }
  });
  expect(await placeOf(back)).toEqual(first);

  await test.step('the last stop leads to all lessons, and to the next', async () => {
    await expect(lesson.getByRole('button', { name: 'Finish' })).toBeEnabled();
    await expect(lesson.getByRole('button', { name: 'Jump there' })).toHaveCount(0);
    await lesson.getByRole('button', { name: 'All lessons' }).click();
    await expect(page.getByRole('dialog', { name: 'Gallery' })).toBeVisible();
    await page.keyboard.press('Escape');
    await lesson.getByRole('button', { name: /^Next lesson: / }).click();
    await expect(lesson.getByText(/^Stop 1 of /)).toBeVisible();
    await expect(page).toHaveURL(/cluster-ip-clash-and-out-of-range/);
  });

  await test.step('where nothing follows, the lesson can be finished', async () => {
    await orrery.turnTo('/library/first-boot?stop=8');
    await lesson.getByRole('button', { name: 'Finish' }).click();
    await expect(lesson).toBeHidden();
  });
});

test('one takes over at a stop, acts, and comes back to it', async ({ orrery, page }) => {
  await orrery.open('/library/crash-vs-graceful?stop=3');
  const hash = await orrery.traceHash();
  await expect(bar(page).getByText('Stop 3 of')).toBeVisible();
  await orrery.isAt(60_000_000);
  await bar(page).getByRole('button', { name: 'Take over' }).click();
  await expect(bar(page).getByText('You have taken over.')).toBeVisible();
  await orrery.process('kube-apiserver-a').first().click();
  await orrery.press('k');
  await orrery.cut();
  await expect(orrery.root).not.toHaveAttribute('data-trace-hash', hash);
  await orrery.settled();
  await bar(page).getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(orrery.root).toHaveAttribute('data-trace-hash', hash);
  await expect(bar(page).getByText('Stop 3 of')).toBeVisible();
  await bar(page).getByRole('button', { name: 'End the lesson' }).click();
  await expect(bar(page)).toBeHidden();
});

test('a question opens the run at the instant that answers it', async ({ orrery, page }) => {
  await orrery.open();
  await orrery.press('F2');
  const gallery = page.getByRole('dialog', { name: 'Gallery' });
  await gallery.getByRole('link', { name: /still show a dead API server/ }).click();
  await expect(gallery).toBeHidden();
  await orrery.isAt(43_000_000);
  await expect(page).toHaveURL(/#\/library\/ha-startup\?/);
});

test('each card has a picture from its own run', async ({ orrery, page }) => {
  await orrery.open();
  const workers = page.workers().length;
  await orrery.press('F2');
  const gallery = page.getByRole('dialog', { name: 'Gallery' });
  await expect(
    gallery.getByRole('img', { name: /3 API servers; [1-9]\d* acts/ }).first(),
  ).toBeVisible();
  // They come with the page: nothing is run for them.
  await expect(gallery.locator('[data-drawn="not-yet"]')).toHaveCount(0);
  expect(page.workers()).toHaveLength(workers);
  await expect(gallery.locator('[data-drawn="failed"]')).toHaveCount(0);
});

for (const [name, viewport] of [
  ['a small window', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`in ${name}`, () => {
    test.use({ viewport });

    test('what follows an answer is seen at once, and nothing lies on anything', async ({
      orrery,
      page,
    }) => {
      for (const language of ['en', 'zh'] as const) {
        await orrery.open(`/library/first-boot?stop=3&lang=${language}`);
        await orrery.settled();
        const lesson = page.locator('[data-lesson]');
        for (const answer of await lesson.getByRole('listitem').getByRole('button').all()) {
          await answer.scrollIntoViewIfNeeded();
          await expect(answer).toBeInViewport({ ratio: 1 });
        }
        await lesson.getByRole('listitem').getByRole('button').nth(1).click();
        await expect(lesson.locator('[class*=reason]')).toBeInViewport({ ratio: 1 });
        const sideways = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(sideways).toBe(0);
        const stage = (await layoutFaults(page)).filter((fault) => !fault.includes('cut'));
        expect(stage, language).toEqual([]);
      }
    });
  });
}

test('beside a lesson each address of the Endpoints stands in full', async ({ orrery, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const language of ['en', 'zh']) {
    await orrery.open(`/library/ha-upgrade?t=12s&lang=${language}`);
    await orrery.press('F4');
    await expect(page.locator('[data-panel=stage]')).toBeVisible();
    const list = page.locator('[data-panel=stage] section[aria-label$="default/kubernetes"] ul');
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect
      .poll(() => list.evaluate((element) => element.scrollHeight - element.clientHeight))
      .toBeLessThanOrEqual(0);
  }
});
