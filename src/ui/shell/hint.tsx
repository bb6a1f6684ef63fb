import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { recall, remember } from '../storage';
import { CloseButton, NARROW, useMediaQuery } from '../widgets';
import styles from './shell.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

/** Where there are no keys, or little room for them: what is named can be touched. */
const TOUCH = `(pointer: coarse), ${NARROW}`;
const SEEN_KEY = 'hint-seen';

/** Three words on a first visit that say what to press. It goes for good after the first act. */
export function Hint() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const [open, setOpen] = useState(() => recall(SEEN_KEY) === undefined);
  const touch = useMediaQuery(TOUCH);
  const playing = useStore(orrery.playback, (state) => state.playing);
  const close = useCallback((): void => {
    remember(SEEN_KEY, 'yes');
    setOpen(false);
  }, []);
  useEffect(() => {
    if (!open) return;
    return orrery.session.subscribe(({ undo }) => {
      if (undo.length > 0) close();
    });
  }, [open, orrery, close]);
  if (!open) return null;
  return (
    <aside className={styles.hint} aria-label={t('hint')}>
      <span>
        <kbd>{touch ? (playing ? '⏸' : '▶') : t('hint-play')}</kbd>{' '}
        {t(playing ? 'hint-pause-what' : 'hint-play-what')}
      </span>
      <span>
        <kbd>{t(touch ? 'hint-tap' : 'hint-select')}</kbd> {t('hint-select-what')}
      </span>
      <span>
        <kbd>{t(touch ? 'hint-kill-button' : 'hint-kill')}</kbd> {t('hint-kill-what')}
      </span>
      <CloseButton label={t('hint-close')} onClose={close} />
    </aside>
  );
}
