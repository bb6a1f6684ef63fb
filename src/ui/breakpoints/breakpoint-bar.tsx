/** The line of breakpoints: what there is, what stopped the playhead and why, and a new one. */
import { OctagonPause } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { readCondition } from '#protocol';
import { useTexts } from '../i18n';
import styles from '../marks/marks.module.css';
import { Reason } from '../opening/reason';
import { usePlayhead } from '../playback';
import type { Orrery } from '../stores';
import { sentenceOf } from '../why/sentences';
import { CloseButton } from '../widgets';
import { breakpointsOf, type Stop, stopAt } from './breakpoints';
import { breakpointTexts } from './texts';

export interface BreakpointBarProps {
  readonly orrery: Orrery;
  /** What was typed before it was there. */
  readonly typed: RefObject<string>;
}

export default function BreakpointBar({ orrery, typed }: BreakpointBarProps) {
  const t = useTexts(orrery, breakpointTexts);
  const { own } = useStore(orrery.breakpoints);
  useStore(orrery.session, (state) => state.scenario);
  const time = usePlayhead(orrery);
  // What it stands on is told with the record; the line tells each condition once.
  const stop = stopAt(orrery, time);
  const scenarios = breakpointsOf(orrery).filter(
    ({ once, condition }) => once && condition.text !== stop?.when,
  );
  const set = (next: readonly string[]): void => orrery.breakpoints.setState({ own: next });
  return (
    <section className={styles.bar} aria-label={t('title')}>
      <OctagonPause aria-hidden="true" />
      <div className={styles.facts}>
        <Stopped orrery={orrery} stop={stop} />
        {scenarios.map(({ condition }) => (
          <span key={condition.text} title={t('ours')}>
            <code>{condition.text}</code>
          </span>
        ))}
        {own.map((when) => (
          <span key={when}>
            {when !== stop?.when && <code>{when}</code>}
            <button
              type="button"
              className="text-button"
              aria-label={t('remove', { when })}
              onClick={() => set(own.filter((each) => each !== when))}
            >
              ×
            </button>
          </span>
        ))}
      </div>
      <Adding
        {...{ orrery, typed }}
        onAdd={(when) => set([...own.filter((each) => each !== when), when])}
      />
      <CloseButton
        label={t('close')}
        onClose={() => orrery.breakpoints.setState({ open: false })}
      />
    </section>
  );
}

interface StoppedProps {
  readonly orrery: Orrery;
  readonly stop: Stop | undefined;
}

/** Which breakpoint it was, and the record that made it true. */
function Stopped({ orrery, stop }: StoppedProps) {
  const t = useTexts(orrery, breakpointTexts);
  const { language, pseudo } = useStore(orrery.settings);
  if (!stop) return <output>{t('none')}</output>;
  const sentence = sentenceOf(orrery.trace.table, stop.seq, { language, pseudo });
  return <output>{t('stopped', { when: stop.when, sentence })}</output>;
}

interface AddingProps extends BreakpointBarProps {
  readonly onAdd: (when: string) => void;
}

function Adding({ orrery, typed, onAdd }: AddingProps) {
  const t = useTexts(orrery, breakpointTexts);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed.current);
  const entering = useStore(orrery.breakpoints, (state) => state.entering);
  useEffect(() => {
    typed.current = '';
    if (!entering) return;
    field.current?.focus();
    orrery.breakpoints.setState({ entering: false });
  }, [orrery, typed, entering]);
  const [reason, setReason] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const read = readCondition(text);
    setReason(read.ok ? '' : read.faults[0].reason);
    if (!read.ok) return;
    onAdd(read.value.text);
    setText('');
  };
  return (
    <form className={styles.adding} onSubmit={add}>
      <input
        ref={field}
        type="text"
        value={text}
        placeholder={t('hint')}
        aria-label={t('add')}
        aria-invalid={reason !== ''}
        spellCheck={false}
        autoComplete="off"
        maxLength={300}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          // What is written stays, and only what is not needed any more goes.
          if (text === '') orrery.breakpoints.setState({ open: false });
          else event.currentTarget.blur();
        }}
      />
      {reason !== '' && (
        <span role="alert" data-bad>
          <Reason orrery={orrery} reason={reason} />
        </span>
      )}
    </form>
  );
}
