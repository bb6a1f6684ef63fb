import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './console.module.css';
import { consoleTexts } from './texts';
import type { ManifestWish } from './use-console';

export interface ManifestEditorProps {
  readonly wish: ManifestWish & { readonly text: string };
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

/** The standard input of `apply -f -` and its like. */
export function ManifestEditor({ wish, onSend, onCancel }: ManifestEditorProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const [text, setText] = useState(wish.text);
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // What was sent last stands there selected: typing replaces it.
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key === 'Enter') onSend(text);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={styles.manifest}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <label htmlFor={id}>{t('manifest', { line: wish.line })}</label>
      <textarea
        className="text-field"
        id={id}
        ref={box}
        value={text}
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.manifestFoot}>
        <span id={`${id}-hint`} className={styles.hint}>
          {t('manifest-hint')}
        </span>
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="button primary">
          {t('send')}
        </button>
      </div>
    </form>
  );
}
