import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n';
import { Boundary } from './boundary';
import styles from './shell.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

const ScenarioEditor = lazy(() => import('../editor/editor'));

/** The editor, once it was loaded; it comes only when it is asked for. */
export function EditorPlace() {
  const { orrery, door } = useShell();
  const t = useTexts(orrery, shellTexts);
  const close = (): void => {
    door.setState({ open: false });
    // The button that opens it again is where the keyboard goes on.
    document.querySelector<HTMLElement>('[data-opens=editor]')?.focus();
  };
  return (
    <Boundary orrery={orrery}>
      <Suspense
        fallback={
          <p className={styles.waiting} role="status">
            {t('editor-loading')}
          </p>
        }
      >
        <ScenarioEditor door={door} onClose={close} />
      </Suspense>
    </Boundary>
  );
}
