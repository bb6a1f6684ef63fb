/**
 * Pieces of work over several workers.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue/parallelizer.go
 */

export interface Pieces {
  readonly pieces: number;
  readonly workers: number;
  /** Pieces that a worker takes at once. */
  readonly chunkSize?: number;
  /** Whether the context has ended: no further chunk is begun. */
  readonly stopped?: () => boolean;
  /** Does one piece, and calls `done` at the end. */
  readonly doWorkPiece: (piece: number, done: () => void) => void;
}

/** Upstream: ParallelizeUntil. `finished` is called when all workers have ended. */
export function parallelizeUntil(parts: Pieces, finished: () => void): void {
  const { pieces, chunkSize = 1, stopped = () => false, doWorkPiece } = parts;
  const size = Math.max(1, chunkSize);
  const chunks = Math.ceil(pieces / size);
  let running = Math.min(parts.workers, chunks);
  let next = 0;
  const ended = () => {
    running -= 1;
    if (running === 0) finished();
  };
  const take = () => {
    if (next >= chunks || stopped()) {
      ended();
      return;
    }
    const from = next * size;
    next += 1;
    work(from, Math.min(from + size, pieces));
  };
  const work = (piece: number, end: number) => {
    if (piece === end) take();
    else doWorkPiece(piece, () => work(piece + 1, end));
  };
  if (running === 0) finished();
  for (let count = running; count > 0; count -= 1) take();
}
