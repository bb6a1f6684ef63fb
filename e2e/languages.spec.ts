import type { Page } from '@playwright/test';
import { drawn, layoutFaults } from './layout-faults';
import { DIALOGS, LINES } from './opened';
import { expect, test } from './orrery.page';

/**
 * Every text that can be seen or is read out, in reading order, but for what says of itself that it
 * has no language: code, and names, keys and words of Kubernetes that are marked `translate="no"`.
 */
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
        if (node.parentElement?.closest('[translate=no], pre, code')) continue;
        for (const name of ['aria-label', 'placeholder', 'alt', 'aria-roledescription']) {
          add(node.getAttribute(name));
        }
        if (!node.matches('[translate=no]')) add(node.getAttribute('title'));
      } else if (node.nodeType === Node.TEXT_NODE) {
        if (node.parentElement?.closest('script, style, noscript, [translate=no], pre, code'))
          continue;
        add(node.textContent);
      }
    }
    return found;
  });
}

/** What stands the same in both languages wherever it stands. */
const NEUTRAL = [
  // Without letters, or one letter only.
  /^[^\p{L}]*\p{L}?[^\p{L}]*$/u,
  // Numbers with their unit.
  /^[−\d:.,/ ]+(ms|s|µs|×)$/,
  // The program, and the button that shows the other language.
  /^Kube Orrery$|^English$|^中文$/,
  // On the stage: the store's revision, an address with its lease, a signal with its time.
  /^rev \d+$|^[\d.]+ · lease [\d.]+ s$|^SIG[A-Z]+ [\d:.]+$/,
  // A name that was made shorter for its label.
  /^(server|manager) [a-z]( · SIG[A-Z]+)?$/,
  // Groups and versions of the API.
  /^(([\w.]+ )?v\d\w*\n?)+$/,
  // Names of processes and of what is in them; nothing else has a dash or a slash and no space.
  /^(kube-(?:apiserver|controller-manager)-[a-z]|etcd|kubectl|scenario|simulation)(\/[\w.-]+)*$/,
  // Objects and keys as names: of a card, of a lane, of what is shown; and a trace's hash.
  /^Endpoints default\/kubernetes$|^Lease [\w.-]+$|^\/registry(\/[\w.-]+)*$|^[0-9a-f]{64}$/,
  // Names of keys; words of Kubernetes; what is typed as it stands.
  /^(Ctrl|Alt|Shift|Enter|Tab|Esc|Escape|Backspace|Home|End)([ +]\S+)*$/,
  /^Hook$|^API server$|^Watch cache$|^\$ kubectl$|^kind = response and code = 409$/,
];

/** A selection with which each tab has something to say. */
const TABS: readonly (readonly [string, string])[] = [
  ['machine', 'actor:kube-apiserver-a'],
  ['machine', 'actor:kube-apiserver-a/bootstrap-controller'],
  ['object', 'object:/registry/services/endpoints/default/kubernetes'],
  ['etcd', 'actor:etcd'],
  ['why', 'record:900'],
  ['request', 'record:900'],
  ['reconcile', 'actor:kube-apiserver-a'],
  ['health', 'actor:kube-apiserver-a'],
  ['cluster-ips', 'actor:kube-apiserver-a'],
  ['node-ports', 'actor:kube-apiserver-a'],
  ['watch-cache', 'actor:kube-apiserver-a/watch-cache/leases'],
  ['informers', 'actor:kube-apiserver-a/informers/namespaces'],
  ['journey', 'object:/registry/namespaces/kube-system'],
  ['source', 'actor:kube-apiserver-a'],
  ['source', 'actor:etcd/lessor'],
  ['source', 'actor:scenario'],
];

/** Sentences of Chinese after each other have no space between them. */
const SPACED = /[。，；：？！] (?=\S)/;

const HAN = /\p{Script=Han}/u;
const softly = expect.configure({ soft: true });

test('switching the language changes every text', async ({ orrery, page }) => {
  await orrery.open('/library/ha-startup?t=44s&lang=en');
  for (const [tab, selection] of TABS) {
    const title = `${tab} of ${selection}`;
    await test.step(title, async () => {
      const view = new URLSearchParams({ t: '44s', lang: 'en', tab, sel: selection });
      await orrery.turnTo(`/library/ha-startup?${view}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator(`[data-tab=${tab}]`)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      // Parts that are drawn a moment later still have the words of the language before.
      const inChinese = async () => (await allTexts(page)).filter((text) => HAN.test(text));
      await expect.poll(inChinese, title).toEqual(['中文']);
      const english = new Set(await allTexts(page));
      await page.getByRole('button', { name: 'Switch to Chinese' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await expect(page.getByRole('button', { name: '切换到英文' })).toBeVisible();
      // The table of records follows when the picture has been still for a moment.
      await expect(page.getByRole('columnheader', { name: '时间', exact: true })).toBeAttached();
      const forgotten = async () => {
        const same = (await allTexts(page)).filter((text) => english.has(text));
        return [...new Set(same.filter((text) => !NEUTRAL.some((each) => each.test(text))))];
      };
      await softly.poll(forgotten, title).toEqual([]);
      const plain = page.getByRole('tabpanel').locator(':is(p, li, dd):not(:has(button))');
      const lines = await plain.allTextContents();
      softly(
        lines.filter((line) => SPACED.test(line)),
        title,
      ).toEqual([]);
    });
  }
});

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
    await expect(page.getByRole('complementary', { name: '入门提示' })).toContainText(
      /空格 (播放|暂停)/,
    );
  });
});

test('the language changes nothing of the run', async ({ orrery }) => {
  await orrery.open('/library/ha-startup?t=44s&lang=en');
  const hash = await orrery.traceHash();
  await orrery.press('l');
  await expect(orrery.page.locator('html')).toHaveAttribute('lang', 'zh-CN');
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

/** What opens over the page or under it. */
const OPENED = [...DIALOGS, ...LINES];

test('nor is a text forgotten in what opens over the page', async ({ orrery, page }) => {
  test.slow();
  const place = '/library/ha-startup?t=30s&sel=actor%3Akube-apiserver-a';
  const texts: Record<string, readonly string[]> = {};
  for (const language of ['en', 'zh']) {
    await orrery.open(`${place}&lang=${language}`);
    for (const [what, key] of OPENED) {
      await test.step(`${what}, ${language}`, async () => {
        await orrery.turnTo(`${place}&lang=${language}`);
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
        const before = new Set(await allTexts(page));
        await orrery.press(key);
        const more = async () => (await allTexts(page)).filter((text) => !before.has(text));
        await expect.poll(async () => (await more()).length, what).toBeGreaterThan(0);
        await drawn(page, 5);
        texts[`${what} ${language}`] = await more();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
  }
  for (const [what] of OPENED) {
    const english = new Set(texts[`${what} en`]);
    const same = texts[`${what} zh`].filter((text) => english.has(text));
    const forgotten = same.filter((text) => !NEUTRAL.some((each) => each.test(text)));
    expect.soft([...new Set(forgotten)], what).toEqual([]);
  }
});
