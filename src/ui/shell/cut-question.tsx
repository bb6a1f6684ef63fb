import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { commandOf, keyLabel } from '../commands';
import { useTexts } from '../i18n';
import { laterActs as namesOfLater } from '../session/edit-scenario';
import { actWords, stepTexts } from '../why/step-words';
import { Dialog } from '../widgets';
import type { Asking, Question } from './ask';
import { useNotice } from './notice';
import styles from './shell.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

/** How many of the steps that would be lost are named. */
const NAMED = 3;

export function CutQuestion({ asking }: { readonly asking: Asking }) {
  const question = useStore(asking.pending, (state) => state.question);
  return question ? <Asked question={question} /> : null;
}

function Asked({ question }: { readonly question: Question }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const steps = useTexts(orrery, stepTexts);
  const { laterActs, answer } = question;
  const [lost] = useState(() => {
    const { scenario } = orrery.session.getState();
    return scenario ? namesOfLater(scenario, orrery.playback.getState().time) : [];
  });
  const { say } = useNotice();
  const goOn = (): void => {
    answer(true);
    say(t('cut-done', { play: t('hint-play'), undo: keyLabel(commandOf('undo').keys[0]) }));
  };
  useEffect(() => orrery.playback.setState({ playing: false }), [orrery]);
  return (
    <Dialog title={t('cut-title')} onClose={() => answer(false)}>
      <p>{laterActs === 1 ? t('cut-text-one') : t('cut-text', { count: laterActs })}</p>
      <ul>
        {lost.slice(0, NAMED).map((act, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place}>
            <code>{actWords(act, steps)}</code>
          </li>
        ))}
        {lost.length > NAMED && <li>{t('cut-more', { count: lost.length - NAMED })}</li>}
      </ul>
      <div className={styles.choices}>
        <button type="button" className="button primary" data-first="" onClick={goOn}>
          {t('cut-go')}
        </button>
        <button type="button" className="button" onClick={() => answer(false)}>
          {t('cut-stop')}
        </button>
      </div>
    </Dialog>
  );
}
