import { ChevronDown } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { localText, useTexts, withTitle } from '../i18n';
import { openingTexts } from '../opening/texts';
import styles from './header.module.css';
import { useNavigation, useShell } from './shell-context';
import { shellTexts } from './texts';

/** What runs; pressed, it opens the gallery with all there is. */
export function ScenarioPicker() {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, shellTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const libraryName = useStore(orrery.session, (state) => state.libraryName);
  const library = useNavigation()?.library ?? [];
  const fromLibrary = library.some(({ name }) => name === scenario?.metadata.name);
  const traceFile = useStore(orrery.session, (state) => state.traceFile);
  const tOpen = useTexts(orrery, openingTexts);
  const title = scenario
    ? localText(scenario.metadata.title, language) || scenario.metadata.name
    : (traceFile ?? t('choose-scenario'));
  const button = (
    <>
      <span className={styles.pickerTitle}>{title}</span>
      {scenario && !libraryName && (
        <span className={styles.changed}>{t(fromLibrary ? 'changed' : 'own-scenario')}</span>
      )}
      {traceFile !== undefined && (
        <span className={styles.changed} title={tOpen('trace-hint')}>
          {tOpen('trace')}
        </span>
      )}
      <ChevronDown aria-hidden="true" />
    </>
  );
  return (
    <button
      type="button"
      className={`button ${styles.picker}`}
      aria-label={withTitle(t('scenario'), title, t.language)}
      title={title}
      aria-haspopup="dialog"
      onClick={() => commandOf('gallery').run(shell)}
    >
      {button}
    </button>
  );
}
