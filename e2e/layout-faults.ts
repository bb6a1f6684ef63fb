/**
 * What the eye would object to, found by measuring: text that is cut or lies on other text,
 * controls on top of each other, a page that scrolls sideways. Text on canvas is not seen by it.
 */
import type { Page } from '@playwright/test';

/** @returns a line for each fault; none when all is well. Measured when the page has been drawn. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  await drawn(page);
  return page.evaluate(measure);
}

/** Waits until the page has been drawn so many times more. */
export async function drawn(page: Page, frames = 2): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const next = (left: number): void => {
          if (left === 0) resolve();
          else requestAnimationFrame(() => next(left - 1));
        };
        next(wanted);
      }),
    frames,
  );
}

/** Runs in the page, so it can use nothing from outside. */
function measure(): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Piece {
    readonly what: string;
    readonly element: Element;
    /** As far as it can be seen. */
    readonly box: Box;
  }
  /** Rounding, and the room above and below letters, px. */
  const SLACK = 1.5;
  const TOUCH_X = 2;
  const TOUCH_Y = 4;
  /** What lies over the page by its nature; only pieces of one layer are compared. */
  const LAYERS =
    'dialog, [role=alert], [class*=popup], [class*=tip], [class*=notice], [data-opened]';
  const CONTROLS = 'button, input, select, textarea, [role=tab], [role=treeitem], summary';
  const faults = new Set<string>();

  const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
  const intersection = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isThere = ({ left, top, right, bottom }: Box): boolean => right > left && bottom > top;
  const name = (box: Box): string =>
    `at ${Math.round(box.left)},${Math.round(box.top)} ` +
    `${Math.round(box.right - box.left)}x${Math.round(box.bottom - box.top)}`;
  const ancestors = (element: Element): Element[] => {
    const list: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) list.push(at);
    return list;
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) && !ancestors(element).some((at) => getComputedStyle(at).clipPath.startsWith('inset(50%'));
  /** Whether the whole text can be had by pointing at it, or by opening what holds it. */
  const canBeHad = (element: Element, text: string): boolean =>
    ancestors(element).some((at) => {
      const said = `${at.getAttribute('title') ?? ''} ${at.getAttribute('aria-label') ?? ''}`;
      return said.includes(text) || at.querySelector(':scope > [aria-expanded=false]') !== null;
    });

  /** The part of a box that its ancestors let through; says so when one of them cuts it. */
  const seenPart = (element: Element, box: Box, cut: () => void): Box => {
    let seen = box;
    for (const at of ancestors(element)) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') {
        if (position === 'fixed') break;
        continue;
      }
      const frame = boxOf(at.getBoundingClientRect());
      const through = intersection(seen, frame);
      const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const lostX = seen.left < frame.left - SLACK || seen.right > frame.right + SLACK;
      const lostY = seen.top < frame.top - SLACK || seen.bottom > frame.bottom + SLACK;
      if ((lostX && hides(overflowX)) || (lostY && hides(overflowY))) cut();
      seen = through;
      if (!isThere(seen)) return seen;
    }
    return seen;
  };

  const texts: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(element.tagName))
      continue;
    if (!isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const control = element.closest(CONTROLS);
    for (const rect of range.getClientRects()) {
      const what = `"${text.slice(0, 50)}"`;
      let cut = false;
      const box = seenPart(element, boxOf(rect), () => {
        cut = true;
      });
      if (cut && !canBeHad(element, text)) faults.add(`cut: ${what} ${name(rect)}`);
      if (!isThere(box)) continue;
      texts.push({ what, element, box });
      const around = control?.getBoundingClientRect();
      const spills =
        around &&
        (box.left < around.left - SLACK ||
          box.right > around.right + SLACK ||
          box.top < around.top - 3 ||
          box.bottom > around.bottom + 3);
      if (spills) faults.add(`spills out of its control: ${what} ${name(rect)}`);
    }
  }

  const controls: Piece[] = [...document.querySelectorAll(CONTROLS)]
    .filter(isSeen)
    .map((element) => {
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const box = seenPart(element, boxOf(element.getBoundingClientRect()), () => {});
      return { what: `[${label.slice(0, 40)}]`, element, box };
    })
    .filter(({ box }) => isThere(box));

  /** A button that opens a text in full stands on the text's end. */
  const opens = (button: Piece, text: Piece): boolean =>
    button.element.closest('[aria-expanded=false]')?.parentElement?.contains(text.element) === true;
  const compare = (a: Piece, b: Piece): void => {
    if (a.element.contains(b.element) || b.element.contains(a.element)) return;
    const both = intersection(a.box, b.box);
    if (both.right - both.left <= TOUCH_X || both.bottom - both.top <= TOUCH_Y) return;
    if (a.element.closest(LAYERS) !== b.element.closest(LAYERS)) return;
    if (opens(a, b) || opens(b, a)) return;
    faults.add(`overlap: ${a.what} and ${b.what} ${name(both)}`);
  };
  for (const [place, a] of texts.entries()) {
    for (const b of texts.slice(place + 1)) if (a.element !== b.element) compare(a, b);
    // The words in a body on the stage lie under its button.
    for (const b of controls) if (!b.element.hasAttribute('data-target')) compare(a, b);
  }
  for (const [place, a] of controls.entries()) {
    for (const b of controls.slice(place + 1)) compare(a, b);
  }

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`scrolls sideways: ${scrollWidth} in ${clientWidth}`);
  return [...faults];
}
