/** Timers that run at the playhead, of the selected actor or process: where and when they fire. */
import type { TraceIndex } from '#trace';
import { formatSpan, translator, type Wording } from '../i18n';
import { processOf } from '../selected';
import { stepTexts, timerWords } from '../why/step-words';

export interface TimerMark {
  readonly actor: string;
  readonly firesAt: number;
  /** Time left and what for; and the time alone. */
  readonly forms: readonly string[];
}

/** Nearest first, at most this many: more cannot be told apart. */
const MOST_TIMERS = 24;

export function timerMarks(
  index: TraceIndex,
  actor: string,
  time: number,
  wording: Wording,
): readonly TimerMark[] {
  const t = translator(stepTexts, wording);
  const actors = actor.includes('/')
    ? [actor]
    : index.actors.filter((path) => processOf(path) === actor);
  return actors
    .flatMap((path) => index.timersAt(path, time).map((timer) => ({ path, ...timer })))
    .sort((a, b) => a.firesAt - b.firesAt || a.seq - b.seq)
    .slice(0, MOST_TIMERS)
    .map(({ path, name, firesAt }) => {
      const left = formatSpan(firesAt - time);
      return { actor: path, firesAt, forms: [`${left} ${timerWords(name, t)}`, left] };
    });
}
