import { CircleDashed, OctagonX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { useTexts } from '../i18n';
import { OpenButton } from '../opening/opening';
import { Reason } from '../opening/reason';
import { LibraryList } from './scenario-picker';
import { useShell } from './shell-context';
import styles from './states.module.css';
import { shellTexts } from './texts';

interface CardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Card({ icon, title, text, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.cardHead}>
        {icon}
        <h2 id={titleId}>{title}</h2>
      </div>
      <p className="dim">{text}</p>
      {children}
    </section>
  );
}

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

export function Empty() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  return (
    <div className={styles.whole}>
      <Card
        icon={<CircleDashed aria-hidden="true" />}
        title={t('empty-title')}
        text={t('empty-text')}
      >
        <OpenButton />
        <LibraryList />
      </Card>
    </div>
  );
}

/** Every fault with its place, and two ways on: the run still on screen, or the library. */
export function Refused() {
  const { orrery, client } = useShell();
  const t = useTexts(orrery, shellTexts);
  const faults = useStore(orrery.session, (state) => state.faults);
  const hasRun = orrery.trace.table.length > 0;
  return (
    <div className={hasRun ? styles.over : styles.whole} role="alert">
      <Card
        icon={<OctagonX className={styles.bad} aria-hidden="true" />}
        title={t('refused-title')}
        text={t('refused-text')}
      >
        <ul className={styles.faults}>
          {faults.map(({ file, path, reason, line, column }) => (
            <li key={`${file} ${path} ${reason}`}>
              <code translate="no">
                {file !== undefined && `${file}: `}
                {line === undefined ? path : `${path} (${line}:${column ?? 1})`}
              </code>
              <Reason orrery={orrery} reason={reason} />
            </li>
          ))}
        </ul>
        {hasRun ? (
          <button type="button" className="button primary" onClick={() => client.keepOldRun()}>
            {t('refused-old')}
          </button>
        ) : (
          <>
            <h3>{t('refused-library')}</h3>
            <LibraryList />
          </>
        )}
      </Card>
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
        <code>{crash}</code>
        <span className="dim">{lost ? t('lost-text') : t('crashed-text', { seed })}</span>
      </div>
      <button type="button" className="button" onClick={() => commandOf('copy-link').run(shell)}>
        {t('copy-link')}
      </button>
      <button type="button" className="button primary" onClick={() => client.retry()}>
        {t('try-again')}
      </button>
    </section>
  );
}
