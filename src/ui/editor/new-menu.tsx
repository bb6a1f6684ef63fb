import { FilePlus2 } from 'lucide-react';
import { useStore } from 'zustand';
import { LIBRARY } from '#library';
import { localText, useTexts } from '../i18n';
import { useNavigation, useShell } from '../shell/shell-context';
import { Popup } from '../widgets';
import styles from './editor.module.css';
import { copyOf, TEMPLATE } from './template';
import { editorTexts } from './texts';

/** A new text: from the template, or a copy of one of the library. */
export function NewMenu({ onOpen }: { readonly onOpen: (text: string) => void }) {
  const { orrery } = useShell();
  const navigation = useNavigation();
  const t = useTexts(orrery, editorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  return (
    <Popup
      label={t('new-scenario')}
      buttonClass="icon-button"
      align="end"
      button={<FilePlus2 aria-hidden="true" />}
    >
      {(close) => (
        <div className={styles.menu}>
          <button
            type="button"
            className={styles.menuEntry}
            onClick={() => {
              onOpen(TEMPLATE);
              close();
            }}
          >
            <strong>{t('from-template')}</strong>
            <span className="dim">{t('from-template-text')}</span>
          </button>
          <h3>{t('duplicate')}</h3>
          <ul>
            {LIBRARY.map(({ name, text }) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.menuEntry}
                  onClick={() => {
                    onOpen(copyOf(text, name));
                    close();
                  }}
                >
                  {titleOf(name) || name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popup>
  );

  function titleOf(name: string): string {
    const entry = navigation?.library.find((each) => each.name === name);
    return localText(entry?.scenario.metadata.title, language);
  }
}
