/** What a scenario expected before a person's changes and does not expect any more. Pure. */
import type { Scenario, TimelineStep } from '#protocol';
import { type Act, actOf, isAct, stepTime } from '../session/edit-scenario';

/** The name of an expectation as the run gives it; one without a name has its number. */
interface Named {
  readonly name: string;
  readonly what: string;
}

function expectedOf({ spec }: Scenario): readonly Named[] {
  return (spec.expect ?? []).map((one, place) => ({
    name: one.name ?? one.invariant ?? `expectation ${place + 1}`,
    what: JSON.stringify(one),
  }));
}

/**
 * Names of the expectations that the changes which led here took out: an act cuts the future, and
 * what was expected of it. Opening another scenario is no change of this one, so the way back ends
 * where another name begins.
 * @param undo the scenarios before each change, newest last
 */
export function droppedExpectations(
  current: Scenario | undefined,
  undo: readonly Scenario[],
): readonly string[] {
  if (!current) return [];
  const still = new Set(expectedOf(current).map(({ what }) => what));
  const dropped = new Map<string, string>();
  for (const earlier of undo.toReversed()) {
    if (earlier.metadata.name !== current.metadata.name) break;
    for (const { name, what } of expectedOf(earlier)) if (!still.has(what)) dropped.set(what, name);
  }
  return [...dropped.values()];
}

/**
 * The acts that the changes which led here cut from the end of the timeline, in its order, and are
 * not there any more. As above, the way back ends where another scenario was opened.
 */
export function cutActs(current: Scenario | undefined, undo: readonly Scenario[]): readonly Act[] {
  if (!current) return [];
  const still = new Set(actsOf(current).map(identity));
  const cut = new Map<string, TimelineStep>();
  for (const [place, earlier] of undo.entries()) {
    const next = undo[place + 1] ?? current;
    if (earlier.metadata.name !== current.metadata.name) {
      cut.clear();
      continue;
    }
    const last = Math.max(-1, ...(next.spec.timeline ?? []).map(stepTime));
    for (const step of actsOf(earlier)) {
      const one = identity(step);
      if (stepTime(step) > last && !still.has(one)) cut.set(one, step);
    }
  }
  return [...cut.values()].toSorted((a, b) => stepTime(a) - stepTime(b)).map(actOf);
}

/** Time, verb and target: the same step may be written in several ways. */
function identity(step: TimelineStep): string {
  const { at, verb, target } = actOf(step);
  return `${at} ${verb} ${target}`;
}

const actsOf = ({ spec }: Scenario): readonly TimelineStep[] => (spec.timeline ?? []).filter(isAct);
