import { CircleQuestionMark, Download, FilePen, Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf, commandTexts } from '../commands';
import { useTexts, withKey } from '../i18n';
import { OpenIcon } from '../opening/opening';
import { ShareButton } from '../share/share-button';
import { useMediaQuery } from '../widgets';
import { Clock } from './clock';
import styles from './header.module.css';
import { PlaybackControls } from './playback-controls';
import { RunFacts } from './run-facts';
import { ScenarioPicker } from './scenario-picker';
import { useShell } from './shell-context';
import { SpeedChoice } from './speed-choice';
import { shellTexts } from './texts';

/** From this width on the run's facts stand in the header; below it in the status bar. */
export const WIDE_HEADER = '(min-width: 1800px)';
/** From this width on it has room for the button that opens files. */
const OPENS_FILES = '(min-width: 1600px)';

const THEME_ICONS = { system: Monitor, dark: Moon, light: Sun };

export function Header() {
  const wide = useMediaQuery(WIDE_HEADER);
  return (
    <header className={styles.header}>
      <Logo />
      <ScenarioPicker />
      <PlaybackControls />
      <Clock />
      <SpeedChoice />
      {wide && <RunFacts />}
      <span className={styles.push} />
      <ShareButton />
      <PageButtons />
    </header>
  );
}

function Logo() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  return (
    <h1 className={styles.logo} title={t('tagline')}>
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <circle cx="14" cy="14" r="9.5" className={styles.logoOrbit} />
        <circle cx="14" cy="14" r="4" className={styles.logoSun} />
        <circle cx="23.5" cy="14" r="2.6" className={styles.logoServer} />
      </svg>
      <span>Kube Orrery</span>
    </h1>
  );
}

function EditButton() {
  const shell = useShell();
  const t = useTexts(shell.orrery, shellTexts);
  const open = useStore(shell.door, (state) => state.open);
  return (
    <button
      type="button"
      className={`icon-button ${styles.edit}`}
      aria-label={t('edit')}
      aria-pressed={open}
      title={withKey(t('edit'), 'Y', t.language)}
      data-opens="editor"
      onClick={() => commandOf('edit-scenario').run(shell)}
    >
      <FilePen aria-hidden="true" />
    </button>
  );
}

function PageButtons() {
  const opens = useMediaQuery(OPENS_FILES);
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, shellTexts);
  const name = useTexts(orrery, commandTexts);
  const theme = useStore(orrery.settings, (state) => state.theme);
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <div className={styles.pageButtons}>
      <EditButton />
      {/* Where there is less room, the list of scenarios begins with it. */}
      {opens && <OpenIcon />}
      <button
        type="button"
        className="icon-button"
        aria-label={name('export')}
        title={withKey(name('export'), 'X', name.language)}
        onClick={() => commandOf('export').run(shell)}
      >
        <Download aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`icon-button ${styles.language}`}
        aria-label={t('language-label')}
        title={t('language-label')}
        onClick={() => commandOf('toggle-language').run(shell)}
      >
        {t('language')}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t(`theme-${theme}`)}
        title={t(`theme-${theme}`)}
        onClick={() => commandOf('cycle-theme').run(shell)}
      >
        <ThemeIcon aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('help')}
        title={withKey(t('help'), '?', t.language)}
        onClick={() => commandOf('help').run(shell)}
      >
        <CircleQuestionMark aria-hidden="true" />
      </button>
    </div>
  );
}
