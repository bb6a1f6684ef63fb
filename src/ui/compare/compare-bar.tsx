/** The bar over a comparison: what is compared, where it first differs, who differs now. */
import { ArrowRight } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { formatClock, useTexts, withKey } from '../i18n';
import { useReasonWords } from '../opening/reason';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import { sentenceOf } from '../why/sentences';
import { CloseButton } from '../widgets';
import styles from './compare.module.css';
import { reasonsOf } from './compared-run';
import { type Comparing, change, leave, type Side } from './comparison';
import type { DifferingProcess, ProcessNow } from './differing';
import { compareTexts } from './texts';

interface BarProps {
  readonly current: Comparing;
  /** undefined while that is not known yet. */
  readonly differing: readonly DifferingProcess[] | undefined;
}

export function CompareBar({ current, differing }: BarProps) {
  const { orrery, comparison } = useShell();
  const t = useTexts(orrery, compareTexts);
  return (
    <section className={styles.bar} aria-label={t('bar')}>
      <SideChoice current={current} />
      <FirstDifference current={current} />
      <Differing differing={differing} />
      <CloseButton
        label={t('leave')}
        title={withKey(t('leave'), '9', t.language)}
        onClose={() => leave(comparison)}
      />
    </section>
  );
}

/** Which of the two stands on the stage and in the inspector. */
function SideChoice({ current }: Pick<BarProps, 'current'>) {
  const { orrery, comparison } = useShell();
  const t = useTexts(orrery, compareTexts);
  const titles: Readonly<Record<Side, string>> = {
    a: t('run-a'),
    b: t('run-b', { label: current.label }),
  };
  return (
    <fieldset className={styles.sides}>
      <legend className="visually-hidden">{t('shown')}</legend>
      {(['a', 'b'] as const).map((side) => (
        <button
          key={side}
          type="button"
          className={`button ${current.shown === side ? 'primary' : ''}`}
          aria-pressed={current.shown === side}
          title={withKey(t('shown'), "'", t.language)}
          onClick={() => change(comparison, { shown: side })}
        >
          {titles[side]}
        </button>
      ))}
    </fieldset>
  );
}

function FirstDifference({ current }: Pick<BarProps, 'current'>) {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, compareTexts);
  const text = useVerdict(current);
  return (
    <div className={styles.difference}>
      <p role="status" data-difference={current.difference?.time}>
        {text.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      {current.difference && (
        <button
          type="button"
          className="button"
          title={withKey(t('jump'), ';', t.language)}
          onClick={() => commandOf('first-difference').run(shell)}
        >
          <ArrowRight size={14} aria-hidden="true" /> {t('jump')}
        </button>
      )}
    </div>
  );
}

/** In a sentence or three: whether and how the two differ, or why that is not known. */
function useVerdict({ run, difference }: Comparing): readonly string[] {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const wording = useStore(orrery.settings);
  const words = useReasonWords(orrery);
  const { status, faults, crash, reached } = useStore(run.orrery.session);
  const own = useStore(orrery.session);
  if (status === 'refused') {
    return [t('refused', { reasons: reasonsOf(faults, words, t.language) })];
  }
  if (difference) {
    const next = (side: string, { trace: { table } }: Orrery, seq: number | undefined): string => {
      if (seq === undefined || seq >= table.length) return t('nothing', { side });
      const time = formatClock(table.timeOf(seq));
      return t('side', { side, time, sentence: sentenceOf(table, seq, wording) });
    };
    const a = next('A', orrery, difference.a);
    const b = next('B', run.orrery, difference.b);
    return [t('differs', { time: formatClock(difference.time) }), a, b];
  }
  if (status === 'crashed') return [t('crashed', { reason: words(crash ?? '') })];
  if (status !== 'done' || own.status !== 'done') return [t('same-so-far')];
  return [t('same', { time: formatClock(Math.min(reached, own.reached)) })];
}

function Differing({ differing }: Pick<BarProps, 'differing'>) {
  const { orrery } = useShell();
  const t = useTexts(orrery, compareTexts);
  const same = differing?.length === 0;
  const word = (state: ProcessNow | undefined): string => {
    if (!state) return t('not-started');
    const { phase, reason, hooks } = state;
    return [t(`phase-${phase}`), reason, hooks && t('hooks', hooks)].filter(Boolean).join(' ');
  };
  return (
    <div className={styles.differing}>
      <span className="dim">{t(same ? 'none-differing' : 'differing')}</span>
      {!differing && <span>{t('not-yet')}</span>}
      <ul className={styles.names}>
        {differing?.map(({ name, a, b }) => (
          <li key={name}>
            <button
              type="button"
              className="button"
              data-differing={name}
              onClick={() => orrery.selection.setState({ selected: { kind: 'actor', path: name } })}
            >
              {t('process-differs', { name, a: word(a), b: word(b) })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
