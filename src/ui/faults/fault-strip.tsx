/** The strip above the stage: what is broken on purpose at the playhead, and how to mend it. */
import { GitCompareArrows, Zap } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { formatSpan, namesInAList, type Translate, useTexts, withKey } from '../i18n';
import { usePlayhead } from '../playback';
import { canAct } from '../selected';
import type { RunningFault } from '../session/running-faults';
import { useShell } from '../shell/shell-context';
import styles from './faults.module.css';
import { faultsAt, healable } from './running';
import { runningTexts } from './running-texts';

export function FaultStrip() {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, runningTexts);
  const time = usePlayhead(orrery);
  useStore(orrery.session, (state) => state.scenario);
  useStore(orrery.session, (state) => state.traceVersion);
  const faults = faultsAt(orrery, time);
  return (
    <section
      className={styles.strip}
      aria-label={t('faults')}
      data-idle={faults.length === 0 || undefined}
    >
      <button
        type="button"
        className={`button ${styles.open}`}
        title={withKey(t('open-faults'), 'G', t.language)}
        disabled={!commandOf('faults').enabled?.(shell)}
        onClick={() => commandOf('faults').run(shell)}
      >
        <Zap aria-hidden="true" />
        {t('open-faults')}
      </button>
      {faults.length === 0 && canAct(orrery) && (
        <span className={`dim ${styles.none}`}>{t('none')}</span>
      )}
      <RunningFaults faults={faults} />
      {healable(faults).length > 0 && (
        <button
          type="button"
          className="button"
          title={withKey(t('heal-all'), 'H', t.language)}
          onClick={() => commandOf('heal-all').run(shell)}
        >
          {t('heal-all')}
        </button>
      )}
      <CompareButton />
    </section>
  );
}

/** What cannot be healed has nothing to focus, and the list must be scrolled all the same. */
function RunningFaults({ faults }: { readonly faults: readonly RunningFault[] }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, runningTexts);
  const time = usePlayhead(orrery);
  const focusable = faults.length === 0 || faults.some(({ started }) => !started);
  return (
    <ul className={`${styles.running} scrolls-down`} tabIndex={focusable ? undefined : 0}>
      {faults.map((fault) => (
        <li key={fault.place}>
          {fault.started ? (
            <span className={`${styles.fault} fault-hatch`} data-running={fault.verb}>
              {whatOf(t, fault)}
            </span>
          ) : (
            <button
              type="button"
              className={`${styles.fault} fault-hatch`}
              data-running={fault.verb}
              title={titleOf(t, fault)}
              onClick={() => orrery.acts.heal([fault.place])}
            >
              <span className="mono" data-lasting={fault.until === undefined || undefined}>
                {fault.until === undefined
                  ? t('until-healed')
                  : t('left', { span: formatSpan(fault.until - time) })}
              </span>
              <span>{whatOf(t, fault)}</span>
              <span aria-hidden="true">×</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What pressing it does; and that nothing else ends it, which a narrow strip leaves out. */
const titleOf = (t: Words, fault: RunningFault): string => {
  const heal = t('heal', { what: whatOf(t, fault) });
  return fault.until === undefined ? `${heal} · ${t('until-healed')}` : heal;
};

function CompareButton() {
  const shell = useShell();
  const t = useTexts(shell.orrery, runningTexts);
  const comparing = useStore(shell.comparison, (state) => state.current !== undefined);
  if (comparing) return null;
  return (
    <button
      type="button"
      className={`icon-button ${styles.compare}`}
      aria-label={t('compare')}
      title={withKey(t('compare'), '9', t.language)}
      disabled={!commandOf('compare').enabled?.(shell)}
      onClick={() => commandOf('compare').run(shell)}
    >
      <GitCompareArrows aria-hidden="true" />
    </button>
  );
}

type Words = Translate<(typeof runningTexts)['en']>;

const whatOf = (t: Words, { verb, between, and, started }: RunningFault): string => {
  const key = started ? 'hook-started' : verb;
  const sides = { between: namesOf(between, t), and: namesOf(and, t) };
  return (t as (key: string, values: object) => string)(key, sides);
};

/** A side may be several processes. */
const namesOf = (side: string, t: Words): string => namesInAList(side.split(', '), t.language);
