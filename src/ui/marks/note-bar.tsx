/** The line in which a note is written; it becomes a step of the scenario at the playhead. */
import { Flag } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatClock, useTexts } from '../i18n';
import { usePlayhead } from '../playback';
import type { Orrery } from '../stores';
import { CloseButton } from '../widgets';
import styles from './marks.module.css';
import { marksTexts } from './texts';

export function NoteBar({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, marksTexts);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const title = t('note', { time: formatClock(usePlayhead(orrery)) });
  useEffect(() => field.current?.focus(), []);
  const close = (): void => orrery.marks.setState({ writing: false });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    close();
    orrery.acts.note(text.trim());
  };
  return (
    <form className={styles.bar} aria-label={title} onSubmit={add}>
      <Flag aria-hidden="true" />
      <strong className={styles.title}>{title}</strong>
      <input
        ref={field}
        type="text"
        value={text}
        placeholder={t('note-hint')}
        aria-label={title}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      />
      <small className={styles.aside}>{t('note-one-language')}</small>
      <button type="submit" disabled={text.trim() === ''}>
        {t('note-add')}
      </button>
      <CloseButton label={t('note-close')} onClose={close} />
    </form>
  );
}
