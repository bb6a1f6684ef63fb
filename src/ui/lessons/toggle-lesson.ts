import type { Orrery } from '../stores';
import { LESSON_TAB, NO_LESSON, opened } from './lesson-state';

/** Opens the lesson of the run on screen at its first stop, or ends the one that is open. */
export function toggleLesson({ session, lesson, playback, settings }: Orrery): void {
  if (lesson.getState().lesson) {
    lesson.setState(NO_LESSON, true);
    return;
  }
  const { scenario, libraryName } = session.getState();
  const speaks = scenario?.spec.timeline?.some(
    ({ note, ask, breakpoint }) => note ?? ask ?? breakpoint,
  );
  if (!scenario || !speaks) return;
  playback.setState({ playing: false });
  settings.setState({ inspectorTab: LESSON_TAB });
  lesson.setState(opened({ scenario, libraryName }), true);
}
