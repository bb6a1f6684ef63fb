/** Which processes start controllers. Apart, as the list of tabs asks it. */
import type { TraceIndex } from '#trace';

const MANAGER = /^([^/]+)\/controller-manager$/;

/** In order of appearance. */
export function managers(index: TraceIndex): readonly string[] {
  return index.actors.flatMap((actor) => MANAGER.exec(actor)?.[1] ?? []);
}
