/**
 * The stage with more than the model has yet: up to five API servers and fifty other processes, out
 * of a made-up trace that is opened on the page.
 */
import type { Locator, Page } from '@playwright/test';
import { jsonLines } from '../src/trace';
import { type Cast, CUT_AT, KILL_AT, rehearse } from '../src/ui/panels/stage/rehearsal';
import { drawn } from './layout-faults';
import { expect, type OrreryPage, test } from './orrery.page';

const SECOND = 1_000_000;
const CASTS: readonly Cast[] = [
  { servers: 1, managers: 1, schedulers: 1, nodes: 4 },
  { servers: 2, managers: 2, schedulers: 2, nodes: 46 },
  { servers: 3, managers: 3, schedulers: 3, nodes: 12 },
  { servers: 4, managers: 10, schedulers: 8, nodes: 30 },
  { servers: 5, managers: 5, schedulers: 5, nodes: 40 },
];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1680, height: 1050 },
] as const;
const FULL = CASTS[4];

async function open(page: Page, orrery: OrreryPage, cast: Cast): Promise<void> {
  await orrery.open('/library/first-boot?t=1s');
  const lines = [...jsonLines(rehearse(cast, 95 * SECOND))].join('');
  const choosing = page.waitForEvent('filechooser');
  await orrery.press('i');
  const file = { name: 'crowd.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines) };
  await (await choosing).setFiles(file);
  await expect(page.getByRole('button', { name: 'Scenario: crowd.jsonl' })).toBeVisible();
  await orrery.settled();
}

async function goTo(orrery: OrreryPage, us: number): Promise<void> {
  await orrery.seek(`${us}us`);
  await orrery.isAt(us);
  await drawn(orrery.page);
}

interface Drawn {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The boxes of what is drawn: words beside bodies, or the bodies' outlines. */
function boxesOf(parts: Locator): Promise<Drawn[]> {
  return parts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const part = element.closest('[data-part]')?.getAttribute('data-part') ?? '';
      const what = `${part} ${element.textContent}`.trim();
      return right - left < 1 ? [] : [{ what, left, top, right, bottom }];
    }),
  );
}

/** Pairs that lie on each other by more than the room round letters, px. */
function overlaps(first: readonly Drawn[], second: readonly Drawn[]): string[] {
  const [slackX, slackY] = [1, 3];
  return first.flatMap((a, place) =>
    second.slice(first === second ? place + 1 : 0).flatMap((b) => {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > slackX && height > slackY ? [`${a.what} on ${b.what}`] : [];
    }),
  );
}

for (const cast of CASTS) {
  test(`no label covers another: ${JSON.stringify(cast)}`, async ({ orrery, page }) => {
    await open(page, orrery, cast);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await drawn(page);
      for (const us of [10 * SECOND, KILL_AT + 4 * SECOND, CUT_AT + 4 * SECOND]) {
        await goTo(orrery, us);
        const where = `${size.width}x${size.height}, ${us / SECOND} s`;
        const labels = await boxesOf(page.locator('[data-part^="label:"] text'));
        const bodies = await boxesOf(page.locator('[data-part^="body:"] > path:first-of-type'));
        expect(bodies.length).toBeGreaterThan(cast.servers);
        expect.soft(overlaps(labels, labels), where).toEqual([]);
        expect.soft(overlaps(labels, bodies), where).toEqual([]);
        expect.soft(overlaps(bodies, bodies), where).toEqual([]);
      }
      // Everyone is there, alone or counted.
      const people = cast.servers + (cast.managers ?? 0) + (cast.schedulers ?? 0);
      const counted = await page.locator('[data-target]').evaluateAll((targets) =>
        targets.reduce((sum, target) => {
          const count = /^(\d+) ×/.exec(target.getAttribute('aria-label') ?? '');
          return sum + (count ? Number(count[1]) : 1);
        }, 0),
      );
      // And etcd and kubectl.
      expect(counted, `${size.width}x${size.height}`).toBe(people + (cast.nodes ?? 0) + 2);
    }
  });
}

test('links break where they are cut, and those of a dead server look failed', async ({
  orrery,
  page,
}) => {
  await open(page, orrery, FULL);
  const look = (link: string) => page.locator(`[data-part="link:${link}"]`);
  await goTo(orrery, CUT_AT - SECOND);
  await expect(look('kube-apiserver-b etcd')).toHaveAttribute('data-look', 'open');
  await goTo(orrery, CUT_AT + SECOND);
  await expect(look('kube-apiserver-b etcd')).toHaveAttribute('data-look', 'cut');
  await expect(look('kube-apiserver-a etcd')).toHaveAttribute('data-look', 'open');
  await expect(look('kube-scheduler-e kube-apiserver-e')).toHaveAttribute('data-look', 'half');
});

test('arrows walk everyone, a group opens, and one of it is selected', async ({ orrery, page }) => {
  await open(page, orrery, FULL);
  await goTo(orrery, 10 * SECOND);
  const targets = page.locator('[data-target]');
  const names = await targets.evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(new Set(names).size, 'each says who it is').toBe(names.length);
  await targets.first().focus();
  for (let place = 1; place < names.length; place += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(targets.nth(place)).toBeFocused();
  }
  const group = page.getByRole('button', { name: /^\d+ × nodes, node-0 to/ });
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('node-0');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a group and a lone process are chosen', async ({ orrery, page }) => {
    await open(page, orrery, FULL);
    await goTo(orrery, 10 * SECOND);
    await orrery.process('kube-scheduler-c').tap();
    await expect(orrery.process('kube-scheduler-c')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /^\d+ × nodes, node-0 to/ }).tap();
    await page
      .getByRole('button', { name: /^node-0/ })
      .first()
      .tap();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('node-0');
  });
});

test('with reduced motion nothing moves on the stage while time stands', async ({
  orrery,
  page,
}) => {
  await open(page, orrery, FULL);
  await goTo(orrery, KILL_AT + 4 * SECOND);
  const stage = page.locator('[data-panel=stage]');
  const before = await stage.screenshot({ animations: 'allow' });
  await drawn(page, 40);
  expect((await stage.screenshot({ animations: 'allow' })).equals(before)).toBe(true);
});
