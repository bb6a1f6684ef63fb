/**
 * Shares out the frames among what draws: together the first pictures of all of them would hold the
 * page for longer than a person waits. What a frame has no room for comes first in the next one.
 */

/** When this much of a frame is used up, nothing more is begun in it, ms. */
const ROOM_MS = 8;

type Draw = () => void;

const waiting = new Set<Draw>();
let frame: number | undefined;

/**
 * Calls `draw` once, in one of the next frames; asking again before that changes nothing.
 * @returns what takes it back
 */
export function drawSoon(draw: Draw): () => void {
  waiting.add(draw);
  frame ??= requestAnimationFrame(turn);
  return () => {
    waiting.delete(draw);
    if (waiting.size > 0 || frame === undefined) return;
    cancelAnimationFrame(frame);
    frame = undefined;
  };
}

function turn(): void {
  frame = undefined;
  const started = performance.now();
  // What is asked for from here on is for the next frame.
  const due = [...waiting];
  for (const draw of due) {
    if (!waiting.delete(draw)) continue;
    draw();
    if (performance.now() - started >= ROOM_MS) break;
  }
  if (waiting.size > 0) frame ??= requestAnimationFrame(turn);
}
