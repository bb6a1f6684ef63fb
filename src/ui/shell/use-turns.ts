import { startTransition, useEffect, useState } from 'react';

/**
 * Counts up to `most` from when it is on, at first soon, then one more when the picture with the
 * last one is on screen: parts that are mounted all at once would hold the page for as long as all
 * of them take together, and none would be seen before the last is done. What is on from the
 * beginning does not wait.
 */
export function useTurns(on: boolean, most: number): number {
  const [turn, setTurn] = useState(on ? most : 0);
  useEffect(() => {
    if (!on || turn >= most) return;
    return later(turn > 0, () => startTransition(() => setTurn(turn + 1)));
  }, [on, turn, most]);
  return turn;
}

/**
 * Not in this task, and perhaps only when the next picture is on screen; a page that nobody sees
 * draws none, so it does not wait for one.
 * @returns what ends it
 */
function later(afterPicture: boolean, then: () => void): () => void {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer = setTimeout(then);
  };
  if (afterPicture && !document.hidden) {
    // What this one draws is on screen when the next one begins.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(soon);
    });
  } else soon();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
