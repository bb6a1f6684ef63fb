/** Arrows move the focus between cards as they hang, whatever the number of columns. */
import type { KeyboardEvent } from 'react';

type Step = (from: DOMRect, to: DOMRect) => number | undefined;

/** How far a card is in the direction of a key; undefined when it is not in that direction. */
const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: (from, to) =>
    sameRow(from, to) && to.left > from.left ? to.left - from.left : undefined,
  ArrowLeft: (from, to) =>
    sameRow(from, to) && to.left < from.left ? from.left - to.left : undefined,
  ArrowDown: (from, to) => (to.top > from.top + 1 ? distance(from, to) : undefined),
  ArrowUp: (from, to) => (to.top < from.top - 1 ? distance(from, to) : undefined),
};

const sameRow = (a: DOMRect, b: DOMRect): boolean => Math.abs(a.top - b.top) < 2;
/** A row away counts more than any number of columns. */
const distance = (a: DOMRect, b: DOMRect): number =>
  Math.abs(a.top - b.top) * 10 + Math.abs(a.left - b.left);

export function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = event.currentTarget;
  const wall = from.closest('[data-wall]');
  if (!step || !wall) return;
  const here = from.getBoundingClientRect();
  let nearest: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const card of wall.querySelectorAll<HTMLElement>('[data-card]')) {
    const far = card === from ? undefined : step(here, card.getBoundingClientRect());
    if (far === undefined || far >= least) continue;
    nearest = card;
    least = far;
  }
  event.preventDefault();
  nearest?.focus();
}
