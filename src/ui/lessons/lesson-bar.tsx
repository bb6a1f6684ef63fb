/**
 * The lesson above the workbench: what the stop says, and buttons that never move. Loaded when a
 * lesson is opened.
 */
import { ArrowLeft, ArrowRight, Check, Hand, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { isTyping, pressesFocused } from '../commands';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { CloseButton } from '../widgets';
import styles from './lesson.module.css';
import { StopText } from './stop-text';
import { lessonTexts } from './texts';
import { type LessonActions, type OpenLesson, useLesson } from './use-lesson';

export default function LessonBar() {
  const lesson = useLesson();
  if (!lesson) return null;
  return lesson.away ? <Away lesson={lesson} /> : <Stops lesson={lesson} />;
}

function Stops({ lesson }: { readonly lesson: OpenLesson }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  const bar = useRef<HTMLElement>(null);
  const { place, stops, settled, moving, actions } = lesson;
  useKeys(bar, actions);
  useEffect(() => bar.current?.focus(), []);
  const over = place === stops.length - 1 && settled && !moving;
  return (
    <section ref={bar} className={styles.bar} aria-label={t('lesson')} tabIndex={-1} data-lesson="">
      <div className={styles.ways}>
        <button
          type="button"
          className="button"
          aria-disabled={place === 0}
          title={t('keys')}
          onClick={actions.back}
        >
          <ArrowLeft aria-hidden="true" />
          {t('back')}
        </button>
        <button
          type="button"
          className="button primary"
          title={over ? t('close') : t('keys')}
          onClick={over ? actions.close : actions.forward}
        >
          {over ? t('finish') : moving ? t('skip') : settled ? t('forward') : t('tell')}
          {over ? <Check aria-hidden="true" /> : <ArrowRight aria-hidden="true" />}
        </button>
        <span className="dim">{t('place', { stop: place + 1, stops: stops.length })}</span>
      </div>
      <StopText lesson={lesson} />
      <div className={styles.leave}>
        <button
          type="button"
          className="button"
          title={t('take-over-hint')}
          onClick={actions.takeOver}
        >
          <Hand aria-hidden="true" />
          {t('take-over')}
        </button>
        <CloseButton label={t('close')} onClose={actions.close} />
      </div>
    </section>
  );
}

/** While the reader acts: one line, and the way back. */
function Away({ lesson: { place, stops, actions } }: { readonly lesson: OpenLesson }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, lessonTexts);
  return (
    <section className={styles.away} aria-label={t('lesson')}>
      <p role="status" className={styles.takenOver}>
        {t('taken-over', { stop: place + 1, stops: stops.length })}
      </p>
      <button type="button" className="button primary" onClick={actions.comeBack}>
        <Undo2 aria-hidden="true" />
        {t('return')}
      </button>
      <CloseButton label={t('close')} onClose={actions.close} />
    </section>
  );
}

/**
 * Enter, Space and the arrows work in the lesson and wherever no other part of the page has the
 * focus. A focused button of the lesson is pressed by Enter and Space as everywhere.
 */
function useKeys(bar: RefObject<HTMLElement | null>, actions: LessonActions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (document.querySelector('dialog[open]')) return;
      const inside = target instanceof Node && bar.current?.contains(target);
      if (!inside && target !== document.body) return;
      if (pressesFocused(target, key)) {
        event.stopPropagation();
        return;
      }
      if (key === 'ArrowRight' || key === 'Enter' || key === ' ') actions.forward();
      else if (key === 'ArrowLeft') actions.back();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [bar, actions]);
}
