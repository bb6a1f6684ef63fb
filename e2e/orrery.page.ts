/**
 * What page tests import: `test` and `expect` with the page helper `orrery`, and a guard that fails
 * a test when the page says anything in the console, throws, breaks its own policy or misses a
 * file.
 */
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

export { expect };

/** What Playwright makes the page say where the configuration blocks service workers. */
const BLOCKED_BY_US = 'Service Worker registration blocked by Playwright';

/** How long a run may take to its end in the worker, on a slow machine, ms. */
const SETTLE_MS = 45_000;

export class OrreryPage {
  readonly page: Page;
  /** The element that says how the run stands: `data-status`, and at its end `data-trace-hash`. */
  readonly root: Locator;
  /** The playhead's time; `data-us` is the same in µs. */
  readonly clock: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator('[data-trace-hash]');
    this.clock = page.locator('header output[data-us]');
  }

  /**
   * Loads the page and waits for the run to end.
   * @param place the part of the address after `#`, such as `/library/ha-startup?t=31.2s`
   */
  async open(place = ''): Promise<void> {
    // Where the page is there already, another part behind `#` alone would load nothing.
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.goto(place === '' ? './' : `./#${place}`);
    await this.settled();
  }

  /**
   * Opens another address in the page that is there, as following a link on it does: what looks at
   * many places need not load the page for each.
   */
  async turnTo(place: string): Promise<void> {
    await this.turnAway(place);
    await this.settled();
  }

  /** The same for an address that may be refused. The page has seen it when this is over. */
  async turnAway(place: string): Promise<void> {
    await this.page.evaluate(
      (hash) =>
        new Promise<void>((resolve) => {
          (document.activeElement as HTMLElement | null)?.blur();
          if (location.hash === hash) resolve();
          // The page listens since it was loaded, so it is told before we are.
          else addEventListener('hashchange', () => resolve(), { once: true });
          location.hash = hash;
        }),
      `#${place}`,
    );
  }

  /** Waits until the run is at its end and the page shows its hash. */
  async settled(): Promise<void> {
    const done = this.page.locator(
      '[data-status="done"][data-trace-hash]:not([data-trace-hash=""])',
    );
    await expect(done).toHaveCount(1, { timeout: SETTLE_MS });
  }

  async traceHash(): Promise<string> {
    return (await this.root.getAttribute('data-trace-hash')) ?? '';
  }

  /** Waits until the playhead is there. @param us µs */
  async isAt(us: number): Promise<void> {
    await expect(this.clock).toHaveAttribute('data-us', String(us));
  }

  /** The playhead, µs, as it is drawn: what was done just now may not be there yet. */
  async time(): Promise<number> {
    return Number(await this.clock.getAttribute('data-us'));
  }

  /** What the address says of the view, such as `t`, `sel`, `from`, `to`, `tab`. */
  async view(): Promise<URLSearchParams> {
    return new URLSearchParams(new URL(this.page.url()).hash.split('?')[1]);
  }

  /** Sends a key to the page itself, not to whatever has the focus. */
  async press(key: string): Promise<void> {
    await this.page.locator('body').press(key);
  }

  /** Starts or stops playback. */
  async togglePlay(): Promise<void> {
    await this.press('Space');
  }

  /** Goes to a virtual time by the address, as a link does. @param time a Go duration */
  async seek(time: string): Promise<void> {
    await this.page.evaluate((t) => {
      const [path, query] = location.hash.slice(1).split('?');
      const view = new URLSearchParams(query);
      view.set('t', t);
      location.hash = `${path}?${view}`;
    }, time);
  }

  /** Selects by the name that a screen reader would say. */
  async select(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).first().click();
  }

  /** A process on the stage. Its name also says what it is doing. */
  process(name: string): Locator {
    return this.page.locator(`[data-target="${name}"]`);
  }

  /**
   * Brings each tab of the inspector to the front, one after the other, and looks at it. The click
   * is only told to the tab: that it can be hit with a mouse is for other tests.
   * @param wanted which of them, by their place in the row
   */
  async eachTab(
    look: (name: string, panel: Locator) => Promise<void>,
    wanted: (place: number) => boolean = () => true,
  ): Promise<void> {
    const tabs = this.page.getByRole('tab');
    const panel = this.page.getByRole('tabpanel');
    for (let place = 0; place < (await tabs.count()); place += 1) {
      if (!wanted(place)) continue;
      const tab = tabs.nth(place);
      await tab.dispatchEvent('click');
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      // Some tabs are loaded when they are first opened.
      await expect(panel).not.toBeEmpty();
      await look((await tab.textContent()) ?? '', panel);
    }
  }

  /** Opens a tab of the inspector. */
  async openTab(name: string | RegExp): Promise<Locator> {
    await this.page.getByRole('tab', { name }).click();
    const panel = this.page.getByRole('tabpanel', { name });
    // Some tabs are loaded when they are first opened.
    await expect(panel).not.toBeEmpty();
    return panel;
  }

  /** Says yes to the question that an act asks when it would cut later steps. */
  async cut(): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button').first().click();
  }
}

/** Collects whatever must not happen in any page of a context. */
async function watch(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.text() === BLOCKED_BY_US) return;
    faults.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack}`));
  context.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {};
    // Who reloads or leaves a page gives up what it still fetches, its icon say.
    if (errorText === 'net::ERR_ABORTED') return;
    faults.push(`request failed: ${request.url()} ${errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  await context.exposeBinding('reportPolicyViolation', (_, text: string) => {
    faults.push(`policy violation: ${text}`);
  });
  await context.addInitScript(() => {
    const { reportPolicyViolation } = globalThis as unknown as {
      reportPolicyViolation: (text: string) => void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      reportPolicyViolation(`${event.violatedDirective} blocks ${event.blockedURI}`);
    });
  });
  return faults;
}

export const test = base.extend<{ orrery: OrreryPage; quiet: undefined }>({
  orrery: async ({ page }, use) => {
    await use(new OrreryPage(page));
  },
  quiet: [
    async ({ context }, use) => {
      const faults = await watch(context);
      await use(undefined);
      expect(faults, 'what the page must never do').toEqual([]);
    },
    { auto: true },
  ],
});
