import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatEnd, useTexts } from '../i18n';
import { endOf } from '../session/edit-scenario';
import styles from './header.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

/**
 * The playhead's virtual time and the end of the run. The text is set by hand on each move: React
 * would render the page sixty times a second for it.
 */
export function Clock() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const time = useRef<HTMLOutputElement>(null);
  const end = useStore(orrery.session, ({ scenario, traceFile, reached }) =>
    // An opened trace ends where its records end.
    traceFile !== undefined ? reached : scenario ? endOf(scenario) : 0,
  );
  useEffect(() => {
    const show = (): void => {
      const us = orrery.playback.getState().time;
      if (!time.current) return;
      time.current.textContent = formatClock(us);
      time.current.dataset.us = String(us);
    };
    show();
    return orrery.playback.subscribe(show);
  }, [orrery]);
  return (
    <div className={`${styles.clock} mono`}>
      <output ref={time} className={styles.time} aria-label={t('virtual-time')} aria-live="off" />
      <span className={styles.end}>/ {formatEnd(end)}</span>
    </div>
  );
}
