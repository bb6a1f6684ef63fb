import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { SPEEDS } from '../playback';
import styles from './header.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

export function SpeedChoice() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const speed = useStore(orrery.playback, (state) => state.speed);
  const label = (choice: number): string => {
    if (choice === Number.POSITIVE_INFINITY) return t('speed-max');
    return choice === 0.25 ? '¼×' : `${choice}×`;
  };
  return (
    <fieldset className={styles.speeds} aria-label={t('speed')}>
      {SPEEDS.map((choice) => (
        <button
          key={choice}
          type="button"
          className={styles.speed}
          aria-pressed={choice === speed}
          onClick={() => orrery.playback.setState({ speed: choice })}
        >
          {label(choice)}
        </button>
      ))}
    </fieldset>
  );
}
