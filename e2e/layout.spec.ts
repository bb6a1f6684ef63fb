import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { layoutFaults } from './layout-faults';
import { expect, type OrreryPage, test } from './orrery.page';

const LIBRARY = readdirSync(fileURLToPath(new URL('../src/library/', import.meta.url)), {
  withFileTypes: true,
}).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1680, height: 1050 },
] as const;
const THEMES = ['dark', 'light'] as const;
const LANGUAGES = ['en', 'zh'] as const;

/** Every scenario twice, so that each pair of size, theme, language and scenario stands once. */
const VIEWS = LIBRARY.flatMap((scenario, place) =>
  [0, 1].map((turn) => ({
    scenario,
    size: SIZES[turn],
    theme: THEMES[(turn + place) % 2],
    language: LANGUAGES[(turn + (place >> 1)) % 2],
    /** Shifts which tabs are looked at at which moment; see `isWanted`. */
    shift: (place >> 2) + 2 * turn,
  })),
);
type View = (typeof VIEWS)[number];
/** Parts of the run at which it is looked at. */
const MOMENTS = [0.02, 0.31, 0.52, 0.97];

/**
 * Each tab is looked at at one moment of a view: at two of a scenario's, at all of them within a
 * few scenarios. All tabs at all moments of all views would take longer than all other page tests.
 */
const isWanted = (view: View, moment: number, tab: number): boolean =>
  (tab + moment + view.shift) % MOMENTS.length === 0;

test('the table of views has every pair', () => {
  const pairs = (pick: (view: (typeof VIEWS)[number]) => readonly unknown[]): number =>
    new Set(VIEWS.map((view) => JSON.stringify(pick(view)))).size;
  expect(pairs(({ scenario, size }) => [scenario, size])).toBe(LIBRARY.length * 2);
  expect(pairs(({ scenario, theme }) => [scenario, theme])).toBe(LIBRARY.length * 2);
  expect(pairs(({ scenario, language }) => [scenario, language])).toBe(LIBRARY.length * 2);
  expect(pairs(({ size, theme }) => [size, theme])).toBe(4);
  expect(pairs(({ size, language }) => [size, language])).toBe(4);
  expect(pairs(({ theme, language }) => [theme, language])).toBe(4);
  for (let tab = 0; tab < MOMENTS.length; tab += 1) {
    const momentOf = (view: View): number =>
      MOMENTS.findIndex((_, moment) => isWanted(view, moment, tab));
    expect(pairs((view) => [view.scenario, momentOf(view)])).toBe(LIBRARY.length * 2);
    expect(pairs((view) => [view.size, momentOf(view)])).toBe(SIZES.length * MOMENTS.length);
    expect(pairs((view) => [view.theme, momentOf(view)])).toBe(THEMES.length * MOMENTS.length);
    expect(pairs((view) => [view.language, momentOf(view)])).toBe(
      LANGUAGES.length * MOMENTS.length,
    );
  }
});

/** A server of those on the stage; another body where all of them stand in groups. */
async function aServer(page: Page, turn: number): Promise<Locator> {
  const servers = page.locator('[data-target^=kube-apiserver]');
  const alone = await servers.count();
  return alone > 0 ? servers.nth(turn % alone) : page.locator('[data-target]').first();
}

/** Looks at a scenario with a part of its tabs at each moment. @returns what an eye objects to */
async function look(orrery: OrreryPage, view: View): Promise<string[]> {
  const { page } = orrery;
  const { scenario, language } = view;
  await orrery.turnTo(`/library/${scenario}?t=0s&lang=${language}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
  await orrery.press('End');
  await expect(orrery.clock).not.toHaveAttribute('data-us', '0');
  const end = await orrery.time();
  const faults: string[] = [];
  for (const [turn, moment] of MOMENTS.entries()) {
    await orrery.seek(`${Math.round(end * moment)}us`);
    await expect.poll(() => orrery.time()).toBe(Math.round(end * moment));
    // Each moment has another selection: nothing, the store, a server, a part of a server.
    if (turn === 1) await orrery.process('etcd').click();
    if (turn >= 2) await (await aServer(page, turn)).click();
    const lookAt = async (tab: string): Promise<void> => {
      for (const fault of await layoutFaults(page)) faults.push(`${moment} ${tab}: ${fault}`);
    };
    await orrery.eachTab(lookAt, (tab) => isWanted(view, turn, tab));
  }
  return faults;
}

// A page is opened once for the views of a size and a theme; in two parts, as both workers work.
for (const size of SIZES) {
  for (const theme of THEMES) {
    for (const part of [0, 1]) {
      test.describe(`${size.width}x${size.height}, ${theme}, part ${part + 1}`, () => {
        test.use({ viewport: size, colorScheme: theme });

        test('nothing overlaps, nothing is cut', async ({ orrery, page }) => {
          const views = VIEWS.filter((view) => view.size === size && view.theme === theme);
          const half = Math.ceil(views.length / 2);
          const mine = views.slice(part * half, (part + 1) * half);
          test.setTimeout(mine.length * 30_000);
          await orrery.open('/library/first-boot?t=0s');
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
          for (const view of mine) {
            const title = `${view.scenario}, ${view.language}`;
            await test.step(title, async () => {
              expect.soft(await look(orrery, view), title).toEqual([]);
            });
          }
        });
      });
    }
  }
}
