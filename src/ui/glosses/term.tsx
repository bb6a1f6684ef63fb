/** A term of the field with what it means: when it is pointed at, has the focus, or is touched. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { useEscape } from '../widgets';
import styles from './glosses.module.css';
import { glossTexts } from './texts';

export interface TermProps {
  readonly orrery: Orrery;
  readonly of: keyof (typeof glossTexts)['en'];
  readonly children: ReactNode;
}

/** Widest explanation, as in the style sheet, and its distance from the window's edge, px. */
const WIDTH = 300;
const EDGE = 8;

export function Term({ orrery, of, children }: TermProps) {
  const t = useTexts(orrery, glossTexts);
  const id = useId();
  const [open, setOpen] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const told = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const box = told.current;
    if (!open || !box || !word.current) return;
    const { left, bottom } = word.current.getBoundingClientRect();
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - WIDTH - EDGE))}px`;
    box.style.top = `${bottom + EDGE / 2}px`;
    // Above all that is cut at the edge of its panel.
    box.showPopover?.();
    const outside = ({ target }: Event): void => {
      if (target instanceof Node && !word.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      box.hidePopover?.();
    };
  }, [open]);
  useEscape(word, open, () => setOpen(false));
  return (
    <>
      <button
        ref={word}
        type="button"
        className={styles.term}
        aria-describedby={id}
        data-told={open}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <span ref={told} id={id} role="tooltip" popover="manual" className={styles.told}>
        {t(of)}
      </span>
    </>
  );
}
