/** The note on the stage where room is short: what is broken on purpose stands above it. */
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

for (const [theme, language] of [
  ['dark', 'en'],
  ['light', 'zh'],
] as const) {
  test(`at least four lines of a note are read, and all when asked: ${language}`, async ({
    orrery,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await orrery.open(`/library/ha-startup?t=104s&lang=${language}`);
    await expect(page.locator('[data-running]')).toHaveCount(2);
    const note = page.getByRole('complementary', { name: /^(Note|旁白)$/ });
    const lines = () =>
      note
        .locator('p')
        .evaluate(
          (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
        );
    expect(await lines()).toBeGreaterThanOrEqual(4);
    expect(await layoutFaults(page)).toEqual([]);
    const more = note.getByRole('button', { name: /^(more|展开)$/ });
    if (language === 'zh' && (await more.count()) === 0) return;
    await more.click();
    const words = note.locator('p');
    expect(await words.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    expect(await layoutFaults(page)).toEqual([]);
    await note.getByRole('button', { name: /^(less|收起)$/ }).click();
    await expect(more).toHaveAttribute('aria-expanded', 'false');
  });
}
