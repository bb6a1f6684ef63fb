import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { useStore } from 'zustand';
import { type Command, commandOf, commandTexts, keyLabel } from '../commands';
import { useTexts } from '../i18n';
import styles from './header.module.css';
import { useShell } from './shell-context';
import { shellTexts } from './texts';

const BEFORE = [
  ['to-start', SkipBack],
  ['previous-record', StepBack],
] as const;
const AFTER = [
  ['next-record', StepForward],
  ['to-end', SkipForward],
] as const;

export function PlaybackControls() {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const playing = useStore(orrery.playback, (state) => state.playing);
  const PlayIcon = playing ? Pause : Play;
  return (
    <fieldset className={styles.playback} aria-label={t('playback')}>
      {BEFORE.map(([id, Icon]) => (
        <CommandButton key={id} id={id} icon={<Icon aria-hidden="true" />} />
      ))}
      <CommandButton
        id="play-pause"
        pressed={playing}
        className={styles.play}
        icon={<PlayIcon aria-hidden="true" fill="currentColor" />}
      />
      {AFTER.map(([id, Icon]) => (
        <CommandButton key={id} id={id} icon={<Icon aria-hidden="true" />} />
      ))}
    </fieldset>
  );
}

interface CommandButtonProps {
  readonly id: Command['id'];
  readonly icon: React.ReactNode;
  readonly pressed?: boolean;
  readonly className?: string;
}

function CommandButton({ id, icon, pressed, className = '' }: CommandButtonProps) {
  const shell = useShell();
  const name = useTexts(shell.orrery, commandTexts)(id);
  const command = commandOf(id);
  const [key] = command.keys;
  return (
    <button
      type="button"
      className={`icon-button ${styles.transport} ${className}`}
      aria-label={name}
      aria-pressed={pressed}
      title={key ? `${name} (${keyLabel(key)})` : name}
      onClick={() => command.run(shell)}
    >
      {icon}
    </button>
  );
}
