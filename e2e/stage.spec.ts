/** The stage under a mouse that jumps: no hover before the press, no time between its events. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from './orrery.page';

// The run plays while it is clicked, as on a first visit; and the machine is a slow one.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
const SLOWER = 4;

interface Spot {
  readonly x: number;
  readonly y: number;
}

class JumpingMouse {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<JumpingMouse> {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return new JumpingMouse(session);
  }

  /** Sends all at once: the page gets no turn in between. */
  async click(...spots: readonly Spot[]): Promise<void> {
    await Promise.all(
      spots.flatMap(({ x, y }) => [
        this.#send('mouseMoved', { x, y }),
        this.#send('mousePressed', { x, y }),
        this.#send('mouseReleased', { x, y }),
      ]),
    );
  }

  #send(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', spot: Spot): Promise<unknown> {
    const button = type === 'mouseMoved' ? ('none' as const) : ('left' as const);
    const buttons = type === 'mousePressed' ? 1 : 0;
    const clickCount = type === 'mouseMoved' ? 0 : 1;
    return this.#session.send('Input.dispatchMouseEvent', {
      ...spot,
      type,
      button,
      buttons,
      clickCount,
    });
  }
}

/** The middle of what is drawn, and a way off from it to the right. */
async function spotOf(drawn: Locator, right = 0): Promise<Spot> {
  const box = await drawn.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height };
  });
  return { x: box.left + box.width / 2 + right, y: box.top + box.height / 2 };
}

const A = 'kube-apiserver-a';

/** Every part that a newcomer may take for the server. */
const PARTS: readonly (readonly [what: string, spot: (page: Page) => Promise<Spot>])[] = [
  ['its body', (page) => spotOf(page.locator(`[data-target="${A}"]`))],
  ['its letter', (page) => spotOf(page.locator(`[data-part="body:${A}"] text`).first())],
  ['a bead of its ring', (page) => spotOf(page.locator(`[data-part="hook:${A}:6"]`))],
  ['its name', (page) => spotOf(page.locator(`[data-part="label:${A}:0"]`))],
];

for (const [place, [what, spot]] of PARTS.entries()) {
  // At once for each part; and for every other one when all of the page has been drawn.
  for (const wait of place % 2 === 0 ? [0, 700] : [0]) {
    test(`the first click on ${what} selects a server, ${wait} ms in`, async ({ orrery, page }) => {
      const mouse = await JumpingMouse.on(page);
      await page.goto('./');
      await expect(page.locator(`[data-part="hook:${A}:6"]`)).toBeAttached();
      if (wait > 0) await page.waitForTimeout(wait);
      await mouse.click(await spot(page));
      await expect(orrery.process(A)).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => orrery.time(), 'it plays').toBeGreaterThan(0);
    });
  }
}

test('a server and then a tool, in one frame, is an act', async ({ orrery, page }) => {
  const mouse = await JumpingMouse.on(page);
  await page.goto('./');
  await expect(orrery.process(A)).toBeVisible();
  await expect.poll(() => orrery.time()).toBeGreaterThan(500_000);
  const kill = page.getByRole('toolbar').getByRole('button', { name: 'kill', exact: true });
  await mouse.click(await spotOf(orrery.process(A)), await spotOf(kill));
  // The scenario has later steps, so that it asks first.
  await expect(page.getByRole('dialog')).toContainText('Cut the future?');
});

test('the first click on a lane, on its name and on the axis is not lost', async ({
  orrery,
  page,
}) => {
  const mouse = await JumpingMouse.on(page);
  await page.goto('./');
  const name = page.getByRole('treeitem', { name: 'kube-apiserver-b' });
  await expect(name).toBeVisible();
  await mouse.click(await spotOf(name));
  await expect(orrery.process('kube-apiserver-b')).toHaveAttribute('aria-pressed', 'true');
  const { y } = await spotOf(page.getByRole('treeitem', { name: A }));
  const canvas = page.locator('[data-panel=timeline] canvas').first();
  const { x } = await spotOf(canvas);
  await mouse.click({ x, y });
  await expect(orrery.process(A)).toHaveAttribute('aria-pressed', 'true');
  const { top } = await canvas.evaluate((element) => element.getBoundingClientRect());
  await mouse.click({ x, y: top + 45 });
  await expect.poll(() => orrery.time()).toBeGreaterThan(40_000_000);
});
