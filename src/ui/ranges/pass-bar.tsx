import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { formatClock, useTexts } from '../i18n';
import { goToRecord } from '../playback';
import { processOf } from '../selected';
import type { Orrery } from '../stores';
import type { RepairPass } from './passes';
import styles from './ranges.module.css';
import { rangeTexts } from './texts';
import type { Moment, Step } from './walk';
import { firstOf, type PassChoice, type StepState, stepStates } from './walk-place';

export interface PassBarProps {
  readonly orrery: Orrery;
  readonly choice: PassChoice;
  readonly pass: RepairPass;
  readonly moments: readonly Moment[];
  /** The moment that is looked at; -1 outside the walk. */
  readonly at: number;
  /** Goes to a moment; -1 leaves the walk. */
  readonly onGo: (at: number) => void;
}

/** Which pass, its steps, and the way through them. */
export function PassBar(props: PassBarProps) {
  const { orrery, moments, at, onGo } = props;
  const t = useTexts(orrery, rangeTexts);
  return (
    <div className={styles.passBar}>
      <WhichPass {...props} />
      <Steps {...props} />
      <div className={styles.ways} title={t('walk-hint')}>
        <button
          type="button"
          className={styles.way}
          aria-label={t('back')}
          disabled={at < 0}
          onClick={() => onGo(at - 1)}
        >
          <ChevronLeft aria-hidden="true" />
          <span>{t('back')}</span>
        </button>
        <button
          type="button"
          className={styles.way}
          aria-label={t('next')}
          disabled={at >= moments.length - 1}
          onClick={() => onGo(at + 1)}
        >
          <span>{t('next')}</span>
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

function WhichPass({ orrery, choice, pass }: PassBarProps) {
  const t = useTexts(orrery, rangeTexts);
  const { run, attempt, actor, at } = pass;
  const turn = attempt > 1 ? t('run-try', { run, attempt }) : t('run-number', { run });
  const other = (by: 1 | -1) => {
    const head = choice.heads[choice.at + by];
    const label = t(by === 1 ? 'next-pass' : 'previous-pass');
    const Icon = by === 1 ? ChevronRight : ChevronLeft;
    return (
      <button
        type="button"
        className={styles.turn}
        disabled={!head}
        aria-label={label}
        title={label}
        onClick={() => head && goToRecord(orrery, head.first)}
      >
        <Icon aria-hidden="true" />
      </button>
    );
  };
  return (
    <div className={styles.which}>
      <h3>{t('repair')}</h3>
      {other(-1)}
      <span className="mono">
        {turn} · {processOf(actor)} · {formatClock(at)}
      </span>
      {other(1)}
    </div>
  );
}

function Steps({ orrery, moments, at, onGo }: PassBarProps) {
  const t = useTexts(orrery, rangeTexts);
  const chip = (state: StepState | 'outside', words: string, go: () => void) => (
    <button
      type="button"
      className={styles.step}
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
      disabled={state === 'missing'}
      onClick={go}
    >
      {words}
    </button>
  );
  return (
    <nav className={styles.steps} aria-label={t('walk')}>
      {chip(at < 0 ? 'now' : 'outside', t('now'), () => onGo(-1))}
      <span className={styles.divide} aria-hidden="true" />
      {stepStates(moments, at).map(([step, state], place) => (
        <Fragment key={step}>
          {place > 0 && (
            <span className="dim" aria-hidden="true">
              ›
            </span>
          )}
          {chip(state, `${place + 1} ${t(nameOf(step))}`, () => onGo(firstOf(moments, step)))}
        </Fragment>
      ))}
    </nav>
  );
}

const nameOf = (step: Step) => `step-${step}` as const;
