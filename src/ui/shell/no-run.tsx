/** What stands where a run would be when there is none. Loaded then, so no visitor waits for it. */
import { CircleDashed, OctagonX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { localText, useTexts } from '../i18n';
import { OpenButton } from '../opening/opening';
import { Reason } from '../opening/reason';
import { keepOldRun } from '../session/again';
import header from './header.module.css';
import { useNavigation, useShell } from './shell-context';
import styles from './states.module.css';
import { shellTexts } from './texts';

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
          <button
            type="button"
            className="button primary"
            onClick={() => keepOldRun(orrery, client)}
          >
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

/** The library as a list of buttons with what each shows. */
function LibraryList() {
  const { orrery } = useShell();
  const navigation = useNavigation();
  const language = useStore(orrery.settings, (state) => state.language);
  const current = useStore(orrery.session, (state) => state.libraryName);
  return (
    <ul className={header.library}>
      {navigation?.library.map(({ name, scenario: { metadata } }) => (
        <li key={name}>
          <button
            type="button"
            className={header.libraryEntry}
            aria-current={name === current}
            onClick={() => navigation.openLibrary(name)}
          >
            <strong>{localText(metadata.title, language)}</strong>
            <span className="dim">{localText(metadata.description, language)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
