/** Where the text of a stop must be scrolled to, so that its new part is seen. */

export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** How far to scroll on, px: no further than needed, and never past the beginning of the part. */
export function scrollBy(part: Span, view: Span): number {
  if (part.bottom <= part.top) return 0;
  return Math.min(Math.max(0, Math.ceil(part.bottom - view.bottom)), part.top - view.top);
}

/** Scrolls the box that a part stands in; the page itself stays. */
export function reveal(part: HTMLElement): void {
  const box = part.parentElement;
  if (box) box.scrollTop += scrollBy(part.getBoundingClientRect(), box.getBoundingClientRect());
}
