import { type ClipboardEvent, type RefObject, useEffect, useId } from 'react';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './console.module.css';
import { consoleTexts } from './texts';
import type { ConsoleHandle } from './use-console';
import { useTyping } from './use-typing';

export interface CommandLineProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly terminal: ConsoleHandle;
  readonly onEnter: (line: string) => void;
  /** Takes a paste of several lines; gives back what belongs into the line. */
  readonly onPaste: (text: string) => string | undefined;
  readonly onClose: (() => void) | undefined;
  readonly typed: RefObject<string> | undefined;
}

/** Most candidates that are shown. */
const SHOWN_MAX = 60;

/** The line, its history and its completion. */
export function CommandLine({ onPaste, ...typing }: CommandLineProps) {
  const { input, onClose } = typing;
  const { orrery } = useShell();
  const t = useTexts(orrery, consoleTexts);
  const { line, candidates, change, onKeyDown } = useTyping(typing);
  const hintId = useId();
  // As a tab it is chosen by arrows, which must not lead into the line.
  const drawn = onClose !== undefined;
  useEffect(() => {
    if (drawn) input.current?.focus();
  }, [input, drawn]);
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.trim().includes('\n')) return;
    event.preventDefault();
    const rest = onPaste(text);
    change(rest === undefined ? '' : line + rest);
  };
  return (
    <div className={styles.line}>
      <output className={styles.candidates} aria-label={t('candidates')}>
        {candidates.slice(0, SHOWN_MAX).map((candidate) => (
          <span key={candidate}>{candidate}</span>
        ))}
        {candidates.length > SHOWN_MAX && (
          <span>{t('more', { count: candidates.length - SHOWN_MAX })}</span>
        )}
      </output>
      <div className={styles.typed}>
        <span aria-hidden="true">$ kubectl</span>
        <input
          ref={input}
          type="text"
          value={line}
          placeholder={t('placeholder')}
          aria-label={t('prompt')}
          aria-describedby={hintId}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={paste}
        />
        <span id={hintId} hidden>
          {t('placeholder')}
        </span>
      </div>
    </div>
  );
}
