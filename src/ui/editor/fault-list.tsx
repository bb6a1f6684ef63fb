import { CircleX } from 'lucide-react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './editor.module.css';
import { faultWords } from './fault-words';
import type { EditorSession } from './session';
import { editorTexts } from './texts';

export interface FaultListProps {
  readonly session: EditorSession;
  /** Called before a fault's place is shown, so that the text is there. */
  readonly onShow: () => void;
}

/** Every fault in words; each leads to its place in the text. */
export function FaultList({ session, onShow }: FaultListProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, editorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const faults = useStore(session.model, (model) => model.faults);
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults} aria-label={t('faults')} data-testid="editor-faults">
      {faults.map((fault) => (
        <li key={`${fault.from} ${fault.path} ${fault.reason}`}>
          <button
            type="button"
            className={styles.fault}
            onClick={() => {
              onShow();
              session.show(fault);
            }}
          >
            <CircleX aria-hidden="true" />
            <span className="dim">{t('fault-place', { line: fault.line })}</span>
            <code>{fault.path}</code>
            <span className={styles.reason}>{faultWords(fault.reason, language)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
