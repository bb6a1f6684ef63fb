import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults';
import { expect, test } from './orrery.page';

/** Every text that can be seen or is read out, in reading order. */
function allTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const add = (text: string | null): void => {
      const trimmed = text?.trim() ?? '';
      if (trimmed !== '') found.push(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']) {
          if (!node.closest('svg [data-state]')) add(node.getAttribute(name));
        }
      } else if (node.nodeType === Node.TEXT_NODE) {
        const inside = node.parentElement;
        if (inside?.closest('script, style, noscript, pre, [class*=raw]')) continue;
        add(node.textContent);
      }
    }
    return found;
  });
}

/**
 * What stands the same in both languages: names of processes, keys, versions and Kubernetes' own
 * words, which stay English.
 */
const NEUTRAL = [
  // Without letters, or one letter only.
  /^[^\p{L}]*\p{L}?[^\p{L}]*$/u,
  // The program, and the button that shows the other language.
  /^Kube Orrery$|^English$|^中文$/,
  // Paths of actors and keys, in words of ours or alone.
  /kube-apiserver|^\/?registry\b|masterleases|kube-(system|public|node-lease)/,
  /^[a-z0-9]+(-[a-z0-9]+)+$|^[0-9a-f]{64}$/,
  /^(Actor|endpoints|livez|readyz|healthz)$/,
  /^(etcd|scenario|simulation|kubectl|default|kubernetes|namespaces|services|seed|rev \d+)$/,
  /^(endpoints|endpointslices|leases|specs)\/[\w-]+\/?$/,
  /^(Lease|lease) [\d.]+( s)?$|^[\d.]+ · lease [\d.]+ s$/,
  /^k8s \d|SIG[A-Z]+|^Endpoints( default\/kubernetes)?$|^[a-z]+([A-Z][a-z]*)+$/,
  // States and events of machines, flags and reasons are code.
  /^[a-z]+([A-Z]\w*|\.\w+|\/[\w-]+)/,
  /^(ready|running|waiting|succeeded|failed|exited|draining|leaving|idle|aggregator|lifecycle)$/,
  /^(serving|terminating|buildingServerChain)$|^\d+(\.\d+)? (ms|s|µs)$|→/,
  // Keys of the keyboard.
  /^(Space|Home|End|Escape|Enter|Ctrl Z)$/,
  // Numbers with their unit, and times.
  /^[\d:.,/ ]+(ms|s|µs|×)?$/,
];

// The other tabs show what the cluster holds, which has no language.
for (const tab of ['machine', 'why']) {
  test(`switching the language changes every text: ${tab}`, async ({ orrery, page }) => {
    await orrery.open(`/library/ha-startup?t=44s&lang=en&tab=${tab}&sel=actor%3Akube-apiserver-a`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    const english = new Set(await allTexts(page));
    await page.getByRole('button', { name: 'Switch to Chinese' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('button', { name: '切换到英文' })).toBeVisible();
    // The table of records follows when the picture has been still for a moment.
    await expect(page.getByRole('table')).toContainText('时间');
    const chinese = await allTexts(page);
    const same = chinese.filter((text) => english.has(text));
    const forgotten = same.filter((text) => !NEUTRAL.some((pattern) => pattern.test(text)));
    expect([...new Set(forgotten)]).toEqual([]);
  });
}

test('the language is remembered, and a link may ask for one', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s');
  await orrery.press('l');
  await expect(page.getByRole('tab', { name: '状态机' })).toBeVisible();
  await page.goto('about:blank');
  await orrery.open('/library/ha-startup?t=44s');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.goto('about:blank');
  await orrery.open('/library/ha-startup?t=44s&lang=en');
  await expect(page.getByRole('tab', { name: 'Machine' })).toBeVisible();
});

test.describe('a browser that speaks Chinese', () => {
  test.use({ locale: 'zh-TW' });

  test('gets the page in Chinese', async ({ orrery, page }) => {
    await orrery.open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('complementary', { name: '入门提示' })).toContainText('空格 播放');
  });
});

test('the language changes nothing of the run', async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=44s&lang=en');
  const hash = await orrery.traceHash();
  await orrery.press('l');
  expect(await orrery.traceHash()).toBe(hash);
  await orrery.page.reload();
  await orrery.settled();
  expect(await orrery.traceHash()).toBe(hash);
});

test('Chinese signs are drawn, not boxes', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&lang=zh');
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 40;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    const { fontFamily } = getComputedStyle(document.body);
    return [...'时间线舞台'].map((sign) => {
      context.clearRect(0, 0, 40, 40);
      context.font = `30px ${fontFamily}`;
      context.fillText(sign, 2, 32);
      return context.getImageData(0, 0, 40, 40).data.join();
    });
  });
  // A missing sign is the same box as any other missing sign.
  expect(new Set(drawn).size).toBe(5);
});

test('the key sheet and the refusal fit in Chinese too', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&lang=zh');
  await orrery.press('?');
  await expect(page.getByRole('dialog', { name: '按键' })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    location.hash = '/s/1/AAAAAAAA?lang=zh';
  });
  await expect(page.getByRole('alert')).toContainText('无法运行');
  expect(await layoutFaults(page)).toEqual([]);
});
