/** In the status bar: which steps a change cut, and how to have them back or go on without. */
import { Scissors } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf, keyLabel } from '../commands';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { actWords, stepTexts } from '../why/step-words';
import { Popup } from '../widgets';
import { cutActs } from './dropped';
import styles from './outcome.module.css';
import { outcomeTexts } from './texts';

export function CutActs() {
  const shell = useShell();
  const t = useTexts(shell.orrery, outcomeTexts);
  const scenario = useStore(shell.orrery.session, (state) => state.scenario);
  const undo = useStore(shell.orrery.session, (state) => state.undo);
  const steps = useTexts(shell.orrery, stepTexts);
  const cut = cutActs(scenario, undo).map((act) => actWords(act, steps));
  const [first] = cut;
  if (first === undefined) return null;
  const said =
    cut.length === 1
      ? t('cut-first', { first })
      : t('cut-first-more', { first, count: cut.length - 1 });
  const act = (name: 'undo' | 'play-pause', close: () => void) => (
    <button
      type="button"
      className="button"
      onClick={() => {
        close();
        commandOf(name).run(shell);
      }}
    >
      {t(name, { key: keyLabel(commandOf(name).keys[0]) })}
    </button>
  );
  return (
    <Popup
      label={said}
      buttonClass={styles.button}
      align="above"
      button={
        <>
          <Scissors aria-hidden="true" />
          {said}
        </>
      }
    >
      {(close) => (
        <section className={styles.list} aria-label={t('cut-title')}>
          <h3>{t('cut-title')}</h3>
          <ul>
            {cut.map((words) => (
              <li key={words}>
                <code>{words}</code>
              </li>
            ))}
          </ul>
          <p className="dim">{t('cut-text')}</p>
          <div className={styles.ways}>
            {act('undo', close)}
            {act('play-pause', close)}
          </div>
        </section>
      )}
    </Popup>
  );
}
