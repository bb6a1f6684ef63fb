/** Where the explanation of a word stands while it is told: beside the word, above all else. */
import { type RefObject, useEffect, useRef } from 'react';

/** Widest explanation, as in the style sheet, and its distance from the window's edge, px. */
const WIDTH = 300;
const EDGE = 8;

/** @returns the place for the explanation, an element with `popover="manual"` */
export function useGloss(
  word: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): RefObject<HTMLSpanElement | null> {
  const told = useRef<HTMLSpanElement>(null);
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    const box = told.current;
    if (!open || !box || !word.current) return;
    const { left, top, bottom } = word.current.getBoundingClientRect();
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - WIDTH - EDGE))}px`;
    box.style.top = `${bottom + EDGE / 2}px`;
    // Above all that is cut at the edge of its panel.
    box.showPopover?.();
    const below = bottom + EDGE / 2 + box.offsetHeight + EDGE <= innerHeight;
    if (!below) box.style.top = `${Math.max(EDGE, top - EDGE / 2 - box.offsetHeight)}px`;
    const outside = ({ target }: Event): void => {
      if (target instanceof Node && !word.current?.contains(target)) closing.current();
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      box.hidePopover?.();
    };
  }, [word, open]);
  return told;
}
