import { Download, Play, Redo2, Undo2, WandSparkles } from 'lucide-react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { CloseButton } from '../widgets';
import styles from './editor.module.css';
import { NewMenu } from './new-menu';
import type { EditorModel, EditorSession } from './session';
import { editorTexts } from './texts';

export type Shown = 'text' | 'both' | 'form';
const SHOWN: readonly Shown[] = ['text', 'both', 'form'];

export interface ToolbarProps {
  readonly session: EditorSession;
  readonly shown: Shown;
  /** Whether there is room for text and form side by side. */
  readonly wide: boolean;
  readonly onShown: (shown: Shown) => void;
  readonly onRun: () => void;
  readonly onClose: () => void;
}

export function Toolbar({ session, shown, wide, onShown, onRun, onClose }: ToolbarProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, editorTexts);
  const icons = [
    { label: t('undo'), Icon: Undo2, act: () => session.undo() },
    { label: t('redo'), Icon: Redo2, act: () => session.redo() },
    { label: t('format'), Icon: WandSparkles, act: () => session.format() },
    { label: t('download'), Icon: Download, act: () => download(session) },
  ];
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={`button primary ${styles.run}`}
        title={t('run-hint')}
        data-run=""
        onClick={onRun}
      >
        <Play aria-hidden="true" />
        {t('run')}
      </button>
      <Status session={session} />
      <span className={styles.push} />
      <fieldset className={styles.shown} aria-label={t('show')}>
        {SHOWN.filter((each) => wide || each !== 'both').map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === shown}
            onClick={() => onShown(each)}
          >
            {t(`show-${each}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.icons} aria-label={t('tools')}>
        {icons.map(({ label, Icon, act }) => (
          <button
            key={label}
            type="button"
            className="icon-button"
            aria-label={label}
            title={label}
            onClick={act}
          >
            <Icon aria-hidden="true" />
          </button>
        ))}
        <NewMenu onOpen={(text) => session.open(text)} />
        <CloseButton label={t('close')} onClose={onClose} />
      </fieldset>
    </header>
  );
}

function Status({ session }: { readonly session: EditorSession }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, editorTexts);
  const model = useStore(session.model);
  const kind = statusOf(model);
  const count = model.faults.length;
  const text =
    kind !== 'faults'
      ? t(`status-${kind}`)
      : count === 1
        ? t('status-faults-one')
        : t('status-faults', { count });
  return (
    <span className={styles.status} data-kind={kind} role="status">
      {text}
    </span>
  );
}

function statusOf({ faults, checking, changed }: EditorModel) {
  if (faults.length > 0) return 'faults';
  if (checking) return 'checking';
  return changed ? 'changed' : 'same';
}

/** Saves the text as it is written, under the scenario's name. */
function download(session: EditorSession): void {
  const { scenario } = session.model.getState().examined;
  const address = URL.createObjectURL(new Blob([session.text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${scenario?.metadata.name ?? 'scenario'}.yaml`;
  link.click();
  URL.revokeObjectURL(address);
}
