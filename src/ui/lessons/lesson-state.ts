/** Where a reader stands in a lesson, and what became of the questions. Pure. */
import type { Ask, ExpectationResult, Scenario } from '#protocol';

export interface LessonState {
  /** The lesson that is open: its document and its name in the library; undefined for none. */
  readonly lesson: Lesson | undefined;
  /** Place of the stop, from 0. */
  readonly stop: number;
  /** Places of the answers that were tried, by the place of the stop. */
  readonly tried: Readonly<Record<number, readonly number[]>>;
  /** Stops whose answer was told without being found. */
  readonly told: readonly number[];
  /** The reader took over: the page is theirs until they come back. */
  readonly away: boolean;
}

export interface Lesson {
  readonly scenario: Scenario;
  readonly libraryName: string | undefined;
}

export const NO_LESSON: LessonState = {
  lesson: undefined,
  stop: 0,
  tried: {},
  told: [],
  away: false,
};

/** A lesson from this stop on; questions before it are not asked again. */
export function opened(lesson: Lesson, stop = 0): LessonState {
  return { ...NO_LESSON, lesson, stop: Math.max(0, stop) };
}

/** The tab that a lesson opens with, unless a link says another: it is about whom, not why. */
export const LESSON_TAB = 'machine';

/** What the run, or the mark, says of an answer. */
export type Verdict = 'right' | 'wrong' | 'waiting';

/** `results` are those of the finished run; undefined while it goes on. */
export function verdictOf(
  ask: Ask,
  place: number,
  results: readonly ExpectationResult[] | undefined,
): Verdict {
  if (ask.right !== undefined) return ask.right === place ? 'right' : 'wrong';
  const { expect } = ask.answers[place] ?? {};
  if (expect === undefined) return 'wrong';
  if (!results) return 'waiting';
  return results.find(({ name }) => name === expect)?.ok ? 'right' : 'wrong';
}

/** Places of the answers that are right in this run: usually one, in a changed run perhaps none. */
export function rightAnswers(
  ask: Ask,
  results: readonly ExpectationResult[] | undefined,
): readonly number[] {
  return ask.answers.flatMap((_, place) =>
    verdictOf(ask, place, results) === 'right' ? [place] : [],
  );
}

/** Whether the answer is on the table: found, or told. */
export function isSettled(
  state: LessonState,
  ask: Ask,
  results: readonly ExpectationResult[] | undefined,
): boolean {
  if (state.told.includes(state.stop)) return true;
  return (state.tried[state.stop] ?? []).some(
    (place) => verdictOf(ask, place, results) === 'right',
  );
}

export function answered(state: LessonState, place: number): LessonState {
  const before = state.tried[state.stop] ?? [];
  if (before.includes(place)) return state;
  return { ...state, tried: { ...state.tried, [state.stop]: [...before, place] } };
}

/** On by one; a question that is still open is told first. */
export function forward(state: LessonState, stops: number, settled: boolean): LessonState {
  if (!settled) return { ...state, told: [...state.told, state.stop] };
  return { ...state, stop: Math.min(stops - 1, state.stop + 1) };
}

export function back(state: LessonState): LessonState {
  return { ...state, stop: Math.max(0, state.stop - 1) };
}
