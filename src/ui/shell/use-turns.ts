import { startTransition, useLayoutEffect, useState } from 'react';

/**
 * Counts up to `most` from when it is on, then one more when the picture with the last one is on
 * screen: parts that are mounted all at once would hold the page for as long as all of them take
 * together, and none would be seen before the last is done. The first alone, a frame with nothing
 * in it, is not waited for. What is on from the beginning does not wait.
 */
export function useTurns(on: boolean, most: number): number {
  const [turn, setTurn] = useState(on ? most : 0);
  // Not after the picture: the first part alone need not be seen before the second comes.
  useLayoutEffect(() => {
    if (!on || turn >= most) return;
    return later(turn > 1, () => startTransition(() => setTurn(turn + 1)));
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
