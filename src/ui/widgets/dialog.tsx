import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CloseButton } from './close-button';
import styles from './widgets.module.css';

export interface DialogProps {
  readonly title: string;
  /** Name of the button that closes it; a question has none, for its answers close it. */
  readonly closeLabel?: string;
  readonly onClose: () => void;
  /** As wide as the page has room; default: as wide as a text is well read. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog. Escape and a click outside close it; the focus goes back to where it came from.
 */
export function Dialog({ title, closeLabel, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.dialogBody}>
        <header className={styles.dialogHead}>
          <h2 id={titleId}>{title}</h2>
          {closeLabel !== undefined && <CloseButton label={closeLabel} onClose={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}
