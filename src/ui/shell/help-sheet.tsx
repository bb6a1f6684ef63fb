import { useStore } from 'zustand';
import { COMMANDS, type CommandGroup, commandTexts, keyLabel } from '../commands';
import { localText, useTexts } from '../i18n';
import { INSPECTOR_PANELS } from '../panels';
import { Dialog } from '../widgets';
import { EDITOR_KEYS } from './editor-keys';
import styles from './shell.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

const GROUPS: readonly CommandGroup[] = ['time', 'acts', 'why', 'around', 'page'];

/** All keys, from the list of commands. */
export default function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const name = useTexts(orrery, commandTexts);
  return (
    <Dialog title={t('help-title')} closeLabel={t('close')} onClose={onClose}>
      <p className="dim">{t('help-intro')}</p>
      <div className={styles.sheet}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{name(`group-${group}`)}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.keys.length > 0).map(
                ({ id, keys }) => (
                  <div key={id} className={styles.sheetRow}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{keyLabel(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{name(id)}</dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
        <PanelKeys />
      </div>
    </Dialog>
  );
}

/** Keys that work inside a tab of the inspector, and inside the editor. */
function PanelKeys() {
  const { orrery } = useShell();
  const language = useStore(orrery.settings, (state) => state.language);
  const t = useTexts(orrery, shellTexts);
  const editor = { id: 'editor', title: t('editor-panel'), keys: EDITOR_KEYS };
  return [...INSPECTOR_PANELS, editor].map(({ id, title, keys = [] }) =>
    keys.length === 0 ? null : (
      <section key={id}>
        <h3>{localText(title, language)}</h3>
        <dl>
          {keys.map(({ keys: names, text }) => (
            <div key={text.en} className={styles.sheetRow}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{localText(text, language)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ),
  );
}
