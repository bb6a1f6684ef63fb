/** Which lesson follows one, in the order in which the library hangs them. Pure. */
import { GALLERY } from '#library';

/** @returns undefined after the last lesson, and for a scenario that is none of them */
export function nextLesson(name: string | undefined): string | undefined {
  const lessons = GALLERY.find(({ id }) => id === 'lessons')?.scenarios ?? [];
  const place = name === undefined ? -1 : lessons.indexOf(name);
  return place < 0 ? undefined : lessons[place + 1];
}
