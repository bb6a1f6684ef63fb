import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { useTexts } from '../i18n';
import { Reason } from '../opening/reason';
import { runAgain } from '../session/again';
import { useShell } from './shell-context';
import styles from './states.module.css';
import { shellTexts } from './texts';

export function Loading() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  return (
    <div className={styles.whole} role="status">
      <div className={styles.orbits} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <strong>{t('loading-title')}</strong>
      <p className="dim">{t('loading-text')}</p>
    </div>
  );
}

/** Above the workbench: the trace up to the crash stays usable under it. */
export function CrashBanner() {
  const shell = useShell();
  const { orrery, client } = shell;
  const t = useTexts(orrery, shellTexts);
  const crash = useStore(orrery.session, (state) => state.crash);
  const lost = useStore(orrery.session, (state) => state.workerLost);
  const seed = useStore(orrery.session, (state) => state.scenario?.spec.seed ?? 0);
  return (
    <section className={`${styles.banner} fault-hatch`} role="alert">
      <TriangleAlert className={styles.bad} aria-hidden="true" />
      <div className={styles.bannerText}>
        <strong>{t(lost ? 'lost-title' : 'crashed-title')}</strong>
        <code>
          <Reason orrery={orrery} reason={crash ?? ''} />
        </code>
        <span className="dim">{lost ? t('lost-text') : t('crashed-text', { seed })}</span>
      </div>
      <button type="button" className="button" onClick={() => commandOf('copy-link').run(shell)}>
        {t('copy-link')}
      </button>
      <button type="button" className="button primary" onClick={() => runAgain(orrery, client)}>
        {t('try-again')}
      </button>
    </section>
  );
}
