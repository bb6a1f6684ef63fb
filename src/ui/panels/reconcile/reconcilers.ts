/**
 * Which actors keep the endpoints of the kubernetes Service. Apart, as the list of tabs asks it.
 */
import type { TraceIndex } from '#trace';

const RECONCILER = /^[^/]+\/(lease|master-count)-reconciler$/;

/** In order of appearance. */
export function reconcilers(index: TraceIndex): readonly string[] {
  return index.actors.filter((actor) => RECONCILER.test(actor));
}
