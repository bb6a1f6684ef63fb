/** What a stop says; a question is asked before anything is told. */
import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { parseGoDuration } from '#base';
import type { Ask } from '#protocol';
import { formatClock, formatEnd, localText, useTexts } from '../i18n';
import { expectationName } from '../outcome/expectation-names-zh';
import { useShell } from '../shell/shell-context';
import { sentenceOf } from '../why/sentences';
import styles from './lesson.module.css';
import { rightAnswers, verdictOf } from './lesson-state';
import { reveal } from './reveal';
import { breakingRecord, type Stop } from './stops';
import { lessonTexts } from './texts';
import type { OpenLesson } from './use-lesson';
import { WaysOn } from './ways-on';

export function StopText({ lesson }: { readonly lesson: OpenLesson }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const { stop, place, stops, settled, moving } = lesson;
  const tried = useStore(orrery.lesson, (state) => state.tried[place]) ?? [];
  const answered = stop.kind === 'ask' && (settled || tried.length > 0);
  return (
    // Another stop is another text: it begins at its top.
    <div key={place} className={styles.text} data-answered={answered}>
      <div aria-live="polite" className={styles.asked}>
        {stop.kind === 'note' && <p>{localText(stop.text, language)}</p>}
        {stop.kind === 'breakpoint' && <Broken stop={stop} />}
        {stop.kind === 'ask' && (
          <p>
            <span className="dim">{t('question')}</span>
            {language === 'zh' ? '' : ' '}
            <strong>{localText(stop.ask.question, language)}</strong>
          </p>
        )}
      </div>
      {stop.kind === 'ask' && <Question ask={stop.ask} lesson={lesson} />}
      {place === stops.length - 1 && settled && !moving && (
        <>
          <p className="dim">{t('end')}</p>
          <WaysOn />
        </>
      )}
    </div>
  );
}

function Question({ ask, lesson }: { readonly ask: Ask; readonly lesson: OpenLesson }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const tried = useStore(orrery.lesson, (state) => state.tried[lesson.place]) ?? [];
  const { results, settled, actions } = lesson;
  const shown = (place: number) => tried.includes(place) || settled;
  const last = tried.at(-1);
  const verdict = last === undefined ? undefined : verdictOf(ask, last, results);
  return (
    <>
      <ul className={styles.answers} aria-label={t('answers')}>
        {ask.answers.map(({ text }, place) => (
          <li key={localText(text, 'en')}>
            <Answer
              text={localText(text, language)}
              verdict={shown(place) ? verdictOf(ask, place, results) : undefined}
              onChoose={() => actions.answer(place)}
            />
          </li>
        ))}
      </ul>
      <Answered of={`${last} ${verdict} ${settled}`}>
        {verdict === 'waiting' && <p>{t('waiting')}</p>}
        {verdict === 'wrong' && last !== undefined && (
          <p className={styles.reason}>
            <strong>{t('wrong')}:</strong> {localText(ask.answers[last].because, language)}
          </p>
        )}
        {settled && <Told ask={ask} lesson={lesson} />}
      </Answered>
    </>
  );
}

interface AnsweredProps {
  /** Says when there is something new. */
  readonly of: string;
  readonly children: ReactNode;
}

/** What follows an answer. It is brought to the eye where the text is longer than its place. */
function Answered({ of, children }: AnsweredProps) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (of !== '' && told.current) reveal(told.current);
  }, [of]);
  return (
    <div ref={told} aria-live="polite" className={styles.told}>
      {children}
    </div>
  );
}

interface AnswerProps {
  readonly text: string;
  readonly verdict: ReturnType<typeof verdictOf> | undefined;
  readonly onChoose: () => void;
}

function Answer({ text, verdict, onChoose }: AnswerProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  return (
    <button
      type="button"
      className={`button ${styles.answer}`}
      data-verdict={verdict}
      onClick={onChoose}
    >
      {verdict === 'right' && <Check aria-label={t('right')} />}
      {verdict === 'wrong' && <X aria-label={t('wrong')} />}
      {text}
    </button>
  );
}

/** The right answer, with what in the run shows it. */
function Told({ ask, lesson }: { readonly ask: Ask; readonly lesson: OpenLesson }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const { results } = lesson;
  const [right] = rightAnswers(ask, results);
  if (right === undefined) return <p>{results ? t('none-right') : t('waiting')}</p>;
  const found = results?.find(({ name }) => name === ask.answers[right].expect);
  return (
    <>
      <p>{localText(ask.because, language)}</p>
      {found && (
        <p className="dim">
          {t('told-by', { name: expectationName(found.name, language), at: clockOf(found.at) })}
        </p>
      )}
    </>
  );
}

/** An instant as the page says it everywhere, from a Go duration since the start. */
const clockOf = (at: string): string => formatEnd(parseGoDuration(at) ?? 0);

function Broken({ stop }: { readonly stop: Extract<Stop, { kind: 'breakpoint' }> }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  const settings = useStore(orrery.settings);
  // The run may still be coming in.
  useStore(orrery.session, (state) => state.reached);
  const { table } = orrery.trace;
  const seq = breakingRecord(table, stop);
  if (seq === undefined) return <p>{t('breaks-never', { when: stop.condition.text })}</p>;
  const time = formatClock(table.timeOf(seq));
  return <p>{t('breaks-here', { time, sentence: sentenceOf(table, seq, settings) })}</p>;
}
