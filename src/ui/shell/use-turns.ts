import { startTransition, useEffect, useState } from 'react';

/**
 * Counts up to `most` from when it is on, with a task of the page for each: parts that are mounted
 * all at once would hold the page for as long as all of them take together. What is on from the
 * beginning does not wait.
 */
export function useTurns(on: boolean, most: number): number {
  const [turn, setTurn] = useState(on ? most : 0);
  useEffect(() => {
    if (!on || turn >= most) return;
    const timer = setTimeout(() => startTransition(() => setTurn(turn + 1)));
    return () => clearTimeout(timer);
  }, [on, turn, most]);
  return turn;
}
