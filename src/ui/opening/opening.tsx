/** What the page shows around opening: the place to drop on, that files are read, the report. */
import { FileInput, FolderOpen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { commandOf, keyLabel } from '../commands';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './opening.module.css';
import { openingTexts } from './texts';

const Report = lazy(() => import('./report'));

export function Opening({ over }: { readonly over: boolean }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, openingTexts);
  const opening = useStore(orrery.session, (state) => state.opening);
  const report = useStore(orrery.session, (state) => state.report);
  return (
    <>
      {over && (
        <div className={styles.drop} data-testid="drop-overlay">
          <div className={styles.target}>
            <FileInput aria-hidden="true" />
            <strong>{t('drop-title')}</strong>
            <p>{t('drop-text')}</p>
          </div>
        </div>
      )}
      {opening && (
        <div className={styles.reading} role="status">
          {t('opening')}
        </div>
      )}
      {report && (
        <Suspense>
          <Report report={report} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the last report again; nothing before there was one. */
export function ReportButton({ className }: { readonly className: string }) {
  const shell = useShell();
  const t = useTexts(shell.orrery, openingTexts);
  const there = useStore(shell.orrery.session, (state) => state.lastReport !== undefined);
  if (!there) return null;
  return (
    <button type="button" className={className} onClick={() => commandOf('read-report').run(shell)}>
      <FileInput aria-hidden="true" />
      {t('report')}
    </button>
  );
}

/** The command as a small button of the header. */
export function OpenIcon() {
  const shell = useShell();
  const t = useTexts(shell.orrery, openingTexts);
  const { keys, run } = commandOf('open');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('open')}
      title={t('open-hint', { key: keyLabel(keys[0]) })}
      onClick={() => run(shell)}
    >
      <FolderOpen aria-hidden="true" />
    </button>
  );
}

/** The same with words, where there is room for what it takes. */
export function OpenButton({ onChosen }: { readonly onChosen?: () => void }) {
  const shell = useShell();
  const t = useTexts(shell.orrery, openingTexts);
  const choose = (): void => {
    commandOf('open').run(shell);
    onChosen?.();
  };
  return (
    <button type="button" className={styles.open} onClick={choose}>
      <FolderOpen aria-hidden="true" />
      <span>
        <strong>{t('open')}</strong>
        <span className="dim">{t('open-what')}</span>
      </span>
    </button>
  );
}
