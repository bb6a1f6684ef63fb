import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

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
  })),
);
/** Parts of the run at which it is looked at. */
const MOMENTS = [0.02, 0.31, 0.52, 0.97];

test('the table of views has every pair', () => {
  const pairs = (pick: (view: (typeof VIEWS)[number]) => readonly unknown[]): number =>
    new Set(VIEWS.map((view) => JSON.stringify(pick(view)))).size;
  expect(pairs(({ scenario, size }) => [scenario, size])).toBe(LIBRARY.length * 2);
  expect(pairs(({ scenario, theme }) => [scenario, theme])).toBe(LIBRARY.length * 2);
  expect(pairs(({ scenario, language }) => [scenario, language])).toBe(LIBRARY.length * 2);
  expect(pairs(({ size, theme }) => [size, theme])).toBe(4);
  expect(pairs(({ size, language }) => [size, language])).toBe(4);
  expect(pairs(({ theme, language }) => [theme, language])).toBe(4);
});

for (const { scenario, size, theme, language } of VIEWS) {
  const title = `${scenario}, ${size.width}x${size.height}, ${theme}, ${language}`;
  test.describe(title, () => {
    test.use({ viewport: size, colorScheme: theme });

    test('nothing overlaps, nothing is cut', async ({ orrery, page }) => {
      await orrery.open(`/library/${scenario}?t=0s&lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await orrery.press('End');
      const end = await orrery.time();
      const tabs = page.getByRole('tab');
      const faults: string[] = [];
      for (const [turn, moment] of MOMENTS.entries()) {
        await orrery.seek(`${Math.round(end * moment)}us`);
        await expect.poll(() => orrery.time()).toBe(Math.round(end * moment));
        // Each moment has another selection: nothing, the store, a server, a part of a server.
        const servers = page.locator('[data-target^=kube-apiserver]');
        if (turn === 1) await orrery.process('etcd').click();
        if (turn >= 2) await servers.nth(turn % (await servers.count())).click();
        for (let place = 0; place < (await tabs.count()); place += 1) {
          await tabs.nth(place).click();
          await expect(page.getByRole('tabpanel')).not.toBeEmpty();
          const tab = await tabs.nth(place).textContent();
          for (const fault of await layoutFaults(page)) faults.push(`${moment} ${tab}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    });
  });
}
