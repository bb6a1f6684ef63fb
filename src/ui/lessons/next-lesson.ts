/** Which lesson follows one, in the order in which the library hangs them. Pure. */
import { GALLERY } from '#library';

/** @returns undefined after the last lesson, and for a scenario that is none of them */
export function nextLesson(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const lessons = GALLERY.find(({ course, scenarios }) => course && scenarios.includes(name));
  return lessons?.scenarios[lessons.scenarios.indexOf(name) + 1];
}
