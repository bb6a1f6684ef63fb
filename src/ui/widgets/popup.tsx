import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useEscape } from './use-escape';
import styles from './widgets.module.css';

export interface PopupProps {
  /** What the button shows. */
  readonly button: ReactNode;
  readonly label: string;
  readonly buttonClass?: string;
  /** Under the button at its start or end, or above it, for buttons at the foot of the page. */
  readonly align?: 'start' | 'end' | 'above';
  /** The content; `close` shuts the popup and gives the focus back to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a panel beside it. Escape, a click elsewhere and leaving it by Tab close it. */
export function Popup({ button, label, buttonClass, align = 'start', children }: PopupProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  useEscape(root, open, close);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);
  return (
    <div ref={root} className={styles.popupRoot}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={panelId} className={`${styles.popup} ${styles[align]}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
