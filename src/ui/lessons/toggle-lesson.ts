import { parseGoDuration } from '#base';
import type { TimelineStep } from '#protocol';
import type { Orrery } from '../stores';
import { LESSON_TAB, NO_LESSON, opened } from './lesson-state';
import { jump } from './travel';

/** Opens the lesson of the run on screen at its first stop, or ends the one that is open. */
export function toggleLesson(orrery: Orrery): void {
  const { session, lesson, settings } = orrery;
  if (lesson.getState().lesson) {
    lesson.setState(NO_LESSON, true);
    return;
  }
  const { scenario, libraryName } = session.getState();
  const stops = scenario?.spec.timeline?.filter(speaks) ?? [];
  if (!scenario || stops.length === 0) return;
  // A question is asked before its answer is on the stage.
  orrery.playback.setState({ playing: false });
  jump(orrery, Math.min(...stops.map(({ at }) => parseGoDuration(at) ?? 0)));
  settings.setState({ inspectorTab: LESSON_TAB });
  lesson.setState(opened({ scenario, libraryName }), true);
}

const speaks = ({ note, ask, breakpoint }: TimelineStep): boolean =>
  (note ?? ask ?? breakpoint) !== undefined;
