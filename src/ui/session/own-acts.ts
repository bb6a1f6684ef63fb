/** Which steps of a timeline a person added while looking, and since when the story is theirs. */
import { parseGoDuration } from '#base';
import type { Scenario, TimelineStep } from '#protocol';
import { stepTime } from './edit-scenario';

/** How the page writes the time of an act; the stories of the library count in seconds. */
const WRITTEN_LIVE = /^\d+us$/;
/** Steps that change nothing of the run. */
const SPEAKING = ['note', 'ask', 'breakpoint'];
const READING = 'get|describe|api-resources|api-versions|cluster-info|auth|explain|version';
const READING_LINE = new RegExp(`^\\s*(kubectl\\s+)?(${READING})\\b`);

/**
 * Whether a person acted between the time of a note of the story and the playhead: the note then
 * tells of a run that was going to be another one.
 */
export function actedSince(scenario: Scenario | undefined, from: number, to: number): boolean {
  return (scenario?.spec.timeline ?? []).some((step) =>
    ownActTimes(step).some((time) => time >= from && time <= to),
  );
}

/** When a person acted through this step: its own time, and the time at which they healed it. */
function ownActTimes(step: TimelineStep): readonly number[] {
  if (SPEAKING.some((verb) => step[verb] !== undefined)) return [];
  if (typeof step.kubectl === 'string' && READING_LINE.test(step.kubectl)) return [];
  const lasts = step.for !== undefined && WRITTEN_LIVE.test(step.for) ? step.for : undefined;
  const healed = lasts === undefined ? [] : [stepTime(step) + (parseGoDuration(lasts) ?? 0)];
  return WRITTEN_LIVE.test(step.at) ? [stepTime(step), ...healed] : healed;
}
