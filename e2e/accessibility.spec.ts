import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './orrery.page';

/**
 * Serious and critical findings, each as the rule and where it is broken.
 * @param part where to look; default: everywhere
 * @param rules default: all of them
 */
async function allFindings(
  page: Page,
  part = 'html',
  rules?: readonly string[],
): Promise<readonly string[]> {
  const runOnly = rules ? { runOnly: [...rules] } : {};
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ['violations'], ...runOnly })
    // There are no frames, so no second page is needed to gather what they say.
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`),
    );
}

// Judging takes its time where much is on screen.
test.slow();

const SELECTED = '/library/ha-startup?t=44s&sel=actor%3Akube-apiserver-a';

/** The other theme changes colours and nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

for (const theme of ['dark', 'light'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    const findings = (page: Page, part?: string): Promise<readonly string[]> =>
      allFindings(page, part, theme === 'dark' ? undefined : COLOURS);

    test('every tab of the inspector', async ({ orrery, page }) => {
      await orrery.open(SELECTED);
      expect(await findings(page), 'the whole page').toEqual([]);
      await orrery.eachTab(async (tab) => {
        expect.soft(await findings(page, '[role=tabpanel]'), tab).toEqual([]);
      });
    });

    test('a lesson, at a note and at a question', async ({ orrery, page }) => {
      await orrery.open('/library/slow-hook?stop=1');
      const lesson = page.getByRole('region', { name: 'Lesson' });
      await expect(lesson.getByText('Stop 1 of 6')).toBeVisible();
      expect(await findings(page, 'main'), 'a note').toEqual([]);
      await page.keyboard.press('ArrowRight');
      await expect(lesson.getByText('Stop 2 of 6')).toBeVisible();
      await lesson.getByRole('button', { name: 'Yes, for its port is open' }).click();
      await expect(lesson.getByText('An open port says')).toBeVisible();
      expect(await findings(page, 'main'), 'a question').toEqual([]);
    });

    test('what opens over the page', async ({ orrery, page }) => {
      await orrery.open('/library/ha-startup?t=30s&sel=actor%3Akube-apiserver-a');
      await page.getByRole('button', { name: /^Scenario/ }).click();
      expect(await findings(page, 'header'), 'the library').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Share' }).click();
      expect(await findings(page, 'header'), 'the link').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'What the marks mean' }).click();
      expect(await findings(page, '[data-panel=stage]'), 'the legend').toEqual([]);
      await page.keyboard.press('Escape');
      await orrery.press('`');
      const line = page.getByRole('textbox', { name: 'kubectl command line' });
      await line.fill('help');
      await line.press('Enter');
      await line.fill('apply -f -');
      await line.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Manifest for' })).toBeFocused();
      expect(await findings(page, '[data-panel=console]'), 'the console').toEqual([]);
      await page.keyboard.press('Escape');
      await line.press('Escape');
      await orrery.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page, 'dialog'), 'the keys').toEqual([]);
      await page.keyboard.press('Escape');
      await orrery.press('k');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page, 'dialog'), 'the question').toEqual([]);
    });

    test('a refusal', async ({ page }) => {
      await page.goto('./#/library/nothing');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('in Chinese', async ({ orrery, page }) => {
  await orrery.open(`${SELECTED}&lang=zh`);
  expect(await allFindings(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each panel', async ({ orrery, page }) => {
    await orrery.open(SELECTED);
    for (const panel of ['Stage', 'Inspector', 'Timeline']) {
      await page.getByRole('tab', { name: panel }).click();
      expect(await allFindings(page, 'main'), panel).toEqual([]);
    }
  });
});
