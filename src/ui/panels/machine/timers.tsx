import { formatClock, formatSpan, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { processOf } from '../../selected';
import { stepTexts, timerWords } from '../../why/step-words';
import type { PanelProps } from '../panel';
import styles from './machine.module.css';
import { selectTimers } from './select';
import { machineTexts } from './texts';

/** Timers shown at most; the soonest first. */
const MOST_TIMERS = 8;

/** Timers before they fire, each with a bar that shrinks in virtual time. */
export function Timers({
  orrery,
  actor,
  time,
}: Pick<PanelProps, 'orrery' | 'time'> & { actor: string }) {
  const t = useTexts(orrery, machineTexts);
  const steps = useTexts(orrery, stepTexts);
  const timers = selectTimers(orrery.index, actor, time).slice(0, MOST_TIMERS);
  // Of a whole process it is not plain whose timer each one is.
  const ownerOf = (seq: number): string | undefined => {
    const owner = orrery.trace.table.actorOf(seq);
    return owner === actor ? undefined : owner.slice(processOf(owner).length + 1);
  };
  return (
    <section>
      <h3>{t('timers')}</h3>
      {timers.length === 0 && <p className="dim">{t('timers-none')}</p>}
      <ul className={styles.timers}>
        {timers.map(({ name, armedAt, firesAt, seq }) => (
          <li key={seq}>
            <button
              type="button"
              className="text-button"
              title={t('fires-at', { time: formatClock(firesAt) })}
              onClick={() => goToRecord(orrery, seq)}
            >
              <span className={styles.timerName}>
                {timerWords(name, steps)}
                {ownerOf(seq) && (
                  <small className="mono dim" translate="no">
                    {' '}
                    {ownerOf(seq)}
                  </small>
                )}
              </span>
              <span className={`${styles.timerRest} mono dim`}>
                {t('fires-in', { span: formatSpan(firesAt - time) })}
              </span>
            </button>
            <meter min={0} max={Math.max(1, firesAt - armedAt)} value={firesAt - time} />
          </li>
        ))}
      </ul>
    </section>
  );
}
