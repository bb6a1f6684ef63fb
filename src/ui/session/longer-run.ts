/** An act near the end makes the run longer; what then comes is to be seen, or told of. */
import type { Scenario } from '#protocol';
import type { Orrery } from '../stores';
import { endOf } from './edit-scenario';

/** Where a window that showed the end of the run ends when the end moves; undefined elsewhere. */
export function endInView(shownTo: number, before: number, after: number): number | undefined {
  return after > before && shownTo >= before ? after : undefined;
}

/** Lets a window that reaches to the end of one scenario reach to that of the next. */
export function keepEndInView({ viewport }: Orrery, from: Scenario, to: Scenario): void {
  const end = endInView(viewport.getState().to, endOf(from), endOf(to));
  if (end !== undefined) viewport.setState({ to: end });
}

/** The new end of a run that an act made longer, µs; undefined when it did not. */
export function grownTo(from: Scenario | undefined, to: Scenario | undefined): number | undefined {
  if (!from || !to) return undefined;
  return endOf(to) > endOf(from) ? endOf(to) : undefined;
}
