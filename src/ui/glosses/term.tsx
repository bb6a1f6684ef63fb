/** A term of the field with what it means: when it is pointed at, has the focus, or is touched. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { useEscape } from '../widgets';
import styles from './glosses.module.css';
import { glossTexts } from './texts';
import { useGloss } from './use-gloss';

export interface TermProps {
  readonly orrery: Orrery;
  readonly of: keyof (typeof glossTexts)['en'];
  readonly children: ReactNode;
}

export function Term({ orrery, of, children }: TermProps) {
  const t = useTexts(orrery, glossTexts);
  const id = useId();
  const [open, setOpen] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const told = useGloss(word, open, () => setOpen(false));
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
